"""Match files beside gammonview: read, and replayed with every play checked.

All matches are invented (`benchmarks.invented`), and both sides have read the same.
"""

import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from gvformat.game_reconstructor import find_crawford_game_index, reconstruct_decisions
from gvformat.mat_parser import parse_mat_file

from benchmarks.invented import LENGTH, NAMES, matches_of
from benchmarks.measure import Line, Row, at, medians
from matches.transcripts import judge, read

BYTES: Final = at(500_000, smallest=8_000)


def run() -> Iterator[Line]:
    invented = list(matches_of(BYTES))
    matches = [match for match in invented if _are_read_alike(match)]
    yield (
        f"Match files: {len(matches)} invented matches to {LENGTH} "
        "(MB in a second of CPU time; gammonview 3.1.0, pure Python too)"
    )
    ours, peer = _megabytes(matches, read, _parsed)
    yield Row(goal="M1", what="read / parsed", ours=ours, peer=peer, least=1)
    ours, peer = _megabytes(
        matches, lambda content: judge(read(content)), _reconstructed
    )
    what = "replayed, every play judged / moved unchecked"
    yield Row(goal="M1", what=what, ours=ours, peer=peer, least=1)


def _megabytes(
    matches: Sequence[bytes], *acts: Callable[[bytes], object]
) -> list[float]:
    size = sum(map(len, matches)) / 1e6
    taken = medians(*(partial(_all, act, matches) for act in acts), repeats=5)
    return [size / (milliseconds / 1000) for milliseconds in taken]


def _all(act: Callable[[bytes], object], matches: Sequence[bytes]) -> None:
    """Do it with nothing remembered from the time before."""
    for name, module in list(sys.modules.items()):
        if name.startswith("matches."):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
    for match in matches:
        act(match)


def _are_read_alike(match: bytes) -> bool:
    """Return whether both find as many acts in each game: the peer overlooks some."""
    return [len(game["player_actions"]) for game in _parsed(match)["games"]] == [
        len(game.acts) + (game.winner is not None) for game in read(match).games
    ]


def _parsed(content: bytes) -> dict[str, Any]:
    found: dict[str, Any] = parse_mat_file(content.decode(errors="replace"))
    return found


def _reconstructed(content: bytes) -> list[dict[str, Any]]:
    match = _parsed(content)
    games, length = match["games"], match["match_length"]
    crawford = find_crawford_game_index(games, length, match["crawford_rule"])
    return [
        reconstruct_decisions(game, length, *NAMES, is_crawford=index == crawford)
        for index, game in enumerate(games)
    ]
