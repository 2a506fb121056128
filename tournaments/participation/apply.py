"""Applying the option that a director chose for one entry.

A called match never gets another number or table: a bye becomes a match, a substitute
gets the seat with its number and table, and a match that has not begun is set aside
unchanged.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.decisions.endings import record_ending
from matches.journal import services as journal
from matches.ledger.models.match import Match
from matches.ledger.opening import NewMatch, Terms, open_matches
from matches.rules import Side
from tournaments.amendments.set_aside import (
    CAME_FOR,
    CAME_LATE,
    EXCUSED,
    new_bye,
    set_aside,
)
from tournaments.engine import Note
from tournaments.entries.errors import ENTRY_HAS_PLAYED
from tournaments.entries.services import enter_again, enter_known, remove_entry
from tournaments.participation import (
    Choice,
    EntryChange,
    choice_named,
    options_of,
    snapshot_of,
)
from tournaments.participation.errors import OPTION_GONE, PLACE_TAKEN
from tournaments.rounds.engine_state import plain
from tournaments.rounds.models import Pairing
from tournaments.structure.locking import bump, hold_matches, lock_open
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.saved import (
    SavedBye,
    SavedChoice,
    SavedPairing,
    SavedSeat,
    StoredPin,
)
from tournaments.tables.calling import advance, further_legs, open_for

REASON: Final = "–"
"""The reason stored with pairings that are set aside; the journal has the real one."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What an option did: `entry` is the new entry, None if it made none.

    `undo` is the key of the journal entry with the facts for an undo, 0 for none.
    """

    choice: Choice
    entry: Entry | None
    undo: int


def apply_option(
    *, tournament: Tournament, number: int, chosen: str, by: User | None
) -> Applied:
    """Apply an option to an entry, if it still is what the page showed.

    `chosen` is the `Choice.value` that the page sent.

    Raises TOURNAMENT_CLOSED; OPTION_GONE: the option is not possible any more,
    or its effects have changed; and the errors of recording a result.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        # With the matches locked no match can begin while its pairing is set aside.
        hold_matches(held)
        # The options are computed again under the locks; `chosen` contains a digest of
        # the effects, so that a director never confirms effects that they did not see.
        entry = Entry.objects.select_related("player", "division__tournament").get(
            tournament=held, number=number
        )
        choice = choice_named(options_of(entry), chosen)
        if choice is None:
            raise OPTION_GONE()
        change = choice.change
        if change.again:
            added = enter_again(tournament=held, entry=entry, by=by)
            return Applied(choice, added.entries[0], added.undo)
        if change.division:
            return _moved(held, entry, choice, by=by)
        saved = _carried_out(held, choice, by=by)
        advance(held.pk)
        bump(held)
        line = journal.record_act(
            act=choice.act,
            by=by,
            subject=held.subject,
            **choice.params,
            undo=saved,
        )
    return Applied(choice, None, line.pk)


def _moved(
    held: Tournament, entry: Entry, choice: Choice, *, by: User | None
) -> Applied:
    """Move a player to another division. Raises ENTRY_HAS_PLAYED.

    The new entry is made first: `remove_entry` raises for an entry that has played, and
    the transaction then takes the new entry back.
    """
    added = enter_known(
        tournament=held,
        players=[entry.player],
        division=choice.change.division,
        here=entry.checked_in_at is not None,
        by=by,
    )
    remove_entry(tournament=held, number=entry.number, by=by)
    if not added.entries:
        raise ENTRY_HAS_PLAYED(name=entry.player.name)
    return Applied(choice, added.entries[0], 0)


def _carried_out(held: Tournament, choice: Choice, *, by: User | None) -> SavedChoice:
    """Write the changed facts; return the former ones for an undo."""
    change, root = choice.change, choice.root
    saved: SavedChoice = {
        "root": root.pk,
        "round": _newest(root),
        "aside": _shelved(change.aside),
        "entries": _write_entries(held, change),
        "lots": _write_lots(root, change),
        "pin": _write_pin(root, change),
        "byes": [],
        "seats": [],
        "endings": [(match, how) for match, how, _winner in change.endings],
    }
    for pk, holder in change.byes:
        aside, made = _bye_instead(pk, holder)
        saved["aside"] += aside
        saved["byes"].append(made)
    if change.filled is not None:
        saved["filled"] = _fill(*change.filled, held)
    saved["seats"] = [_reseat(*seat) for seat in change.seats]
    for match, how, winner in change.endings:
        side = None if winner is None else Side(winner)
        record_ending(match_id=match, how=how, winner=side, by=by)
    return saved


def _newest(root: Stage) -> int:
    newest = root.published_rounds.order_by("-number").first()
    return newest.number if newest else 0


def _shelved(pks: Iterable[int]) -> list[SavedPairing]:
    """Set pairings aside, those of each draw, round and leg in a draw of their own.

    The unique constraints of `Pairing` allow an entry once per draw and leg.
    """
    rows = (
        Pairing.objects.filter(pk__in=list(pks))
        .select_related("match", "draw__stage")
        .order_by("draw", "round_number", "leg", "pk")
    )
    groups = groupby(rows, lambda row: (row.draw_id, row.round_number, row.leg))
    return [
        saved for _, some in groups for saved in set_aside(list(some), reason=REASON)
    ]


def _write_entries(
    held: Tournament, change: EntryChange
) -> list[tuple[int, int, str | None, str | None]]:
    numbers = {*change.joined, *change.here, *change.gone}
    rows = Entry.objects.filter(tournament=held, number__in=numbers)
    saved, now = [], timezone.now()
    for entry in rows.order_by("number"):
        saved.append(
            (
                entry.pk,
                entry.joined_round,
                _text(entry.checked_in_at),
                _text(entry.withdrawn_at),
            )
        )
        entry.joined_round = change.joined.get(entry.number, entry.joined_round)
        if entry.number in change.here:
            here = change.here[entry.number]
            entry.checked_in_at = (entry.checked_in_at or now) if here else None
        if entry.number in change.gone:
            entry.withdrawn_at = now if change.gone[entry.number] else None
        entry.save(update_fields=["joined_round", "checked_in_at", "withdrawn_at"])
    return saved


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _write_lots(root: Stage, change: EntryChange) -> dict[str, int | None]:
    if not change.lots:
        return {}
    stage = Stage.objects.get(pk=root.pk)
    saved = {str(number): stage.lots.get(str(number)) for number in change.lots}
    lots = {key: lot for key, lot in stage.lots.items() if key not in saved}
    given = {str(one): lot for one, lot in change.lots.items() if lot is not None}
    Stage.objects.filter(pk=root.pk).update(lots={**lots, **given})
    return saved


def _write_pin(root: Stage, change: EntryChange) -> StoredPin | None:
    if change.pin is None:
        return None
    pin = (change.pin.slot, change.pin.side, change.pin.entrant)
    stage = Stage.objects.get(pk=root.pk)
    Stage.objects.filter(pk=root.pk).update(pins=[*stage.pins, pin])
    return pin


def _bye_instead(pk: int, holder: int) -> tuple[list[SavedPairing], int]:
    """Set a pairing aside and insert a bye at its position; return both for an undo."""
    row = Pairing.objects.select_related("entry_1", "entry_2").get(pk=pk)
    aside = _shelved([pk])
    entry = row.entry_1 if row.entry_1.number == holder else row.entry_2
    assert entry is not None  # noqa: S101 - a bye has no opponent
    return aside, new_bye(row, entry, [plain(Note(EXCUSED))]).pk


def _fill(pk: int, number: int, held: Tournament) -> SavedBye:
    """Turn a bye into a match against entry `number`; return its former notes."""
    row = Pairing.objects.select_related(
        "entry_1", "stage__division__profile", "draw"
    ).get(pk=pk)
    saved: SavedBye = {"pairing": pk, "notes": row.notes}
    row.entry_2 = Entry.objects.get(tournament=held, number=number)
    row.notes = [plain(Note(CAME_LATE, {"entrant": number}))]
    legs = [row, *further_legs(row)]
    open_for(legs, held)
    row.save(update_fields=["entry_2", "notes", "match", "match_number"])
    Pairing.objects.bulk_create(legs[1:])
    return saved


def _reseat(pk: int, leaves: int, comes: int) -> SavedSeat:
    """Give the seat of entry `leaves` to entry `comes`; return the facts for an undo.

    A new match with the same number and table replaces the unplayed one, which is set
    aside without its number: a match number is unique in a tournament.
    """
    row = Pairing.objects.select_related("entry_1", "entry_2", "match__profile").get(
        pk=pk
    )
    entry = Entry.objects.get(division__stages=row.stage_id, number=comes)
    old, number, aside = row.match, row.match_number, _shelved([pk])
    Pairing.objects.filter(pk=pk).update(match_number=None)
    one = entry if row.entry_1.number == leaves else row.entry_1
    two = entry if one is not entry else row.entry_2
    assert two is not None and old is not None  # noqa: S101 - it was a match
    new = NewMatch(one.player_id, two.player_id)
    made = Pairing.objects.create(
        tournament_id=row.tournament_id,
        stage_id=row.stage_id,
        draw_id=row.draw_id,
        round_number=row.round_number,
        position=row.position,
        leg=row.leg,
        slot=row.slot,
        table=row.table,
        called_at=row.called_at,
        entry_1=one,
        entry_2=two,
        notes=[plain(Note(CAME_FOR, {"entrant": comes}))],
        match=open_matches(new=[new], terms=_terms_of(old))[0],
        match_number=number,
    )
    return {"made": made.pk, "number": number, "aside": aside}


def _terms_of(match: Match) -> Terms:
    """Return the terms of a match, for the one that takes its place."""
    return Terms(
        length=match.length,
        profile=match.profile,
        reporting=match.reporting,
        rated=match.rated,
        equity_table=match.equity_table,
    )


def is_done_so(match: Match, how: str) -> bool:
    """Return True if a match is decided, and still in the way that an option wrote."""
    return match.state == Match.State.DONE and match.how == how


def make_room(entry: Entry) -> None:
    """Set aside the matches that were opened while an entry was withdrawn.

    Only matches that no longer fit the bracket with the entry in it. The caller has
    locked the tournament. Raises PLACE_TAKEN: such a match has begun.
    """
    roots = Stage.objects.filter(
        division=entry.division_id, parent__isnull=True, plan__isnull=False
    )
    for root in roots.select_related("division__profile", "division__tournament"):
        snapshot = snapshot_of(root)
        where = snapshot.course.where_now(entry.number)
        if where is None:
            continue
        unfit = snapshot.unfit(snapshot.drawn, where.node.number)
        begun = [
            f"M{row.match_number}"
            for row in unfit
            if row.match is not None and row.match.state != Match.State.READY
        ]
        if begun:
            raise PLACE_TAKEN(name=entry.player.name, labels=", ".join(begun))
        set_aside(unfit, reason=entry.player.name)
