"""Sentences that confirm what was recorded."""

from django.utils.translation import gettext as _

from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.rulebook.profiles import Reporting
from matches.rules import Side


def label(match: Match) -> str:
    """Return the name of a match: its number in a tournament, else its code."""
    occasion = occasion_of(match)
    return occasion.label if occasion else match.code


def score_sentence(match: Match) -> str:
    values = {
        "match": label(match),
        "one": match.player_1.name,
        "two": match.player_2.name,
        "score_1": match.score_1,
        "score_2": match.score_2,
        "winner": match.player(match.winner or Side.TWO).name,
    }
    return _sentence_for(match) % values


def confirmed_sentence(match: Match, *, is_new: bool) -> str:
    """Return a sentence about the effect of a confirmation."""
    values = {"match": label(match), "score": score_sentence(match)}
    if not match.is_over and match.claimed is None:
        return goes_on_sentence(match)
    if match.is_over:
        known = _("Already confirmed: %(score)s")
        return (_("Confirmed. %(score)s") if is_new else known) % values
    if match.reporting == Reporting.AGREE:
        text = _(
            "%(match)s: the players agree, but on one phone. It counts when a director "
            "accepts it, or the other player confirms on another phone."
        )
        return text % values
    text = _("%(match)s: the players agree. It counts once a director accepts it.")
    return text % values


def goes_on_sentence(match: Match) -> str:
    """Return a sentence that the match is not over after all."""
    return _("%(match)s is not finished; it continues at %(one)s–%(two)s.") % {
        "match": label(match),
        "one": match.score_1,
        "two": match.score_2,
    }


def removal_sentence(match: Match) -> str:
    """Return a sentence about the score after a removal."""
    if match.is_money:
        return _("Removed. The session continues.")
    return _("Removed. The score of %(match)s is %(one)s–%(two)s.") % {
        "match": label(match),
        "one": match.score_1,
        "two": match.score_2,
    }


def _sentence_for(match: Match) -> str:
    if match.is_money:
        return _("%(match)s saved.")
    if match.is_over and match.winner is None:
        return _("%(match)s: double forfeit, no winner.")
    if match.is_walkover:
        return _sentence_without_play(match.how)
    if match.is_over:
        return _("%(match)s saved: %(one)s %(score_1)s–%(score_2)s %(two)s.")
    if match.claimed is not None:
        return _(
            "%(match)s reported: %(one)s %(score_1)s–%(score_2)s %(two)s. It counts "
            "when it is confirmed."
        )
    return _("%(match)s saved, still playing: %(one)s %(score_1)s–%(score_2)s %(two)s.")


def _sentence_without_play(how: str) -> str:
    sentences = {
        Match.How.FORFEIT: _("%(match)s: forfeit, %(winner)s wins."),
        Match.How.RETIRED: _("%(match)s: retirement, %(winner)s wins."),
        Match.How.PENALTY: _("%(match)s: decided by penalty for %(winner)s."),
        Match.How.TIME: _("%(match)s: stopped on time, %(winner)s wins."),
    }
    return sentences.get(Match.How(how), _("%(match)s: walkover for %(winner)s."))
