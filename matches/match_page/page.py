"""What the match page shows besides the pad: games, notices, the echo of an act."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.http import HttpRequest

from matches.files.panel import files_shown
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import DecisionLine, MatchView, SessionPayment, SessionView
from matches.ledger.reporter import Reporter
from matches.match_page.games import balance_of, reasons_for, rows_of
from matches.match_page.notices import notices_of, reserve_of, stopped_facts
from matches.match_page.scoreboard import chances_of
from matches.web import answers


def contents_of(
    request: HttpRequest,
    view: MatchView | SessionView,
    *,
    reporter: Reporter | None,
    around: dict[str, Any],
    refused: bool,
) -> dict[str, Any]:
    """Return it for this visitor; `around` is what `answers.around` found.

    `refused`: a game that was typed comes back with what is wrong with it.
    """
    match = view.match
    found = files_shown(view, reporter)
    is_director = reporter is not None and not reporter.is_player
    return {
        "balance": balance_of(view),
        "reasons": reasons_for(is_money=match.is_money, is_director=is_director),
        "rows": rows_of(view, is_director=is_director),
        "notices": notices_of(
            match, reporter=reporter, reports=_shown_reports(around, reporter)
        ),
        "stopped": stopped_facts(
            match, around["interruption"], with_note=reporter is not None
        ),
        "parts": parts_of(
            request,
            view,
            refused=refused,
            photos=[photo.pk for photo in around.get("photos", ())],
            files=[
                (file.pk, file.pk in found["files_with_moves"], found["has_moves"])
                for file in found["files"]
            ],
        ),
        "chances": chances_of(view),
        "reserve": reserve_of(match),
        **found,
        **_echoes(request),
    }


def _shown_reports(
    around: dict[str, Any], reporter: Reporter | None
) -> Sequence[Report]:
    """Return the reports to be named above the score: a player's own, or all."""
    if reporter is not None and not reporter.is_player:
        return cast("list[Report]", around["reports"])
    own: Report | None = around.get("own_report")
    return [] if own is None else [own]


def _echoes(request: HttpRequest) -> dict[str, Any]:
    """Return the undo of the echo line, where a fragment brings that line with it.

    An answer to an act does; the page that looks by itself must not eat what was said.
    """
    if not answers.is_fragment(request) or request.method != "POST":
        return {}
    return {"brings_echoes": True, **answers.links_told(request)}


HEADER = "X-Parts"
_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Part:
    """A part and the state it shows; `is_there`: the browser has just that."""

    label: str
    is_there: bool


def parts_of(
    request: HttpRequest,
    view: MatchView | SessionView,
    *,
    refused: bool,
    photos: Sequence[object],
    files: Sequence[object],
) -> dict[str, Part]:
    """Return the parts by name. With `refused` the fields bring what was typed.

    `photos` and `files` are what else decides how the parts with them look.
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
        name: Part(label, label in there and not (refused and name == "fields"))
        for name, label in labels.items()
    }


def _tools_state(view: MatchView | SessionView) -> tuple[object, ...]:
    """Return all that decides what a director is offered besides the pad."""
    match, final = view.match, view.final
    rows = [
        each.row.pk
        for each in view.entries
        if isinstance(each, DecisionLine | SessionPayment)
    ]
    ended = final and (final.pk, match.revision)
    # The first game changes nothing here but a button that the share part has.
    state = match.state if match.state != Match.State.READY else Match.State.PLAYING
    may_cancel = match.state == Match.State.READY and not view.entries
    has_occasion = occasion_of(match) is not None
    can_go = may_cancel and not has_occasion
    return state, match.length, match.locked_at, ended, rows, can_go


def _digest(*state: object) -> str:
    return hashlib.sha256(repr(state).encode()).hexdigest()[:_LENGTH]
