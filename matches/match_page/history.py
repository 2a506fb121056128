"""The history of a match for directors: all rows, also voided ones, and all acts."""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.accounts.roles import Act
from matches.ledger import access as ledger_access
from matches.ledger.models.facts import (
    Adjustment,
    Fact,
    FinalScore,
    Game,
    Interruption,
    MatchFile,
    Payment,
    SheetPhoto,
)
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import everything_recorded, journal_of, reports_of
from matches.match_page.words import ADJUSTMENT_REASONS, via_words, words_of
from matches.web.journal import ACTS


@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """Show every version of every fact of a match, also voided ones."""
    match, _reporter = ledger_access.match_for_director(request, code, Act.SEE_PRIVATE)
    context = {
        "match": match,
        "occasion": occasion_of(match),
        "rows": _facts(match),
        "acts": list(_acts(match)),
    }
    return render(request, "matches/match_page/history.html", context)


Line: TypeAlias = dict[str, Any]
"""One row or act: when, its text, who, how they were identified, how it ended."""
_STANDS: Final = {"detail": "", "is_void": False, "end": "", "ended_at": None}


def _line(via: str, device: str, **told: object) -> Line:
    phone = _("phone %(device)s") % {"device": device} if device else ""
    origin = " · ".join(filter(None, [via_words(via), phone]))
    return {**_STANDS, **told, "origin": origin}


def _facts(match: Match) -> list[Line]:
    """Return every row ever recorded for a match, the newest first. Seven queries."""
    facts: list[Line] = []
    for rows in everything_recorded(match):
        facts += [_fact(match, row) for row in rows]
    facts += [_report(match, row) for row in reports_of(match)]
    return sorted(facts, key=lambda line: line["at"], reverse=True)


def _fact(match: Match, row: Fact) -> Line:
    text, detail = _words(match, row)
    is_void = row.voided_at is not None
    end = ""
    if is_void:
        end = _("withdrawn by %(name)s") % {
            "name": _name(match, row.voided_side, row.voided_by)
        }
    return _line(
        row.via,
        row.device,
        at=row.reported_at,
        text=text,
        who=_name(match, row.reported_side, row.reported_by),
        detail=detail,
        is_void=is_void,
        end=end,
        ended_at=row.voided_at,
    )


def _words(match: Match, row: Fact) -> tuple[str, str]:
    if isinstance(row, Game):
        values = {
            "number": row.number,
            "winner": match.player(row.winner).name,
            "how": words_of(row.result),
        }
        return _("Game %(number)s: %(winner)s, %(how)s") % values, row.remark
    if isinstance(row, FinalScore):
        return _final(match, row), row.remark
    if isinstance(row, Adjustment):
        values = {
            "points": f"{row.points:+}",
            "winner": match.player(row.side).name,
            "reason": dict(ADJUSTMENT_REASONS)[row.reason],
        }
        text = _("%(points)s for %(winner)s: %(reason)s") % values
        if not row.points:
            text = _("Ruling")
        return text, " ".join(filter(None, (row.rule, row.decision)))
    return _other_words(match, row)


def _other_words(match: Match, row: Fact) -> tuple[str, str]:
    """Return text and remark of a payment, interruption, file or photo."""
    if isinstance(row, Payment):
        values = {"winner": match.player(row.payer).name, "amount": row.amount}
        return _("%(winner)s paid %(amount)s") % values, ""
    if isinstance(row, Interruption):
        text = _("Adjourned in game %(number)s") % {"number": row.game}
        return text, " ".join(filter(None, (row.position, row.note)))
    if isinstance(row, MatchFile):
        return _("Match file %(name)s") % {"name": row.name}, ""
    if isinstance(row, SheetPhoto):
        return _("Photo of the score sheet"), ""
    raise TypeError(type(row).__name__)


def _final(match: Match, row: FinalScore) -> str:
    score = f"{row.score_1}–{row.score_2}"
    if row.how == Match.How.PLAYED:
        return _("Final score %(score)s") % {"score": score}
    values = {"how": row.get_how_display(), "score": score}
    if row.winner is None:
        return _("%(how)s at %(score)s") % values
    values["winner"] = match.player(row.winner).name
    return _("%(how)s at %(score)s: %(winner)s wins") % values


def _report(match: Match, row: Report) -> Line:
    return _line(
        row.via,
        row.device,
        at=row.at,
        text=_report_words(match, row),
        who=match.player(row.side).name,
        detail=row.comment,
        is_void=row.state in {Report.State.REJECTED, Report.State.REPLACED},
        end=_report_end(match, row),
        ended_at=row.closed_at,
    )


def _report_words(match: Match, row: Report) -> str:
    values = {
        "one": match.player_1.name,
        "two": match.player_2.name,
        "score": row.score,
    }
    if row.claim == Report.Claim.REMARK:
        return _("Report: comment only")
    if row.claim == Report.Claim.PLAYING and not row.score:
        return _("Report: still playing")
    if row.claim == Report.Claim.PLAYING:
        return _("Report: still playing, %(one)s %(score)s %(two)s") % values
    return _("Report: %(one)s %(score)s %(two)s") % values


def _report_end(match: Match, row: Report) -> str:
    name = _name(match, row.closed_side, row.closed_by)
    state = row.get_state_display()
    if row.closed_at is None or not name:
        return state
    return _("%(state)s, %(name)s") % {"state": state, "name": name}


def _acts(match: Match) -> Iterable[Line]:
    for row in journal_of(match):
        values = row.parameters()
        via, device = values.get("via", ""), values.get("device", "")
        text = _(ACTS[row.act]) % values
        yield _line(via, device, at=row.at, text=text, who=values["actor"])


def _name(match: Match, side: int | None, user: object) -> str:
    if side is not None:
        return match.player(side).name
    return str(user) if user else ""
