"""Words of the match page: notices, reasons, what was recorded or is proposed."""

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.ledger.models.facts import Interruption
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.occasions import occasion_of
from matches.ledger.reporter import DESK, HANDOVER, PERSONAL, SHEET, Reporter
from matches.match_page.games import how_words
from matches.rulebook.profiles import Reporting
from matches.rules import (
    AdjustmentReason,
    GameResult,
    Score,
    Side,
    TimeProposal,
    TimeReason,
    reserve_seconds,
)
from matches.rules.refusals import Message
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
    return _("%(match)s is not finished; it continues at %(one)s–%(two)s.") % {
        "match": label(match),
        "one": match.score_1,
        "two": match.score_2,
    }


def removal_sentence(match: Match) -> str:
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
    "late.not_agreed", "These rules give no points for lateness. Decide yourself."
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


_MINUTE: Final = 60


def notices_of(
    match: Match, *, reporter: Reporter | None, reports: Iterable[Report] = ()
) -> list[dict[str, object]]:
    """Return the notices of a match for this visitor, without its score.

    `reports` are those that the visitor may see. Without any, the sentences name no
    player. A notice with `is_told` is left out if the buttons of the page say the same.
    """
    state = match.state
    if state == Match.State.VOID:
        text = _("This match was cancelled. Nothing can be recorded for it.")
        return [_notice(text, "is-bad", "ban")]
    notices = []
    if state == Match.State.DISPUTED:
        text = _("The players reported different results. A director will decide.")
        notices.append(_notice(text, "is-bad", "triangle-alert", is_told=True))
    if state == Match.State.REPORTED:
        waiting = [
            _waiting(match, report, reporter) for report in reports if report.is_open
        ]
        notices += [
            _notice(text, "is-draft", "message-circle-question", is_told=True)
            for text in waiting or [_reported(match)]
        ]
    if state == Match.State.UNFINISHED:
        text = _("This match was adjourned. It continues from this score.")
        notices.append(_notice(text, "is-warn", "pause"))
    if match.locked_at and reporter is not None:
        notices.append(_notice(_closed(reporter), "", "lock"))
    return notices


def _notice(
    text: str, css: str, icon: str, *, is_told: bool = False
) -> dict[str, object]:
    return {"text": text, "css": css, "icon": icon, "is_told": is_told}


def _waiting(match: Match, report: Report, reporter: Reporter | None) -> str:
    values = {
        "name": match.player(report.side).name,
        "other": match.player(Side(report.side).other).name,
        "score": report.score,
    }
    is_own = reporter is not None and reporter.side == report.side
    if report.via == HANDOVER:
        text = _(
            "%(name)s confirmed %(score)s on the same phone. Waiting for a director."
        )
        return text % values
    if match.reporting == Reporting.SUGGEST:
        return (
            _("You reported %(score)s. Waiting for a director.")
            if is_own
            else _("%(name)s reported %(score)s. Waiting for a director.")
        ) % values
    return (
        _("You reported %(score)s. Waiting for %(other)s or a director.")
        if is_own
        else _("%(name)s reported %(score)s. Waiting for %(other)s or a director.")
    ) % values


def _reported(match: Match) -> str:
    return _("%(score)s was reported. It counts once it is confirmed.") % {
        "score": f"{match.score_1}–{match.score_2}"
    }


def _closed(reporter: Reporter) -> str:
    if reporter.is_player:
        return _("The tournament is closed. If this is wrong, tell a director.")
    return _("The tournament is closed. Reopen it at the desk to change this match.")


def stopped_facts(
    match: Match, stopped: Interruption, *, with_note: bool
) -> tuple[tuple[str, str], ...]:
    """Return the stored state of an interrupted match, as terms and values."""
    facts = [
        (_("Game"), str(stopped.game)),
        (_("Cube"), _cube(match, stopped)),
        (_("On roll"), _name(match, stopped.on_roll)),
    ]
    for side, seconds in ((Side.ONE, stopped.clock_1), (Side.TWO, stopped.clock_2)):
        words = _("Clock of %(name)s") % {"name": match.player(side).name}
        facts.append((words, "" if seconds is None else clock(seconds)))
    facts.append((_("Position"), stopped.position))
    if with_note:
        facts.append((_("Note"), stopped.note))
    return tuple((words, value) for words, value in facts if value)


def _cube(match: Match, stopped: Interruption) -> str:
    values = {"cube": stopped.cube, "name": _name(match, stopped.cube_owner)}
    if stopped.cube_owner is None:
        return _("%(cube)s, in the middle") % values
    return _("%(cube)s, owned by %(name)s") % values


def _name(match: Match, side: int | None) -> str:
    return "" if side is None else match.player(side).name


def reserve_of(match: Match) -> str:
    """Return each player's reserve on the clock at this score, "" without a clock."""
    rules = match.profile.profile.clock
    if rules is None or match.is_money or match.is_over or not match.shows_score:
        return ""
    score = {"one": match.score_1, "two": match.score_2}
    return clock(reserve_seconds(rules, match.length, **score))


def clock(seconds: int) -> str:
    minutes, rest = divmod(seconds, _MINUTE)
    return f"{minutes}:{rest:02}"
