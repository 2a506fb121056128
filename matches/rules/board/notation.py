"""The notation of plays: 8/5 6/5, bar/22*, 24/20*/16, 13/11(2), 6/off.

Source: the text files of eXtreme Gammon, GNU Backgammon and other programs; with a
hyphen, Danish federation, "Lektion 0: Reglerne i backgammon" (2023), "Flyt af brikker".
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from matches.rules.board.plays import Board, Play, Step, is_blot, moved
from matches.rules.board.position import BAR, OFF, Dice, Position
from matches.rules.refusals import Refusal, RuleError

Move: TypeAlias = tuple[int, int]
"""From and to, as the mover counts (`BAR` 25, `OFF` 0), maybe with stops between."""

_Stop: TypeAlias = tuple[int, bool]
_Chain: TypeAlias = list[_Stop]
_LONGEST: Final = 200
_REMEMBERED: Final = 4096
_PLACE: Final = r"(?:bar|off|25|2[0-4]|1[0-9]|[0-9])"
_MOVE: Final = re.compile(
    rf"({_PLACE}[/-]{_PLACE}(?:\*?[/-]{_PLACE})*)(\*)?(?:\(([1-4])\))?(\*)?(?=[\s,;]|$)",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"[\s,;]*")
_WORDS: Final = {"bar": BAR, "off": OFF}
_NAMES: Final = {BAR: "bar", OFF: "off"}


class UnreadablePlayError(RuleError):
    """The text is not a play."""


UNREADABLE_PLAY = Refusal(
    "play.unreadable_play",
    # Translators: bar and off are written in English, as in all match files.
    "Cannot read “%(text)s” as a play. Write from/to for each checker, for example "
    "13/8 6/5, with bar and off where needed.",
    UnreadablePlayError,
)


@lru_cache(maxsize=_REMEMBERED)
def parse_play(text: str) -> tuple[Move, ...]:
    """Return the moves of a text, in its order; "(2)" gives a move twice.

    A named stop ends one move and begins the next. Marks of hits are ignored; for them
    see `marked_hits`. Raises UnreadablePlayError.
    """
    return tuple(
        move
        for places, repeats in _written(text)
        for _ in range(repeats)
        for move in pairwise(place for place, _ in places)
    )


@lru_cache(maxsize=_REMEMBERED)
def marked_hits(text: str) -> frozenset[int]:
    """Return the points where a text marks a hit. Raises UnreadablePlayError."""
    return frozenset(
        place for places, _ in _written(text) for place, is_hit in places if is_hit
    )


def format_play(
    play: Play | Iterable[Step], position: Position, *, dice: Dice | None = None
) -> str:
    """Return the notation of a play, the farthest checker first.

    `position` is the one before the play. Several steps of one checker are one move,
    with a stop only where it hits. With `dice`, a stop is also written where one die
    alone could bear the checker off, because the other die would then seem unplayed:
    with 6-1 the play is 6/5/off. The text of an empty play is empty.
    """
    steps = play.steps if isinstance(play, Play) else tuple(play)
    alike: dict[tuple[int, int], list[_Chain]] = {}
    for chain in _chains(steps, position):
        alike.setdefault((chain[0][0], chain[-1][0]), []).append(chain)
    largest = max(dice) if dice else OFF
    return " ".join(
        _text(alike[ends], names_stops=ends[1] == OFF and ends[0] <= largest)
        for ends in sorted(alike, reverse=True)
    )


def format_moves(moves: Iterable[Move]) -> str:
    return " ".join(f"{_name(source)}/{_name(target)}" for source, target in moves)


def _name(place: int) -> str:
    return _NAMES.get(place, str(place))


def _written(text: str) -> list[tuple[_Chain, int]]:
    found: list[tuple[_Chain, int]] = []
    at = _after_blanks(text, 0)
    while at < len(text):
        match = _MOVE.match(text, at)
        if match is None or len(text) > _LONGEST:
            raise UNREADABLE_PLAY(text=text[:_LONGEST])
        places, hits, repeats, hits_behind = match.groups()
        chain = [_stop(place) for place in re.split("[/-]", places)]
        if hits or hits_behind:
            chain[-1] = (chain[-1][0], True)
        goes_on_from_off = any(place == OFF for place, _ in chain[:-1])
        if goes_on_from_off or any(place == BAR for place, _ in chain[1:]):
            raise UNREADABLE_PLAY(text=text)
        found.append((chain, int(repeats or 1)))
        at = _after_blanks(text, match.end())
    return found


def _after_blanks(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at


def _stop(written: str) -> _Stop:
    name = written.rstrip("*").lower()
    place = _WORDS[name] if name in _WORDS else int(name)
    return place, written.endswith("*")


def _chains(steps: tuple[Step, ...], position: Position) -> list[_Chain]:
    """Of two checkers on one point, the one that has not hit continues."""
    chains: list[_Chain] = []
    board: Board = list(position.points)
    # Begin with the farthest, so that the first step of a checker comes before its
    # second.
    for source, target in sorted(steps, reverse=True):
        stop = (target, is_blot(board, target))
        board = moved(board, source, target)
        going_on = [chain for chain in chains if chain[-1][0] == source]
        if going_on:
            min(going_on, key=lambda chain: chain[-1][1]).append(stop)
            continue
        chains.append([(source, False), stop])
    return chains


def _text(alike: list[_Chain], *, names_stops: bool) -> str:
    """Return the text of equal chains, with the stops where one of them hits."""
    chain = [
        (stops[0][0], any(hit for _, hit in stops))
        for stops in zip(*alike, strict=True)
    ]
    ends = {0, len(chain) - 1}
    text = "/".join(
        _name(place) + "*" * is_hit
        for index, (place, is_hit) in enumerate(chain)
        if is_hit or names_stops or index in ends
    )
    return f"{text}({len(alike)})" if len(alike) > 1 else text
