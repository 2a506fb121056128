"""Sentences about decisions of a director."""

from typing import Final

from django.utils.translation import gettext_noop

from matches.columns.sentences import sentence_of
from matches.ledger.models.match import Match
from matches.rules import Score, TimeProposal, TimeReason
from matches.rules.messages import Message

LATE_NOT_AGREED: Final = Message(
    "late.not_agreed",
    gettext_noop("These rules give no points for lateness. Decide yourself."),
)
STAVROU_COUNTS: Final = Message(
    "time.stavrou_counts",
    gettext_noop(
        "Stavrou’s rule: the player ahead wins. %(name)s leads %(one)s–%(two)s (margin "
        "%(margin)s), worth 100 − %(rounds)s = %(sum)s match points. Suggested winner: "
        "%(name)s."
    ),
)
PROPOSED: Final = {
    TimeReason.NOT_AGREED: Message(
        "time.not_agreed",
        gettext_noop(
            "No rule was agreed for matches stopped on time. Decide yourself; the "
            "score is filled in below."
        ),
    ),
    TimeReason.REACHED: Message(
        "time.reached",
        gettext_noop(
            "At %(one)s–%(two)s %(name)s has already reached %(length)s points. Go "
            "back and record it as the result."
        ),
    ),
    TimeReason.LEVEL: Message(
        "time.level",
        gettext_noop(
            "At %(one)s–%(two)s neither player is ahead, so the rule suggests no "
            "winner. Decide yourself."
        ),
    ),
    TimeReason.AHEAD: Message(
        "time.ahead",
        gettext_noop(
            "The current score counts: %(name)s is ahead by %(margin)s at "
            "%(one)s–%(two)s. Suggested winner: %(name)s."
        ),
    ),
    TimeReason.MORE_THAN_HALF: Message(
        "time.more_than_half",
        gettext_noop(
            "%(name)s is ahead at %(one)s–%(two)s with more than half of %(length)s "
            "points (2 × %(points)s = %(doubled)s). Suggested winner: %(name)s."
        ),
    ),
    TimeReason.NOT_HALF: Message(
        "time.not_half",
        gettext_noop(
            "%(name)s is ahead at %(one)s–%(two)s but does not have more than half of "
            "%(length)s points (2 × %(points)s = %(doubled)s). The rule suggests no "
            "winner. Decide yourself."
        ),
    ),
    TimeReason.STAVROU: Message(
        "time.stavrou",
        gettext_noop(
            "Stavrou’s rule: the player ahead wins. %(name)s leads %(one)s–%(two)s "
            "(margin %(margin)s), worth 100 match points minus the number of rounds. "
            "Suggested winner: %(name)s."
        ),
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
        values |= {
            "rounds": 100 - proposal.match_points,
            "sum": proposal.match_points,
        }
        return sentence_of(STAVROU_COUNTS, values)
    return sentence_of(PROPOSED[proposal.reason], values)
