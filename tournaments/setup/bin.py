"""The bin: a deleted tournament can be restored for thirty days.

It is hidden meanwhile, and its matches are cancelled; a restore gives them their former
states.
"""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.services import end_roles_at
from matches.jobs.models import Job
from matches.ledger.models.match import Match, MatchQuerySet
from matches.players.models import Player
from matches.web import journal
from tournaments.rounds.models import Draw, DrawAnnouncement, Pairing, Round
from tournaments.setup.errors import NOT_IN_BIN, TOURNAMENT_STARTED
from tournaments.structure.locking import lock_live_matches
from tournaments.structure.models import Stage, Tournament

KEPT_DAYS: Final = 30


def has_begun(tournament: Tournament) -> bool:
    """Return True if a round of a tournament is or was public. Two queries."""
    played = Pairing.objects.with_match().filter(tournament=tournament)
    rounds = Round.objects.filter(stage__division__tournament=tournament)
    return played.exists() or rounds.exists()


def move_to_bin(
    *, tournament: Tournament, by: User | None, knows_begun: bool = False
) -> None:
    """Move a tournament to the bin; its drafts are discarded.

    `knows_begun`: the user has confirmed that there are results. A repeated call
    changes nothing. Raises TOURNAMENT_STARTED.
    """
    with transaction.atomic():
        locked = Tournament.everything.select_for_update().get(pk=tournament.pk)
        if locked.deleted_at is not None:
            return
        # Asked under the lock: a result can arrive between the question and the answer.
        if not knows_begun and has_begun(locked):
            raise TOURNAMENT_STARTED()
        lock_live_matches(locked)
        drafts = Draw.objects.open().filter(stage__division__tournament=locked)
        # A worker that draws just now loses its claim with the row, and writes nothing.
        Job.objects.filter(draw__in=drafts).delete()
        Pairing.objects.filter(draw__in=drafts).delete()
        drafts.move(Draw.State.DISCARDED)
        states: dict[str, list[int]] = defaultdict(list)
        for pk, state in _matches_of(locked).values_list("pk", "state"):
            states[state].append(pk)
        moved = [pk for matches in states.values() for pk in matches]
        Match.objects.filter(pk__in=moved).move(Match.State.VOID)
        Tournament.everything.filter(pk=locked.pk).update(
            deleted_at=timezone.now(), states_in_bin=dict(states)
        )
        journal.record_act(
            act="tournament_deleted", by=by, subject=locked.subject, name=locked.name
        )
    empty_bin(timezone.now())


def bring_back(*, pk: int, by: User | None) -> Tournament:
    """Restore a tournament from the bin, without its drafts.

    Raises Tournament.DoesNotExist, NOT_IN_BIN.
    """
    with transaction.atomic():
        locked = Tournament.everything.select_for_update().get(pk=pk)
        if locked.deleted_at is None:
            raise NOT_IN_BIN()
        # Stored when it was deleted: a cancelled match does not tell which state it had
        # before.
        for state, matches in locked.states_in_bin.items():
            Match.objects.filter(pk__in=matches).restore(state)
        locked.deleted_at = None
        Tournament.everything.filter(pk=pk).update(
            deleted_at=None, states_in_bin={}, revision=locked.revision + 1
        )
        journal.record_act(
            act="tournament_restored",
            by=by,
            subject=locked.subject,
            name=locked.name,
        )
    return locked


def in_bin(*, only: Collection[int] | None = None) -> QuerySet[Tournament]:
    """Return the tournaments in the bin, the last one first.

    `only`: primary keys of those that the reader may bring back; None means all.
    """
    deleted = Tournament.everything.filter(deleted_at__isnull=False)
    if only is not None:
        deleted = deleted.filter(pk__in=only)
    return deleted.order_by("-deleted_at")


def empty_bin(now: datetime) -> None:
    """Delete for good what has been in the bin for longer than `KEPT_DAYS`."""
    too_old = now - timedelta(days=KEPT_DAYS)
    for tournament in Tournament.everything.filter(deleted_at__lt=too_old):
        _remove(tournament)


def _remove(tournament: Tournament) -> None:
    with transaction.atomic():
        matches = list(_matches_of(tournament, void=True).values_list("pk", flat=True))
        Pairing.objects.filter(tournament=tournament).delete()
        Match.objects.filter(pk__in=matches).delete()
        Job.objects.filter(draw__stage__division__tournament=tournament).delete()
        Stage.objects.filter(tournament=tournament).update(source=None)
        end_roles_at(tournament.pk)
        DrawAnnouncement.objects.filter(tournament=tournament).update(
            names={}, salts={}, hashes={}, people=[]
        )
        invented = Player.objects.filter(
            is_invented=True, entries__tournament=tournament
        )
        people = list(invented.values_list("pk", flat=True))
        tournament.delete()
        Player.objects.filter(pk__in=people, entries__isnull=True).delete()


def _matches_of(tournament: Tournament, *, void: bool = False) -> MatchQuerySet:
    matches = Match.objects.filter(pairing__tournament=tournament)
    return matches if void else matches.exclude(state=Match.State.VOID)
