"""Questions that every act on entries asks."""

from django.db.models import Max, QuerySet

from matches.models import JournalEntry
from tournaments.engine import format_named
from tournaments.models import Division, Entry, Round, Stage, Tournament


def first_stage(division: Division) -> Stage:
    """Return where the entrants of a division begin."""
    found = Stage.objects.filter(
        division=division, source__isnull=True, parent__isnull=True
    ).select_related("division")
    return found.order_by("number")[0]


def is_closed_cup(stage: Stage) -> bool:
    """Whether nobody can join any more once it is drawn."""
    known = format_named(stage.format)
    return known.is_bracket and known.plan is None


def shut_out(tournament: Tournament) -> list[int]:
    """Return the entries that have no line in a cup and can get none any more."""
    cups = [
        stage
        for stage in Stage.objects.filter(
            division__tournament=tournament, published_rounds__isnull=False
        ).distinct()
        if is_closed_cup(stage)
    ]
    return [
        number
        for cup in cups
        for number in Entry.objects.filter(division=cup.division_id).values_list(
            "number", flat=True
        )
        if str(number) not in cup.lots
    ]


def last_number(tournament: Tournament) -> int:
    """Return the highest number ever given, also to entries removed since.

    A button on a page ten minutes old must not hit whoever came after them.
    """
    newest = (
        JournalEntry.objects.filter(act="entries_added", subject=tournament.subject)
        .order_by("-pk")
        .first()
    )
    return max(newest.details["numbers"]) if newest else 0


def next_round(stage: Stage) -> int:
    """Return the number of the round that is drawn next."""
    newest = Round.objects.filter(stage=stage).aggregate(newest=Max("number"))
    return (newest["newest"] or 0) + 1


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """Return all entries of a tournament with their players."""
    return Entry.objects.filter(division__tournament=tournament).select_related(
        "player"
    )
