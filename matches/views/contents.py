"""What the match page shows besides the pad: games, notices, the echo of an act."""

from collections.abc import Sequence
from typing import Any, cast

from django.http import HttpRequest

from matches import web
from matches.models import Report
from matches.reporters import Reporter
from matches.selectors import MatchView, SessionView
from matches.views.files_shown import files_shown
from matches.views.ledger import balance_of, reasons_for, rows_of
from matches.views.notices import notices_of, reserve_of, stopped_facts
from matches.views.parts import parts_of
from matches.views.scoreboard import chances_of


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
    if not web.is_fragment(request) or request.method != "POST":
        return {}
    return {"brings_echoes": True, **web.links_told(request)}
