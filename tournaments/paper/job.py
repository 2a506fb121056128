"""The job that makes the papers of a round before they are requested.

The worker queues one job for a round when it is published and one when it is complete;
the row of the job shows that this was done. It does so only if no other job is open,
because users wait for those. Between two papers the job stops if another one waits; it
is queued again and finds its finished papers.
"""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils import timezone

from matches.club.known import club
from matches.documents import services as documents_services
from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from tournaments.paper.queries import papers_due
from tournaments.rounds.models import DECIDED, Pairing, Round
from tournaments.structure.models import Visibility

KIND: Final = "papers"
PUBLIC: Final = "public"
OVER: Final = "over"
LAST_LOOK: Final = timedelta(hours=12)
"""The papers of a round that was published before this time are not made in advance."""
A_DAY: Final = timedelta(days=1)


def queue_due() -> list[int]:
    """Queue a job if a round needs papers and no job is open; return its id.

    One query while no round was published lately, three while its papers are made.
    """
    keys = _due()
    known = set(Job.objects.filter(key__in=keys).values_list("key", flat=True))
    new = [key for key in keys if key not in known]
    if not new or _is_busy():
        return []
    # Several workers may do this at once; the key of a job is unique.
    job, _made = Job.objects.get_or_create(key=new[0], defaults={"kind": KIND})
    return [job.pk]


def make_papers(job: Job) -> None:
    """Do the job. A round that was taken back meanwhile needs no papers."""
    _kind, pk, state = job.key.split(":")
    rounds = Round.objects.select_related("draw", "stage__division__tournament")
    published = rounds.defer("draw__record").filter(pk=pk).first()
    is_done = published is None or _all_made(published, is_over=state == OVER)
    old = Job.objects.filter(kind=KIND, finished_at__lt=timezone.now() - LAST_LOOK)
    with transaction.atomic():
        jobs_queue.finish(job)
        old.delete()
        if not is_done:
            job.delete()  # so that the job becomes due again


def _all_made(published: Round, *, is_over: bool) -> bool:
    """Make the papers of a round; return False as soon as another job waits."""
    for document, subject in papers_due(published, is_over=is_over):
        if Job.objects.filter(state=Job.State.QUEUED).exists():
            return False
        with timezone.override(club().zone):
            ask = documents_services.wanted(document, subject)
        if ask.problem is None:
            printout = documents_services.request_printout(ask)
            jobs_queue.run(printout.job_id, work=documents_services.make_document)
    return True


def _is_busy() -> bool:
    is_open = (Job.State.QUEUED, Job.State.RUNNING)
    return Job.objects.filter(state__in=is_open).exists()


def _due() -> list[str]:
    """Return the keys of the jobs for the newest rounds, the latest round first.

    Only tournaments that are being played count: today is one of their days, or the
    night after it, or a match has a result. A round that is drawn days before is
    printed when a director asks for it.
    """
    today = timezone.localdate(timezone=club().zone)
    is_today = Q(stage__tournament__date__lte=today) & (
        Q(stage__tournament__date__gte=today - A_DAY)
        | Q(stage__tournament__end_date__gte=today - A_DAY)
    )
    results = Pairing.objects.filter(DECIDED, draw__stage=OuterRef("stage"))
    rounds = Round.objects.filter(stage=OuterRef("stage")).order_by("-number")
    undecided = (
        Pairing.objects.live()
        .with_match()
        .filter(draw__stage=OuterRef("stage"))
        .exclude(DECIDED)
    )
    newest = Round.objects.filter(
        is_today | Exists(results),
        number=Subquery(rounds.values("number")[:1]),
        published_at__gte=timezone.now() - LAST_LOOK,
        stage__tournament__closed_at__isnull=True,
        stage__tournament__deleted_at__isnull=True,
    ).exclude(stage__tournament__visibility=Visibility.PRACTICE)
    newest = newest.annotate(is_on=Exists(undecided))
    return [
        f"{KIND}:{pk}:{PUBLIC if is_on else OVER}"
        for pk, is_on in newest.order_by("-published_at", "-pk").values_list(
            "pk", "is_on"
        )
    ]
