"""What the match page shows around the score: reports, decisions, photos."""

from dataclasses import dataclass
from typing import Any

from matches.decisions.panel import tools_of
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.queries import interruption_of
from matches.ledger.reporter import SHEET, Reporter
from matches.match_page.words import via_words
from matches.reports.comparison import compare
from matches.reports.forms import PhotoForm
from matches.reports.queries import photos_of, reports_of
from matches.rulebook.profiles import Reporting

_WITH_REPORTS = (Match.State.REPORTED, Match.State.DISPUTED, Match.State.DONE)


@dataclass(frozen=True, slots=True)
class Answer:
    """A report that waits, as the page asks about it."""

    report: Report
    name: str
    other: str
    via: str


def around(match: Match, reporter: Reporter | None) -> dict[str, Any]:
    """Return what this visitor has to know or to answer about a match.

    `to_answer`: the open report that waits for this visitor, `own_report`: his own that
    waits for the other side; `reports`: every version, for directors.
    """
    found: dict[str, Any] = {"interruption": interruption_of(match)}
    if reporter is None:
        return found
    reports = reports_of(match) if match.state in _WITH_REPORTS else []
    is_open = [each for each in reports if each.is_open]
    to_answer = _to_answer(match, is_open, reporter)
    own = next((r for r in is_open if r.side == reporter.side), None)
    is_disputed = any(r.state == Report.State.DISPUTED for r in is_open)
    found |= {
        "to_answer": to_answer,
        "own_report": own,
        "answer": to_answer and answer_of(match, to_answer),
        "own_answer": own and answer_of(match, own),
        "hands_over": reporter.via == SHEET,
        "reports": [] if reporter.is_player else reports,
        "is_disputed": is_disputed,
        "photos": photos_of(match),
        "photo_form": PhotoForm(),
    }
    if reporter.is_player:
        return found
    versions = compare(match, reports) if is_disputed else None
    return found | tools_of(match) | {"versions": versions}


def answer_of(match: Match, report: Report) -> Answer:
    """Return a report with the names of who made it and who answers it."""
    name, other = match.player(report.side).name, match.player(3 - report.side).name
    return Answer(report, name, other, via_words(report.via))


def _to_answer(
    match: Match, is_open: list[Report], reporter: Reporter
) -> Report | None:
    others = [each for each in is_open if each.side != reporter.side]
    if reporter.is_player and match.reporting == Reporting.DIRECTOR:
        return None
    return others[0] if others else None
