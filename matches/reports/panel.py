"""The part of the match page about reports of players and photos of the sheet."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.reporter import HANDOVER, SHEET, Reporter
from matches.ledger.reports import is_same_result
from matches.match_page.panels import MatchPage
from matches.match_page.words import via_words
from matches.reports.comparison import compare
from matches.reports.forms import PhotoForm
from matches.reports.queries import photos_of
from matches.rulebook.profiles import Reporting


@dataclass(frozen=True, slots=True)
class Answer:
    """An open report with the names that the page shows."""

    report: Report
    name: str
    other: str
    via: str
    says: str
    """The claim of a report without a result as a sentence, else ""."""
    scores: dict[str, object]

    @property
    def reported(self) -> str:
        """What was reported, as a sentence."""
        return (
            _("%(name)s reported: %(one)s %(score_1)s–%(score_2)s %(two)s.")
            % self.scores
        )

    @property
    def question(self) -> str:
        """What the opponent is asked."""
        if self.says:
            return self.says
        if self.report.state == Report.State.DISPUTED:
            text = _(
                "%(name)s says that it was different: %(one)s %(score_1)s–%(score_2)s "
                "%(two)s. Right?"
            )
        else:
            text = _(
                "%(name)s reported: %(one)s %(score_1)s–%(score_2)s %(two)s. Right?"
            )
        return text % self.scores

    @property
    def invitation(self) -> str:
        """What was reported, and that another version is asked for."""
        if self.says:
            after = _("Say how it ended; a director then sees both versions.")
            return f"{self.says} {after}"
        text = _(
            "%(name)s reported: %(one)s %(score_1)s–%(score_2)s %(two)s. Say how it "
            "ended; a director then sees both versions."
        )
        return text % self.scores

    @property
    def own(self) -> str:
        """What the visitor reported, as a sentence."""
        text = _("You reported: %(one)s %(score_1)s–%(score_2)s %(two)s.")
        return text % self.scores

    @property
    def own_in_dispute(self) -> str:
        """What the visitor reported, and who decides."""
        if self.report.claim == Report.Claim.REMARK:
            return _("You sent a remark. A director has it and decides.")
        if self.says:
            return _(
                "You said that the match is not over. A director has both versions and "
                "decides."
            )
        text = _(
            "Your version: %(one)s %(score_1)s–%(score_2)s %(two)s. A director has "
            "both and decides."
        )
        return text % self.scores


def reports_panel(page: MatchPage) -> dict[str, Any]:
    """Return the reports that this visitor has to know or to answer. Two queries.

    `to_answer` is the open report that waits for this visitor, `own_report` their own
    that waits for the other side, and `reports` every version, for directors.
    """
    match, reporter = page.match, page.reporter
    if reporter is None:
        return {}
    to_answer = _to_answer(match, page.open_reports, reporter)
    own = page.own_report
    is_compared = page.is_director and page.is_disputed
    return {
        "to_answer": to_answer,
        "own_report": own,
        "answer": to_answer and answer_of(match, to_answer),
        "own_answer": own and answer_of(match, own),
        "hands_over": reporter.via == SHEET,
        "same_phone": any(report.via == HANDOVER for report in page.open_reports),
        "reports": page.reports if page.is_director else [],
        "is_disputed": page.is_disputed,
        "photos": photos_of(match),
        "photo_form": PhotoForm(),
        "versions": compare(match, page.reports) if is_compared else None,
    }


def answer_of(match: Match, report: Report) -> Answer:
    """Return a report with the names of its reporter and of the player who answers."""
    name, other = match.player(report.side).name, match.player(3 - report.side).name
    return Answer(
        report=report,
        name=name,
        other=other,
        via=via_words(report.via),
        says=claim_words(match, report),
        scores=scores_of(match, report),
    )


def scores_of(match: Match, report: Report) -> dict[str, object]:
    """Return the values for sentences about the score of a report."""
    return {
        "name": match.player(report.side).name,
        "one": match.player_1.name,
        "two": match.player_2.name,
        "score_1": report.score_1,
        "score_2": report.score_2,
    }


def claim_words(match: Match, report: Report) -> str:
    """Return the claim of a report without a result, "" for one with a result."""
    if report.tells_result:
        return ""
    values = {
        "name": match.player(report.side).name,
        "one": match.player_1.name,
        "two": match.player_2.name,
        "score": report.score,
    }
    if report.claim == Report.Claim.REMARK:
        return _("%(name)s disputes the result and sent a remark.") % values
    if not report.score:
        return _("%(name)s says that the match is not over.") % values
    text = _("%(name)s says that the match is not over: %(one)s %(score)s %(two)s.")
    return text % values


def _to_answer(
    match: Match, is_open: list[Report], reporter: Reporter
) -> Report | None:
    others = [report for report in is_open if report.side != reporter.side]
    if not reporter.is_player:
        return others[0] if others else None
    if match.reporting == Reporting.DIRECTOR:
        return None
    # This phone has answered for both players already.
    said = {report.pk for report in others if is_said_here(report, is_open, reporter)}
    asked = (report for report in others if report.pk not in said)
    return next((report for report in asked if report.via != HANDOVER), None)


def is_said_here(theirs: Report, is_open: Iterable[Report], reporter: Reporter) -> bool:
    """Return True if the visitor has sent the same result from this browser."""
    return any(
        is_same_result(report.told, theirs.told)
        for report in is_open
        if report.side == reporter.side and report.device == reporter.device
    )
