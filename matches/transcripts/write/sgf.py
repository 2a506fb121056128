"""Writes a match in Smart Game Format, as GNU Backgammon does.

Side ONE is White, side TWO is Black; one tree is one game.

Sources: as for `matches.transcripts.read.sgf`.
"""

import re
from collections.abc import Iterator
from typing import Final

from matches.rules import Side
from matches.rules.board import BAR, OFF, START, Move, Position
from matches.transcripts.read.sgf import TAGS
from matches.transcripts.read.sgf_game import STARTS
from matches.transcripts.record import Action, ActKind, Transcript, WrittenGame
from matches.transcripts.sgf_tree import escaped
from matches.transcripts.write.mat import one_line, plain_name

_COLOURS: Final = {Side.ONE: "W", Side.TWO: "B"}
_LETTERS: Final = "abcdefghijklmnopqrstuvwx"
_BAR: Final = "y"
_OFF: Final = "z"
_MOST_MOVES: Final = 4
_DATE: Final = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")
_DASHES: Final = r"\1-\2-\3"
_WORDS: Final = {
    ActKind.DOUBLE: "double",
    ActKind.BEAVER: "double",
    ActKind.TAKE: "take",
    ActKind.DROP: "drop",
}
_GIVEN_UP: Final = (ActKind.RESIGN, ActKind.TIMEOUT)
_ANSWERS: Final = (ActKind.TAKE, ActKind.DROP, ActKind.BEAVER)
_REMARKS: Final = ("Comment", "Remark")


def write_sgf(transcript: Transcript) -> str:
    """Return the match as an SGF file.

    Moves are written as they are; `matches.transcripts.write.mat.with_steps` makes
    single steps of them, as other programs expect.
    """
    named = set(map(id, _crawford_games(transcript)))
    return "\n".join(
        f"({_root(transcript, game, is_crawford=id(game) in named, is_first=not index)}"
        f"{''.join(_nodes(game))})"
        for index, game in enumerate(transcript.games)
    ) + "\n" * bool(transcript.games)


def _crawford_games(transcript: Transcript) -> list[WrittenGame]:
    """Return the Crawford games by the file, else the first game at match point.

    There are several if one was void and played again.
    """
    named = [game for game in transcript.games if game.crawford]
    length = transcript.length
    if named or length <= 1 or transcript.crawford is False:
        return named
    return [
        game
        for game in transcript.games
        if game.crawford is None and length - 1 in (game.before.one, game.before.two)
    ][:1]


def _root(
    transcript: Transcript, game: WrittenGame, *, is_crawford: bool, is_first: bool
) -> str:
    score = game.before
    parts = [
        ";FF[4]GM[6]CA[UTF-8]AP[Crawford]",
        f"MI[length:{transcript.length}][game:{game.number - 1}]",
        f"[ws:{score.one}][bs:{score.two}]",
        f"PW[{escaped(plain_name(game.names[0], instead='Player 1'))}]",
        f"PB[{escaped(plain_name(game.names[1], instead='Player 2'))}]",
    ]
    if is_first:
        parts += _info(transcript)
    rules = ":".join(_rules(transcript, game, is_crawford=is_crawford))
    parts.append(f"RU[{rules}]" if rules else "")
    parts.append(f"CV[{game.cube}]" if game.cube > 1 else "")
    if game.winner is not None and game.stated is not None:
        given_up = game.resigned or any(act.kind in _GIVEN_UP for act in game.acts)
        parts.append(
            f"RE[{_COLOURS[game.winner]}+{game.stated}{'R' if given_up else ''}]"
        )
    return "".join(parts)


def _info(transcript: Transcript) -> Iterator[str]:
    for name, tag in TAGS:
        if not tag.startswith(_REMARKS) and (value := _text(transcript.tag(tag))):
            yield f"{name}[{_DATE.sub(_DASHES, value)}]"
    remarks = [value for key, value in transcript.tags if key.startswith(_REMARKS)]
    if remarks:
        yield f"GC[{_text('; '.join(remarks))}]"


def _rules(
    transcript: Transcript, game: WrittenGame, *, is_crawford: bool
) -> Iterator[str]:
    if transcript.tag("CubeLimit") == "1":
        yield "NoCube"
    if transcript.length > 1 and transcript.crawford is not False:
        yield "Crawford"
    if is_crawford:
        yield "CrawfordGame"
    if transcript.jacoby:
        yield "Jacoby"
    yield from (name for name, start in STARTS.items() if start == game.start)


def _nodes(game: WrittenGame) -> Iterator[str]:
    if game.start != START and game.start not in STARTS.values():
        first = game.acts[0].side if game.acts else Side.ONE
        start = game.start if first is Side.ONE else game.start.turned
        yield from _setup(Action(first, ActKind.SETUP, position=start))
    last: Action | None = None
    for act in game.acts:
        if last and last.kind is ActKind.BEAVER and act.kind not in _ANSWERS:
            yield f"\n;{_COLOURS[last.side.other]}[take]"
        yield from _act(act)
        last = act


def _act(act: Action) -> Iterator[str]:
    if act.kind is ActKind.SETUP:
        yield from _setup(act)
        return
    colour = _COLOURS[act.side]
    if act.kind in _WORDS:
        yield f"\n;{colour}[{_WORDS[act.kind]}]"
        return
    if act.dice is None:
        return
    moves = "".join(_move(act.side, move) for move in (act.moves or ())[:_MOST_MOVES])
    yield f"\n;{colour}[{act.dice[0]}{act.dice[1]}{moves}]"


def _move(side: Side, move: Move) -> str:
    source, target = move
    return (_BAR if source == BAR else _letter(side, source)) + (
        _OFF if target == OFF else _letter(side, target)
    )


def _letter(side: Side, place: int) -> str:
    return _LETTERS[(place if side is Side.ONE else BAR - place) - 1]


def _setup(act: Action) -> Iterator[str]:
    colour = _COLOURS[act.side]
    if act.position is not None:
        yield f"\n;PL[{colour}]{_board(act.side, act.position)}"
    if act.value:
        owner = "c" if act.owner is None else _COLOURS[act.owner].lower()
        yield f"\n;CV[{act.value}]\n;CP[{owner}]"
    if act.dice:
        yield f"\n;PL[{colour}]DI[{act.dice[0]}{act.dice[1]}]"


def _board(side: Side, position: Position) -> str:
    points = (position if side is Side.ONE else position.turned).points
    white, black = [*points], [-count for count in points]
    black[BAR] = black[OFF]
    places = [*range(1, BAR + 1)]
    letters = _LETTERS + _BAR
    found = ["AE[a:y]"]
    for name, checkers in (("AW", white), ("AB", black)):
        stacked = "".join(
            f"[{letters[place - 1]}]" * max(checkers[place], 0) for place in places
        )
        found.append(f"{name}{stacked}" if stacked else "")
    return "".join(found)


def _text(text: str) -> str:
    return escaped(one_line(text))
