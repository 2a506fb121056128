"""Contents of the match page except the pad: games, notices, the message of an act."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from matches.ledger import access as ledger_access
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import (
    DecisionLine,
    MatchView,
    SessionPayment,
    SessionView,
    interruption_of,
    match_view,
    reports_of,
    session_view,
)
from matches.match_page.games import GameRow, balance_of, reasons_for, rows_of
from matches.match_page.notices import notices_of, reserve_of, stopped_facts
from matches.match_page.panels import PANELS, MatchPage
from matches.match_page.scoreboard import chances_of
from matches.web import answers

_WITH_REPORTS = (Match.State.REPORTED, Match.State.DISPUTED, Match.State.DONE)


def page_of(request: HttpRequest, match: Match) -> MatchPage:
    """Return the match for this visitor, with its games and reports."""
    reporter = ledger_access.reporter_in(request, match)
    has_reports = reporter is not None and match.state in _WITH_REPORTS
    return MatchPage(
        view=view_of(match),
        reporter=reporter,
        occasion=occasion_of(match),
        reports=tuple(reports_of(match)) if has_reports else (),
        interruption=interruption_of(match),
    )


def view_of(match: Match) -> MatchView | SessionView:
    """Return the match or money session with its games."""
    return session_view(match) if match.is_money else match_view(match)


def contents_of(
    request: HttpRequest, page: MatchPage, *, refused: bool
) -> dict[str, Any]:
    """Return the context of the page except the pad, including that of its panels.

    With `refused` the games part contains the refused input with its errors.
    """
    match, view = page.match, page.view
    panels = PANELS.context(page)
    return {
        "interruption": page.interruption,
        "balance": balance_of(view),
        "reasons": reasons_for(is_money=match.is_money, is_director=page.is_director),
        "rows": _rows(page),
        "notices": notices_of(
            match, reporter=page.reporter, reports=page.shown_reports
        ),
        "stopped": stopped_facts(
            match, page.interruption, with_note=page.reporter is not None
        ),
        "parts": parts_of(
            request,
            view,
            refused=refused,
            photos=[photo.pk for photo in panels.get("photos", ())],
            files=[
                (file.pk, file.pk in panels["files_with_moves"], panels["has_moves"])
                for file in panels.get("files", ())
            ],
        ),
        "chances": chances_of(view),
        "reserve": reserve_of(match),
        **panels,
        **_echoes(request),
    }


def _rows(page: MatchPage) -> tuple[GameRow, ...]:
    """Return the games; none for onlookers while the players disagree about them."""
    if not page.match.shows_score and page.reporter is None:
        return ()
    return rows_of(page.view, is_director=page.is_director)


def _echoes(request: HttpRequest) -> dict[str, Any]:
    """Return the undo and redo of the message, if a fragment contains that message.

    Only the response to an act does. A poll must not: it would remove the message from
    the session before the user has seen it.
    """
    if not answers.is_fragment(request) or request.method != "POST":
        return {}
    return {"brings_echoes": True, **answers.links_told(request)}


HEADER = "X-Parts"
_LENGTH = 8


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of the page and a key of its state.

    With `is_there` the browser has the part in this state already.
    """

    label: str
    is_there: bool


def parts_of(
    request: HttpRequest,
    view: MatchView | SessionView,
    *,
    refused: bool,
    photos: Sequence[object],
    files: Sequence[object],
) -> dict[str, PagePart]:
    """Return the parts of the page by name.

    With `refused` the part "fields" is sent again, because it contains the input.
    `photos` and `files` belong to the state of the parts that show them.
    """
    there = set()
    if answers.is_fragment(request):
        there = set(request.headers.get(HEADER, "").split())
    labels = {
        name: f"{name}-{_digest(*state)}"
        for name, state in {
            "fields": (view.match.pk,),
            "tools": _tools_state(view),
            "photos": (view.match.locked_at, *photos),
            "files": (view.match.locked_at, bool(view.lines), *files),
        }.items()
    }
    return {
        name: PagePart(label, label in there and not (refused and name == "fields"))
        for name, label in labels.items()
    }


def _tools_state(view: MatchView | SessionView) -> tuple[object, ...]:
    """Return the values on which the tools of a director depend, except the pad."""
    match, final = view.match, view.final
    rows = [
        entry.row.pk
        for entry in view.entries
        if isinstance(entry, DecisionLine | SessionPayment)
    ]
    ended = final and (final.pk, match.revision)
    # The first game changes only a button here, and the share part has that button.
    state = match.state if match.state != Match.State.READY else Match.State.PLAYING
    may_cancel = match.state == Match.State.READY and not view.entries
    has_occasion = occasion_of(match) is not None
    can_go = may_cancel and not has_occasion
    return state, match.length, match.locked_at, ended, rows, can_go


def _digest(*state: object) -> str:
    return hashlib.sha256(repr(state).encode()).hexdigest()[:_LENGTH]
