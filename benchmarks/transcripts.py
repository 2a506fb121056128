"""Match files beside gammonview: reading them, replaying them, and what the dice allow.

All matches are invented: `benchmarks.invented`. Nobody is timed before both sides have
come to the same.
"""

import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from gvformat.game_reconstructor import find_crawford_game_index, reconstruct_decisions
from gvformat.legality import is_play_legal
from gvformat.legality import legal_plays as peer_plays
from gvformat.mat_parser import parse_mat_file

from benchmarks.invented import LENGTH, NAMES, matches_of
from benchmarks.measure import Line, Row, at, cpu_milliseconds, note
from matches.rules import Side
from matches.rules.board import (
    BAR,
    HOME,
    OFF,
    Dice,
    IllegalPlayError,
    Move,
    Points,
    Position,
    judge_play,
    legal_plays,
)
from matches.rules.refusals import RuleError
from matches.transcripts import ActKind, JudgedFile, frames, judge, read
from tests.matches.transcripts.mutations import collected_files

BYTES: Final = at(2_000_000, smallest=8_000)
READING: Final = 120
REPLAYING: Final = 240
"""What part of the speed of splitting lines is good: with moves decoded, with all plays
checked. They were 10 and 5 MB/s where splitting made 1,200.
"""
REPEATS: Final = at(9, smallest=1)
CHECKED_MATCHES: Final = at(8, smallest=1)
ROLLS_EACH: Final = at(200, smallest=2)
KINDS: Final = ("opening", "middle game", "a double", "from the bar", "bearing off")
OPENING_PIPS: Final = 140

Rolled: TypeAlias = tuple[Position, Dice, tuple[Move, ...]]
"""A roll and what was played with it."""

Halves: TypeAlias = tuple[list[int], list[int]]
"""The checkers of both as the peer takes them: each point as the mover counts."""


def run() -> Iterator[Line]:
    invented = list(matches_of(BYTES))
    matches = [match for match in invented if _are_read_alike(match)]
    games = sum(match.count(b" Game ") for match in matches)
    yield (
        f"Match files: {len(matches)} invented matches to {LENGTH} with {games} games "
        "(MB of .mat in a second of CPU time; gammonview 3.1.0, pure Python too)"
    )
    yield note(
        f"left out: {len(invented) - len(matches)} matches in which the peer overlooks "
        "a double behind a long play"
    )
    yield from _reading(matches)
    yield from _replaying(matches)
    yield ""
    yield from _rules(matches)


def _rates(amount: float, *acts: Callable[[], object]) -> list[float]:
    """Return how much of it each act does in a second."""
    taken = cpu_milliseconds(*(partial(_afresh, act) for act in acts), repeats=REPEATS)
    return [amount / (milliseconds / 1000) for milliseconds in taken]


def _afresh(act: Callable[[], object]) -> None:
    """Do it with nothing remembered from the time before."""
    for name, module in list(sys.modules.items()):
        if name.startswith("matches."):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
    act()


def _all(act: Callable[[bytes], object], matches: Sequence[bytes]) -> None:
    for match in matches:
        act(match)


def _megabytes(
    matches: Sequence[bytes], *acts: Callable[[bytes], object]
) -> list[float]:
    size = sum(map(len, matches)) / 1e6
    return _rates(size, *(partial(_all, act, matches) for act in acts))


# Reading and replaying -----------------------------------------------------


def _reading(matches: Sequence[bytes]) -> Iterator[Line]:
    ours, peer, lines = _megabytes(matches, read, _parsed, _split)
    yield Row(goal="M1", what="read / parse", ours=ours, peer=peer, least=1)
    yield _by_the_floor("M2", "read", ours, floor=lines / READING)
    if collected := [each for each in collected_files() if _are_read_alike(each)]:
        ours, peer = _megabytes(collected, read, _parsed)
        what = f"read {len(collected)} collected files / parse"
        yield Row(what=what, ours=ours, peer=peer)
    yield note(
        "parse: parse_mat_file, which leaves a play a text; ours makes moves of it. "
        f"The floor: to split the files into lines, {lines:.0f} MB/s; its parts are a "
        f"{READING}th and a {REPLAYING}th"
    )


def _are_read_alike(match: bytes) -> bool:
    """Whether both find as many acts in every game, its result among them."""
    try:
        ours = read(match)
    except RuleError:
        return False
    games = _parsed(match)["games"]
    return [len(game["player_actions"]) for game in games] == [
        len(game.acts) + (game.winner is not None) for game in ours.games
    ]


def _replaying(matches: Sequence[bytes]) -> Iterator[Line]:
    for match in matches:
        mine = _judged(match)
        assert not mine.doubts
        assert _ends(mine) == list(map(_peer_end, _followed(match)))
    ours, peer, lines = _megabytes(matches, _judged, _followed, _split)
    yield Row(goal="M3", what="replay / follow", ours=ours, peer=peer, least=1)
    yield _by_the_floor("M4", "replay", ours, floor=lines / REPLAYING)
    few = matches[:CHECKED_MATCHES]
    ours, peer = _megabytes(few, _judged, _checked)
    yield Row(goal="M5", what="replay / check", ours=ours, peer=peer, least=1)
    yield note(
        "replay: ours reads, checks every play and settles the result of every game. "
        "Follow: parse_mat_file and reconstruct_decisions, which moves checkers and "
        "does not ask whether they may. Check: is_play_legal for each play besides, on "
        f"{len(few)} of the matches"
    )


def _by_the_floor(goal: str, what: str, ours: float, *, floor: float) -> Row:
    return Row(
        goal=goal, what=f"{what} / part of the floor", ours=ours, peer=floor, least=1
    )


def _parsed(content: bytes) -> dict[str, Any]:
    found: dict[str, Any] = parse_mat_file(content.decode(errors="replace"))
    return found


def _split(content: bytes) -> list[str]:
    return content.decode().split("\n")


def _judged(content: bytes) -> JudgedFile:
    return judge(read(content))


def _followed(content: bytes) -> list[dict[str, Any]]:
    """Replay all games of a match the peer's way."""
    match = _parsed(content)
    games, length = match["games"], match["match_length"]
    crawford = find_crawford_game_index(games, length, match["crawford_rule"])
    return [
        reconstruct_decisions(game, length, *NAMES, is_crawford=index == crawford)
        for index, game in enumerate(games)
    ]


def _checked(content: bytes) -> None:
    for game in _followed(content):
        for each in _plays(game):
            assert is_play_legal(
                *_halves(each["board"]), *each["dice"], _moves(each["notation"])
            )


def _plays(game: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in game["decisions"] if each["kind"] == "checker"]


def _moves(notation: str) -> list[tuple[int, int]]:
    written = (move.rstrip("*").split("/") for move in notation.split())
    return [(int(source), int(target)) for source, target in written]


def _halves(board: Sequence[int]) -> Halves:
    mine = [max(0, count) for count in board]
    other = [max(0, -count) for count in board]
    # Both count each bar, of which only the mover's decides anything, at its own end.
    mine[OFF] = other[OFF] = other[BAR] = 0
    return mine, other


def _ends(judged: JudgedFile) -> list[tuple[Points, Side | None, int]]:
    """Return the last board of each game, seen by player 1, who won, and the points."""
    return [(game.position.points, game.winner, game.points) for game in judged.games]


def _peer_end(game: dict[str, Any]) -> tuple[Points, Side, int]:
    last, result = _plays(game)[-1], game["game_result"]
    board = [-last["board_played"][OFF], *last["board_played"][1:]]
    if not last["is_p1"]:
        board = [-count for count in reversed(board)]
    return tuple(board), Side(1 + NAMES.index(result["winner"])), result["points"]


# What the dice allow -------------------------------------------------------


def _rules(matches: Sequence[bytes]) -> Iterator[Line]:
    yield (
        f"What the dice allow: {ROLLS_EACH} rolls of each kind from these matches "
        "(thousands of rolls in a second of CPU time)"
    )
    rolls: dict[str, list[Rolled]] = {kind: [] for kind in KINDS}
    for rolled in (rolled for match in matches for rolled in _rolls(_judged(match))):
        rolls[_kind(*rolled[:2])].append(rolled)
        if all(len(some) >= ROLLS_EACH for some in rolls.values()):
            break
    chosen = {kind: some[:ROLLS_EACH] for kind, some in rolls.items()}
    for kind, some in chosen.items():
        yield _generating(kind, some)
    yield _checking([rolled for some in chosen.values() for rolled in some])
    yield note(
        "generate: legal_plays of both; ours gives one play for each position that can "
        "be reached, the peer each way to it, and the positions are the same. Check: "
        "is_play_legal, for the plays that were made; it asks only where the checkers "
        "end. Ours asks for every step, and would name the rule that is broken"
    )


def _rolls(judged: JudgedFile) -> Iterator[Rolled]:
    for frame in (frame for game in judged.games for frame in frames(game)):
        if frame.act.kind is ActKind.ROLL:
            assert frame.act.dice
            yield frame.situation.position, frame.act.dice, frame.act.moves or ()


def _kind(position: Position, dice: Dice) -> str:
    if position.points[BAR]:
        return "from the bar"
    if max(position.points[HOME[-1] + 1 :]) <= 0:
        return "bearing off"
    if dice[0] == dice[1]:
        return "a double"
    return "opening" if position.pips > OPENING_PIPS else "middle game"


def _generating(kind: str, rolls: Sequence[Rolled]) -> Row:
    asked = [(*_halves(position.points), *dice) for position, dice, _ in rolls]
    for (position, dice, _), (mine, other, *_dice) in zip(rolls, asked, strict=True):
        found = {_halved(play.after) for play in legal_plays(position, dice)}
        assert len(found) == len(legal_plays(position, dice))
        plays, _most = peer_plays(mine, other, *dice)
        assert found == {_after(mine, other, play) for play in plays}
    ours, peer = _rates(
        len(rolls) / 1000,
        lambda: [legal_plays(position, dice) for position, dice, _ in rolls],
        lambda: [peer_plays(*each) for each in asked],
    )
    what = f"{kind}: generate / generate"
    return Row(goal="M6", what=what, ours=ours, peer=peer, least=1)


def _checking(rolls: Sequence[Rolled]) -> Row:
    asked = [(*_halves(position.points), *dice) for position, dice, _ in rolls]
    # The next roll's play is hardly ever one that this roll allows.
    swapped = [rolled[2] for rolled in (*rolls[1:], rolls[0])]
    for (position, dice, moves), other, wrong in zip(
        rolls, asked, swapped, strict=True
    ):
        assert _allowed(position, dice, moves)
        assert is_play_legal(*other, moves)
        assert is_play_legal(*other, wrong) or not _allowed(position, dice, wrong)
    ours, peer = _rates(
        len(rolls) / 1000,
        lambda: [judge_play(*rolled) for rolled in rolls],
        lambda: [
            is_play_legal(*other, moves)
            for other, (_position, _dice, moves) in zip(asked, rolls, strict=True)
        ],
    )
    return Row(goal="M7", what="check / check", ours=ours, peer=peer, least=1)


def _allowed(position: Position, dice: Dice, moves: Sequence[Move]) -> bool:
    try:
        judge_play(position, dice, moves)
    except IllegalPlayError:
        return False
    return True


def _halved(position: Position) -> tuple[tuple[int, ...], ...]:
    mine, other = _halves(position.points)
    return tuple(mine), tuple(other)


def _after(
    mine: Sequence[int], other: Sequence[int], play: Sequence[Move]
) -> tuple[tuple[int, ...], ...]:
    """Return the board after a play of the peer's, which are pairs in any order."""
    moved, hit = list(mine), list(other)
    for source, target in play:
        moved[source] -= 1
        if target != OFF:
            moved[target] += 1
            hit[target] = 0
    return tuple(moved), tuple(hit)
