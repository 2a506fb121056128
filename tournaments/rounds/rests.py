"""The entries that sit out a round, as pages show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, gettext_noop

from tournaments import engine
from tournaments.engine import missed_rounds
from tournaments.engine.missed_rounds import rules, worth_of
from tournaments.engine.pairing.acceleration import upper_half, virtual_wins
from tournaments.engine.state import ABSENT, HALF_BYE, Rest, StageState
from tournaments.rounds import engine_state
from tournaments.rounds.rows import Names, note_texts
from tournaments.structure.models import Entry, Stage

KINDS: Final = {
    HALF_BYE: gettext_noop("requested a bye"),
    ABSENT: gettext_noop("announced absence"),
}
"""The words for each kind of rest."""


DECLINED: Final = "declined"
"""The kind of a requested round once a director has declined it."""


@dataclass(frozen=True, slots=True)
class RestRow:
    """An entry that sits out a round; `wins` are None where it costs a life."""

    number: int
    name: str
    round: int
    kind: str
    wins: int | str | None

    @property
    def reason(self) -> str:
        words = {"reason": gettext(KINDS[self.kind]), "wins": self.wins}
        if self.wins is None:
            return gettext("%(reason)s, costs a life") % words
        return gettext("%(reason)s, wins: %(wins)s") % words


def rest_rows(
    state: StageState, rests: Iterable[Rest], names: dict[int, str]
) -> Sequence[RestRow]:
    known = engine.format_named(state.format)
    rows = [
        RestRow(
            number=rest.entrant,
            name=names.get(rest.entrant, f"#{rest.entrant}"),
            round=rest.round,
            kind=rest.kind,
            wins=worth_of(known, state, rest.kind),
        )
        for rest in rests
    ]
    return sorted(rows, key=lambda row: (row.round, row.name, row.number))


def asked_in(stage: Stage, after: int = 0) -> Sequence[RestRow]:
    """Return the open requests by phone to sit out a round after this one.

    One query, or none.
    """
    if not engine_state.can_rest(stage):
        return ()
    rows = Entry.objects.active().filter(
        division=stage.division_id, asked__isnull=False
    )
    rows = rows.select_related("player").only("number", "asked", "player__name")
    found = list(rows.order_by("number"))
    names = {entry.number: entry.player.name for entry in found}
    rests = [
        Rest(number, entry.number, kind)
        for entry in found
        for number, kind in entry.asks_for.items()
        if number > after and kind in KINDS
    ]
    return rest_rows(without_entrants(stage), rests, names)


def resting_in(stage: Stage, round_number: int) -> Sequence[RestRow]:
    """Return the rests of a stage in one round. One query, or none."""
    if not engine_state.can_rest(stage):
        return ()
    rows = Entry.objects.filter(
        division=stage.division_id, rests__isnull=False
    ).select_related("player")
    asked = rows.only("number", "rests", "player__name").order_by("number")
    found = [entry for entry in asked if round_number in entry.sits_out]
    names = {entry.number: entry.player.name for entry in found}
    rests = [
        Rest(round_number, entry.number, entry.sits_out[round_number])
        for entry in found
    ]
    return rest_rows(without_entrants(stage), rests, names)


def missed_rounds_in(stage: Stage) -> Sequence[str]:
    known = engine.format_named(stage.format)
    return note_texts([*rules(known, without_entrants(stage))], Names())


def without_entrants(stage: Stage) -> StageState:
    """Return the state of a stage without entrants, enough for the worth of a rest."""
    return StageState(
        stage.format, stage.rounds, stage.match_length, (), options=stage.chosen
    )


def acceleration_in(stage: Stage, round_number: int) -> str:
    """Return the sentence that a round of a stage is accelerated, "" if it is not."""
    return acceleration_of(without_entrants(stage), round_number)


def acceleration_of(state: StageState, round_number: int) -> str:
    """Return the sentence that a round is accelerated, "" if it is not."""
    known = engine.format_named(state.format)
    note = missed_rounds.accelerated(known, state, round_number)
    return "".join(note_texts([note] if note else [], Names()))


def upper_half_in(stage: Stage, round_number: int) -> frozenset[int]:
    """Return the entries with extra wins in an accelerated round; none in others."""
    if not virtual_wins(without_entrants(stage), round_number):
        return frozenset()
    return upper_half(stage.lot_of)
