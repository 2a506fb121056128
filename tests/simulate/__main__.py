"""Plays many tournaments of every kind and prints a table of what was wrong.

`python -m tests.simulate TOURNAMENTS [--seed FIRST] [--only WORD] [--minutes MOST]`:
so many in all, every kind as often as any other; those with 0 to 64 entrants in turn,
and every twelfth is a larger one.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.simulate.brackets import CUPS, Cup, play_cup
from tests.simulate.chains import CHAINS, Chain, chain_faults_of, play_chain
from tests.simulate.checks import faults_of, repeated
from tests.simulate.cup_checks import cup_faults_of
from tests.simulate.kinds import KINDS, PROMISED
from tests.simulate.rounds import Kind, play_rounds

SMALL = 65
LARGE_EVERY = 12
SHOWN = 20

Answer = tuple[int, int, list[str]]
"""Rounds drawn, matches, faults."""


def of_rounds(kind: Kind, size: int, seed: int) -> Answer:
    """Play and check a tournament of rounds; one of its draws is drawn again."""
    story = play_rounds(kind, size, seed)
    faults = list(faults_of(story))
    if story.rounds:
        one = story.rounds[seed % len(story.rounds)]
        faults += repeated(one, Random(seed))
    return len(story.rounds), len(story.final.outcomes), faults


def of_a_bracket(cup: Cup, size: int, seed: int) -> Answer:
    """Play and check a bracket; less than two are not drawn."""
    story = play_cup(cup, max(size, 2), seed)
    return 1, len(story.state.outcomes), list(cup_faults_of(story))


def of_a_chain(chain: Chain, size: int, seed: int) -> Answer:
    """Play and check two stages."""
    story = play_chain(chain, size, seed)
    rounds, matches = len(story.first.rounds), len(story.first.final.outcomes)
    if story.final is not None:
        rounds, matches = rounds + 1, matches + len(story.final.state.outcomes)
    return rounds, matches, list(chain_faults_of(story))


EVERYTHING: tuple[tuple[Any, Callable[[Any, int, int], Answer]], ...] = (
    *((kind, of_rounds) for kind in (*KINDS, *PROMISED)),
    *((cup, of_a_bracket) for cup in CUPS),
    *((chain, of_a_chain) for chain in CHAINS),
)


@dataclass(slots=True)
class Line:
    """A line of the table."""

    sizes: list[int] = field(default_factory=list)
    rounds: int = 0
    matches: int = 0
    faults: int = 0
    seconds: float = 0.0


def answer(kind: Any, play: Callable[[Any, int, int], Answer], at: int) -> Answer:
    """Play one tournament; one that breaks off is a fault."""
    try:
        return play(kind, size_of(kind, at), at)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return 0, 0, [f"{error!r} in {last.filename}:{last.lineno}"]


def size_of(kind: Any, at: int) -> int:
    """Return how many play in a tournament: 0 to 64 in turn, sometimes more."""
    if at % LARGE_EVERY == LARGE_EVERY - 1:
        return min(Random(at).choice((100, 127, 128, 200, 256, 333, 512)), kind.most)
    return (at - at // LARGE_EVERY) % SMALL


def main(arguments: list[str]) -> int:
    """Play, print the table and the faults; return 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulate")
    parser.add_argument("tournaments", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--minutes", type=float, default=600)
    wanted = parser.parse_args(arguments)
    chosen = [each for each in EVERYTHING if wanted.only in each[0].name]
    lines = {kind.name: Line() for kind, _ in chosen}
    faults, begun = [], time.monotonic()
    for number in range(wanted.tournaments):
        if time.monotonic() - begun > 60 * wanted.minutes:
            break
        kind, play = chosen[number % len(chosen)]
        at = wanted.seed + number // len(chosen)
        line, started = lines[kind.name], time.perf_counter()
        rounds, matches, found = answer(kind, play, at)
        line.seconds += time.perf_counter() - started
        line.sizes.append(size_of(kind, at))
        line.rounds, line.matches = line.rounds + rounds, line.matches + matches
        line.faults += len(found)
        faults += [f"{kind.name} {size_of(kind, at)} {at}: {each}" for each in found]
    print("\n".join((*table(lines), *faults[:SHOWN])))
    return bool(faults)


def table(lines: dict[str, Line]) -> Iterator[str]:
    heading = ("Tournaments", "Sizes", "Rounds", "Matches", "Faults", "Seconds")
    yield f"{'Format':34}" + "".join(f"{word:>12}" for word in heading)
    everything = Line()
    for name, line in lines.items():
        everything.sizes += line.sizes
        everything.rounds += line.rounds
        everything.matches += line.matches
        everything.faults += line.faults
        everything.seconds += line.seconds
        yield row(name, line)
    yield row("All", everything)


def row(name: str, line: Line) -> str:
    """Return a line of the table as text."""
    sizes = f"{min(line.sizes, default=0)}–{max(line.sizes, default=0)}"
    counts = (line.rounds, line.matches, line.faults)
    numbers = "".join(f"{count:>12,}" for count in counts)
    return f"{name:34}{len(line.sizes):>12,}{sizes:>12}{numbers}{line.seconds:>12.0f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
