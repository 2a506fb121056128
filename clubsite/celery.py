"""The Celery app: where tasks are queued and what a worker loads."""

import os
import sys
import threading
import time
import warnings
from typing import Final

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging, worker_init, worker_ready

from clubsite.run.preparation import DataVersionError, check_data_version

TICK_SECONDS: Final = 0.5

# Celery warns when it runs as root, because pickled messages can run code. Our messages
# are JSON, which is only data.
warnings.filterwarnings("ignore", category=SecurityWarning)

# manage.py sets this too, but `celery -A clubsite.celery worker` does not run it.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
app = Celery("crawford")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["matches.jobs"])
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


@worker_ready.connect
def start_ticking(**_kwargs: object) -> None:
    """Send the message of the chores again and again, from a thread.

    Celery's own beat is another process, which reaches this one only through Redis, and
    it stands still after the clock was set back.
    """

    def tick_on() -> None:
        from matches.jobs import tasks  # noqa: PLC0415 - needs Django set up

        while True:
            tasks.send_tick()
            time.sleep(TICK_SECONDS)

    threading.Thread(target=tick_on, name="ticks", daemon=True).start()
