"""Swiss rounds against exact matching on the complete graph, the same fields for both.

Ours is timed from the state to the drawn round; the peers get the edges ready made and
are timed from there, building of their graph included.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from statistics import median
from time import process_time

import networkx as nx
import rustworkx as rx

from tests.simulate import play
from tournaments.engine import StageState, draw
from tournaments.engine import tally as tallies

SIZES = (*range(8, 66), 96, 97, 128, 129, 192, 193, 255, 256)
LARGEST_FOR_NETWORKX = 33
ROUNDS = 9
FIELDS = 40
HARDEST = 8
LATE = 11
REPEATS = 21

Edges = list[tuple[int, int, int]]
Matching = set[tuple[int, int]]
Criteria = tuple[int, ...]

REMATCH, SECOND_BYE, HIGHER_BYE, DISTANCE = 10**15, 10**13, 10**11, 4096


def run() -> None:
    print("Swiss pairing (CPU ms; ours from the state, peers from ready edges)")
    for state in _states(8, seed=0):
        draw(state, "warm")
    _same_optimum()
    _times_at_256()
    _hardest()
    _growth()


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
        fields = [[*_states(256, seed=seed)][number - 1] for seed in range(FIELDS)]
        ours, peers = _times(fields)
        what = f"P2 N=256 round {number}"
        _line(f"{what}, median", median(ours), median(peers), goal=0.1)
        _line(f"{what}, worst of {FIELDS}", *_worst(ours, peers), goal=2)
        slow = _milliseconds(partial(_by_networkx, _edges(fields[0])))
        _line(f"   N=256 round {number}, networkx", median(ours), slow, goal=0.1)


def _hardest() -> None:
    """P2: the fields of a late round that took us longest, those that need matching."""
    fields = [
        [*_states(size, seed=seed, rounds=LATE)][-1]
        for size in (255, 256)
        for seed in range(FIELDS)
    ]
    fields.sort(key=lambda state: _milliseconds(partial(_drawn, state)))
    ours, peers = _times(fields[-HARDEST:])
    what = f"P2 N=256 round {LATE}, worst of hard {HARDEST}"
    _line(what, *_worst(ours, peers), goal=2)


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
    """P6: time for four times the entrants, the two sizes taking turns."""
    small, large = ([*_states(size, seed=1, rounds=7)][-1] for size in (1024, 4096))
    times = [
        (_milliseconds(partial(_drawn, large)), _milliseconds(partial(_drawn, small)))
        for _ in range(REPEATS)
    ]
    ours, peer = (median(taken) for taken in zip(*times, strict=True))
    _line("P6 N=4096 against N=1024, round 7", ours, peer, goal=6)


def _states(size: int, *, seed: int, rounds: int = ROUNDS) -> Iterator[StageState]:
    """Yield the field before each round of a tournament."""
    for state, _ in play("swiss", size, rounds, seed=seed).rounds:
        yield state


def _drawn(state: StageState) -> Matching:
    pairings = draw(state, "bench").pairings
    return {(one.one, one.two or 0) for one in pairings}


def _edges(state: StageState) -> Edges:
    """Return all pairs with the costs of the engine and a random last term.

    Node 0 is the bye of an odd field.
    """
    tally, random = tallies.count(state), Random(1)
    numbers = sorted(tally.wins)
    edges = [
        (
            one,
            two,
            REMATCH * tally.meetings(one, two)
            + DISTANCE * (tally.wins[one] - tally.wins[two]) ** 2
            + random.randrange(64),
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
    """Return rematches, earlier byes, wins with the bye, squared differences."""
    tally = tallies.count(state)
    pairs = [pair for pair in matching if 0 not in pair]
    byes = [max(pair) for pair in matching if 0 in pair]
    return (
        sum(tally.meetings(one, two) for one, two in pairs),
        sum(tally.byes[one] for one in byes),
        sum(tally.wins[one] for one in byes),
        sum((tally.wins[one] - tally.wins[two]) ** 2 for one, two in pairs),
    )


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


def _verdict(met: bool) -> str:
    return "met" if met else "MISSED"


if __name__ == "__main__":
    run()
