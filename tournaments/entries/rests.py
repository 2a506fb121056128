"""Rounds that an entry sits out: requesting them before the draw, taking them back."""

from dataclasses import dataclass
from typing import Final

from django.db import transaction

from matches.accounts.models import User
from matches.web import journal
from tournaments import engine
from tournaments.engine.state import ABSENT, HALF_BYE, StageState
from tournaments.entries.errors import (
    ASK_GONE,
    BYE_TOO_LATE,
    BYES_NOT_GIVEN,
    BYES_USED,
    REST_BEFORE_JOINING,
    REST_BEYOND,
    REST_DRAWN,
    REST_IMPOSSIBLE,
    REST_WITHDRAWN,
)
from tournaments.entries.queries import first_stage
from tournaments.rounds import engine_state
from tournaments.rounds.rests import DECLINED
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import Entry, Stage, Tournament

AHEAD: Final = 12
"""The number of rounds offered where the last round is not known beforehand."""


@dataclass(frozen=True, slots=True)
class RestTerms:
    """The rests that an entry can ask for: its coming rounds, and the kinds.

    `last` is the last round, None if it is not known beforehand. `most` byes can be
    asked for, in rounds up to `last_bye`.
    """

    coming: int
    last: int | None
    most: int
    last_bye: int

    @property
    def rounds(self) -> range:
        """The rounds that are not drawn yet."""
        return range(self.coming, (self.last or self.coming + AHEAD - 1) + 1)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of rests that can be requested."""
        return (HALF_BYE, ABSENT) if self.most else (ABSENT,)


def terms_in(stage: Stage, state: StageState) -> RestTerms | None:
    """Return what entries can ask for, None if this stage has no rests."""
    if not engine_state.can_rest(stage):
        return None
    known = engine.format_named(stage.format)
    last = known.last_round(state)
    most = state.options.half_byes if "half_byes" in known.options else 0
    return RestTerms(
        coming=state.next_round,
        last=last,
        most=most,
        last_bye=(last or 0) - state.options.bye_free,
    )


def ask_rest(
    *,
    tournament: Tournament,
    number: int,
    round_number: int,
    kind: str,
    by: User | None,
) -> Entry:
    """Note that an entry sits out a round that is not drawn yet.

    A former request for this round is replaced. Raises TOURNAMENT_CLOSED,
    REST_IMPOSSIBLE, REST_WITHDRAWN, REST_DRAWN, REST_BEYOND, REST_BEFORE_JOINING,
    BYES_NOT_GIVEN, BYES_USED, BYE_TOO_LATE.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        entry = _entry_to_rest(locked, number, round_number, kind=kind)
        entry.rests = {**(entry.rests or {}), str(round_number): kind}
        entry.asked = _without(entry.asked, round_number)
        _save(locked, entry, act=f"rest_{kind}", round_number=round_number, by=by)
    return entry


def ask_by_phone(
    *, tournament: Tournament, number: int, round_number: int, kind: str
) -> Entry:
    """Note that a player asks to sit out a round, for a director to accept.

    Does nothing if it is accepted already. Raises the errors of `ask_rest`.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        entry = _entry_to_rest(locked, number, round_number, kind=kind)
        if entry.sits_out.get(round_number) != kind:
            entry.asked = {**(entry.asked or {}), str(round_number): kind}
            _save(locked, entry, act="rest_asked", round_number=round_number, by=None)
    return entry


def take_back_ask(*, tournament: Tournament, number: int, round_number: int) -> Entry:
    """Take back a player's request; does nothing if there is none."""
    with transaction.atomic():
        locked = lock_open(tournament)
        entry = _entry(locked, number)
        if round_number in entry.asks_for:
            entry.asked = _without(entry.asked, round_number)
            _save(
                locked, entry, act="rest_ask_back", round_number=round_number, by=None
            )
    return entry


def answer_ask(
    *,
    tournament: Tournament,
    number: int,
    round_number: int,
    accepted: bool,
    by: User | None,
) -> Entry:
    """Accept or decline the request of a player.

    Raises ASK_GONE, and the errors of `ask_rest`.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        entry = _entry(locked, number)
        kind = entry.asks_for.get(round_number)
        if kind not in (HALF_BYE, ABSENT):
            raise ASK_GONE(name=entry.player.name)
        if accepted:
            return ask_rest(
                tournament=locked,
                number=number,
                round_number=round_number,
                kind=kind,
                by=by,
            )
        entry.asked = {**(entry.asked or {}), str(round_number): DECLINED}
        _save(locked, entry, act="rest_declined", round_number=round_number, by=by)
    return entry


def ask_again(
    *,
    tournament: Tournament,
    number: int,
    round_number: int,
    kind: str,
    by: User | None,
) -> Entry:
    """Undo the answer to a player's request, which then waits again.

    Raises TOURNAMENT_CLOSED, REST_DRAWN.
    """
    with transaction.atomic():
        withdraw_rest(
            tournament=tournament, number=number, round_number=round_number, by=by
        )
        locked = lock_open(tournament)
        entry = _entry(locked, number)
        entry.asked = {**(entry.asked or {}), str(round_number): kind}
        _save(locked, entry, act="rest_asked", round_number=round_number, by=by)
    return entry


def _without(asked: dict[str, str] | None, round_number: int) -> dict[str, str] | None:
    kept = {
        one: kind for one, kind in (asked or {}).items() if int(one) != round_number
    }
    return kept or None


def withdraw_rest(
    *, tournament: Tournament, number: int, round_number: int, by: User | None
) -> Entry:
    """Take back that an entry sits out a round; does nothing if it plays.

    Raises TOURNAMENT_CLOSED, REST_DRAWN.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        entry = _entry(locked, number)
        coming = engine_state.load(first_stage(entry.division)).next_round
        if round_number < coming:
            raise REST_DRAWN(round=round_number)
        kept = dict(entry.rests or {})
        if kept.pop(str(round_number), None) is not None:
            entry.rests = kept or None
            _save(locked, entry, act="rest_back", round_number=round_number, by=by)
    return entry


def _entry(locked: Tournament, number: int) -> Entry:
    rows = Entry.objects.select_related("player", "division__profile")
    return rows.get(tournament=locked, number=number)


def _entry_to_rest(
    locked: Tournament, number: int, round_number: int, *, kind: str
) -> Entry:
    """Return an entry that may sit out this round. Raises what `ask_rest` raises."""
    entry = _entry(locked, number)
    stage = first_stage(entry.division)
    terms = terms_in(stage, engine_state.load(stage))
    if terms is None:
        raise REST_IMPOSSIBLE()
    _refuse(entry, terms, round_number, kind=kind)
    return entry


def _save(
    locked: Tournament, entry: Entry, *, act: str, round_number: int, by: User | None
) -> None:
    entry.save(update_fields=["rests", "asked"])
    bump(locked)
    journal.record_act(
        act=act,
        by=by,
        subject=locked.subject,
        name=entry.player.name,
        round=round_number,
    )


def _refuse(entry: Entry, terms: RestTerms, round_number: int, *, kind: str) -> None:
    """Refuse a request that cannot be granted."""
    name = entry.player.name
    if entry.withdrawn_at is not None:
        raise REST_WITHDRAWN(name=name)
    if round_number < terms.coming:
        raise REST_DRAWN(round=round_number)
    if round_number not in terms.rounds:
        raise REST_BEYOND(round=terms.last or terms.rounds[-1])
    if round_number < entry.joined_round:
        raise REST_BEFORE_JOINING(name=name, round=entry.joined_round)
    if kind == HALF_BYE:
        _refuse_bye(entry, terms, round_number)


def _refuse_bye(entry: Entry, terms: RestTerms, round_number: int) -> None:
    if not terms.most:
        raise BYES_NOT_GIVEN()
    taken = {**entry.asks_for, **entry.sits_out}
    others = [
        number
        for number, kind in taken.items()
        if kind == HALF_BYE and number != round_number
    ]
    if len(others) >= terms.most:
        raise BYES_USED(name=entry.player.name, most=terms.most)
    if round_number > terms.last_bye:
        raise BYE_TOO_LATE(round=max(terms.last_bye, 0))
