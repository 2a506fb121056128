"""The Celery app: where tasks are queued and what a worker loads."""

import os
import sys
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging, worker_init

from clubsite.run.data_version import DataVersionError, check_data_version

# Celery warns of root because of pickled messages; ours are JSON, read as data only.
warnings.filterwarnings("ignore", category=SecurityWarning)

# `celery -A clubsite.celery worker` on another machine has not been through manage.py.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
app = Celery("crawford")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["matches.jobs"])
# Loaded by workers only, after Django: it knows the models.
app.conf.include = ["clubsite.run.sweeper"]
# Threads of the web server have no current app of their own.
app.set_default()


@setup_logging.connect
def keep_logging(**_kwargs: object) -> None:
    """Leave the log as Django's settings made it."""


@worker_init.connect
def refuse_other_data(**_kwargs: object) -> None:
    """End the worker where the data belong to another version."""
    try:
        check_data_version()
    except DataVersionError as error:
        sys.exit(str(error))
