"""Brackets: large ones as pages and as rows of the database.

B1 and B2 compare with what nobody can do without: the same rows written into an empty
database with the same tables and indexes by `sqlite3` alone.
"""

import gzip
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from benchmarks import crossings
from benchmarks.measure import Line, Row, at, cpu_milliseconds, note
from matches.models import Match, Player
from tests import builders
from tournaments import engine
from tournaments.brackets import bracket_of
from tournaments.engine.bracket.shapes import double_elimination, single_elimination
from tournaments.engine.pairing import berger
from tournaments.models import Draw, Entry, Stage, Tournament
from tournaments.rounds import engine_state
from tournaments.structure.locking import lock_open
from tournaments.structure.queries import stage_at
from tournaments.tables.calling import (
    PairedEntry,
    PairingToOpen,
    advance,
    insert_opened,
    open_matches_for,
)

ENTRANTS, PLAYED = at((512, 300), smallest=(16, 10))
MOST_KILOBYTES = 30
LARGE = at(4096, smallest=16)
BARE = at(5, smallest=1)
SEED = "3 1 6 4"
ROBIN = at(200, smallest=6)
REMATCH_LINES = at((8, 16, 32, 64, 128), smallest=(8, 16))
GRAPHS: dict[str, Callable[[int], engine.BracketPlan]] = {
    "elimination": single_elimination,
    "double_elimination": partial(double_elimination, reset=True),
}
"""What the formats remember once it has been made."""
FOLDER = Path(__file__).parent
STORED = ("matches_match", "tournaments_pairing")


def run() -> Iterator[Line]:
    yield f"Brackets: pages of {ENTRANTS} entrants (kB compressed, CPU ms), and storing"
    yield from _pages()
    yield from _rematches()
    for format_key in ("elimination", "double_elimination"):
        yield from _stored_bracket(format_key)
    yield from _stored_robin()


def _pages() -> Iterator[Line]:
    tournament = _field("elimination", ENTRANTS)
    root = builders.stage(tournament)
    Stage.objects.create(
        division=root.division,
        number=2,
        name="Consolation",
        format="branch",
        rounds=1,
        match_length=5,
        parent=root,
        section="consolation",
        options={"pattern": "unshifted"},
    )
    builders.published_round(tournament)
    advance(tournament.pk)
    _play(tournament, PLAYED)
    path = f"/tournaments/{tournament.slug}/stages/1/"
    client = Client(headers={"host": "localhost"})
    for name, query in (("one round", ""), ("the whole tree", "?view=tree")):
        page = client.get(path + query).content
        yield Row(
            goal="G1" if not query else "",
            what=f"{name}: kilobytes compressed / limit",
            ours=len(gzip.compress(page, 6)) / 1000,
            peer=MOST_KILOBYTES,
            most=1,
        )

    def uncached(query: str) -> Callable[[], object]:
        def ask() -> object:
            cache.clear()
            return client.get(path + query)

        return ask

    round_ms, tree_ms, reading = cpu_milliseconds(
        uncached(""),
        uncached("?view=tree"),
        lambda: bracket_of(stage_at(tournament, 1)),
    )
    yield Row(what="one round, all of it / reading it", ours=round_ms, peer=reading)
    yield Row(what="the whole tree, all of it / reading it", ours=tree_ms, peer=reading)


def _rematches() -> Iterator[Line]:
    """Compare the rematches to be expected with those of other programs, if any."""
    for form in crossings.FORMS:
        for lines in REMATCH_LINES[form == "shifted" :]:
            ours, _ = crossings.shipped(lines, form)
            others = crossings.elsewhere(lines, form)
            what = f"expected rematches, {form} {lines}"
            if others is None:
                yield note(f"{what}: {float(ours):.3f}; no other program is known.")
            else:
                name = "brackets-manager" if form == "double" else "tods"
                yield Row(
                    goal="B3",
                    what=f"{what} / {name}",
                    ours=float(ours),
                    peer=float(others),
                    most=1,
                )


def _stored_bracket(format_key: str) -> Iterator[Line]:
    """Draw a bracket and keep it as a row of its stage, against a row for each node."""
    tournament = _field(format_key, LARGE)
    root = builders.stage(tournament)
    state = engine_state.load(root)
    plan_of = engine.format_named(format_key).plan
    assert plan_of is not None
    drawn = engine.draw(state, SEED)
    plan = plan_of(state)
    rows = plan.to_rows()

    def keep() -> None:
        kept = {"lines": plan.lines, "nodes": plan.to_rows()}
        lots = {str(entry): lot for entry, lot in drawn.lots.items()}
        Stage.objects.filter(pk=root.pk).update(plan=kept, lots=lots)

    planned, lined, kept = cpu_milliseconds(
        lambda: GRAPHS[format_key](LARGE),
        lambda: engine.draw(state, SEED),
        keep,
        repeats=5,
    )
    bare = median(_bare_nodes(rows) for _ in range(BARE))
    name = f"{format_key.replace('_', ' ')} of {LARGE}"
    yield Row(
        goal="B1",
        what=f"{name}: its graph / bare rows",
        ours=planned,
        peer=bare,
        most=0.2,
    )
    yield Row(what=f"{name}: drawing its lines / bare rows", ours=lined, peer=bare)
    yield Row(
        goal="B2",
        what=f"{name}: keeping it / bare rows",
        ours=kept,
        peer=bare,
        most=1.5,
    )


def _bare_nodes(rows: Sequence[Sequence[Any]]) -> float:
    """Return the CPU milliseconds of writing a row for each node with sqlite3 alone."""
    filled = [(*row, False)[:9] for row in rows]
    with tempfile.TemporaryDirectory(prefix="crawford-bench-") as folder:
        bare = sqlite3.connect(Path(folder) / "bare.sqlite3", isolation_level=None)
        bare.execute("PRAGMA journal_mode=WAL")
        bare.execute(
            "CREATE TABLE nodes (number INTEGER PRIMARY KEY, section, round, position,"
            " top, top_of, bottom, bottom_of, reset)"
        )
        started = process_time()
        bare.execute("BEGIN")
        _insert(bare, "nodes", filled)
        bare.execute("COMMIT")
        taken = (process_time() - started) * 1000
        bare.close()
    return taken


def _stored_robin() -> Iterator[Line]:
    tournament = _field("round_robin", ROBIN)
    root = builders.stage(tournament)
    seats = [PairedEntry(one.pk, one.player_id) for one in builders.entries(tournament)]
    draw = Draw.objects.create(
        stage=root,
        round_number=1,
        number=1,
        state=Draw.State.PUBLISHED,
        algorithm="round_robin",
        version=1,
        published_at=timezone.now(),
    )

    def build() -> list[tuple[int, int, int]]:
        return [
            (number, one, two)
            for number in range(1, berger.round_count(ROBIN) + 1)
            for one, two in berger.round_pairs(ROBIN, number)
        ]

    (built,) = cpu_milliseconds(build, repeats=5)
    pairs = build()
    started = process_time()
    with transaction.atomic():
        held = lock_open(tournament)
        to_open = [
            PairingToOpen(
                root, number, position, seats[one - 1], seats[two - 1], leg=number
            )
            for position, (number, one, two) in enumerate(pairs, start=1)
        ]
        insert_opened(to_open, open_matches_for(to_open, held), draw)
    stored = (process_time() - started) * 1000
    bare = _bare(tournament)
    yield Row(
        goal="B1",
        what=f"round robin of {ROBIN}: making {len(pairs)} pairs / bare writing",
        ours=built,
        peer=bare,
        most=0.2,
    )
    yield Row(
        goal="B2",
        what=f"round robin of {ROBIN}: opening and storing / bare",
        ours=stored,
        peer=bare,
        most=1.5,
    )
    yield note(
        "Opening draws two codes for each match, looks them up and keeps foreign keys; "
        "the bare rows are written as they are."
    )


def _bare(tournament: Tournament) -> float:
    """Return the CPU milliseconds of writing the same rows with sqlite3 alone."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sql FROM sqlite_master "
            "WHERE sql IS NOT NULL AND tbl_name IN (%s, %s)",
            list(STORED),
        )
        statements = [sql for (sql,) in cursor.fetchall()]
        cursor.execute(
            "SELECT * FROM tournaments_pairing WHERE tournament_id = %s",
            [tournament.pk],
        )
        pairings = cursor.fetchall()
        cursor.execute(
            "SELECT * FROM matches_match WHERE id IN (SELECT match_id FROM "
            "tournaments_pairing WHERE tournament_id = %s)",
            [tournament.pk],
        )
        matches = cursor.fetchall()
    with tempfile.TemporaryDirectory(prefix="crawford-bench-") as folder:
        bare = sqlite3.connect(Path(folder) / "bare.sqlite3", isolation_level=None)
        bare.execute("PRAGMA journal_mode=WAL")
        for statement in statements:
            bare.execute(statement)
        started = process_time()
        bare.execute("BEGIN")
        _insert(bare, "matches_match", matches)
        _insert(bare, "tournaments_pairing", pairings)
        bare.execute("COMMIT")
        taken = (process_time() - started) * 1000
        bare.close()
    return taken


def _insert(into: sqlite3.Connection, table: str, rows: Sequence[Any]) -> None:
    marks = ", ".join("?" * len(rows[0]))
    into.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608 - our own


def _field(format_key: str, size: int) -> Tournament:
    """Return a tournament with so many who are here."""
    tournament = builders.tournament(format_key, name=f"{format_key} {size}")
    division = builders.stage(tournament).division
    random, now = Random(size), timezone.now()
    people = Player.objects.bulk_create(
        Player(name=name, sort_name=name)
        for name in (_name(random, number) for number in range(size))
    )
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            division=division,
            player=person,
            number=number,
            checked_in_at=now,
        )
        for number, person in enumerate(people, start=1)
    )
    return tournament


def _name(random: Random, number: int) -> str:
    """Return a name of two words that compresses no better than real ones."""
    letters = "abdefghijklmnoprstuvy"
    words = (
        "".join(random.choices(letters, k=random.randrange(4, 10))).capitalize()
        for _ in range(2)
    )
    return f"{' '.join(words)} {number}"


def _play(tournament: Tournament, how_many: int) -> None:
    """Decide so many matches, a few hundred at a time, as bare rows."""
    random, left = Random(1), how_many
    while left > 0:
        found = list(
            Match.objects.filter(
                pairing__tournament=tournament, winner__isnull=True
            ).order_by("pairing__match_number")[:left]
        )
        for match in found:
            won, lost = match.length, random.randrange(match.length)
            match.winner = random.randrange(1, 3)
            match.score_1, match.score_2 = (
                (won, lost) if match.winner == 1 else (lost, won)
            )
            match.how, match.state = Match.How.PLAYED, Match.State.DONE
            match.revision += 1
        Match.objects.bulk_update(
            found, ["winner", "how", "score_1", "score_2", "state", "revision"]
        )
        left -= len(found)
        advance(tournament.pk)
