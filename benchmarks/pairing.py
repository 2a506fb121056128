"""Swiss rounds against exact matching on the complete graph, the same fields for both.

Ours is timed from the state to the drawn round. rustworkx and networkx get the edges
ready made. bbpPairings gets a file, pairs by the Dutch system of FIDE, and is timed as
a process; it is in no package registry, so `BBP_PAIRINGS` names the program, or the
folder of its source (github.com/BieremaBoyzProgramming/bbpPairings), which is built.
"""

import gc
import os
import pickle
import resource
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import networkx as nx
import rustworkx as rx

from benchmarks.measure import Line, Row, at, medians, milliseconds, note
from tests.simulate import play
from tournaments.engine import StageState, draw
from tournaments.engine.pairing.wishes import wishes_of
from tournaments.engine.standings import tally as tallies

SIZES: Final = at((*range(8, 66, 7), 97, 128, 256), smallest=(8, 9))
LARGEST_FOR_NETWORKX: Final = 33
ROUNDS: Final = 9
SIDE_ROUND: Final = 7
BESIDE_BBP: Final = {64: ("P3", 20), 256: ("P4", 500), 1024: ("P4", 5000)}
"""How many times sooner than bbpPairings a round is drawn."""
GROWTH: Final = at((1024, 4096, 16384), smallest=(32, 64))
REMATCH, SECOND_BYE, HIGHER_BYE, DISTANCE, FLOAT = 10**17, 10**15, 10**13, 2**23, 2**14

Edges = list[tuple[int, int, int]]
Matching = set[tuple[int, int]]


def run() -> Iterator[Line]:
    yield "Swiss pairing (CPU ms; ours from the state, peers from edges or a file)"
    yield from _same_optimum()
    yield from _beside_bbp_pairings()
    yield from _growth()


def _same_optimum() -> Iterator[Line]:
    same = fields = by_networkx = 0
    for size in SIZES:
        for state, _drawn_round in play("swiss", size, ROUNDS, seed=size).rounds:
            edges, ours = _edges(state), _costs(state, _drawn(state))
            peers = [_by_rustworkx(edges)]
            if size <= LARGEST_FOR_NETWORKX:
                peers.append(_by_networkx(edges))
                by_networkx += 1
            fields += 1
            same += all(_costs(state, peer) == ours for peer in peers)
    what = f"fields of 8 to {SIZES[-1]} with the best round / all"
    yield Row(goal="P1", what=what, ours=same, peer=fields, least=1)
    yield note(f"the best by rustworkx, and by networkx for {by_networkx} fields")


def _beside_bbp_pairings() -> Iterator[Line]:
    with TemporaryDirectory() as folder:
        program = _bbp_pairings(Path(folder))
        if program is None:
            yield note("P3, P4: BBP_PAIRINGS names neither bbpPairings nor its source")
            return
        for size, (goal, times) in BESIDE_BBP.items():
            state = _field(at(size, smallest=16))
            (ours,) = medians(partial(_drawn, state), repeats=11)
            theirs = _by_bbp_pairings(program, _as_trf(state))
            what = f"a round of {size} / by bbpPairings"
            yield Row(goal=goal, what=what, ours=ours, peer=theirs, most=1 / times)


def _bbp_pairings(folder: Path) -> Path | None:
    """Return the program, built from its source if that is named, None without it."""
    given = Path(os.environ.get("BBP_PAIRINGS") or folder / "none")
    if given.is_file():
        return given
    if not given.is_dir() or not shutil.which("make") or not shutil.which("g++"):
        return None
    source = folder / "source"
    shutil.copytree(given, source)
    subprocess.run(["make", "-s", "-j2"], cwd=source, check=True, capture_output=True)
    return next(source.glob("bbpPairings*"), None)


def _by_bbp_pairings(program: Path, trf: str) -> float:
    """Return the CPU milliseconds of one run."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "field.trf"
        path.write_text(trf, "ascii")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [str(program), "--dutch", str(path), "-p"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return taken * 1000


def _growth() -> Iterator[Line]:
    """Yield the time for four times the entrants; the least, the two taking turns.

    What earlier parts have left behind is kept from the garbage collector, which would
    look through it while a large field is drawn.
    """
    for sizes in pairwise(GROWTH):
        small, large = map(_field, sizes)
        gc.collect()
        gc.freeze()
        times = [
            (
                milliseconds(partial(_drawn, large)),
                milliseconds(partial(_drawn, small)),
            )
            for _turn in range(at(3, smallest=1))
        ]
        gc.unfreeze()
        ours, peer = (min(taken) for taken in zip(*times, strict=True))
        what = f"a round of {sizes[1]} / of {sizes[0]}"
        yield Row(goal="P6", what=what, ours=ours, peer=peer, most=6)


@cache
def _field(size: int) -> StageState:
    """Return a field before a late round, in memory as if it had just been read."""
    state, _drawn_round = play("swiss", size, SIDE_ROUND, seed=1).rounds[-1]
    copied: StageState = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    return copied


def _drawn(state: StageState) -> Matching:
    # A state of its own: what one remembers of itself belongs to the time.
    pairings = draw(replace(state), "bench").pairings
    return {(pair.one, pair.two or 0) for pair in pairings}


def _edges(state: StageState) -> Edges:
    """Return all pairs with their costs. Node 0 is the bye of an odd field."""
    tally, floats = tallies.count(state), _floats(state)
    numbers = sorted(tally.wins)
    edges = [
        (
            one,
            two,
            REMATCH * tally.meetings(one, two)
            + DISTANCE * (tally.wins[one] - tally.wins[two]) ** 2
            + FLOAT * floats(one, two),
        )
        for one in numbers
        for two in numbers
        if one < two
    ]
    if len(numbers) % 2:
        edges += [
            (0, one, SECOND_BYE * tally.byes[one] + HIGHER_BYE * tally.wins[one])
            for one in numbers
        ]
    return edges


def _costs(state: StageState, matching: Matching) -> tuple[int, ...]:
    """Return rematches, earlier byes, wins with the bye, differences and floats."""
    tally, floats = tallies.count(state), _floats(state)
    pairs = [pair for pair in matching if 0 not in pair]
    byes = [max(pair) for pair in matching if 0 in pair]
    return (
        sum(tally.meetings(one, two) for one, two in pairs),
        sum(tally.byes[one] for one in byes),
        sum(tally.wins[one] for one in byes),
        sum((tally.wins[one] - tally.wins[two]) ** 2 for one, two in pairs),
        sum(floats(one, two) for one, two in pairs),
    )


def _floats(state: StageState) -> Callable[[int, int], int]:
    """Return how many of a pair would float as in their last pairing."""
    wins, wishes = tallies.count(state).wins, wishes_of(state)

    def floats(one: int, two: int) -> int:
        if wins[one] == wins[two]:
            return 0
        return wishes.repeats(*sorted((one, two), key=lambda each: -wins[each]))

    return floats


def _by_rustworkx(edges: Edges) -> Matching:
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (1 + max(two for _, two, _ in edges)))
    top = max(cost for _, _, cost in edges)
    graph.add_edges_from([(one, two, top - cost) for one, two, cost in edges])
    return rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def _by_networkx(edges: Edges) -> Matching:
    graph = nx.Graph()
    graph.add_weighted_edges_from((one, two, -cost) for one, two, cost in edges)
    found: Matching = nx.max_weight_matching(graph, maxcardinality=True)
    return found


def _as_trf(state: StageState) -> str:
    """Write a field down as chess does; who has had white less often has it.

    Source: FIDE Handbook C.04 Annex 2, "Tournament Report File format".
    """
    whites, results = Counter[int](), {one.number: "" for one in state.entrants}
    wins = tallies.count(state).wins
    for outcome in sorted(state.outcomes, key=lambda each: each.round):
        if outcome.two is None:
            results[outcome.one] += "  0000 - U"
            continue
        white, black = sorted((outcome.one, outcome.two), key=whites.__getitem__)
        whites[white] += 1
        whites[black] -= 1
        results[white] += f"  {black:4} w {int(outcome.winner == white)}"
        results[black] += f"  {white:4} b {int(outcome.winner == black)}"
    lines = ["012 Invented", f"XXR {state.rounds}", "XXC white1"]
    lines += [
        f"001 {number:4}      {f'Player {number}':33} {3000 - number % 2000:4}"
        f"{'':28}{float(wins[number]):4.1f} {number:4}{results[number]}"
        for number in sorted(wins)
    ]
    return "\n".join((*lines, ""))
