"""Applying the option that a director chose for one entry.

A called match never gets another number or table: a bye becomes a match, a substitute
gets the seat with its number and table, and a match that has not begun is set aside
unchanged.
"""

from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.ledger.adjust import record_ending
from matches.ledger.club_matches import Terms, open_matches
from matches.ledger.models.match import Match
from matches.rules import Side
from tournaments.engine import Note
from tournaments.entries.options.choices import Choice, EntryChange
from tournaments.entries.options.errors import NEEDS_REASON, OPTION_GONE
from tournaments.entries.options.plan import choice_named, options_of
from tournaments.entries.services import enter, enter_again
from tournaments.results.amendments.facts import FactScope
from tournaments.results.amendments.models import Amendment
from tournaments.results.amendments.services import Recording, recording
from tournaments.results.amendments.set_aside import (
    CAME_FOR,
    CAME_LATE,
    EXCUSED,
    new_bye,
    set_aside,
)
from tournaments.results.amendments.write import delete_entry
from tournaments.rounds.engine_state import stored_note
from tournaments.rounds.models import Pairing
from tournaments.structure.locking import lock_live_matches, lock_open
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.tables.calling import (
    PairedEntry,
    PairingToOpen,
    every_leg,
    insert_opened,
    open_matches_for,
)

REASON: Final = "–"
WRITTEN: Final = ("joined_round", "checked_in_at", "checked_in_by", "withdrawn_at")
"""The reason stored with pairings that are set aside; the journal has the real one."""


@dataclass(frozen=True, slots=True)
class Applied:
    """The result of an option: `entry` is the new entry, None if it made none."""

    choice: Choice
    entry: Entry | None
    undo: Amendment


def reenter(entry: Entry, *, by: User | None) -> Applied:
    """Let the player of an entry that is out enter again. See `apply_option`."""
    choices = (one.value for one in options_of(entry).choices if one.change.again)
    return apply_option(
        tournament=entry.tournament,
        number=entry.number,
        chosen=next(choices, ""),
        by=by,
    )


def apply_option(
    *,
    tournament: Tournament,
    number: int,
    chosen: str,
    reason: str = "",
    by: User | None,
) -> Applied:
    """Apply an option to an entry, if it still is what the page showed.

    `chosen` is the `Choice.value` that the page sent, `reason` why another place than
    that by lot.

    Raises TOURNAMENT_CLOSED; OPTION_GONE: the option is not possible any more,
    or its effects have changed; NEEDS_REASON; and the errors of recording a result.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        # With the matches locked no match can begin while its pairing is set aside.
        lock_live_matches(locked)
        # The options are computed again under the locks; `chosen` contains a digest of
        # the effects, so that a director never confirms effects that they did not see.
        entry = Entry.objects.select_related("player", "division__tournament").get(
            tournament=locked, number=number
        )
        choice = choice_named(options_of(entry), chosen)
        if choice is None:
            raise OPTION_GONE()
        if choice.needs_reason and not reason:
            raise NEEDS_REASON()
        change = choice.change
        in_round = bool(change.byes or change.seats or change.filled or change.endings)
        with recording(
            locked,
            act=choice.act,
            by=by,
            params={
                **choice.params,
                **({"reason": reason} if choice.needs_reason else {}),
            },
            scope=FactScope(locked, matches={match for match, *_ in change.endings}),
            dependents_in=choice.root if in_round else None,
        ) as made:
            new = _carry_out(made, choice, entry, by=by)
            for placed, how in change.placed.items():
                Entry.objects.filter(tournament=locked, number=placed).update(
                    placing=how,
                    placing_reason=reason[:120] if choice.needs_reason else "",
                )
    return Applied(choice, new, made.made)


def _carry_out(
    made: Recording, choice: Choice, entry: Entry, *, by: User | None
) -> Entry | None:
    """Write the changed facts; return the new entry if there is one.

    Raises ENTRY_HAS_PLAYED: an entry that moves to another division has been drawn.
    """
    change, root, locked = choice.change, choice.root, made.scope.tournament
    if change.again:
        return enter_again(made, entry)
    if change.division or change.also:
        added = enter(
            made,
            known=[entry.player],
            new=(),
            here=bool(change.also) or entry.checked_in_at is not None,
            division=change.division or change.also,
        )
        if change.division:
            delete_entry(entry)
        return added[0]
    set_aside(change.aside, reason=REASON)
    _write_entries(locked, change)
    _write_lots(root, change)
    _write_pin(root, change)
    for pk, holder in change.byes:
        _bye_instead(pk, holder)
    if change.filled is not None:
        _fill(*change.filled, locked)
    for pk, leaves, comes in change.seats:
        _reseat(pk, leaves, comes)
    for match, how, winner in change.endings:
        side = None if winner is None else Side(winner)
        record_ending(match_id=match, how=how, winner=side, by=by)
    return None


def _write_entries(locked: Tournament, change: EntryChange) -> None:
    numbers = {*change.joined, *change.here, *change.gone}
    now = timezone.now()
    for entry in Entry.objects.filter(tournament=locked, number__in=numbers):
        entry.joined_round = change.joined.get(entry.number, entry.joined_round)
        if entry.number in change.here:
            here = change.here[entry.number]
            if entry.checked_in_at is None or not here:
                entry.checked_in_at = now if here else None
                entry.checked_in_by = ""
        if entry.number in change.gone:
            entry.withdrawn_at = now if change.gone[entry.number] else None
        entry.save(update_fields=WRITTEN)


def _write_lots(root: Stage, change: EntryChange) -> None:
    if not change.lots:
        return
    stage = Stage.objects.get(pk=root.pk)
    changed = {str(number): lot for number, lot in change.lots.items()}
    lots = {**stage.lots, **changed}
    Stage.objects.filter(pk=root.pk).update(
        lots={number: lot for number, lot in lots.items() if lot is not None}
    )


def _write_pin(root: Stage, change: EntryChange) -> None:
    if change.pin is None:
        return
    pin = (change.pin.slot, change.pin.side, change.pin.entrant)
    stage = Stage.objects.get(pk=root.pk)
    others = [other for other in stage.pins if other[:2] != pin[:2]]
    Stage.objects.filter(pk=root.pk).update(pins=[*others, pin])


def _bye_instead(pk: int, holder: int) -> None:
    """Set a pairing aside and insert a bye at its position."""
    row = Pairing.objects.select_related("entry_1", "entry_2").get(pk=pk)
    set_aside([pk], reason=REASON)
    one, two = row.both
    entry = one if one.number == holder else two
    new_bye(row, entry, [stored_note(Note(EXCUSED))])


def _fill(pk: int, number: int, locked: Tournament) -> None:
    """Set a bye aside; its holder and entry `number` get a match at its position."""
    row = Pairing.objects.select_related(
        "entry_1", "stage__division__profile", "draw"
    ).get(pk=pk)
    set_aside([pk], reason=REASON)
    entry = Entry.objects.get(tournament=locked, number=number)
    first = PairingToOpen(
        stage=row.stage,
        round_number=row.round_number,
        position=row.position,
        one=PairedEntry(row.entry_1.pk, row.entry_1.player_id),
        two=PairedEntry(entry.pk, entry.player_id),
        slot=row.slot,
        notes=(stored_note(Note(CAME_LATE, {"entrant": number})),),
    )
    legs = every_leg(first, row.stage.chosen.legs)
    insert_opened(legs, open_matches_for(legs, locked), row.draw)


def _reseat(pk: int, leaves: int, comes: int) -> None:
    """Give the seat of entry `leaves` to entry `comes`.

    A new match with the same number and table replaces the unplayed one, which is set
    aside without its number: a match number is unique in a tournament.
    """
    row = Pairing.objects.select_related("entry_1", "entry_2", "match__profile").get(
        pk=pk
    )
    entry = Entry.objects.get(division__stages=row.stage_id, number=comes)
    old, number = row.opened_match, row.match_number
    first, second = row.both
    set_aside([pk], reason=REASON)
    Pairing.objects.filter(pk=pk).update(match_number=None)
    one = entry if first.number == leaves else first
    two = entry if one is not entry else second
    new = (one.player_id, two.player_id)
    Pairing.objects.create(
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
        notes=[stored_note(Note(CAME_FOR, {"entrant": comes}))],
        match_id=open_matches(new=[new], terms=_terms_of(old))[0],
        match_number=number,
    )


def _terms_of(match: Match) -> Terms:
    """Return the terms of a match, for the one that takes its place."""
    return Terms(
        length=match.length,
        profile=match.profile,
        reporting=match.reporting,
        rated=match.rated,
        equity_table=match.equity_table,
        in_event=match.in_event,
    )
