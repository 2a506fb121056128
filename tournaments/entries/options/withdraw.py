"""Withdrawing an entry and reinstating it."""

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.rules.refusals import RuleError
from tournaments.entries.options.errors import PLACE_TAKEN
from tournaments.entries.queries import entries_of
from tournaments.results.amendments.services import recording
from tournaments.results.amendments.set_aside import make_room
from tournaments.structure.locking import lock_live_matches, lock_open
from tournaments.structure.models import Entry, Stage, Tournament


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
        locked = lock_open(tournament)
        entry = entries_of(locked).get(number=number)
        rows = Entry.objects.filter(pk=entry.pk, withdrawn_at__isnull=gone)
        # A repeated click changes nothing and is not journalled.
        if rows.exists():
            lock_live_matches(locked)
            with recording(
                locked,
                act="withdrawn" if gone else "reinstated",
                by=by,
                params={"name": entry.player.name},
            ):
                rows.update(withdrawn_at=timezone.now() if gone else None)
                if not gone:
                    _make_room(entry)
    return entry.player.name


def _make_room(entry: Entry) -> None:
    """Set aside the matches that were opened while an entry was withdrawn.

    Raises PLACE_TAKEN: such a match has begun.
    """
    roots = Stage.objects.filter(division=entry.division_id, plan__isnull=False)
    for root in roots.select_related("division__profile", "source"):
        try:
            make_room(root, reason=entry.player.name)
        except RuleError as error:
            labels = error.params["labels"]
            raise PLACE_TAKEN(name=entry.player.name, labels=labels) from error
