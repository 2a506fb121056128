"""Descriptions of the matches to which a file of an archive may belong."""

from typing import Final

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from matches.columns.sentences import sentence_of
from matches.files.archive.candidates import Candidate, score_in_file, time_of
from matches.files.archive.models import ArchiveFile
from matches.files.compare import FileAgreement, FileComparison
from matches.ledger.models.match import Match
from matches.rules.messages import Message

NOTHING_YET: Final = Message(
    "recorded.nothing_yet", gettext_noop("Nothing is recorded yet.")
)
SAME_SCORE: Final = Message(
    "recorded.same_score",
    gettext_noop("The same score is recorded, %(score)s, without games."),
)
OTHER_SCORE: Final = Message(
    "recorded.other_score",
    gettext_noop("%(score)s is recorded, the file says %(told)s."),
)
SAME_GAMES: Final = Message(
    "recorded.same_games", gettext_noop("The same games are recorded, %(score)s.")
)


def candidate_words(file: ArchiveFile, candidate: Candidate) -> SafeString:
    """Return a description of a match: players, event, time, and the recorded result.

    Players and scores are in the order of the columns of the file.
    """
    match = candidate.match
    is_straight = match.player_1_id == file.player_1_id
    left, right = (match.player_1, match.player_2)[:: 1 if is_straight else -1]
    where = (*_played_in(candidate), _when(candidate), match.code)
    return format_html(
        '{} – {} <span class="sub">{}</span> <span class="sub">{}</span>',
        left.name,
        right.name,
        " · ".join(where),
        recorded_words(file, candidate),
    )


def recorded_words(file: ArchiveFile, candidate: Candidate) -> str:
    """Return what is recorded of a match, compared with the file."""
    match = candidate.match
    if match.state == Match.State.READY:
        return sentence_of(NOTHING_YET)
    if candidate.games is not None:
        return _games_words(file, match, candidate.games)
    if match.is_money:
        return _("A money session, without games.")
    one, two = score_in_file(file, match)
    values = {"score": f"{one}–{two}", "told": f"{file.score_1}–{file.score_2}"}
    if (one, two) == (file.score_1, file.score_2):
        return sentence_of(SAME_SCORE, values)
    return sentence_of(OTHER_SCORE, values)


def _games_words(file: ArchiveFile, match: Match, games: FileComparison) -> str:
    count = sum(game.recorded is not None for game in games.games)
    score = "{}–{}".format(*score_in_file(file, match))
    if games.standing is FileAgreement.SAME:
        return sentence_of(SAME_GAMES, {"score": score})
    if games.standing is FileAgreement.FEWER:
        text = ngettext(
            "%(count)s game is recorded, %(score)s, the same as in the file.",
            "%(count)s games are recorded, %(score)s, the same as in the file.",
            count,
        )
        return text % {"count": count, "score": score}
    first = next(game.number for game in games.games if not game.is_same)
    text = ngettext(
        "%(count)s game is recorded, %(score)s: it differs from the file.",
        "%(count)s games are recorded, %(score)s: the first that differs from the file "
        "is game %(first)s.",
        count,
    )
    return text % {"count": count, "score": score, "first": first}


def _played_in(candidate: Candidate) -> tuple[str, ...]:
    occasion = candidate.occasion
    if occasion is not None:
        return occasion.title, occasion.detail, occasion.label
    match = candidate.match
    return (_("money session") if match.is_money else _("club match"),)


def _when(candidate: Candidate) -> str:
    time = time_of(candidate.match)
    day = date_format(time, "DATE_FORMAT")
    if not candidate.shares_day:
        return day
    return f"{day}, {date_format(time, 'H:i')}"
