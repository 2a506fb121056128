"""Two scores at the ruling desk: what an ID tells, and how the match stands."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.rules.board import Situation
from matches.ruling_forms import BY_ID, BY_MATCH, RulingForm


@dataclass(frozen=True, slots=True)
class ScoreNote:
    """Which of two scores is used, and the way to the other one."""

    text: str
    take: str
    button: str


def score_note(form: RulingForm) -> ScoreNote | None:
    """Return what to say where an ID or the fields tell another score than the match.

    None where there is only one score.
    """
    stands = score_words(form.start)
    if form.is_other_score:
        values = {"told": score_words(form.situation), "stands": stands}
        text = _("The board tells %(told)s; the match stands at %(stands)s.")
        return ScoreNote(text % values, BY_MATCH, _("Take the score of the match"))
    if form.pasted is None or not form.chosen["told"]:
        return None
    values = {"told": score_words(form.pasted), "stands": stands}
    text = _(
        "The ID tells %(told)s; the match stands at %(stands)s. The score of the match "
        "is used."
    )
    return ScoreNote(text % values, BY_ID, _("Take the score of the ID"))


def score_words(situation: Situation) -> str:
    """Say how a match stands, as "1–3 to 5"."""
    if not situation.length:
        return _("money play")
    words = _("%(one)s–%(two)s to %(length)s")
    if situation.crawford:
        words = _("%(one)s–%(two)s to %(length)s, Crawford game")
    return words % {
        "one": situation.score.one,
        "two": situation.score.two,
        "length": situation.length,
    }
