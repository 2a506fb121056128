"""The Celery app: where tasks are queued and what a worker loads."""

import gc
import os
import sys
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging, worker_init, worker_ready
from django.conf import settings

from clubsite.run.data_version import DataVersionError, check_data_version

# Celery warns when it runs as root, because pickled messages can run code. Our messages
# are JSON, which is only data.
warnings.filterwarnings("ignore", category=SecurityWarning)

# manage.py sets this too, but `celery -A clubsite.celery worker` does not run it.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
app = Celery("crawford")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["matches.jobs"])
# Only workers load it, after Django is set up, because it imports models.
app.conf.include = ["clubsite.run.sweeper"]
# The current app is per thread; without a default the web server's threads have none.
app.set_default()


@setup_logging.connect
def keep_logging(**_kwargs: object) -> None:
    """Stop Celery from configuring the log: Django's settings have done it."""


@worker_init.connect
def refuse_other_data(**_kwargs: object) -> None:
    """Exit if the data belong to another version of the product."""
    try:
        check_data_version()
    except DataVersionError as error:
        sys.exit(str(error))


@worker_init.connect
def know_addresses_without_pages(**_kwargs: object) -> None:
    """Spare the memory of all pages, of which a worker only needs the addresses."""
    settings.ROOT_URLCONF = "clubsite.worker_urls"


@worker_init.connect
def print_in_another_process(**_kwargs: object) -> None:
    """Give back the memory of printing: it is done in a process that is replaced."""
    from matches.documents import pdf  # noqa: PLC0415 - needs Django set up

    pdf.print_in_another_process()


@worker_ready.connect
def keep_what_is_loaded(**_kwargs: object) -> None:
    """Look for garbage only among what comes after the start: the site itself stays."""
    gc.collect()
    gc.freeze()
