"""Notices above the score: reported, disputed, put aside, cancelled, closed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from matches.ledger.models.facts import Interruption
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.reporter import HANDOVER, Reporter
from matches.rulebook.profiles import Reporting
from matches.rules import Side, reserve_seconds

_MINUTE: Final = 60


@dataclass(frozen=True, slots=True)
class MatchNotice:
    """A sentence with its icon. `css` is the class of the state.

    A notice with `is_told` is left out if the buttons of the page say the same.
    """

    text: str
    css: str
    icon: str
    is_told: bool = False


def notices_of(
    match: Match, *, reporter: Reporter | None, reports: Iterable[Report] = ()
) -> tuple[MatchNotice, ...]:
    """Return the notices of a match for this visitor, without its score.

    `reports` are those that the visitor may see. Without any, the sentences name no
    player.
    """
    state = match.state
    if state == Match.State.VOID:
        text = _("This match was cancelled. Nothing can be recorded for it.")
        return (MatchNotice(text, "is-bad", "ban"),)
    notices = []
    if state == Match.State.DISPUTED:
        text = _("The players reported different results. A director will decide.")
        notices.append(MatchNotice(text, "is-bad", "triangle-alert", is_told=True))
    if state == Match.State.REPORTED:
        waiting = [
            _waiting(match, report, reporter) for report in reports if report.is_open
        ]
        notices += [
            MatchNotice(text, "is-draft", "message-circle-question", is_told=True)
            for text in waiting or [_reported(match)]
        ]
    if state == Match.State.UNFINISHED:
        text = _("This match was adjourned. It continues from this score.")
        notices.append(MatchNotice(text, "is-warn", "pause"))
    if match.locked_at and reporter is not None:
        notices.append(MatchNotice(_closed(reporter), "", "lock"))
    return tuple(notices)


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
    """Return the time left on a clock as minutes and seconds."""
    minutes, rest = divmod(seconds, _MINUTE)
    return f"{minutes}:{rest:02}"
