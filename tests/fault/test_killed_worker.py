"""Processes killed in the middle of their work: nothing lost, nothing doubled."""

import contextlib
import json
import os
import queue
import signal
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.fault.visitor import (
    BROKEN,
    FOUND,
    LENGTH,
    PATIENCE_SECONDS,
    Visitor,
    entered,
    signed_up,
    until,
)
from tests.live import Live, start_live
from tournaments import engine
from tournaments.engine.record.checking import check_document

pytestmark = pytest.mark.fault

PLAYERS = 120
WINDOWS = 4
KILLED_AFTER = (8, 20, 32)  # results acknowledged
DICE = "35 66 14 22 61 53 44 12"
SYLLABLES = ("an", "bel", "cor", "dag", "eir", "fol", "gun", "hav", "iv", "jor", "kal")


@dataclass
class Site:
    """A running product, its director, and its database from behind."""

    live: Live
    director: Visitor
    database: sqlite3.Connection
    kills: int = 0
    announced: dict[str, Any] = field(default_factory=dict)

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Read from the database."""
        return self.database.execute(query, values).fetchall()

    def draws(self, slug: str) -> list[Any]:
        """Return state, job state, step and attempt of all draws of a tournament."""
        return self.rows(
            "SELECT draw.state, job.state, job.step, job.attempt, draw.id"
            " FROM tournaments_draw draw"
            " JOIN matches_job job ON job.id = draw.job_id"
            " JOIN tournaments_stage stage ON stage.id = draw.stage_id"
            " JOIN tournaments_division division ON division.id = stage.division_id"
            " JOIN tournaments_tournament tournament"
            " ON tournament.id = division.tournament_id"
            " WHERE tournament.slug = ? ORDER BY draw.id",
            slug,
        )


def names() -> list[str]:
    """Invented names of which no two are alike."""
    count = len(SYLLABLES)
    firsts = [a + b for a in SYLLABLES for b in SYLLABLES]
    lasts = [SYLLABLES[n % count] + SYLLABLES[n // count] for n in range(len(firsts))]
    pairs = zip(firsts, reversed(lasts), strict=True)
    return [f"{one.title()} {two.title()}sen" for one, two in pairs][:PLAYERS]


@contextlib.contextmanager
def opened(data: Path, **environ: str) -> Iterator[Site]:
    """Start the product with a director, on a database that can be looked into."""
    with (
        start_live(data, **environ) as live,
        contextlib.closing(
            sqlite3.connect(
                data / "crawford.sqlite3",
                timeout=PATIENCE_SECONDS,
                isolation_level=None,
            )
        ) as database,
    ):
        yield Site(live, signed_up(live.url, live.setup_url), database)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("site") / "var") as running:
        yield running


def tournament(director: Visitor, name: str) -> str:
    """Make a tournament with everyone in it, and return the address of its desk."""
    return entered(director, name, names())


def slug(desk: str) -> str:
    """Return the tournament's part of an address."""
    return desk.split("/")[2]


def kill_worker(site: Site) -> None:
    """End the worker without warning."""
    os.kill(until(lambda: worker(site)), signal.SIGKILL)
    site.kills += 1


def worker(site: Site) -> int:
    """Return the worker's process id, 0 while there is none."""
    try:
        return site.live.worker()
    except StopIteration:
        return 0


def kill_at_once(site: Site, desk: str) -> None:
    """Kill the worker before or while it hears of the draw."""
    assert site.director.post(f"{desk}draw/").status == FOUND
    kill_worker(site)


def kill_while_drawing(site: Site, desk: str) -> None:
    """Kill the worker twice in the middle of the same draw."""
    reason = {}
    while True:
        assert site.director.post(f"{desk}draw/", **reason).status == FOUND
        if kill_attempt(site, desk, 1) and kill_attempt(site, desk, 2):
            return
        reason = {"reason": "It was too quick to be killed"}


def kill_attempt(site: Site, desk: str, attempt: int) -> bool:
    """Kill the worker while it cannot get ahead, because the database is held.

    Returns False if the draw was ready before.
    """
    until(lambda: site.draws(slug(desk))[-1][3] == attempt)
    site.database.execute("BEGIN IMMEDIATE")
    is_running = site.draws(slug(desk))[-1][1] == "running"
    if is_running:
        kill_worker(site)
    site.database.execute("ROLLBACK")
    return is_running


def kill_while_writing(site: Site, desk: str) -> None:
    """Kill the worker somewhere around the transaction that writes the draft."""
    assert site.director.post(f"{desk}draw/").status == FOUND
    until(lambda: site.draws(slug(desk))[-1][2] == 4)
    kill_worker(site)


def kill_after_announcing(site: Site, desk: str) -> None:
    """Kill the worker while it draws what was announced, with dice rolled since."""
    reason = {}
    while True:
        announced = site.director.post(f"{desk}draw/", announce="1", **reason)
        assert announced.status == FOUND, announced.text
        site.announced = public_record(site, desk)
        rolled = site.director.post(f"{desk}draw/", dice=DICE)
        assert rolled.status == FOUND, rolled.text
        if kill_attempt(site, desk, 1):
            return
        reason = {"reason": "It was too quick to be killed"}


def public_record(site: Site, desk: str) -> dict[str, Any]:
    """Return the newest draw of a tournament as anybody may read it."""
    (newest,) = site.rows(
        "SELECT MAX(draw.id) FROM tournaments_draw draw"
        " JOIN tournaments_stage stage ON stage.id = draw.stage_id"
        " JOIN tournaments_division division ON division.id = stage.division_id"
        " JOIN tournaments_tournament tournament"
        " ON tournament.id = division.tournament_id WHERE tournament.slug = ?",
        slug(desk),
    )[0]
    path = f"/tournaments/{slug(desk)}/stages/1/draws/{newest}/record.json"
    answer = Visitor(site.live.url).get(path)
    record: dict[str, Any] = json.loads(answer.text)
    return record


@pytest.fixture(scope="module")
def published(site: Site) -> str:
    """The desk of a tournament whose first round is being played."""
    desk = tournament(site.director, "Past")
    site.director.post(f"{desk}draw/")
    drawn = until(lambda: [d for d in site.draws(slug(desk)) if d[0] == "draft"])
    assert site.director.post(f"{desk}draw/{drawn[0][4]}/publish/").status == FOUND
    return desk


@pytest.fixture(scope="module")
def interrupted(site: Site, published: str) -> list[str]:
    """Desks whose draws were killed in four ways; the worker takes its time."""
    ways = (kill_at_once, kill_while_drawing, kill_while_writing, kill_after_announcing)
    desks = [tournament(site.director, way.__name__) for way in ways]
    for way, desk in zip(ways, desks, strict=True):
        way(site, desk)
    return desks


@dataclass
class Reporting:
    """Results on their way, and those the product said it has."""

    waiting: "queue.SimpleQueue[int]" = field(default_factory=queue.SimpleQueue)
    acknowledged: dict[int, tuple[int, int]] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)

    def work(self, director: Visitor, desk: str) -> None:
        """Post results until none is left; what is not acknowledged, again."""
        while True:
            try:
                number = self.waiting.get_nowait()
            except queue.Empty:
                return
            score = LENGTH, number % LENGTH
            typed = f"{number} {score[0]} {score[1]}"
            try:
                answer = director.post(f"{desk}results/", line=typed)
            except BROKEN:
                self.waiting.put(number)
                continue
            if answer.status == FOUND:
                self.acknowledged[number] = score
            else:
                self.troubles.append(f"{typed}: {answer.status}")


def kill_web_server(site: Site) -> None:
    """End the web server without warning."""
    process = until(lambda: site.live.child("manage.py web"))
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def recorded(site: Site, desk: str) -> list[Any]:
    """Return number and score of every valid result of a tournament."""
    return site.rows(
        "SELECT pairing.match_number, final.score_1, final.score_2"
        " FROM matches_finalscore final"
        " JOIN tournaments_pairing pairing ON pairing.match_id = final.match_id"
        " JOIN tournaments_tournament tournament"
        " ON tournament.id = pairing.tournament_id"
        " WHERE final.voided_at IS NULL AND tournament.slug = ?"
        " ORDER BY pairing.match_number",
        slug(desk),
    )


@pytest.mark.usefixtures("interrupted")
def test_acknowledged_results_survive_the_web_server(
    site: Site, published: str
) -> None:
    reporting = Reporting()
    for number in range(1, PLAYERS // 2 + 1):
        reporting.waiting.put(number)
    threads = [
        threading.Thread(target=reporting.work, args=(site.director.twin(), published))
        for _window in range(WINDOWS)
    ]
    for thread in threads:
        thread.start()
    for count in KILLED_AFTER:
        until(lambda: len(reporting.acknowledged) >= count)  # noqa: B023 - at once
        promised = dict(reporting.acknowledged)
        kill_web_server(site)
        there = {number: (one, two) for number, one, two in recorded(site, published)}
        assert promised.items() <= there.items()
    for thread in threads:
        thread.join(timeout=PATIENCE_SECONDS)
    assert reporting.troubles == []
    assert recorded(site, published) == [
        (number, LENGTH, number % LENGTH) for number in range(1, PLAYERS // 2 + 1)
    ]
    journal = "SELECT COUNT(*) FROM matches_journalentry WHERE act = 'result_recorded'"
    assert site.rows(journal) == [(PLAYERS // 2,)]
    assert site.live.log.count("The web server ended (SIGKILL)") == len(KILLED_AFTER)


def test_every_draw_is_made_exactly_once(site: Site, interrupted: list[str]) -> None:
    for desk in interrupted:
        until(lambda: site.draws(slug(desk))[-1][0] == "draft")  # noqa: B023 - at once
        *earlier, (state, job, _step, _attempt, draw) = site.draws(slug(desk))
        assert (state, job) == ("draft", "done")
        assert {each[0] for each in earlier} <= {"discarded"}
        pairs = site.rows(
            "SELECT entry_1_id, entry_2_id FROM tournaments_pairing"
            " JOIN tournaments_tournament ON tournament_id = tournaments_tournament.id"
            " WHERE slug = ?",
            slug(desk),
        )
        assert len(pairs) == PLAYERS // 2
        assert len({entry for pair in pairs for entry in pair}) == PLAYERS
        assert site.director.post(f"{desk}draw/{draw}/publish/").status == FOUND
    assert site.draws(slug(interrupted[1]))[-1][3] == 3  # attempts
    assert site.live.log.count("The worker ended (SIGKILL)") == site.kills


def test_an_announced_draw_is_the_one_that_its_seed_makes(
    site: Site, interrupted: list[str]
) -> None:
    desk = interrupted[3]
    until(lambda: site.draws(slug(desk))[-1][0] in {"draft", "published"})
    told = site.announced
    assert "seed" not in told
    assert "pairs" not in told
    (seed, number) = site.rows(
        "SELECT seed, id FROM tournaments_draw WHERE id = ?",
        site.draws(slug(desk))[-1][4],
    )[0]
    drawn = engine.draw(
        engine.from_record(told["state"]), seed, version=told["announcement"]["version"]
    )
    pairs = site.rows(
        "SELECT one.number, two.number FROM tournaments_pairing pairing"
        " JOIN tournaments_entry one ON one.id = pairing.entry_1_id"
        " LEFT JOIN tournaments_entry two ON two.id = pairing.entry_2_id"
        " WHERE pairing.draw_id = ? ORDER BY pairing.position",
        number,
    )
    assert pairs == [(pair.one, pair.two) for pair in drawn.pairings]
    site.director.post(f"{desk}draw/{number}/publish/")
    published = public_record(site, desk)
    assert published["parts"]["dice"] == "53-66-41-22-61-53-44-21"
    assert published["digest"] == told["digest"]
    assert check_document(published).outcome == "same"
