"""Who takes part: entering, checking in, withdrawing, and undoing all of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from matches.accounts.models import User
from matches.journal import services as journal
from matches.journal.models import JournalEntry
from matches.players.models import Player
from matches.players.services import NewPlayer, create_players
from tournaments.entries.errors import ALREADY_ENTERED, ENTRY_HAS_PLAYED
from tournaments.entries.pairs import join_members
from tournaments.entries.queries import (
    entries_of,
    first_stage,
    in_drawn_stages,
    next_round,
)
from tournaments.rounds.models import Draw, Pairing
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import Division, Entry, Tournament

NAMES_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Added:
    """What adding entries did, and the journal line that can undo it."""

    entries: tuple[Entry, ...]
    undo: int


def add_entries(
    *,
    tournament: Tournament,
    known: Sequence[Player],
    new: Sequence[NewPlayer],
    here: bool,
    division: int = 1,
    by: User | None,
) -> Added:
    """Enter known players and people new to the directory, all or nobody.

    `division` is its number; `here` checks them in at once. After the first round has
    been published they join from the next round on. Where `tournament` has changed
    since it was read, a new person of a name that is entered by now is refused.

    Raises TOURNAMENT_CLOSED, ALREADY_ENTERED.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        if not known and not new:
            return Added(entries=(), undo=0)
        stage = first_stage(Division.objects.get(tournament=held, number=division))
        joined = next_round(stage)
        _refuse_entered(stage.division, known)
        if held.revision != tournament.revision:
            _refuse_repeated(stage.division, new)
        created = create_players(new)
        members = join_members(created)
        entries = _enter(
            stage.division,
            [*known, *created],
            first=held.take_numbers("entry", len(known) + len(created)),
            joined=joined,
            here=here,
        )
        line = _told(held, entries, [*created, *members], by=by)
    return Added(entries=tuple(entries), undo=line.pk)


def enter_known(
    *,
    tournament: Tournament,
    players: Sequence[Player],
    division: int,
    here: bool,
    by: User | None,
) -> Added:
    """Enter players of the directory who are not in that division yet.

    Raises TOURNAMENT_CLOSED.
    """
    entered = set(
        Entry.objects.filter(
            tournament=tournament, division__number=division
        ).values_list("player", flat=True)
    )
    return add_entries(
        tournament=tournament,
        known=[player for player in players if player.pk not in entered],
        new=(),
        here=here,
        division=division,
        by=by,
    )


def enter_again(*, tournament: Tournament, entry: Entry, by: User | None) -> Added:
    """Let a player who is out enter once more, with a number of its own.

    Raises TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        stage = first_stage(entry.division)
        newest = Entry.objects.filter(
            division=entry.division_id, player=entry.player_id
        ).aggregate(newest=Max("again"))
        made = Entry.objects.create(
            tournament=held,
            division_id=entry.division_id,
            player_id=entry.player_id,
            number=held.take_numbers("entry"),
            again=(newest["newest"] or 0) + 1,
            family=entry.family,
            joined_round=next_round(stage),
            checked_in_at=timezone.now(),
        )
        line = _told(held, [made], [], by=by)
    return Added(entries=(made,), undo=line.pk)


def _told(
    held: Tournament,
    entries: Sequence[Entry],
    created: Sequence[Player],
    *,
    by: User | None,
) -> JournalEntry:
    """Write down who was entered, and which people were made for it."""
    bump(held)
    return journal.record_act(
        act="entries_added",
        by=by,
        subject=held.subject,
        count=len(entries),
        names=_names(entries),
        numbers=[entry.number for entry in entries],
        created=[player.pk for player in created],
    )


def undo_adding(*, tournament: Tournament, undo: int, by: User | None) -> int:
    """Remove exactly the entries that one act added, and people it created.

    Returns how many were removed. Raises ENTRY_HAS_PLAYED, TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        line = JournalEntry.objects.filter(
            pk=undo, act="entries_added", subject=held.subject
        ).first()
        if line is None:
            return 0
        entries = entries_of(held).filter(number__in=line.details["numbers"])
        removed = [entry.player.name for entry in entries]
        for entry in entries:
            _remove(held, entry)
        _forget_unused(line.details["created"])
        if removed:
            bump(held)
            journal.record_act(
                act="entries_removed",
                by=by,
                subject=held.subject,
                names=", ".join(removed),
            )
    return len(removed)


def remove_entry(*, tournament: Tournament, number: int, by: User | None) -> str:
    """Remove an entry that was not drawn yet; return the name of the player.

    A repeat changes nothing. Raises ENTRY_HAS_PLAYED, TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        entry = entries_of(held).filter(number=number).first()
        if entry is None:
            return ""
        _remove(held, entry)
        bump(held)
        journal.record_act(
            act="entries_removed", by=by, subject=held.subject, names=entry.player.name
        )
    return entry.player.name


def check_in(
    *, tournament: Tournament, numbers: Sequence[int], here: bool, by: User | None
) -> int:
    """Mark people as here, or as missing; return how many entries changed.

    Whoever has several entries in the tournament is here, or missing, for all of them.

    Raises TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        people = entries_of(held).filter(number__in=numbers).values("player")
        chosen = (
            entries_of(held)
            .active()
            .filter(player__in=people, checked_in_at__isnull=here)
        )
        names = _names(list(chosen))
        ids = list(chosen.values_list("pk", flat=True))
        changed = Entry.objects.filter(pk__in=ids).update(
            checked_in_at=timezone.now() if here else None
        )
        if changed:
            bump(held)
            journal.record_act(
                act="checked_in" if here else "checked_out",
                by=by,
                subject=held.subject,
                names=names,
            )
    return changed


def player_changed(player: Player) -> None:
    """Increase the revision of every tournament that shows this player.

    A draft does not become outdated by a new name, because names are not part of its
    input; it does by a new club or rating.
    """
    # Locked in the order of keys, so that two such calls cannot deadlock.
    shown = list(
        Tournament.objects.filter(
            pk__in=Entry.objects.filter(player=player).values("division__tournament")
        )
        .select_for_update()
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    Tournament.objects.filter(pk__in=shown).update(revision=F("revision") + 1)


def _enter(
    division: Division,
    players: Sequence[Player],
    *,
    first: int,
    joined: int,
    here: bool,
) -> list[Entry]:
    now = timezone.now() if here else None
    return Entry.objects.bulk_create(
        Entry(
            tournament_id=division.tournament_id,
            division=division,
            player=player,
            number=number,
            joined_round=joined,
            checked_in_at=now,
        )
        for number, player in enumerate(players, start=first)
    )


def _refuse_entered(division: Division, players: Sequence[Player]) -> None:
    twice = Entry.objects.filter(division=division, player__in=players)
    found = twice.select_related("player").first()
    if found is not None:
        raise ALREADY_ENTERED(name=found.player.name)


def _refuse_repeated(division: Division, new: Sequence[NewPlayer]) -> None:
    """Refuse names that were entered since the caller looked: it is the same list."""
    names = [person.name for person in new]
    entries = Entry.objects.filter(division=division, player__name__in=names)
    entry = entries.select_related("player").first()
    if entry is not None:
        raise ALREADY_ENTERED(name=entry.player.name)


def _remove(tournament: Tournament, entry: Entry) -> None:
    """Delete an entry; a draft that holds it is discarded, a drawn one refused."""
    drawn = Pairing.objects.filter(Q(entry_1=entry) | Q(entry_2=entry))
    kept = drawn.exclude(draw__state=Draw.State.DRAFT).exists()
    if kept or entry.number in in_drawn_stages(entry.division_id):
        raise ENTRY_HAS_PLAYED(name=entry.player.name)
    drafts = Draw.objects.filter(
        stage__division__tournament=tournament,
        state=Draw.State.DRAFT,
        stage__division=entry.division_id,
    )
    if drawn.exists():
        Pairing.objects.filter(draw__in=drafts).delete()
        drafts.move(Draw.State.DISCARDED)
    entry.delete()


def _forget_unused(player_ids: Sequence[int]) -> None:
    """Delete people who were created by mistake and appear nowhere else.

    Pairs before their members, who are theirs until then.
    """
    for _ in range(2):
        Player.objects.filter(
            pk__in=player_ids,
            entries__isnull=True,
            pairs__isnull=True,
            matches_as_1__isnull=True,
            matches_as_2__isnull=True,
        ).delete()


def _names(entries: Sequence[Entry]) -> str:
    shown = ", ".join(entry.player.name for entry in entries[:NAMES_SHOWN])
    return (
        f"{shown} +{len(entries) - NAMES_SHOWN}"
        if len(entries) > NAMES_SHOWN
        else shown
    )
