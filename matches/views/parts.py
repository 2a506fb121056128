"""Parts of the match page that an update leaves out where the browser has them."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from matches import web
from matches.models import Match
from matches.occasions import occasion_of
from matches.selectors import DecisionLine, MatchView, SessionPayment, SessionView

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
    if web.is_fragment(request):
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
