"""What the worker is rung up for. Ids in, a service out; safe to run twice."""

import logging

from celery import shared_task
from django.conf import settings
from django.db import transaction
from kombu.exceptions import KombuError, OperationalError

from matches.jobs import queue as jobs_queue
from matches.jobs import registry
from matches.jobs.models import Job

logger = logging.getLogger(__name__)

BROKER_ERRORS = (KombuError, OperationalError, OSError)


@shared_task
def run_job(job_id: int) -> None:
    """Do one job, unless it is done or somebody else has it."""
    kind = Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()
    if kind is not None:
        jobs_queue.run(job_id, work=registry.work_for(kind))


def send_on_commit(job_id: int) -> None:
    """Wake a worker up after commit. If the bell is broken, the sweep finds the job.

    Without Redis there is no message to send: the worker looks for new jobs itself.
    """
    if settings.REDIS_URL:
        transaction.on_commit(lambda: send(job_id))


def send(job_id: int) -> None:
    """Send the message of a job; a broker that does not answer is only logged."""
    try:
        run_job.apply_async((job_id,), retry=False)
    except BROKER_ERRORS:
        logger.warning("the broker does not answer; job %s waits for the sweep", job_id)
