"""Withdrawing an entry and reinstating it."""

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.journal import services as journal
from tournaments.entries.queries import entries_of
from tournaments.participation.apply import make_room
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import Entry, Tournament
from tournaments.tables.calling import advance


def withdraw(*, tournament: Tournament, number: int, by: User | None) -> str:
    """Withdraw an entry and return the name of its player.

    The entry is in no further draw; its results stay. Raises TOURNAMENT_CLOSED.
    """
    return _set_withdrawn(tournament, number, gone=True, by=by)


def reinstate(*, tournament: Tournament, number: int, by: User | None) -> str:
    """Undo a withdrawal and return the name of the player.

    In a bracket, unbegun matches that were opened without the entry are set aside.

    Raises TOURNAMENT_CLOSED; PLACE_TAKEN: such a match has begun.
    """
    return _set_withdrawn(tournament, number, gone=False, by=by)


def _set_withdrawn(
    tournament: Tournament, number: int, *, gone: bool, by: User | None
) -> str:
    with transaction.atomic():
        held = lock_open(tournament)
        entry = entries_of(held).get(number=number)
        # A conditional update: a repeated click changes nothing and is not journalled.
        changed = Entry.objects.filter(pk=entry.pk, withdrawn_at__isnull=gone).update(
            withdrawn_at=timezone.now() if gone else None
        )
        if changed:
            if not gone:
                make_room(entry)
            advance(held.pk)
            bump(held)
            journal.record_act(
                act="withdrawn" if gone else "reinstated",
                by=by,
                subject=held.subject,
                name=entry.player.name,
            )
    return entry.player.name
