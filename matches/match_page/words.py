"""Words of the match page: reasons, origins, and what was recorded or is proposed."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.ledger.reporter import DESK, HANDOVER, PERSONAL, SHEET
from matches.match_page.games import how_words
from matches.rulebook.profiles import Reporting
from matches.rules import (
    AdjustmentReason,
    GameResult,
    Score,
    Side,
    TimeProposal,
    TimeReason,
)
from matches.rules.messages import Message
from matches.web.sentences import sentence_of

ADJUSTMENT_REASONS: Final = (
    (AdjustmentReason.LATE.value, gettext_lazy("lateness")),
    (AdjustmentReason.CONDUCT.value, gettext_lazy("conduct")),
    (AdjustmentReason.CLOCK.value, gettext_lazy("clock")),
    (AdjustmentReason.CORRECTION.value, gettext_lazy("score correction")),
    (AdjustmentReason.RULING.value, gettext_lazy("ruling")),
)


def via_words(via: str) -> str:
    """Return in words how the person who reported a result was identified."""
    words = {
        DESK: _("desk"),
        PERSONAL: _("personal link"),
        SHEET: _("code on the score sheet"),
        HANDOVER: _("on the opponent’s phone"),
    }
    return words.get(via, "")


def words_of(game: GameResult) -> str:
    """Return in words how a game ended."""
    return with_cube(how_words(game), game.cube)


def with_cube(how: str, cube: int) -> str:
    """Return how a game ended, followed by the cube if it was turned."""
    if cube == 1:
        return how
    return _("%(how)s, cube %(cube)s") % {"how": how, "cube": cube}


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
        return _("%(match)s: double forfeit.")
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


LATE_NOT_AGREED: Final = Message(
    "late.not_agreed",
    "These rules give no points for lateness. Decide yourself.",
)
STAVROU_COUNTS: Final = Message(
    "time.stavrou_counts",
    "Stavrou’s rule: the player ahead wins. %(name)s leads %(one)s–%(two)s (margin "
    "%(margin)s), worth 100 − %(rounds)s = %(sum)s match points. Suggested winner: "
    "%(name)s.",
)
PROPOSED: Final = {
    TimeReason.NOT_AGREED: Message(
        "time.not_agreed",
        "No rule was agreed for matches stopped on time. Decide yourself; the score is "
        "filled in below.",
    ),
    TimeReason.REACHED: Message(
        "time.reached",
        "At %(one)s–%(two)s %(name)s has already reached %(length)s points. Go back "
        "and record it as the result.",
    ),
    TimeReason.LEVEL: Message(
        "time.level",
        "At %(one)s–%(two)s neither player is ahead, so the rule suggests no winner. "
        "Decide yourself.",
    ),
    TimeReason.AHEAD: Message(
        "time.ahead",
        "The current score counts: %(name)s is ahead by %(margin)s at %(one)s–%(two)s. "
        "Suggested winner: %(name)s.",
    ),
    TimeReason.MORE_THAN_HALF: Message(
        "time.more_than_half",
        "%(name)s is ahead at %(one)s–%(two)s with more than half of %(length)s points "
        "(2 × %(points)s = %(doubled)s). Suggested winner: %(name)s.",
    ),
    TimeReason.NOT_HALF: Message(
        "time.not_half",
        "%(name)s is ahead at %(one)s–%(two)s but does not have more than half of "
        "%(length)s points (2 × %(points)s = %(doubled)s). The rule suggests no "
        "winner. Decide yourself.",
    ),
    TimeReason.STAVROU: Message(
        "time.stavrou",
        "Stavrou’s rule: the player ahead wins. %(name)s leads %(one)s–%(two)s (margin "
        "%(margin)s), worth 100 match points minus the number of rounds. Suggested "
        "winner: %(name)s.",
    ),
}
"""The sentences on the proposal for a match stopped by time, by its reason."""


def stopped_words(match: Match, score: Score, proposal: TimeProposal) -> str:
    """Return the proposal for a match stopped by time in words, with sum and reason."""
    leader = proposal.leader
    most = max(score.one, score.two)
    values = {
        "name": "" if leader is None else match.player(leader).name,
        "one": score.one,
        "two": score.two,
        "margin": proposal.margin,
        "points": most,
        "doubled": 2 * most,
        "length": match.length,
    }
    if proposal.reason == TimeReason.STAVROU and proposal.match_points is not None:
        # The sum is 100 - rounds = match points.
        values |= {"rounds": 100 - proposal.match_points, "sum": proposal.match_points}
        return sentence_of(STAVROU_COUNTS, values)
    return sentence_of(PROPOSED[proposal.reason], values)
