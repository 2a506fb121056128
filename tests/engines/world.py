"""A club in which every page of the site has something to show.

    python -m tests.engines.world FOLDER

fills an empty data folder with the world of `tests/test_litany.py`, whose table knows
every address, and prints the cookies of its people and all addresses that answer a
browser. The names are long, short and from right to left: a page has to bear them all.
"""

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from unittest import mock

from clubsite.run.starter import ensure_secret
from tests.live import ROOT, environment

GIVEN: Final = (
    *("Wolfgang Amadeus", "Bo", "Anna-Karolina", "علي", "Bartholomeus", "Александра"),
    *("Øjvind", "Ísabella Þórdís"),
)
FAMILY: Final = (
    *("Christoffersen-Hammershaimb", "Ek", "Østergaard-Lindqvist von Rosen"),
    *("van der Westhuizen-Oosterbroek", "Alm", "الحسيني"),
    *("Константинопольская-Воскресенская", "Donaudampfschifffahrtsgesellschaft"),
)
TO_BE_SEEN: Final = 200


def filled(data: Path) -> dict[str, Any]:
    """Fill an empty data folder; return its pages and the cookies of its people."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.engines.world", str(data)],
        cwd=ROOT,
        env=environment(data, DJANGO_SETTINGS_MODULE="clubsite.settings"),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main(data: Path) -> None:
    """Make the tables, then the world; print what there is to look at."""
    os.environ["CRAWFORD_DATA"] = str(data)
    data.mkdir(mode=0o700, exist_ok=True)
    ensure_secret(data / "secret_key")
    # Django reads the settings when it is imported: the environment comes first.
    import django  # noqa: PLC0415
    from django.conf import settings  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415
    from django.test.utils import setup_test_environment  # noqa: PLC0415

    django.setup()
    setup_test_environment()
    logging.disable()  # one of the people may not see the page of an account
    call_command("prepare", stdout=io.StringIO())

    from tests import builders, test_litany  # noqa: PLC0415

    world = test_litany.World
    with mock.patch.multiple(builders, GIVEN=GIVEN, FAMILY=FAMILY):
        world.setUpTestData()
    pages = [
        {"name": name, "path": path, "person": person}
        for name, path, person in _pages(test_litany, world(methodName="run"))
    ]
    cookie = settings.SESSION_COOKIE_NAME
    told = {"pages": pages, "sessions": world.sessions, "cookie": cookie}
    print(json.dumps(told))


def _pages(litany: Any, world: Any) -> Iterator[tuple[str, str, str]]:
    """Yield what can be read: as a director, and as a visitor where anybody may."""
    for address in litany.ADDRESSES:
        if address.is_for_programs:
            continue
        path = world.path(address)
        if address.got == TO_BE_SEEN:
            yield address.name, path, "Ada"
        if address.public and address.get == TO_BE_SEEN:
            yield address.name, path, "Cy"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
