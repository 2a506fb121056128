"""What one person waits for, by the addresses alone: pages, saves, a draw, papers.

Prints CPU milliseconds, and megabytes, as JSON. It asks nothing of the product but its
addresses and what `tests/builders.py` offers, so that it also runs in another checkout
(`./run bench --beside CHECKOUT`): with that as the working folder and on `PYTHONPATH`.
"""

import contextlib
import io
import json
import os
import resource
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

SMALLEST = bool(os.environ.get("BENCH_SMALLEST"))
FIELDS = (8,) if SMALLEST else (64, 1000)
DRAWN, CHARTED, LISTED, SHEETS, MANY = (
    (8, 8, 8, 4, 4) if SMALLEST else (512, 256, 512, 64, 500)
)
REPEATS, PINGS = (1, 10) if SMALLEST else (3, 500)
PUBLIC = ("", "entries/", "standings/", "stages/1/", "rounds/3/", "draws/", "rules/")
DESK = ("", "entries/", "draw/", "structure/", "log/", "print/", "tables/", "settings/")

Act = Callable[[], object]


def main() -> None:
    """Measure everything in a data folder of its own."""
    with tempfile.TemporaryDirectory(prefix="crawford-acts-") as folder:
        os.environ |= {
            "CRAWFORD_DATA": folder,
            "CRAWFORD_SECRET_KEY": secrets.token_urlsafe(),
            "CRAWFORD_LOG_LEVEL": "ERROR",
            "DJANGO_SETTINGS_MODULE": "clubsite.settings",
        }
        import django  # noqa: PLC0415 - the settings come first

        django.setup()
        from django.core.management import call_command  # noqa: PLC0415 - same

        call_command("prepare", stdout=io.StringIO())
        found = {"ping": {"": cpu(_ping()) / PINGS}}
        for size in FIELDS:
            found |= _event(size)
        found["jobs"] = dict(_jobs())
        json.dump(found, sys.stdout)


def cpu(act: Act, repeats: int = REPEATS) -> float:
    """Return the median CPU milliseconds of this process, after one call untimed."""
    act()
    taken = []
    for _turn in range(repeats):
        start = time.process_time()
        act()
        taken.append((time.process_time() - start) * 1000)
    return median(taken)


# Pages ---------------------------------------------------------------------


def _client() -> "object":
    from django.test import Client  # noqa: PLC0415 - Django is set up by now

    from matches.models import User  # noqa: PLC0415 - same

    client = Client(headers={"host": "localhost"})
    user = User.objects.filter(username="Ada").first()
    client.force_login(
        user or User.objects.create_user("Ada", password=None, role="owner")
    )
    return client


def _ping() -> Act:
    """Return requests for ten bytes, behind the usual middlewares."""
    from django.http import HttpResponse  # noqa: PLC0415 - as above
    from django.test import Client, override_settings  # noqa: PLC0415
    from django.urls import path  # noqa: PLC0415

    module = type(sys)("bare_urls")
    module.urlpatterns = [path("", lambda request: HttpResponse(b"0123456789"))]
    bare = override_settings(
        ROOT_URLCONF=module,
        SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
        MIDDLEWARE=[
            "django.middleware.security.SecurityMiddleware",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.locale.LocaleMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
        ],
    )
    client = Client(headers={"host": "localhost"})

    def pings() -> None:
        with bare:
            for _request in range(PINGS):
                assert client.get("/").status_code == 200

    return pings


def _event(size: int) -> dict[str, dict[str, float]]:
    """Return the costs of an event in its third round, half of it played."""
    from django.core.cache import caches  # noqa: PLC0415 - as above
    from django.urls import reverse  # noqa: PLC0415

    from benchmarks import fields  # noqa: PLC0415
    from tournaments.models import Pairing  # noqa: PLC0415

    event = fields.store(players=size, rounds=3, planned=9)
    fields.reopen(event, 3)
    client = _client()
    paths = [f"/tournaments/{event.slug}/{path}" for path in PUBLIC]
    paths += [f"/desk/{event.slug}/{path}" for path in DESK]
    times, sizes = {}, {}
    for path in paths:

        def ask(path: str = path) -> None:
            for kept in caches.all():
                kept.clear()
            answer = client.get(path, follow=True)
            assert answer.status_code == 200, (path, answer.status_code)
            sizes[path] = len(answer.content) / 1e6

        times[path.replace(event.slug, "…")] = cpu(ask)
    open_matches = Pairing.objects.filter(tournament=event, match__state="ready")
    numbers = iter(list(open_matches.values_list("match_number", flat=True)))
    address = reverse("save_result", args=[event.slug])
    desk = client.get(f"/desk/{event.slug}/").content.decode()

    def save() -> None:
        seen = desk.partition('name="seen" value="')[2].partition('"')[0]
        line = {"line": f"{next(numbers)} 7 3", "seen": seen}
        answer = client.post(address, line, headers={"hx-request": "true"})
        assert answer.status_code in {200, 302}, answer.status_code

    saved = cpu(save, repeats=1 if SMALLEST else 9)
    return {
        f"pages of {size}": times,
        f"megabytes of {size}": {"": max(sizes.values())},
        f"save of {size}": {"": saved},
    }


# Jobs ----------------------------------------------------------------------


def _jobs() -> Iterator[tuple[str, float]]:
    from benchmarks import fields  # noqa: PLC0415 - as above
    from matches.jobs import tasks  # noqa: PLC0415
    from tests import builders  # noqa: PLC0415
    from tournaments.draws.publish import publish_round  # noqa: PLC0415
    from tournaments.draws.request import request_draw  # noqa: PLC0415

    event = fields.store(players=DRAWN, rounds=2, planned=9)
    with _all_cpu() as taken:
        draw = request_draw(tournament=event, by=None)
        tasks.run_job(draw.job_id)
        publish_round(draw_id=draw.pk, tournament=event, by=None)
    yield "draw", taken[0]
    _print("score-sheets", f"{event.slug}/1/1", matches=1)  # loads the libraries
    small = _evening(2 * SHEETS)
    with _all_cpu() as taken:
        _print("score-sheets", f"{small}/1/3")
    yield "sheets", taken[0]
    cup = builders.evening("elimination", CHARTED)
    builders.published_round(cup)
    with _all_cpu() as taken:
        _print("bracket", f"{cup.slug}/1")
    yield "chart", taken[0]
    with _all_cpu() as taken:
        _print("pairings:a-z", f"{_evening(LISTED)}/1/3")
    yield "list", taken[0]
    _print("score-sheets", f"{_evening(2 * MANY)}/1/3")
    yield "megabytes", _most_megabytes()


def _evening(players: int) -> str:
    """Return the address of an event that has a round with so many players."""
    from benchmarks import fields  # noqa: PLC0415 - as above

    event = fields.store(players=players, rounds=3, planned=9)
    fields.reopen(event, 3)
    return str(event.slug)


def _print(key: str, address: str, matches: int = 0) -> None:
    """Ask for a paper as a director does, and be the worker that makes it."""
    from django.urls import reverse  # noqa: PLC0415 - as above

    from matches.jobs import tasks  # noqa: PLC0415
    from matches.models import Job  # noqa: PLC0415

    client = _client()
    path = reverse("document_pdf", args=[key, address])
    client.get(path, follow=True)
    for pk in list(Job.objects.filter(state="queued").values_list("pk", flat=True)):
        tasks.run_job(pk)
    failed = Job.objects.filter(state="failed").first()
    assert failed is None, failed.error


@contextlib.contextmanager
def _all_cpu() -> Iterator[list[float]]:
    """Add the CPU milliseconds of this process and all below it to the list."""
    before = sum(map(cpu_seconds, _tree(os.getpid())))
    taken: list[float] = []
    yield taken
    taken.append((sum(map(cpu_seconds, _tree(os.getpid()))) - before) * 1000)


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a process and of those of its children that ended."""
    text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    ticks = text.rpartition(")")[2].split()[11:15]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def _most_megabytes() -> float:
    """Return the most memory that one process has held: this, or one below it."""
    most = [resource.getrusage(who).ru_maxrss for who in (0, -1)]
    for pid in _tree(os.getpid()):
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
        most.append(int(status.partition("VmHWM:")[2].split()[0]))
    return max(most) / 1024


def _tree(pid: int) -> Iterator[int]:
    yield pid
    with contextlib.suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        for child in children.split():
            yield from _tree(int(child))


if __name__ == "__main__":
    main()
