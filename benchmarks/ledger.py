"""The ledger of a match: saving a game, replaying it all, and the weight of the pad.

Eight directors enter the same games into matches of their own in the running product,
each over one connection, each its next game when the last is answered. The bare
transactions write the same rows again into the same database, as many at once.
"""

import atexit
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any

import psycopg
from django.conf import settings
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from benchmarks import fields
from benchmarks.browser import Director, first_load, loaded_later
from benchmarks.measure import Line, Row, at, cpu_milliseconds, note
from benchmarks.servers import running
from matches.ledger.versions import game_values
from matches.models import Game, JournalEntry, Match, User
from matches.rulebook.profiles import DEFAULT
from matches.rules import Ending, GameResult, Kind, Score, Side, rescore
from tests.live import Live
from tests.servers import create_database, start_postgresql

LENGTH = 25
SHEET = """
    1:1-dropped  1:2-dropped  1:1-dropped  1:2-single  1:1-dropped  2:2-single
    2:1-dropped  1:1-backgammon  2:2-dropped  1:1-single  1:1-dropped  2:1-dropped
    2:1-single  1:1-single  2:1-dropped  1:1-single  2:1-dropped  1:2-dropped
    2:4-single  2:1-dropped  2:1-backgammon  1:2-single  2:2-gammon  1:1-dropped
    2:1-dropped  1:2-single  2:2-dropped  1:1-gammon  1:1-dropped  2:1-single
"""
"""Who won each game, the cube and how it ended, as the pad sends it."""

GAMES = tuple(tuple(game.split(":")) for game in SHEET.split())
SAVED = at(len(GAMES), smallest=8)
"""How many of them are entered into each match."""

END = Score(24, 25)
WRITERS = at(8, smallest=2)
MATCHES = at(2, smallest=1) * WRITERS
UNMEASURED = 5
IS_POSTGRESQL_ASKED = at(True, smallest=False)
"""At the smallest size its migrations would take longer than everything else."""

BUDGET_MS = 250
FIRST_LOAD_KB, UPDATE_KB = 30, 3
DURABLE = ("fsync", "synchronous_commit", "full_page_writes")
LOOK = "SELECT revision FROM matches_match WHERE id = %s"
TOUCH = (
    "UPDATE matches_match SET state = 'playing', score_1 = 1, "
    "revision = revision + 1 WHERE id = %s"
)
LIST = "SELECT id FROM {} WHERE match_id = %s ORDER BY id"
STAGE = "from benchmarks import ledger; ledger.stage()"

Execute = Callable[..., Any]
"""Runs a statement, its values after it, and returns the cursor."""


@dataclass(frozen=True, slots=True)
class Database:
    """Where the product writes, and how others write there."""

    name: str
    connect: Callable[[], AbstractContextManager[Execute]]
    begin: str
    lock: str = ""


@dataclass(frozen=True, slots=True)
class Staged:
    """Signed-in directors, and matches nobody has begun: code and primary key.

    `MATCHES` to save games in, as many to copy them into, and one more to weigh.
    """

    sessions: list[str]
    matches: list[tuple[str, int]]


def run() -> Iterator[Line]:
    yield (
        f"Saving a game, {WRITERS} writers at once, durable (wall ms; from the request "
        "until it is committed and its answer rendered and read)"
    )
    data = Path(os.environ["CRAWFORD_DATA"])
    with running(data) as live:
        staged = _staged(live)
        sqlite = Database("SQLite", _sqlite, "BEGIN IMMEDIATE")
        yield from _saving(live, sqlite, staged)
        weight = list(_weight(live, staged))
    if IS_POSTGRESQL_ASKED:
        address = _durable_postgresql()
        connect = partial(_postgresql, address)
        with running(data, DATABASE_URL=address) as live:
            postgresql = Database("PostgreSQL", connect, "BEGIN", lock=" FOR UPDATE")
            yield from _saving(live, postgresql, _staged(live))
    yield note(
        "the product answers from one process, and nobody pauses; the bare "
        f"transactions, by {WRITERS} at once too, copy the game and the line of the "
        "journal that it wrote and touch the match"
    )
    yield from ("", *_replaying(), "", *weight)


# The site and its directors ------------------------------------------------


def stage() -> None:
    """Store what a run needs and print it: the product's own process does this."""
    tournament = fields.store(players=4 * MATCHES + 2, rounds=1, planned=3)
    matches = Match.objects.filter(pairing__tournament=tournament)
    matches.update(
        length=LENGTH, score_1=0, score_2=0, winner=None, how="", state="ready"
    )
    sessions = []
    for number in range(User.objects.count(), User.objects.count() + WRITERS):
        browser = Client()
        browser.force_login(
            User.objects.create_user(f"Director {number}", role="owner")
        )
        sessions.append(browser.cookies[settings.SESSION_COOKIE_NAME].value)
    print(json.dumps([sessions, list(matches.values_list("code", "pk"))]))


def _staged(live: Live) -> Staged:
    told = live.manage("shell", "--no-imports", "-c", STAGE)
    sessions, matches = json.loads(told.splitlines()[-1])
    return Staged(sessions, [(code, pk) for code, pk in matches])


def _enter(director: Director, code: str, *, after: int) -> bytes:
    """Save the next game of a match and return the part of the page it changes."""
    winner, outcome = GAMES[after]
    path = reverse("save_game", args=[code])
    return director.send(path, winner=winner, outcome=outcome, after=after)


def _pad(code: str) -> str:
    return reverse("match", args=[code]) + "?pad=games"


# Saving --------------------------------------------------------------------


def _saving(live: Live, database: Database, staged: Staged) -> Iterator[Line]:
    saved, bare = staged.matches[:MATCHES], staged.matches[MATCHES:-1]
    written = [saved[writer::WRITERS] for writer in range(WRITERS)]
    again = [bare[writer::WRITERS] for writer in range(WRITERS)]
    saves = _at_once(partial(_saves, live.url), staged.sessions, written)
    copies = _at_once(partial(_copies, database), written, again)
    for name, ours, peer in zip(("p50", "p95"), saves, copies, strict=True):
        what = f"{database.name}: {name} save / bare transaction"
        yield Row(what=what, ours=ours, peer=peer)
    what = f"{database.name}: p95 save / budget"
    yield Row(goal="L1", what=what, ours=saves[1], peer=BUDGET_MS, most=1)


def _at_once(
    act: Callable[..., list[float]], *given: Sequence[object]
) -> tuple[float, float]:
    """Have every writer do it at the same time; return their p50 and p95."""
    with ThreadPoolExecutor(WRITERS) as pool:
        taken = [each for one in pool.map(act, *given) for each in one[UNMEASURED:]]
    cuts = quantiles(taken, n=20)
    return cuts[9], cuts[18]


def _saves(url: str, session: str, matches: Sequence[tuple[str, int]]) -> list[float]:
    """Enter all games of the matches; return the milliseconds of each."""
    taken = []
    with closing(Director(url, session)) as director:
        for code, _pk in matches:
            director.ask(_pad(code))
            for after in range(SAVED):
                start = time.perf_counter()
                _enter(director, code, after=after)
                taken.append((time.perf_counter() - start) * 1000)
    return taken


def _copies(
    database: Database,
    written: Sequence[tuple[str, int]],
    again: Sequence[tuple[str, int]],
) -> list[float]:
    """Write the games of some matches into others; return the milliseconds of each."""
    taken = []
    copy_game, copy_line = _copy(Game), _copy(JournalEntry)
    with database.connect() as execute:
        for (_code, model), (_other, match) in zip(written, again, strict=True):
            for game, line in _rows(execute, model):
                start = time.perf_counter()
                execute(database.begin)
                execute(f"{LOOK}{database.lock}", match).fetchone()
                execute(copy_game, match, game)
                execute(TOUCH, match)
                execute(copy_line, match, line)
                execute("COMMIT")
                taken.append((time.perf_counter() - start) * 1000)
    return taken


def _rows(execute: Execute, match: int) -> list[tuple[int, int]]:
    """Return the keys of each game of a match and of its line in the journal."""
    games, lines = (
        [key for (key,) in execute(LIST.format(table), match).fetchall()]
        for table in (Game._meta.db_table, JournalEntry._meta.db_table)
    )
    assert len(games) == SAVED
    return list(zip(games, lines, strict=True))


def _copy(model: type[Model]) -> str:
    """Return SQL that writes a row, named by its key, again for another match."""
    columns = [
        field.attname
        for field in model._meta.local_concrete_fields
        if not field.primary_key
    ]
    values = [{"match_id": "%s", "op": "NULL"}.get(name, name) for name in columns]
    table = model._meta.db_table
    read = f"SELECT {', '.join(values)} FROM {table} WHERE id = %s"  # noqa: S608 - ours
    return f"INSERT INTO {table} ({', '.join(columns)}) {read}"


@contextmanager
def _sqlite() -> Iterator[Execute]:
    """Open the product's file as the product does."""
    ours = settings.DATABASES["default"]
    options = ours["OPTIONS"]
    opened = sqlite3.connect(
        ours["NAME"], timeout=options["timeout"], isolation_level=None
    )
    with closing(opened) as database:
        database.executescript(options["init_command"])
        yield lambda text, *values: database.execute(text.replace("%s", "?"), values)


@contextmanager
def _postgresql(address: str) -> Iterator[Execute]:
    with psycopg.connect(address, autocommit=True) as database:
        yield lambda text, *values: database.execute(text, values)


def _durable_postgresql() -> str:
    """Start a server that survives a power cut; return the address of a database.

    It ends with this process, and its files after it.
    """
    folder = Path(tempfile.mkdtemp(prefix="crawford-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    server = start_postgresql(folder / "server")
    with psycopg.connect(server, autocommit=True) as database:
        for setting in DURABLE:
            database.execute(f"ALTER SYSTEM RESET {setting}")
        database.execute("SELECT pg_reload_conf()")
        while any(
            database.execute(f"SHOW {setting}").fetchone() != ("on",)
            for setting in DURABLE
        ):
            time.sleep(0.02)
    return create_database(server, "club")


# Replaying -----------------------------------------------------------------


def _replaying() -> Iterator[Line]:
    yield (
        f"Replaying the {len(GAMES)} games of a match to {LENGTH} points (CPU µs; not "
        "the same work: the peers know no rules)"
    )
    facts = [_fact(*game) for game in GAMES]
    rules = DEFAULT.match_rules(LENGTH)
    text = json.dumps([game_values(fact) for fact in facts])
    assert rescore(rules, facts).shown == _added(facts) == END
    ours, reading, adding = cpu_milliseconds(
        # A thousand of them take as many milliseconds as one takes microseconds.
        *(
            partial(_thousand_times, act)
            for act in (
                partial(rescore, rules, facts),
                partial(json.loads, text),
                partial(_added, facts),
            )
        )
    )
    yield Row(what="replay / reading the games as JSON", ours=ours, peer=reading)
    yield Row(what="replay / adding the points in a plain loop", ours=ours, peer=adding)


def _fact(winner: str, outcome: str) -> GameResult:
    cube, how = outcome.split("-")
    if how == "dropped":
        return GameResult(Side(int(winner)), cube=int(cube), ending=Ending.DROPPED)
    return GameResult(Side(int(winner)), Kind(how), cube=int(cube))


def _added(facts: Sequence[GameResult]) -> Score:
    one = two = 0
    for fact in facts:
        if fact.winner == 1:
            one += fact.cube * fact.kind.multiplier
        else:
            two += fact.cube * fact.kind.multiplier
    return Score(one, two)


def _thousand_times(act: Callable[[], object]) -> None:
    for _ in range(at(1000, smallest=10)):
        act()


# Weight --------------------------------------------------------------------


def _weight(live: Live, staged: Staged) -> Iterator[Line]:
    """L2 and L3: what a phone has to load, without the heads of the answers."""
    yield (
        "Weight of the match page with the score pad (KB of 1000 bytes, as sent to a "
        "browser in a hall without https)"
    )
    *_others, (code, _pk) = staged.matches
    with closing(Director(live.url, staged.sessions[0])) as director:
        parts = first_load(director, _pad(code))
        later = loaded_later(director, _pad(code)) / 1000
        updates = [
            len(_enter(director, code, after=after)) for after in range(SAVED - 1)
        ]
    yield Row(
        goal="L2",
        what="first load, with all it names / limit",
        ours=parts.total() / 1000,
        peer=FIRST_LOAD_KB,
        most=1,
    )
    told = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in parts.items())
    yield note(f"of this {told}; afterwards {later:.1f} for a time without a network")
    for games in (1, len(updates)):
        yield Row(
            goal="L3",
            what=f"update after game {games} / limit",
            ours=updates[games - 1] / 1000,
            peer=UPDATE_KB,
            most=1,
        )
