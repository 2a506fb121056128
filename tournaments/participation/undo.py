"""Undoing an option that was applied to an entry, while nothing depends on it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from django.db import transaction

from matches.accounts.models import User
from matches.journal import services as journal
from matches.journal.models import JournalEntry
from matches.ledger.models.match import Match
from matches.ledger.recording import remove_final
from tournaments.amendments.set_aside import new_bye, parsed_moment, restore, set_aside
from tournaments.engine import Pin
from tournaments.engine.bracket.refit import DrawnBracket, misfits
from tournaments.participation import StageSnapshot, snapshot_of
from tournaments.participation.apply import REASON, is_done_so
from tournaments.participation.errors import OPTION_RESTED
from tournaments.participation.stage import at_tables, people_of
from tournaments.rounds.models import Pairing, Round
from tournaments.structure.locking import bump, hold_matches, lock_open
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.saved import SavedBye, SavedChoice, SavedPairing, SavedSeat
from tournaments.tables.calling import advance

UNDONE: Final = "choice_undone"


def undo_option(*, tournament: Tournament, undo: int, by: User | None) -> bool:
    """Restore the facts of before a choice; return False if there is nothing to undo.

    `undo` is the key of the journal entry that stores these facts.

    Raises TOURNAMENT_CLOSED; OPTION_RESTED: later matches depend on the choice.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        line = JournalEntry.objects.filter(pk=undo, subject=held.subject).first()
        if line is None or "undo" not in line.details or _is_undone(held, undo):
            return False
        hold_matches(held)
        saved: SavedChoice = line.details["undo"]
        # The reverse order of `apply`: all that may refuse comes first; what the choice
        # made is removed before the former pairings return to their positions; tables
        # are given last, when it is known who is free.
        _refuse_rested(saved)
        _make_room(saved)
        _remove_results(saved, by=by)
        for seat in saved["seats"]:
            _give_back(seat)
        if "filled" in saved:
            _empty(saved["filled"])
        Pairing.objects.filter(pk__in=saved["byes"]).delete()
        _write_back(saved)
        _bring_back(saved["aside"], held)
        advance(held.pk)
        bump(held)
        journal.record_act(
            act=UNDONE,
            by=by,
            subject=held.subject,
            name=line.details["name"],
            line=undo,
        )
    return True


def _is_undone(held: Tournament, undo: int) -> bool:
    return JournalEntry.objects.filter(
        subject=held.subject, act=UNDONE, details__data__line=undo
    ).exists()


def _refuse_rested(saved: SavedChoice) -> None:
    """Refuse the undo if a later round or a begun match depends on the choice.

    Raises OPTION_RESTED.
    """
    homes = {each["draw"] for each in saved["aside"]}
    if Round.objects.filter(draw__in=homes).count() != len(homes):
        raise OPTION_RESTED()  # the round itself was taken back since
    root = Stage.objects.get(pk=saved["root"])
    newest = root.published_rounds.order_by("-number").first()
    in_round = saved["byes"] or saved["seats"] or "filled" in saved
    if in_round and (newest is None or newest.number != saved["round"]):
        raise OPTION_RESTED()
    pks = [seat["made"] for seat in saved["seats"]]
    if "filled" in saved:
        first = Pairing.objects.filter(pk=saved["filled"]["pairing"]).first()
        if first is None:
            raise OPTION_RESTED()
        legs = Pairing.objects.filter(draw=first.draw_id, position=first.position)
        pks += legs.values_list("pk", flat=True)
    rows = Pairing.objects.live().filter(pk__in=[*pks, *saved["byes"]])
    if rows.count() != len({*pks, *saved["byes"]}):
        raise OPTION_RESTED()
    if rows.with_match().exclude(match__state="ready").exists():
        raise OPTION_RESTED()
    ended = dict(saved["endings"])
    for match in Match.objects.filter(pk__in=ended):
        if not is_done_so(match, ended[match.pk]):
            raise OPTION_RESTED()


def _make_room(saved: SavedChoice) -> None:
    """Set aside bracket matches opened since that do not fit the facts of before.

    Raises OPTION_RESTED: such a match has begun.
    """
    root = Stage.objects.select_related("division__profile").get(pk=saved["root"])
    if root.plan is None:
        return
    snapshot = snapshot_of(root)
    back = Pairing.objects.filter(
        pk__in=[each["pairing"] for each in saved["aside"]]
    ).values_list("slot", flat=True)
    slots = {slot for slot in back if slot is not None}
    drawn = _before(snapshot, saved).without(slots)
    taken = [row.slot for row in snapshot.rows if row.slot is not None]
    ended = {match for match, _ in saved["endings"]}
    seats = {seat["made"] for seat in saved["seats"]}
    unfit = slots | set(misfits(drawn, taken))
    rows = [
        row
        for row in snapshot.at_slots(unfit)
        if row.pk not in seats and row.match_id not in ended
    ]
    if any(row.match is None or row.match.state != "ready" for row in rows):
        raise OPTION_RESTED()
    if rows:
        set_aside(rows, reason=REASON)


def _before(snapshot: StageSnapshot, saved: SavedChoice) -> DrawnBracket:
    """Return the bracket with the facts of before the choice."""
    drawn, numbers = snapshot.drawn, _numbers(saved)
    lines = dict(drawn.lines)
    for number, lot in saved["lots"].items():
        lines.pop(int(number), None)
        if lot is not None:
            lines[int(number)] = lot
    was_gone = {numbers[pk] for pk, _, _, gone in saved["entries"] if gone is not None}
    gone = (drawn.gone - set(numbers.values())) | was_gone
    own = None if saved["pin"] is None else Pin(*saved["pin"])
    pins = tuple(pin for pin in drawn.pins if pin != own)
    ended = {
        row.slot for row in snapshot.rows if row.match_id in dict(saved["endings"])
    }
    outcomes = tuple(
        replace(one, winner=None, nobody=False) if one.slot in ended else one
        for one in drawn.outcomes
    )
    return replace(
        drawn, lines=lines, gone=frozenset(gone), pins=pins, outcomes=outcomes
    )


def _numbers(saved: SavedChoice) -> dict[int, int]:
    rows = Entry.objects.filter(pk__in=[pk for pk, *_ in saved["entries"]])
    return dict(rows.values_list("pk", "number"))


def _remove_results(saved: SavedChoice, *, by: User | None) -> None:
    is_plan = Stage.objects.get(pk=saved["root"]).plan is not None
    for pk, _ in saved["endings"]:
        match = Match.objects.get(pk=pk)
        # In a bracket `_make_room` has set aside what depended on the winner, so the
        # guard of the result has nothing left to protect (`accept`).
        remove_final(match_id=pk, revision=match.revision, by=by, accept=is_plan)


def _give_back(seat: SavedSeat) -> None:
    """Give the seat back to the entry that was replaced, with its former match.

    The number is removed from one row before the other gets it: it is unique.
    """
    made = Pairing.objects.select_related("match", "draw__stage").get(pk=seat["made"])
    table, called_at = made.table, made.called_at
    set_aside([made], reason=REASON)
    Pairing.objects.filter(pk=made.pk).update(match_number=None)
    restore(seat["aside"])
    Pairing.objects.filter(pk__in=[each["pairing"] for each in seat["aside"]]).update(
        match_number=seat["number"], table=table, called_at=called_at
    )


def _empty(saved: SavedBye) -> None:
    """Turn a match back into the bye that it was."""
    row = Pairing.objects.select_related("entry_1").get(pk=saved["pairing"])
    legs = Pairing.objects.filter(draw=row.draw_id, position=row.position)
    rows = list(legs.select_related("match", "draw__stage").order_by("leg"))
    for leg in rows:
        set_aside([leg], reason=REASON)
    new_bye(row, row.entry_1, saved["notes"])


def _write_back(saved: SavedChoice) -> None:
    """Restore entries, lots and pins; other lots and pins stay as they are now."""
    for pk, joined, here, gone in saved["entries"]:
        Entry.objects.filter(pk=pk).update(
            joined_round=joined,
            checked_in_at=parsed_moment(here),
            withdrawn_at=parsed_moment(gone),
        )
    stage = Stage.objects.get(pk=saved["root"])
    lots = {one: lot for one, lot in stage.lots.items() if one not in saved["lots"]}
    was = {one: lot for one, lot in saved["lots"].items() if lot is not None}
    own = None if saved["pin"] is None else Pin(*saved["pin"])
    pins = [pin for pin in stage.pins if Pin(*pin) != own]
    Stage.objects.filter(pk=stage.pk).update(lots={**lots, **was}, pins=pins)


def _bring_back(saved: Iterable[SavedPairing], held: Tournament) -> None:
    """Restore pairings that were set aside.

    A match keeps its table if table and players are free; else it is called again
    later.
    """
    for each in saved:
        if each["match"] is None:  # a bye has no table
            restore([each])
            continue
        match = Match.objects.get(pk=each["match"])
        players = [match.player_1_id, match.player_2_id]
        people = set().union(*people_of(players).values())
        taken = Pairing.objects.live().filter(
            tournament=held,
            table=each["table"],
            match__state__in=(Match.State.READY, Match.State.PLAYING),
        )
        is_free = not taken.exists() and not people & at_tables(held.pk)
        uncalled: SavedPairing = {**each, "table": None, "called_at": None}
        restore([each if is_free else uncalled])
