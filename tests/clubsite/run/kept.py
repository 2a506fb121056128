"""The kept database: a small invented club as version 0.5.0 wrote it.

    python -m tests.clubsite.run.kept make     writes it anew, before a release alone
    python -m tests.clubsite.run.kept look     looks at the data of CRAWFORD_DATA

It is SQL, which SQLite reads; for PostgreSQL its rows are copied. Every later version
brings it up to date in a test.
"""

import contextlib
import os
import re
import sqlite3
import sys
import tempfile
from collections import deque
from datetime import UTC, datetime
from pathlib import Path

KEPT = Path(__file__).with_name("version_0_5_0.sql")
NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
EVENING = "Evening by the sea"
LINK = re.compile(r'<a [^>]*?href="(/[^"?#]*)')
LOOKED_AT = 60
"""So many kinds of pages are there at least."""


def make(target):
    """Make the club in a new data folder and write its database as SQL."""
    import time_machine  # noqa: PLC0415 - Django's settings come first
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    with time_machine.travel(NOW, tick=False):
        _play()
    file = str(connection.settings_dict["NAME"])
    connection.close()
    with contextlib.closing(sqlite3.connect(file)) as database:
        lines = [line.replace("\r", "") for line in database.iterdump()]
    target.write_text("\n".join([*lines, ""]), encoding="utf-8")


def _play():
    from matches.ratings.computing import bring_up_to_date  # noqa: PLC0415
    from tests import builders  # noqa: PLC0415
    from tests.recorder.world import closed_season  # noqa: PLC0415
    from tournaments.hall.notes import leave_note  # noqa: PLC0415
    from tournaments.rounds.announcements.services import AnnouncementPlan, announce  # noqa: PLC0415

    owner = builders.director()
    closed_season()
    cup = builders.weekend(8, name="Harbour cup")
    builders.published_round(cup)
    builders.play_on(cup, 1)
    people = ("Åse Øst", "Bo", "Émile Zulu", "Dag Dal")
    evening = builders.evening("swiss", people, name=EVENING)
    builders.played_round(evening)
    builders.published_round(evening)
    leave_note(evening, "Ask Åse Øst for a doubling cube.", by=owner)
    announce(evening, AnnouncementPlan({"en": "Coffee at eight"}), by=owner)
    bring_up_to_date()


def look():
    """Ask for a page of each kind, check the draws, and play on."""
    from django.test import Client  # noqa: PLC0415

    from matches.models import User  # noqa: PLC0415
    from tests import builders  # noqa: PLC0415
    from tests.recorder.recording import DOCUMENTS, kind_of  # noqa: PLC0415
    from tournaments.draws.record import draw_document  # noqa: PLC0415
    from tournaments.engine.record.checking import check_document  # noqa: PLC0415
    from tournaments.models import Draw, Pairing, Tournament  # noqa: PLC0415

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(username="Ada"))
    slugs = Tournament.objects.order_by("-pk").values_list("slug", flat=True)
    waiting = deque(["/", "/desk/", *(f"/desk/{slug}/" for slug in slugs)])
    seen = set()
    while waiting:
        address = waiting.popleft()
        kind = (kind_of(address) or ("",))[0]
        if not kind or kind in seen or kind in DOCUMENTS:
            continue
        seen.add(kind)
        answer = client.get(address)
        assert answer.status_code < 400, (address, answer.status_code)
        if answer.get("Content-Type", "").startswith("text/html"):
            waiting += LINK.findall(answer.content.decode())
    assert len(seen) >= LOOKED_AT, sorted(seen)
    drawn = Draw.objects.filter(state=Draw.State.PUBLISHED)
    outcomes = [check_document(draw_document(draw)).outcome for draw in drawn]
    assert outcomes == ["same"] * 9, outcomes
    evening = Tournament.objects.get(name=EVENING)
    for pairing in Pairing.objects.filter(tournament=evening, round_number=2):
        builders.won(2, pairing.match)
    builders.played_round(evening)
    print(f"{len(seen)} kinds of pages, {len(outcomes)} draws")


def main(arguments):
    """Do what is named; return 2 if nothing is."""
    if list(arguments) not in (["make"], ["look"]):
        print(__doc__)
        return 2
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubsite.settings"
    with contextlib.ExitStack() as stack:
        if arguments == ["make"]:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            os.environ["CRAWFORD_DATA"] = folder
            os.environ["CRAWFORD_SECRET_KEY"] = "a secret for tests alone, long enough"
        import django  # noqa: PLC0415 - the settings come first

        django.setup()
        if arguments == ["make"]:
            make(KEPT)
        else:
            look()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
