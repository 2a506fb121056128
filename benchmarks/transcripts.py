"""Match files beside gammonview: reading them, replaying them, and what the dice allow.

All matches are invented: random, legal play, made by our own rules from a fixed seed
and written as GNU Backgammon writes, which both sides read. Nobody is timed before both
have come to the same.
"""

import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

from gvformat.game_reconstructor import find_crawford_game_index, reconstruct_decisions
from gvformat.legality import is_play_legal
from gvformat.legality import legal_plays as peer_legal_plays
from gvformat.mat_parser import parse_mat_file

from benchmarks.measure import Line, Row, cpu_milliseconds, note
from matches.rules import Score, Side
from matches.rules.board import (
    BAR,
    HOME,
    OFF,
    START,
    Dice,
    Play,
    Position,
    judge_play,
    legal_plays,
    verdict,
)
from matches.transcripts import (
    Act,
    ActKind,
    Format,
    Judged,
    Transcript,
    WrittenGame,
    judge,
    read,
    write_mat,
)

SEED: Final = "4HPwATDgc/ABMA"
MEGABYTES: Final = 2
LENGTH: Final = 7
NAMES: Final = ("Iris Holm", "Tor Vik")
REPEATS: Final = 9
ROLLS_EACH: Final = 400
CHECKED_MATCHES: Final = 12
DECODED, REPLAYED = 10, 5
"""Megabytes a second that are good: with moves decoded, and with each play checked."""

_DOUBLES_PERCENT: Final = 3
_TAKES_PERCENT: Final = 70
_TRIED: Final = 4
_DICE: Final = [(one, two) for one in range(1, 7) for two in range(1, 7)]

Roll: TypeAlias = tuple[Position, Dice]
Halves: TypeAlias = tuple[list[int], list[int]]
"""The checkers of both, as the peer takes them: each by the mover's points."""


def run() -> Iterator[Line]:
    matches = list(_matches(Random(SEED)))
    megabytes = sum(map(len, matches)) / 1e6
    games = sum(match.count(b" Game ") for match in matches)
    yield (
        f"Match files: {len(matches)} invented matches to {LENGTH}, {games} games, "
        f"{megabytes:.1f} MB of .mat (MB/s of CPU time; nothing is remembered from one "
        "repeat to the next; gammonview 3.1.0, pure Python too)"
    )
    yield from _reading(matches, megabytes)
    yield from _replaying(matches, megabytes)
    yield ""
    yield from _rules(matches)


# Matches -------------------------------------------------------------------


@dataclass(slots=True)
class _Table:
    """A match while it is played, and what is written of it."""

    random: Random
    score: Score = field(default_factory=lambda: Score(0, 0))
    games: list[WrittenGame] = field(default_factory=list)
    crawford_played: bool = False

    def play(self) -> Transcript:
        while max(self.score.one, self.score.two) < LENGTH:
            self._game()
        return Transcript(
            format=Format.MAT, length=LENGTH, names=NAMES, games=tuple(self.games)
        )

    def _game(self) -> None:
        at_match_point = LENGTH - 1 in (self.score.one, self.score.two)
        is_crawford = at_match_point and not self.crawford_played
        self.crawford_played |= is_crawford
        acts, winner, points = _game(self.random, may_double=not is_crawford)
        after = self.score.plus(winner, points)
        self.games.append(
            WrittenGame(
                number=len(self.games) + 1,
                names=NAMES,
                before=self.score,
                acts=tuple(acts),
                winner=winner,
                stated=points,
                ends_match=after.of(winner) >= LENGTH,
            )
        )
        self.score = after


def _matches(random: Random) -> Iterator[bytes]:
    size = 0
    while size < MEGABYTES * 1e6:
        written = write_mat(_Table(random).play()).encode()
        size += len(written)
        yield written


def _game(random: Random, *, may_double: bool) -> tuple[list[Act], Side, int]:
    """Play a game; return its acts, who won, and the points."""
    acts: list[Act] = []
    position, side, cube, owner = START, random.choice([*Side]), 1, None
    dice = random.choice([each for each in _DICE if each[0] != each[1]])
    while True:
        plays = legal_plays(position, dice)
        if plays:
            play = _choose(random, plays)
            moves = tuple(sorted(play.steps, reverse=True))
            acts.append(Act(side, ActKind.ROLL, dice, moves))
            position = play.after
        else:
            acts.append(Act(side, ActKind.ROLL, dice))
        if over := verdict(position):
            return acts, side, cube * over.kind.multiplier
        position, side = position.turned, side.other
        if may_double and owner is not side.other and _happens(random, _DOUBLES_PERCENT):
            acts.append(Act(side, ActKind.DOUBLE, value=cube * 2))
            if not _happens(random, _TAKES_PERCENT):
                acts.append(Act(side.other, ActKind.DROP))
                return acts, side, cube
            acts.append(Act(side.other, ActKind.TAKE))
            cube, owner = cube * 2, side.other
        dice = random.choice(_DICE)


def _happens(random: Random, percent: int) -> bool:
    return random.randrange(100) < percent


def _choose(random: Random, plays: Sequence[Play]) -> Play:
    """Return a play that leaves few blots: games end in as many rolls as real ones."""
    tried = random.sample(plays, min(_TRIED, len(plays)))
    return min(tried, key=lambda play: play.after.points.count(1))


# Reading and replaying -----------------------------------------------------


def _reading(matches: Sequence[bytes], megabytes: float) -> Iterator[Line]:
    ours, peers = [read(each) for each in matches], [_parsed(each) for each in matches]
    for mine, other in zip(ours, peers, strict=True):
        assert _acts(mine) == [len(game["player_actions"]) for game in other["games"]]
    taken = _rates(
        megabytes,
        lambda: [read(each) for each in matches],
        lambda: [_parsed(each) for each in matches],
        lambda: [each.decode().split("\n") for each in matches],
    )
    mine, other, split = taken
    yield Row(goal="M1", what="read, no replay", ours=mine, peer=split, least=1 / 120)
    yield Row(goal="M2", what="read, no replay", ours=mine, peer=other, least=1)
    yield Row(what="read, no replay / good", ours=mine, peer=DECODED)


def _parsed(content: bytes) -> dict[str, Any]:
    found: dict[str, Any] = parse_mat_file(content.decode())
    return found


def _acts(transcript: Transcript) -> list[int]:
    """Count the acts of each game, with its result, as the peer does."""
    return [len(game.acts) + (game.winner is not None) for game in transcript.games]
