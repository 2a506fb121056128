"""The contents of a match file in words."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.files.compare import ComparedFileGame, FileComparison
from matches.ledger.models.match import Match
from matches.match_page.games import number
from matches.match_page.words import words_of
from matches.rules import GameResult
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


def notes_of(judged: JudgedFile) -> list[tuple[str, bool]]:
    """Return the notes about the file as a whole, without those about single games.

    With each, whether a person must read it before the games count.
    """
    of_games = {id(issue) for game in judged.games for issue in game.issues}
    return [
        (answers.sentence(doubt), isinstance(doubt, DoubtError) and doubt.needs_answer)
        for doubt in judged.doubts
        if id(doubt) not in of_games
    ]


Line: TypeAlias = tuple[ComparedFileGame, str, str, list[str]]
"""A game, what the file and the record say of it, and the notes about it."""


def lines_of(match: Match, found: FileComparison) -> list[Line]:
    """Return a line for each game of the file and of the record."""
    return [
        (
            game,
            _told(match, game),
            "" if game.recorded is None else _result(match, game.recorded),
            list(_notes(game)),
        )
        for game in found.games
    ]


def _notes(game: ComparedFileGame) -> Iterator[str]:
    if game.judged is not None:
        yield from map(answers.sentence, game.judged.issues)
    if game.irregular is not None:
        rule = answers.sentence(game.irregular)
        yield _("Breaks a rule for this match: %(rule)s") % {"rule": rule}


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
