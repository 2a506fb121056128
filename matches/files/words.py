"""The contents of a match file in words."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.files.compare import ComparedFileGame, FileComparison
from matches.ledger.models.match import Match
from matches.match_page.games import number
from matches.match_page.words import words_of
from matches.rules import GameResult
from matches.rules.refusals import RuleError
from matches.transcripts import Dialect, JudgedFile
from matches.transcripts.doubts import DoubtError
from matches.web import answers

PROGRAMS: Final[dict[Dialect, str | Promise]] = {
    Dialect.GNUBG: "GNU Backgammon",
    Dialect.SNOWIE: "Snowie",
    Dialect.XG: "eXtreme Gammon",
    Dialect.BGSTUDIO: "Backgammon Studio",
    Dialect.GALAXY: "Backgammon Galaxy",
    Dialect.GRIDGAMMON: "GridGammon",
    Dialect.JAVAFIBS: "JavaFIBS",
    Dialect.PLAYOK: "PlayOK",
    Dialect.OPENGAMMON: "OpenGammon",
    Dialect.CRAWFORD: "Crawford",
    Dialect.OTHER: gettext_lazy("unknown program"),
}
_TAGS: Final = (
    ("Event", gettext_lazy("Event")),
    ("Round", gettext_lazy("Round")),
    ("EventDate", gettext_lazy("Date")),
    ("Variation", gettext_lazy("Variant")),
)


@dataclass(frozen=True, slots=True)
class FileNote:
    """A sentence about a file. `needs_answer`: read it before the games count."""

    text: str
    needs_answer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLine:
    """One game of a file beside the recorded one. `has_moves`: it can be replayed."""

    number: int
    told: str
    score: str
    recorded: str
    is_same: bool
    has_moves: bool
    notes: tuple[str, ...]


def facts_of(judged: JudgedFile) -> list[tuple[str, str]]:
    """Return the data in the header of a file, as terms and values."""
    transcript = judged.transcript
    length = str(transcript.length) if transcript.length else _("for money, no length")
    facts = [
        (_("Written by"), str(PROGRAMS[transcript.dialect])),
        (_("Match length"), length),
        (_("Left column"), transcript.names[0] or "–"),
        (_("Right column"), transcript.names[1] or "–"),
    ]
    tags = ((str(label), transcript.tag(name)) for name, label in _TAGS)
    return facts + [(label, value) for label, value in tags if value]


def notes_of(judged: JudgedFile) -> list[FileNote]:
    """Return the notes about the file as a whole, without those about single games."""
    of_games = {id(issue) for game in judged.games for issue in game.issues}
    return [
        FileNote(answers.sentence(doubt), needs_answer=needs_answer(doubt))
        for doubt in judged.doubts
        if id(doubt) not in of_games
    ]


def needs_answer(issue: RuleError) -> bool:
    """Return True if a person must read the note before the games count."""
    return isinstance(issue, DoubtError) and issue.needs_answer


def lines_of(match: Match, found: FileComparison) -> list[FileLine]:
    """Return a line for each game of the file and of the record."""
    return [_line(match, game) for game in found.games]


def _line(match: Match, game: ComparedFileGame) -> FileLine:
    judged = game.judged
    notes = (
        [] if judged is None else [answers.sentence(issue) for issue in judged.issues]
    )
    if game.irregular is not None:
        notes.append(
            _("Breaks a rule for this match: %(rule)s")
            % {"rule": answers.sentence(game.irregular)}
        )
    return FileLine(
        number=game.number,
        told=_told(match, game),
        score="" if game.score is None else f"{game.score.one}–{game.score.two}",
        recorded="" if game.recorded is None else _result(match, game.recorded),
        is_same=game.is_same,
        has_moves=judged is not None and bool(judged.written.acts),
        notes=tuple(notes),
    )


def _told(match: Match, game: ComparedFileGame) -> str:
    if game.judged is None:
        return ""
    if game.result is None:
        return _("not finished")
    return _result(match, game.result)


def _result(match: Match, result: GameResult) -> str:
    counted = result.awarded
    return _("%(name)s wins %(points)s: %(how)s") % {
        "name": match.player(result.winner).name,
        "points": number(
            match.game_rules.computed(result) if counted is None else counted
        ),
        "how": words_of(result),
    }
