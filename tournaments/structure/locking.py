"""Locking a tournament for a change, and counting the change.

The order of the locks is always the same: first the tournament, then its matches by
primary key. Two transactions that lock in one order cannot deadlock. SQLite has no row
locks; there a transaction is IMMEDIATE (settings), so only one writes at a time.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F

from matches.ledger.models.match import Match
from tournaments.structure.errors import TOURNAMENT_CLOSED
from tournaments.structure.models import LIVE_MATCH, Tournament


def lock_open(tournament: Tournament) -> Tournament:
    """Lock the tournament's row until the transaction ends, and return it fresh.

    Every service that changes entries, draws or rounds calls this first, so that such
    changes are made one after the other. Raises TOURNAMENT_CLOSED.
    """
    # The row is read again under the lock: `tournament` may have been read before
    # another transaction closed the tournament.
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if locked.is_closed:
        raise TOURNAMENT_CLOSED()
    return locked


def lock_live_matches(tournament: Tournament) -> None:
    """Lock the live matches: recording a result waits until this transaction ends.

    Recording locks its match only, not the tournament. A service that reads results and
    writes something that depends on them needs both locks.
    """
    # `order_by` fixes the order of the row locks; `list` runs the query.
    list(
        Match.objects.select_for_update(of=("self",))
        .filter(LIVE_MATCH, pairing__tournament=tournament)
        .order_by("pk")
        .values_list("pk", flat=True)
    )


def bump(tournament: Tournament) -> None:
    # F(): the database adds, so that two bumps at once count as two.
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)


@contextmanager
def locked_tournament(tournament: Tournament) -> Iterator[Tournament]:
    """Lock a tournament, closed ones too, and count the change that is made."""
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        yield locked
        bump(locked)
