"""Reads text matches (.mat, .txt) of all programs.

A play that cannot be read never loses a result: a game needs only its score line, the
cube and "Wins", and everything else that cannot be read becomes a note. The lines are
read in one pass, and their length is bounded.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from matches.rules.refusals import Refusal, RuleError
from matches.transcripts import doubts
from matches.transcripts.doubts import TOO_LONG_MATCH
from matches.transcripts.moves import read_set_pos
from matches.transcripts.read.cells import read_row
from matches.transcripts.read.headers import (
    GameHeader,
    read_game_line,
    read_length,
    read_score_line,
    read_tag,
    start_of,
    tell_dialect,
    without_rating,
)
from matches.transcripts.read.text_game import Notes, OpenGame
from matches.transcripts.record import FileFormat, Transcript, WrittenGame

MOST_GAMES: Final = 1_000
MOST_ACTS: Final = 25_000
"""Ten of the longest matches; every page of the file judges all of them anew."""
MOST_LINES: Final = 200_000
LONGEST_LINE: Final = 1_000
MOST_TAGS: Final = 100
_COMMENTS: Final = ";#"
_HEADERS: Final = ("Player 1", "Player 2")
_RATINGS: Final = ("Player 1 Elo", "Player 2 Elo")
_SWITCH: Final = {"on": True, "off": False}


class NoTranscriptError(RuleError):
    """The text is no match in this notation; another reader may know it."""


NO_TRANSCRIPT = Refusal(
    "transcript.no_transcript",
    "This is not a match file: it has no line like “Game 1”. Export the match as a "
    "text match (.mat) or SGF.",
    NoTranscriptError,
)
SEVERAL_MATCHES = Refusal(
    "transcript.several_matches",
    "Another match begins at line %(line)s of this file. Save each match as a file of "
    "its own.",
)


def read_text(text: str) -> Transcript:
    """Raises NoTranscriptError, SEVERAL_MATCHES, and refuses what is far too long."""
    returns = "\r" in text
    if returns:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\xa0", " ")
    if text.count("\n") > MOST_LINES:
        raise TOO_LONG_MATCH()
    return _TextReader(text, returns=returns).read()


@dataclass(slots=True)
class _TextReader:
    text: str
    returns: bool
    notes: Notes = field(default_factory=Notes)
    tags: dict[str, str] = field(default_factory=dict)
    length: int | None = None
    later_length: tuple[int, int] | None = None
    games: list[WrittenGame] = field(default_factory=list)
    game: OpenGame | None = None
    acts: int = 0
    rated: bool = False

    def read(self) -> Transcript:
        for number, line in self._lines():
            game = self.game
            row, bracket, body = line.partition(")")
            is_row = bool(bracket) and row.strip().isdecimal()
            # Above the rows, a name may begin like a row: with a number and a bracket.
            if game and game.before is not None and is_row:
                self._read_row(game, body, start=len(row) + 1, number=number)
            elif line and not line.isspace():
                self._read_line(line, number)
        self._close_game(is_last=True)
        if not self.games:
            raise NO_TRANSCRIPT()
        return self._transcript()

    def _lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines with their numbers; a line too long for a match is noted."""
        for number, line in enumerate(self.text.split("\n"), 1):
            if len(line) > LONGEST_LINE:
                self.notes.add(doubts.LONG_LINE(line=number, most=LONGEST_LINE))
            elif "\t" not in line:
                yield number, line
            else:
                yield number, line.expandtabs()[:LONGEST_LINE]

    def _read_row(self, game: OpenGame, body: str, *, start: int, number: int) -> None:
        game.add(read_row(body, start, number, names=game.names), number)

    def _read_line(self, line: str, number: int) -> None:
        game, text = self.game, line.strip()
        if text[0] in "Gg" and (found := read_game_line(text)):
            self._open_game(found, number)
        elif game is None:
            self._read_head(text)
        elif game.before is None and self._read_names(game, line, number):
            pass
        elif text[0] in _COMMENTS:
            if setup := read_set_pos(text, number=number):
                game.add([setup], number)
        else:
            self._read_rest(game, line, number)

    def _read_head(self, line: str) -> None:
        if line[0] not in _COMMENTS:
            if self.length is None:
                self.length = read_length(line)
        elif (tag := read_tag(line)) and len(self.tags) < MOST_TAGS:
            self.tags.setdefault(*tag)

    def _open_game(self, found: GameHeader, line: int) -> None:
        self._close_game(is_last=False)
        number, crawford = found
        last = self.games[-1].number if self.games else 0
        if self.later_length and number <= last:
            raise SEVERAL_MATCHES(line=self.later_length[0])
        if self.later_length and self.later_length[1] != self.length:
            at, length = self.later_length
            self.notes.add(doubts.SECOND_LENGTH(line=at, length=length))
        self.later_length = None
        if self.games and number != last + 1:
            note = doubts.GAME_ORDER(line=line, number=number, last=last)
            self.notes.add(note)
        start = start_of(self.tags.get("Variation", ""))
        self.game = OpenGame(number, line, self.notes, crawford)
        if start:
            self.game.start = start

    def _close_game(self, *, is_last: bool) -> None:
        if self.game is None:
            return
        if self.game.before is None:
            note = doubts.NO_SCORE_LINE(line=self.game.line, number=self.game.number)
            self.notes.add(note)
        self.games.append(self.game.finish(is_last=is_last))
        self.acts += len(self.game.acts)
        self.game = None
        if len(self.games) > MOST_GAMES or self.acts > MOST_ACTS:
            raise TOO_LONG_MATCH()

    def _read_names(self, game: OpenGame, line: str, number: int) -> bool:
        found = read_score_line(line)
        if found is None:
            return False
        names, score = found
        one, two = map(without_rating, names)
        if not self.games and not self.tags and (one[1] or two[1]):
            self.rated = True
            self._keep_ratings(one[1], two[1])
        game.before = score
        game.names = (one[0], two[0]) if self.rated else names
        first = self.games[0].names if self.games else game.names
        pairs = zip(first, game.names, strict=True)
        if any(old and new and old != new for old, new in pairs):
            self._note_names(game, number)
        return True

    def _keep_ratings(self, *ratings: str) -> None:
        self.tags |= {
            key: rating for key, rating in zip(_RATINGS, ratings, strict=True) if rating
        }

    def _note_names(self, game: OpenGame, line: int) -> None:
        one, two = game.names
        self.notes.add(
            doubts.OTHER_NAMES(line=line, number=game.number, one=one, two=two)
        )

    def _read_rest(self, game: OpenGame, line: str, number: int) -> None:
        """Read a line below the names that is not a row: a result or a match length."""
        length = read_length(line)
        if length is None:
            self._read_row(game, line, start=0, number=number)
        else:
            self.later_length = (number, length)

    def _transcript(self) -> Transcript:
        names = self._names()
        self._note_head(names)
        dialect = tell_dialect(
            self.text, self.tags, rated=self.rated, returns=self.returns
        )
        return Transcript(
            format=FileFormat.MAT,
            dialect=dialect,
            length=self.length or 0,
            names=names,
            games=tuple(self.games),
            tags=tuple(self.tags.items()),
            crawford=_SWITCH.get(self.tags.get("Crawford", "").lower()),
            jacoby=_SWITCH.get(self.tags.get("Jacoby", "").lower()),
            notes=tuple(self.notes.found),
        )

    def _names(self) -> tuple[str, str]:
        one, two = zip(*(game.names for game in self.games), strict=True)
        return next(filter(None, one), ""), next(filter(None, two), "")

    def _note_head(self, names: tuple[str, str]) -> None:
        if self.length is None:
            self.notes.add(doubts.NO_LENGTH())
        variant = self.tags.get("Variation", "")
        if start_of(variant) is None:
            self.notes.add(doubts.UNKNOWN_VARIANT(variant=variant))
        one, two = (self.tags.get(key, "") for key in _HEADERS)
        if not (one and two and all(names)) or (one, two) == names:
            return
        if (two, one) == names:
            self.notes.add(doubts.SWAPPED_HEADER(one=one, two=two))
            return
        note = doubts.OTHER_HEADER_NAMES(
            one=one, two=two, left=names[0], right=names[1]
        )
        self.notes.add(note)
