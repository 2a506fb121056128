"""Who sits out a round, and why, as pages show it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, gettext_noop

from tournaments import engine
from tournaments.engine.formats.missed_rounds import worth_of
from tournaments.engine.state import ABSENT, HALF_BYE, Rest, StageState
from tournaments.rounds import engine_state
from tournaments.structure.models import Entry, Stage

KINDS: Final = {
    HALF_BYE: gettext_noop("asked to sit out"),
    ABSENT: gettext_noop("announced absence"),
}
"""The words for each kind of rest."""


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
        """Why, and what it counts, in the reader's language."""
        words = {"reason": gettext(KINDS[self.kind]), "wins": self.wins}
        if self.wins is None:
            return gettext("%(reason)s, costs a life") % words
        return gettext("%(reason)s, wins: %(wins)s") % words


def rows_of(
    state: StageState, rests: Iterable[Rest], names: dict[int, str]
) -> Sequence[RestRow]:
    """Return rests with names, by name."""
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


def resting_in(stage: Stage, round_number: int) -> Sequence[RestRow]:
    """Return who sits out a round of a stage, or has sat it out. One query, or none."""
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
    plain = StageState(
        stage.format, stage.rounds, stage.match_length, (), options=stage.chosen
    )
    return rows_of(plain, rests, names)
