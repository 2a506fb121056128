"""The Celery task that runs a job, and the functions that send its message.

The message holds only the id of the job. The row decides whether there is work, so a
message may be lost, late or sent twice.
"""

import logging

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.urls import set_script_prefix
from kombu.exceptions import KombuError, OperationalError

from matches.jobs import queue as jobs_queue
from matches.jobs import registry
from matches.jobs.models import Job

logger = logging.getLogger(__name__)

BROKER_ERRORS = (KombuError, OperationalError, OSError)


@shared_task
def run_job(job_id: int) -> None:
    """Run one job, unless it is finished, deleted or claimed by another worker."""
    set_script_prefix(f"{settings.SITE_PATH}/")  # known in web requests only
    kind = Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()
    if kind is not None:
        jobs_queue.run(job_id, work=registry.work_for(kind))


def send_on_commit(job_id: int) -> None:
    """Send the message of a job after the commit. If this fails, the sweep sends it.

    Without Redis there is no message: the worker looks for new jobs itself.
    """
    # After the commit: a worker that got the message earlier would not see the row.
    if settings.REDIS_URL:
        transaction.on_commit(lambda: send(job_id))


def send(job_id: int) -> None:
    """Send the message of a job; log a warning if the broker does not answer."""
    # No retry: the page that asked must not wait for a broker that is down.
    try:
        run_job.apply_async((job_id,), retry=False)
    except BROKER_ERRORS:
        logger.warning("the broker does not answer; job %s waits for the sweep", job_id)
