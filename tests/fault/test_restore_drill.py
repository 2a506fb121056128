"""The drill: a club plays, its machine dies, the last backup is restored, it plays on.

On SQLite, and on PostgreSQL with a Redis that stays alive and remembers pages of the
time that is lost.
"""

import contextlib
import os
import queue
import re
import signal
import threading
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import pytest
import redis

from tests.clubsite.backup.clubs import Club
from tests.fault.visitor import (
    ACCOUNT,
    BROKEN,
    FOUND,
    LENGTH,
    PATIENCE_SECONDS,
    RECORDED,
    Visitor,
    entered,
    signed_up,
    until,
)
from tests.live import Live, start_live

pytestmark = [pytest.mark.fault, pytest.mark.redis]

PLAYERS = 60
OK = 200
BEFORE = 5  # results acknowledged before the backup
SINCE = 4  # and after it
WINDOWS = 3


@dataclass
class Evening:
    """A round that is being played, and the results that the product said it has."""

    director: Visitor
    desk: str
    waiting: "queue.SimpleQueue[int]" = field(default_factory=queue.SimpleQueue)
    acknowledged: dict[int, int] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)

    def work(self, director: Visitor) -> None:
        """Post results until nobody answers any more."""
        while True:
            number = self.waiting.get(timeout=PATIENCE_SECONDS)
            if not number:
                return
            try:
                answer = post_result(director, self.desk, number, number % LENGTH)
            except BROKEN:
                return
            if answer == FOUND:
                self.acknowledged[number] = number % LENGTH
            else:
                self.troubles.append(f"{number}: {answer}")


def post_result(director: Visitor, desk: str, number: int, loser: int) -> int:
    """Type a result into the box; return the status."""
    line = f"{number} {LENGTH} {loser}"
    return director.post(f"{desk}results/", line=line).status


def begin(live: Live) -> Evening:
    """Make a director, a tournament and its first round."""
    director = signed_up(live.url, live.setup_url)
    people = [f"Person {spelled(n)}" for n in range(PLAYERS)]
    desk = entered(director, "Drill", people)
    director.post(f"{desk}draw/")
    publish = until(
        lambda: re.search(r"/draw/(\d+)/publish/", director.get(f"{desk}draw/").text)
    )
    assert director.post(f"{desk}draw/{publish[1]}/publish/").status == FOUND
    return Evening(director, desk)


def logged_in_again(evening: Evening, live: Live) -> Visitor:
    """Return the director at the new address: a backup holds no sessions."""
    director = evening.director.twin()
    director.url = live.url
    name, password = ACCOUNT.values()
    assert director.get("/login/").status == OK
    assert director.post("/login/", login=name, password=password).status == FOUND
    return director


def spelled(number: int) -> str:
    """Return a name of letters that is like no other."""
    letters = "bcdfghklmnprstvz"
    return (
        "".join(
            f"{letters[digit]}a{letters[digit]}o"
            for digit in (number // 16, number % 16)
        )
        + "n"
    )


def kill_everything(live: Live) -> None:
    """What a power cut does to the processes."""
    for pid in live.descendants():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    live.process.wait(timeout=PATIENCE_SECONDS)


def recorded(club: Club) -> dict[int, int]:
    """Return the loser's points of each recorded match, by its number."""
    found = club.rows(RECORDED)
    assert {one for _number, one, _two in found} <= {LENGTH}
    numbers = [number for number, _one, _two in found]
    assert len(numbers) == len({*numbers})
    return {number: two for number, _one, two in found}


def page_of(url: str, evening: Evening) -> str:
    """Return the public page of the round, without what is different each time."""
    slug = evening.desk.split("/")[2]
    answer = Visitor(url).get(f"/tournaments/{slug}/rounds/1/")
    assert answer.status == OK
    return re.sub(r"[A-Za-z0-9]{64}", "", answer.text)


@pytest.mark.nightly
@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_the_machine_dies_and_the_last_backup_is_restored(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    club = Club(tmp_path / "var")
    if engine == "postgresql":
        club.database = request.getfixturevalue("postgresql_url")
        club.more["REDIS_URL"] = request.getfixturevalue("redis_url")
    addresses = {"DATABASE_URL": club.database, **club.more}
    with start_live(club.data, **addresses) as live:
        evening = begin(live)
        numbers = iter(range(1, PLAYERS // 2 + 1))
        for number in islice(numbers, 2 * BEFORE):
            evening.waiting.put(number)
        threads = [
            threading.Thread(target=evening.work, args=(evening.director.twin(),))
            for _window in range(WINDOWS)
        ]
        for thread in threads:
            thread.start()
        until(lambda: len(evening.acknowledged) >= BEFORE)
        promised = dict(evening.acknowledged)
        backup = club.backup()
        for number in islice(numbers, SINCE):
            evening.waiting.put(number)
        until(lambda: len(evening.acknowledged) >= 2 * BEFORE + SINCE)
        page_of(live.url, evening)  # the caches remember it
        for number in (*numbers, *[0] * WINDOWS):  # the last ones meet the end
            evening.waiting.put(number)
        kill_everything(live)
        for thread in threads:
            thread.join(timeout=PATIENCE_SECONDS)
    assert evening.troubles == []
    assert evening.acknowledged.items() <= recorded(club).items()

    done = club.run("restore", backup)
    assert done.returncode == 0, done.stderr
    there = recorded(club)
    assert promised.items() <= there.items()
    lost = evening.acknowledged.keys() - there.keys()
    assert lost

    with start_live(club.data, **addresses) as live:
        director = logged_in_again(evening, live)
        # What is lost was played otherwise this time: as many acts, another truth.
        again = {number: (number + 1) % LENGTH for number in sorted(lost)}
        for number, loser in again.items():
            assert post_result(director, evening.desk, number, loser) == FOUND
        assert recorded(club) == {**there, **again}
        warm = page_of(live.url, evening)
        if engine == "postgresql":
            redis.Redis.from_url(club.more["REDIS_URL"]).flushdb()
        assert page_of(live.url, evening) == warm
        assert live.stop() == 0
    assert club.run("verify", backup).returncode == 0
