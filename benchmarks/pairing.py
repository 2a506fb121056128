"""Swiss rounds against exact matching on the complete graph, the same fields for both.

Ours is timed from the state to the drawn round; the peers get the edges ready made and
are timed from there, building of their graph included. py4swiss, if it is installed,
gets a file and is timed from reading it; it has colours to heed, which we have not.

bbpPairings is in no package registry. `BBP_PAIRINGS` names the program, if you have
built it from https://github.com/BieremaBoyzProgramming/bbpPairings; it gets the same
file, pairs by the Dutch system of FIDE, and is timed as a process.
"""

import gc
import os
import pickle
import resource
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import networkx as nx
import rustworkx as rx

from benchmarks.measure import at
from tests.simulate import play
from tournaments.engine import Options, StageState, draw
from tournaments.engine.pairing.wishes import wishes_of
from tournaments.engine.standings import tally as tallies

SIZES = at((*range(8, 66), 96, 97, 128, 129, 192, 193, 255, 256), smallest=(8, 9))
LARGEST_FOR_NETWORKX = 33
MIDDLE = at(256, smallest=16)
ROUNDS = 9
FIELDS = at(40, smallest=1)
HARDEST = at(8, smallest=1)
LATE = 11
REPEATS = at(21, smallest=1)

Edges = list[tuple[int, int, int]]
Matching = set[tuple[int, int]]
Criteria = tuple[int, ...]

REMATCH, SECOND_BYE, HIGHER_BYE, DISTANCE = 10**17, 10**15, 10**13, 2**23
FLOAT, CHANCE = 2**14, 64

SIDE_BY_SIDE = at((64, 256, 1024, 4096), smallest=(32, 64))
GROWTH = at((1024, 4096, 16384), smallest=(32, 64))
MOST_GROWTH = 6
BBP_PAIRINGS = os.environ.get("BBP_PAIRINGS", "")
TIMES_BBP_PAIRINGS = {64: 50, 256: 1000, 1024: 10_000}
"""How much sooner than bbpPairings a round should be drawn."""
FOR_NETWORKX, FOR_RUSTWORKX, FOR_PY4SWISS = 256, 1024, 256
"""Beyond these sizes the peers take minutes, or more than the machine has."""

SIDE_ROUND = 7
MOST_MILLISECONDS = 1500
NOTES = (
    f"networkx was not asked beyond {FOR_NETWORKX} players (1024 take about 100 s), "
    f"rustworkx not beyond {FOR_RUSTWORKX}, py4swiss not beyond {FOR_PY4SWISS}.",
)


def run() -> None:
    print("Swiss pairing (CPU ms; ours from the state, peers from ready edges)")
    for state in _states(8, seed=0):
        draw(state, "warm")
    _same_optimum()
    _times_at_256()
    _hardest()
    _side_by_side()
    _beside_bbp_pairings()
    _growth()
    _forced_clash()
    _forced_growth()
    for note in NOTES:
        print(note)


def _same_optimum() -> None:
    """P1: the same optimum as the peers on every field."""
    same = instances = by_networkx = 0
    for size in SIZES:
        for state in _states(size, seed=size):
            ours, edges = _criteria(state, _drawn(state)), _edges(state)
            peers = [_by_rustworkx(edges)]
            if size <= LARGEST_FOR_NETWORKX:
                peers.append(_by_networkx(edges))
                by_networkx += 1
            instances += 1
            same += all(_criteria(state, peer) == ours for peer in peers)
    share = same / instances
    print(
        f"P1 same optimum: {same} of {instances} fields ({share:.1%}), "
        f"8 to 256 entrants, rounds 1 to {ROUNDS}, by rustworkx; {by_networkx} of "
        f"them by networkx too   goal 100% {_verdict(share >= 1)}"
    )


def _times_at_256() -> None:
    """P2: against rustworkx, median and worst; networkx for one field a round."""
    for number in (5, 7):
        fields = [[*_states(MIDDLE, seed=seed)][number - 1] for seed in range(FIELDS)]
        ours, peers = _times(fields)
        what = f"P2 N={MIDDLE} round {number}"
        _line(f"{what}, median", median(ours), median(peers), goal=0.1)
        _line(f"{what}, worst of {FIELDS}", *_worst(ours, peers), goal=2)
        slow = _milliseconds(partial(_by_networkx, _edges(fields[0])))
        _line(f"   N={MIDDLE} round {number}, networkx", median(ours), slow, goal=0.1)


def _hardest() -> None:
    """P2: the fields of a late round that took us longest, those that need matching."""
    fields = [
        [*_states(size, seed=seed, rounds=LATE)][-1]
        for size in (MIDDLE - 1, MIDDLE)
        for seed in range(FIELDS)
    ]
    fields.sort(key=lambda state: _milliseconds(partial(_drawn, state)))
    ours, peers = _times(fields[-HARDEST:])
    what = f"P2 N={MIDDLE} round {LATE}, worst of hard {HARDEST}"
    _line(what, *_worst(ours, peers), goal=2)


def _side_by_side() -> None:
    """One field of each size by everybody who can pair it."""
    for size in SIDE_BY_SIDE:
        state = _field(size)
        ours = median(_milliseconds(partial(_drawn, state)) for _ in range(REPEATS))
        peers: list[tuple[str, Callable[[], object]]] = []
        if size <= FOR_RUSTWORKX:
            edges = _edges(state)
            peers.append(("rustworkx", partial(_by_rustworkx, edges)))
        if size <= FOR_NETWORKX:
            peers.append(("networkx", partial(_by_networkx, edges)))
        if size <= FOR_PY4SWISS and find_spec("py4swiss"):
            peers.append(("py4swiss", partial(_by_py4swiss, _as_trf(state))))
        for name, act in peers:
            _compared(
                f"   N={size} round {SIDE_ROUND}, {name}", ours, _milliseconds(act)
            )
        if not peers:
            print(f"N={size} round {SIDE_ROUND}, no peer: ours takes {ours:.3f} ms.")
    if not find_spec("py4swiss"):
        print("py4swiss was not measured: it is not installed.")


def _beside_bbp_pairings() -> None:
    """P3 and P4: the limit is what bbpPairings takes, divided by the goal."""
    if not BBP_PAIRINGS:
        print("bbpPairings was not measured: BBP_PAIRINGS does not name the program.")
        return
    for size, times in TIMES_BBP_PAIRINGS.items():
        state = _field(size)
        ours = median(_milliseconds(partial(_drawn, state)) for _ in range(REPEATS))
        theirs = _by_bbp_pairings(_as_trf(state))
        print(
            f"N={size}: bbpPairings takes {theirs:.1f} ms, {theirs / ours:.0f} times."
        )
        goal = "P4" if size > MIDDLE else "P3"
        _line(f"{goal} N={size} bbpPairings by {times}", ours, theirs / times, goal=1)


def _by_bbp_pairings(trf: str) -> float:
    """Return the CPU milliseconds of one run."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "field.trf"
        path.write_text(trf, "ascii")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [BBP_PAIRINGS, "--dutch", str(path), "-p"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return taken * 1000


def _forced_clash() -> None:
    """P7: the best of 4,096 are all of one club, so that no bound is reached.

    The answer is proved for all pairs; the second field has a home country too.
    """
    for what, clash in _forced(SIDE_BY_SIDE[-1]):
        ours = median(_milliseconds(partial(_drawn, clash)) for _ in range(3))
        _line(
            f"P7 N={SIDE_BY_SIDE[-1]} forced {what}, limit",
            ours,
            MOST_MILLISECONDS,
            goal=1,
        )


def _forced_growth() -> None:
    """P8: the same fields, each against the one of a quarter of its size."""
    taken: list[dict[str, float]] = [
        {
            what: min(_milliseconds(partial(_drawn, clash)) for _ in range(3))
            for what, clash in _forced(size)
        }
        for size in GROWTH
    ]
    for size, (small, large) in zip(GROWTH[1:], pairwise(taken), strict=True):
        for what, ours in large.items():
            _line(
                f"P8 N={size} forced {what}, a quarter",
                ours,
                small[what],
                goal=MOST_GROWTH,
            )


def _forced(size: int) -> Iterator[tuple[str, StageState]]:
    state = _field(size)
    wins, random = tallies.count(state).wins, Random(7)
    best = max(wins.values())
    entrants = tuple(
        replace(
            one,
            club="best" if wins[one.number] == best else f"{random.randrange(64)}",
            country="home" if random.random() < 0.85 else f"{random.randrange(9)}",
        )
        for one in state.entrants
    )
    for what, apart in (("clubs", ("club",)), ("countries", ("club", "country"))):
        options = Options(apart=apart, apart_rounds=0)
        clash = replace(state, entrants=entrants, options=options)
        broken = Counter(
            note.message for one in draw(clash, "bench").pairings for note in one.notes
        )
        assert broken
        yield what, clash


def _times(fields: Sequence[StageState]) -> tuple[list[float], list[float]]:
    ours, peers = [], []
    for state in fields:
        edges = _edges(state)
        ours.append(_milliseconds(partial(_drawn, state)))
        peers.append(_milliseconds(partial(_by_rustworkx, edges)))
    return ours, peers


def _worst(ours: Sequence[float], peers: Sequence[float]) -> tuple[float, float]:
    both = zip(ours, peers, strict=True)
    return max(both, key=lambda times: times[0] / times[1])


def _growth() -> None:
    """P6: time for four times the entrants, the two sizes taking turns.

    The least of many: what other programs do to the caches of the machine makes a large
    field slower by more than a small one. What the parts before have left behind is
    kept from the garbage collector, which would look through it while a large field is
    drawn; what a draw makes is not.
    """
    for sizes in pairwise(GROWTH):
        small, large = map(_field, sizes)
        gc.collect()
        gc.freeze()
        times = [
            (
                _milliseconds(partial(_drawn, large)),
                _milliseconds(partial(_drawn, small)),
            )
            for _ in range(REPEATS)
        ]
        gc.unfreeze()
        ours, peer = (min(taken) for taken in zip(*times, strict=True))
        what = f"P6 N={sizes[1]} against N={sizes[0]}, round {SIDE_ROUND}"
        _line(what, ours, peer, goal=MOST_GROWTH)


def _states(size: int, *, seed: int, rounds: int = ROUNDS) -> Iterator[StageState]:
    """Yield the field before each round of a tournament."""
    for state, _ in play("swiss", size, rounds, seed=seed).rounds:
        yield state


@cache
def _field(size: int) -> StageState:
    """Return a field before the round that all sizes are compared in.

    Copied, so that it lies in memory as one that was just read does, and not among what
    is left of seven rounds.
    """
    state = [*_states(size, seed=1, rounds=SIDE_ROUND)][-1]
    copied: StageState = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    return copied


def _drawn(state: StageState) -> Matching:
    # A state of its own: what one remembers of itself belongs to the time.
    pairings = draw(replace(state), "bench").pairings
    return {(one.one, one.two or 0) for one in pairings}


def _edges(state: StageState) -> Edges:
    """Return all pairs with the costs of the engine and a random last term.

    Node 0 is the bye of an odd field.
    """
    tally, random, floats = tallies.count(state), Random(1), _floats(state)
    numbers = sorted(tally.wins)
    edges = [
        (
            one,
            two,
            REMATCH * tally.meetings(one, two)
            + DISTANCE * (tally.wins[one] - tally.wins[two]) ** 2
            + FLOAT * floats(one, two)
            + random.randrange(CHANCE),
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


def _criteria(state: StageState, matching: Matching) -> Criteria:
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


def _by_py4swiss(trf: str) -> object:
    """Pair by the Dutch system of FIDE, from the text of a file."""
    from py4swiss.engines import DutchEngine  # noqa: PLC0415 - if it is there
    from py4swiss.trf import TrfParser  # noqa: PLC0415 - if it is there

    with TemporaryDirectory() as folder:
        path = Path(folder) / "field.trf"
        path.write_text(trf, "ascii")
        return DutchEngine.generate_pairings(TrfParser.parse(path))


def _as_trf(state: StageState) -> str:
    """Write a field down as chess does; who has had white less often has it.

    Source: FIDE Handbook C.04 Annex 2, "Tournament Report File format".
    """
    whites, results = Counter[int](), {one.number: "" for one in state.entrants}
    wins = tallies.count(state).wins
    for one in sorted(state.outcomes, key=lambda each: each.round):
        if one.two is None:
            results[one.one] += "  0000 - U"
            continue
        white, black = sorted((one.one, one.two), key=lambda each: whites[each])
        whites[white] += 1
        whites[black] -= 1
        results[white] += f"  {black:4} w {int(one.winner == white)}"
        results[black] += f"  {white:4} b {int(one.winner == black)}"
    lines = ["012 Invented", f"XXR {state.rounds}", "XXC white1"]
    lines += [
        f"001 {number:4}      {f'Player {number}':33} {3000 - number % 2000:4}"
        f"{'':28}{float(wins[number]):4.1f} {number:4}{results[number]}"
        for number in sorted(wins)
    ]
    return "\n".join((*lines, ""))


def _milliseconds(act: Callable[[], object]) -> float:
    start = process_time()
    act()
    return (process_time() - start) * 1000


def _line(what: str, ours: float, peer: float, *, goal: float) -> None:
    ratio = ours / peer
    print(
        f"{what:35} {ours:8.3f} {peer:9.3f}  {ratio:6.3f}  "
        f"goal {goal} {_verdict(ratio <= goal)}"
    )


def _compared(what: str, ours: float, peer: float) -> None:
    print(f"{what:35} {ours:8.3f} {peer:9.3f}  {ours / peer:9.6f}")


def _verdict(met: bool) -> str:
    return "met" if met else "MISSED"


if __name__ == "__main__":
    run()
