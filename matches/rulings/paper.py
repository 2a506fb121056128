"""A ruling for print: the board, the question, the answer, and lines to sign."""

from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.diagrams.svg import Names, colours, cube_words, name_of
from matches.documents.languages import FONT_FAMILY
from matches.ledger.models.facts import Ruling
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.rules.board import Situation, verdict
from matches.rules.board.ids import read_id
from matches.rulings.answers import Answers, answer, main_board, names_of
from matches.web.club import club

MOST_PLAYS: Final = 40
"""The most legal plays printed in full; of more only the number is printed."""


def paper_of(kept: Ruling) -> dict[str, object]:
    situation, match = read_id(kept.xgid), kept.adjustment.match
    names = names_of(match)
    answers = answer(situation, play=kept.play, match=match, draw_all=False)
    question, said = _said(answers, kept.play)
    return {
        "kept": kept,
        "board": main_board(situation, names=names, size="is-medium", font=FONT_FAMILY),
        "facts": (*_about(kept, match), *_facts(situation, names)),
        "question": question,
        "answer": said,
        "source": answers.source if answers.chapter else "",
        "names": names or colours(),
    }


def players_of(match: Match) -> str:
    return f"{match.player_1} – {match.player_2}"


def _about(kept: Ruling, match: Match) -> list[tuple[str, str]]:
    occasion = occasion_of(match)
    players = players_of(match)
    if occasion:
        players = f"{occasion.title}, {occasion.label}: {players}"
    local = timezone.localtime(kept.kept_at)
    return [
        *([(_("Club"), club().line)] if club().line else []),
        (_("Match"), players),
        (_("Table"), str(occasion.table) if occasion and occasion.table else ""),
        (_("Time"), f"{date_format(local, 'DATE_FORMAT')}, {local:%H:%M}"),
    ]


def _facts(situation: Situation, names: Names | None) -> list[tuple[str, str]]:
    facts = [(_("Score"), _score(situation)), (_("Cube"), cube_words(situation, names))]
    if verdict(situation.position) is not None:
        return facts
    facts.append((_("To play"), name_of(situation.decides, names)))
    if situation.dice is not None:
        facts.append((_("Dice"), "{} {}".format(*situation.dice)))
    return facts


def _score(situation: Situation) -> str:
    if not situation.length:
        return _("money play")
    words = _("%(one)s–%(two)s in a match to %(length)s")
    if situation.crawford:
        words = _("%(one)s–%(two)s in a match to %(length)s, Crawford game")
    return words % {
        "one": situation.score.one,
        "two": situation.score.two,
        "length": situation.length,
    }


def _said(answers: Answers, play: str) -> tuple[str, str]:
    """Return question and answer in words, empty if not asked for."""
    if answers.over:
        return _("What was won?"), " ".join(answers.over)
    if judged := answers.judged:
        asked = _("Was the play %(play)s legal?") % {"play": play}
        said = f"{judged.text} {judged.reading}".strip()
        if not judged.is_legal:
            said = _("Not legal.") + " " + judged.text
        return asked, said
    if answers.plays is None:
        return "", ""
    asked = _("What does the roll allow?")
    if not answers.plays:
        return asked, _("No checker can be moved.")
    if len(answers.plays) > MOST_PLAYS:
        return asked, _("%(count)s plays.") % {"count": len(answers.plays)}
    return asked, "; ".join(answers.plays)
