"""Sentences about decisions of a director."""

from django.utils.translation import gettext as _

from matches.ledger.models.match import Match
from matches.rules import Score, TimeProposal, TimeReason


def stopped_words(match: Match, score: Score, proposal: TimeProposal) -> str:
    """Say what is proposed for a match stopped by time, with its sum and reason."""
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
        rounds = 100 - proposal.match_points
        text = _(
            "By Stavrou’s rule the player who is ahead wins: %(name)s, at "
            "%(one)s–%(two)s. The margin is %(margin)s, and the win counts "
            "100 − %(rounds)s = %(sum)s match points. Proposed: %(name)s wins."
        )
        return text % (values | {"rounds": rounds, "sum": proposal.match_points})
    return _words(proposal.reason) % values


def _words(reason: TimeReason) -> str:
    if reason == TimeReason.NOT_AGREED:
        return _(
            "Nothing was agreed about matches stopped by time: decide yourself. The "
            "score is filled in below."
        )
    if reason == TimeReason.REACHED:
        return _(
            "At %(one)s–%(two)s %(name)s has reached %(length)s points: go back and "
            "record it as the result."
        )
    if reason == TimeReason.LEVEL:
        return _(
            "At %(one)s–%(two)s neither player is ahead, so the rule of this match "
            "proposes no winner: decide yourself."
        )
    return _words_for_a_leader(reason)


def _words_for_a_leader(reason: TimeReason) -> str:
    if reason == TimeReason.AHEAD:
        return _(
            "The score as it stands counts: %(name)s is ahead by %(margin)s at "
            "%(one)s–%(two)s. Proposed: %(name)s wins."
        )
    if reason == TimeReason.MORE_THAN_HALF:
        return _(
            "%(name)s is ahead at %(one)s–%(two)s, and has more than half of "
            "%(length)s points: 2 × %(points)s = %(doubled)s. Proposed: %(name)s wins."
        )
    if reason == TimeReason.NOT_HALF:
        return _(
            "%(name)s is ahead at %(one)s–%(two)s, but has not more than half of "
            "%(length)s points: 2 × %(points)s = %(doubled)s. The rule proposes no "
            "winner: decide yourself."
        )
    return _(
        "By Stavrou’s rule the player who is ahead wins: %(name)s, at "
        "%(one)s–%(two)s. The margin is %(margin)s, and the win counts 100 match "
        "points less the number of rounds. Proposed: %(name)s wins."
    )
