"""Reads Smart Game Format as written by GNU Backgammon and similar programs.

Side ONE is White, side TWO is Black. One tree is one game; analysis is ignored.

Sources: "SGF File Format FF[4]" (red-bean.com), "Backgammon (6)"; files written by GNU
Backgammon 1.07.001.
"""

import re
from collections.abc import Iterable
from typing import Final

from matches.rules.refusals import Refusal, RuleError
from matches.transcripts.read.sgf_game import (
    HYPERGAMMON,
    GameReader,
    first_value,
    match_info,
    rule_words,
)
from matches.transcripts.read.text_game import Notes
from matches.transcripts.record import Dialect, FileFormat, Transcript, WrittenGame
from matches.transcripts.sgf_tree import Node, SgfGame, declared_charset, parse

BACKGAMMON: Final = "6"
"""The number of backgammon in the property GM of SGF."""

_UNSAID: Final = "1"
# Numbers of the SGF specification; only games with the same name in every language.
_GAMES: Final = {
    "1": "go",
    "2": "Othello",
    "4": "Gomoku",
    "7": "xiangqi",
    "8": "shogi",
    "11": "Hex",
}
TAGS: Final = (
    ("PC", "Site"),
    ("EV", "Event"),
    ("RO", "Round"),
    ("DT", "EventDate"),
    ("WR", "Player 1 Elo"),
    ("BR", "Player 2 Elo"),
    ("AN", "Transcriber"),
    ("GC", "Comment"),
)
_PROGRAMS: Final = (("GNU Backgammon", Dialect.GNUBG), ("Crawford", Dialect.CRAWFORD))
_DATE: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_VARIATIONS: Final = {"Nackgammon": "NackGammon"} | {
    name: f"HyperGammon ({name[-1]})" for name in HYPERGAMMON
}


NO_GAMES = Refusal(
    "transcript.no_games",
    "This SGF file contains no games. Save the match again and upload that file.",
)
OTHER_GAME = Refusal(
    "transcript.other_game",
    "This SGF file contains %(game)s, not backgammon. Choose the file of your match.",
)
UNNAMED_GAME = Refusal(
    "transcript.unnamed_game",
    "This SGF file contains another game (SGF game number %(number)s), not "
    "backgammon. Choose the file of your match.",
)
OTHER_GAME_LEFT_OUT = Refusal(
    "transcript.other_game_left_out",
    "The record that begins in line %(line)s is not of backgammon and was left out.",
)


def decode_sgf(content: bytes) -> str | None:
    """Decode as the file declares; None if it declares no encoding Python can use."""
    charset = declared_charset(content)
    if not charset:
        return None
    try:
        return content.decode(charset)
    except (LookupError, UnicodeDecodeError):
        return None


def read_sgf(text: str) -> Transcript:
    """Raises NO_GAMES, OTHER_GAME, UNNAMED_GAME, TOO_LONG_MATCH."""
    parsed, damage = parse(text)
    games = [game for game in parsed if game.nodes]
    ours = [game for game in games if _is_backgammon(game)]
    if not ours:
        raise _refusal(games)
    notes = Notes(damage)
    for game in games:
        if not _is_backgammon(game):
            notes.add(OTHER_GAME_LEFT_OUT(line=game.lines[0]))
    roots = [game.nodes[0] for game in ours]
    read = _read_games(ours, notes)
    length = match_info(roots[0]).get("length", 0)
    return Transcript(
        format=FileFormat.SGF,
        dialect=_dialect(roots[0]),
        length=length,
        names=read[0].names,
        games=read,
        tags=tuple(_tags(roots)),
        crawford=_has_rule(roots, "Crawford") if length > 1 else None,
        jacoby=_has_rule(roots, "Jacoby") if not length else None,
        notes=tuple(notes.found),
    )


def _is_backgammon(game: SgfGame) -> bool:
    root = game.nodes[0]
    number = first_value(root, "GM")
    return number == BACKGAMMON or (not number and "MI" in root)


def _refusal(games: list[SgfGame]) -> RuleError:
    if not any(node for game in games for node in game.nodes):
        return NO_GAMES()
    numbers = (first_value(game.nodes[0], "GM") for game in games)
    number = next(filter(None, numbers), _UNSAID)
    if number in _GAMES:
        return OTHER_GAME(game=_GAMES[number])
    return UNNAMED_GAME(number=number[:20])


def _dialect(root: Node) -> Dialect:
    program = first_value(root, "AP")
    for name, dialect in _PROGRAMS:
        if program.startswith(name):
            return dialect
    return Dialect.OTHER


def _has_rule(roots: list[Node], rule: str) -> bool:
    return any(rule in rule_words(root) for root in roots)


def _tags(roots: list[Node]) -> Iterable[tuple[str, str]]:
    for name, tag in TAGS:
        value = next(filter(None, (first_value(root, name) for root in roots)), "")
        if value:
            yield tag, _DATE.sub(r"\1.\2.\3", value) if name == "DT" else value
    for rule in rule_words(roots[0]):
        if rule in _VARIATIONS:
            yield "Variation", _VARIATIONS[rule]
    if _has_rule(roots, "NoCube"):
        yield "CubeLimit", "1"


def _read_games(games: list[SgfGame], notes: Notes) -> tuple[WrittenGame, ...]:
    read: list[WrittenGame] = []
    names = ("", "")
    for count, game in enumerate(games, 1):
        root = game.nodes[0]
        names = (
            first_value(root, "PW") or names[0],
            first_value(root, "PB") or names[1],
        )
        read.append(GameReader(game, count, names, notes).read())
    return tuple(read)
