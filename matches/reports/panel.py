"""The part of the match page about reports of players and photos of the sheet."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from matches.ledger.models.facts import SheetPhoto
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.reporter import HANDOVER, SHEET, Reporter
from matches.ledger.reports import is_same_result
from matches.match_page.decision_forms import ReasonForm
from matches.match_page.page import MatchVisit
from matches.match_page.words import via_words
from matches.reports.comparison import compare_versions
from matches.reports.services import MOST_PHOTOS, photos_of
from matches.rulebook.profiles import Reporting


@dataclass(frozen=True, slots=True)
class OpenReport:
    report: Report
    name: str
    other: str
    via: str
    says: str
    """The claim of a report without a result as a sentence, else ""."""
    scores: dict[str, object]

    @property
    def is_waiting(self) -> bool:
        """Whether the report is still without an answer."""
        return self.report.state == Report.State.WAITING

    @property
    def reported(self) -> str:
        return (
            _("%(name)s reported: %(one)s %(score_1)s–%(score_2)s %(two)s.")
            % self.scores
        )

    @property
    def question(self) -> str:
        if self.says:
            return self.says
        if self.report.state == Report.State.DISPUTED:
            text = _(
                "%(name)s disputes this: %(one)s %(score_1)s–%(score_2)s %(two)s. Is "
                "that correct?"
            )
        else:
            text = _(
                "%(name)s reported: %(one)s %(score_1)s–%(score_2)s %(two)s. Is that "
                "correct?"
            )
        return text % self.scores

    @property
    def invitation(self) -> str:
        """A sentence with the report, which asks for another version."""
        if self.says:
            after = _("Enter how it ended; a director will see both versions.")
            return f"{self.says} {after}"
        text = _(
            "%(name)s reported: %(one)s %(score_1)s–%(score_2)s %(two)s. Enter how it "
            "ended; a director will see both versions."
        )
        return text % self.scores

    @property
    def own(self) -> str:
        text = _("You reported: %(one)s %(score_1)s–%(score_2)s %(two)s.")
        return text % self.scores

    @property
    def own_in_dispute(self) -> str:
        """The visitor's report in a dispute, and who decides."""
        if self.report.claim == Report.Claim.REMARK:
            return _("You sent a comment. A director has it and will decide.")
        if self.says:
            return _(
                "You said the match is not finished. A director has both versions and "
                "will decide."
            )
        text = _(
            "Your version: %(one)s %(score_1)s–%(score_2)s %(two)s. A director has "
            "both versions and will decide."
        )
        return text % self.scores


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportsPanel:
    """The reports that a visitor has to know or to answer, and photos of the sheet.

    `answer` is the open report that waits for this visitor, `own` their own that waits
    for the other side, and `versions` all of them side by side, for directors.
    """

    visit: MatchVisit
    answer: OpenReport | None
    own: OpenReport | None
    versions: dict[str, Any] | None
    hands_over: bool
    same_phone: bool
    photos: list[SheetPhoto]

    @property
    def tells(self) -> bool:
        """Whether the panel says more than the notices of the page."""
        return bool(self.answer or self.own or self.versions)

    @property
    def is_open(self) -> bool:
        match = self.visit.match
        return match.locked_at is None and match.state != Match.State.VOID

    @property
    def asks_director(self) -> bool:
        if self.answer is None or not self.visit.is_official:
            return False
        return self.answer.is_waiting and not self.visit.is_disputed

    @property
    def asks_player(self) -> bool:
        is_asked = self.answer is not None and not self.visit.is_official
        return is_asked and not self.has_disputed

    @property
    def has_disputed(self) -> bool:
        """Whether the player who looks has contradicted the opponent."""
        return self.own is not None and self.own.report.state == Report.State.DISPUTED

    @property
    def own_waits(self) -> bool:
        """Whether the visitor's report waits for the opponent alone."""
        if self.own is None or self.answer is not None:
            return False
        return self.own.is_waiting and not self.visit.is_disputed

    @property
    def own_disputed(self) -> bool:
        return self.own is not None and self.visit.is_disputed

    @property
    def shows_versions(self) -> bool:
        return self.versions is not None and self.visit.match.locked_at is None

    @property
    def reason_form(self) -> ReasonForm:
        return ReasonForm(needs_reason=True)

    @property
    def shows_photos(self) -> bool:
        return bool(self.photos) or self.visit.may_score

    @property
    def may_add_photo(self) -> bool:
        return self.visit.may_score and len(self.photos) < MOST_PHOTOS

    @property
    def shown_photos(self) -> list[tuple[SheetPhoto, str, bool]]:
        """Photos with the name of the player who took them; True: may be removed."""
        visit = self.visit
        return [
            (
                photo,
                visit.match.player(photo.reported_side).name
                if photo.reported_side
                else "",
                visit.may_score and _is_of(visit, photo),
            )
            for photo in self.photos
        ]


def _is_of(visit: MatchVisit, photo: SheetPhoto) -> bool:
    """Return True if the visitor may remove a photo: their own, or any by role."""
    if visit.reporter is None or not visit.reporter.is_player:
        return visit.is_director
    return photo.reported_side == visit.reporter.side


def reports_panel(visit: MatchVisit) -> ReportsPanel:
    """Return the reports that this visitor has to know or to answer. Two queries."""
    match, reporter = visit.match, visit.reporter
    to_answer = reporter and _to_answer(match, visit.open_reports, reporter)
    own = visit.own_report
    is_compared = visit.is_director and visit.is_disputed
    return ReportsPanel(
        visit=visit,
        answer=answer_of(match, to_answer) if to_answer else None,
        own=answer_of(match, own) if own else None,
        versions=compare_versions(match, visit.reports) if is_compared else None,
        hands_over=reporter is not None and reporter.via == SHEET,
        same_phone=any(report.via == HANDOVER for report in visit.open_reports),
        photos=photos_of(match) if reporter or visit.sees_private else [],
    )


def answer_of(match: Match, report: Report) -> OpenReport:
    name, other = match.player(report.side).name, match.player(3 - report.side).name
    return OpenReport(
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
        return _("%(name)s disputes the result and left a comment.") % values
    if not report.score:
        return _("%(name)s says the match is not finished.") % values
    text = _("%(name)s says the match is not finished: %(one)s %(score)s %(two)s.")
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
