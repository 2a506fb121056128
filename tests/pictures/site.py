"""The product as the pictures need it: always the same codes, and a clock that is set.

`python -m tests.pictures.site FOLDER` serves an empty club on a free port, prints
the address and the path of the set-up page, and runs until it is ended. Each request
tells the time that it is by the header `Clock`.
"""

import io
import json
import os
import secrets
import sys
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

PUBLIC_URL = "https://crawford.club.example"
BEGIN = "2026-10-09T18:30:00+02:00"  # a Friday


def main(folder: Path) -> None:
    """Prepare the folder and serve it."""
    os.environ["CRAWFORD_DATA"] = str(folder)
    os.environ["CRAWFORD_SECRET_KEY"] = "a secret for pictures alone, long enough"
    os.environ["CRAWFORD_TIME_ZONE"] = "Europe/Copenhagen"
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubsite.settings"
    seed_codes()
    # Django reads the settings when it is imported: the environment comes first.
    import django  # noqa: PLC0415
    import time_machine  # noqa: PLC0415

    clock = time_machine.travel(datetime.fromisoformat(BEGIN), tick=False).start()
    django.setup()
    serve(prepared(), clock.move_to)


def seed_codes() -> None:
    """Make the product's codes, keys and seeds the same at every run.

    Only for callers of the product's own: what Django draws for each request would
    change the order. Each module draws from a sequence of its own, so that a draw does
    not change with the number of pages that were asked for before.
    """
    sequences: dict[str, Random] = {}
    for name, seeded in (
        ("choice", Random.choice),
        ("token_bytes", Random.randbytes),
        ("token_hex", lambda dice, size: dice.randbytes(size).hex()),
    ):
        real = getattr(secrets, name)

        def drawn(
            argument: Any, real: Callable[..., Any] = real, seeded: Any = seeded
        ) -> Any:
            caller = sys._getframe(1).f_globals["__name__"]
            if not caller.startswith(("matches.", "tournaments.")):
                return real(argument)
            return seeded(sequences.setdefault(caller, Random(caller)), argument)

        setattr(secrets, name, drawn)


def prepared() -> str:
    """Make the database and the static files; return the path of the set-up page."""
    from django.conf import settings  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415

    from clubsite.celery import app  # noqa: PLC0415

    # No worker: a job is done where it is asked for. Without Redis there would be no
    # message, and without a message nothing to do at once.
    app.conf.task_always_eager = True
    settings.REDIS_URL = "eager"
    # On paper and in QR codes; requests come by the loopback address.
    settings.SITE_URL = PUBLIC_URL
    answer = io.StringIO()
    call_command("prepare", stdout=answer)
    path: str = json.loads(answer.getvalue())["setup"]
    return path


def serve(setup: str, set_clock: Callable[[datetime], None]) -> None:
    """Answer requests, each at its own time."""
    from django.core.servers.basehttp import (  # noqa: PLC0415
        ThreadedWSGIServer,
        WSGIRequestHandler,
    )

    from clubsite.wsgi import application  # noqa: PLC0415

    class QuietHandler(WSGIRequestHandler):
        def log_message(self, *_args: Any) -> None:
            """Say nothing of requests."""

    def timed(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if "HTTP_CLOCK" in environ:
            set_clock(datetime.fromisoformat(environ["HTTP_CLOCK"]))
        answer: Iterable[bytes] = application(environ, start)
        return answer

    server = ThreadedWSGIServer(("127.0.0.1", 0), QuietHandler, ipv6=False)
    server.daemon_threads = True
    server.set_app(timed)
    print(json.dumps({"port": server.server_port, "setup": setup}), flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
