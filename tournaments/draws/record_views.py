"""Public pages of draws: the input, the seed and the check of each draw."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from matches.web import answers
from tournaments.draws.check_job import LARGEST_AT_ONCE, queue_check
from tournaments.draws.check_views import TRY_LATER, ShownCheck, checked, is_busy
from tournaments.draws.job import is_current
from tournaments.draws.queries import public_draw, public_draws
from tournaments.draws.record import draw_document
from tournaments.engine.record import shortened
from tournaments.rounds import access as rounds_access
from tournaments.rounds.header import PublicHeader
from tournaments.rounds.models import Draw
from tournaments.rounds.public_page import PublicPage
from tournaments.rounds.rows import Names
from tournaments.structure import access as structure_access
from tournaments.structure.queries import FIRST, Mark

OPEN = (Draw.State.PUBLISHED, Draw.State.WITHDRAWN)
"""States in which a draw is public; of others only the announcement is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRecordPage(PublicPage):
    """One draw: its public record, and a check of it if the visitor asked for one.

    `busy` says why it was not checked now.
    """

    template = "tournaments/draws/draw_record.html"

    draw: Draw
    document: dict[str, Any]
    check: ShownCheck | None
    busy: str = ""

    @property
    def is_open(self) -> bool:
        """Whether seed and pairings are public, too."""
        return self.draw.state in OPEN

    @property
    def is_outdated(self) -> bool:
        """Whether the field has changed since it was announced. A few queries."""
        return self.draw.state == Draw.State.ANNOUNCED and not is_current(self.draw)

    @property
    def short(self) -> str:
        """The fingerprint as it is read out."""
        return shortened(self.draw.fingerprint)

    @property
    def entrants(self) -> list[tuple[int, str]]:
        """The entrants of the draw with their names, in the order of entry."""
        rows = self.document["state"]["entrants"]
        return [(row[0], self._names[row[0]]) for row in rows]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The names of each pairing; the second of a bye is empty."""
        names = self._names
        return [
            (names[one or 0], "" if two is None else names[two])
            for one, two in self.document.get("pairs", [])
        ]

    @property
    def earlier(self) -> list[dict[str, Any]]:
        """Earlier draws of the round that were drawn again for a reason."""
        return [draw for draw in self.document["earlier"] if draw["reason"]]

    @property
    def _names(self) -> Names:
        found = self.document["names"].items()
        return Names({int(key): name for key, name in found})


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawListPage(PublicPage):
    """Every draw that was public, with its seed, method and reason."""

    template = "tournaments/draws/draws.html"

    draws: Sequence[Draw]


@require_safe
def draw_record(
    request: HttpRequest, slug: str, *, stage: int, pk: int
) -> HttpResponse:
    """Show one draw: its input, its seed, and a check of it."""
    mark = structure_access.mark_for_public(request, slug)
    header, draw = _draw(mark, stage, pk)
    document = _document(draw)
    check, busy = None, ""
    if "check" in request.GET and draw.state in OPEN:
        text = json.dumps(document)
        if len(text) <= LARGEST_AT_ONCE:
            check = checked(document)
        elif is_busy(request, text):
            busy = str(TRY_LATER)
        else:
            return redirect("draw_check_result", digest=queue_check(text))
    page = DrawRecordPage(
        header=header, mark=mark, draw=draw, document=document, check=check, busy=busy
    )
    return answers.show_page(request, page)


@require_safe
def record_file(
    request: HttpRequest, slug: str, *, stage: int, pk: int
) -> HttpResponse:
    """Return the record of a draw as a file, for a check elsewhere."""
    _header, draw = _draw(structure_access.mark_for_public(request, slug), stage, pk)
    answer = JsonResponse(_document(draw), json_dumps_params={"indent": 1})
    name = f"draw-{slug}-{stage}-{draw.round_number}-{draw.number}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _draw(mark: Mark, stage: int, pk: int) -> tuple[PublicHeader, Draw]:
    header = rounds_access.frame_for_public(mark, stage)
    draw = public_draw(header.stage.root, pk)
    if draw is None or "state" not in draw.record:
        raise Http404
    return header, draw


def _document(draw: Draw) -> dict[str, Any]:
    """Return the public part of the record."""
    document = draw_document(draw)
    if draw.state in OPEN:
        return document
    hidden = ("pairs", "lots", "swaps", "plan", "seed")
    return {key: value for key, value in document.items() if key not in hidden}


@require_safe
def draw_list(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    """Show every draw that was public, with its seed, method and reason."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.frame_for_public(mark, stage)
    draws = public_draws(header.stage.root)
    page = DrawListPage(header=header, mark=mark, draws=draws)
    return answers.show_page(request, page)
