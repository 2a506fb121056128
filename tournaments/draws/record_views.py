"""Public pages of draws: the input, the seed and the check of each draw."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.draws.check_job import LARGEST_AT_ONCE, queue_check
from tournaments.draws.check_views import TRY_LATER, is_busy, steps_context
from tournaments.draws.job import is_current
from tournaments.draws.queries import public_draw, public_draws
from tournaments.draws.record import draw_document
from tournaments.engine.record import shortened
from tournaments.rounds.models import Draw
from tournaments.rounds.public_page import frame_of
from tournaments.rounds.rows import Names
from tournaments.structure import access as structure_access
from tournaments.structure.queries import FIRST

OPEN = (Draw.State.PUBLISHED, Draw.State.WITHDRAWN)
"""States in which a draw is public; of others only the announcement is."""


@require_safe
def draw_record(
    request: HttpRequest, slug: str, *, stage: int, pk: int
) -> HttpResponse:
    """Show one draw: its input, its seed, and a check of it."""
    context, draw = _draw(slug, stage, pk)
    document = _document(draw)
    names = Names({int(key): name for key, name in document["names"].items()})
    context |= {
        "draw": draw,
        "document": document,
        "is_open": draw.state in OPEN,
        "is_outdated": draw.state == Draw.State.ANNOUNCED and not is_current(draw),
        "short": shortened(draw.fingerprint),
        "entrants": [(row[0], names[row[0]]) for row in document["state"]["entrants"]],
        "pairs": [_words(pair, names) for pair in document.get("pairs", [])],
        "earlier": [draw for draw in document["earlier"] if draw["reason"]],
    }
    if "check" in request.GET and draw.state in OPEN:
        text = json.dumps(document)
        if len(text) <= LARGEST_AT_ONCE:
            context |= steps_context(document)
        elif is_busy(request, text):
            context["busy"] = TRY_LATER
        else:
            return redirect("draw_check_result", digest=queue_check(text))
    return render(request, "tournaments/draws/draw_record.html", context)


@require_safe
def record_file(
    request: HttpRequest, slug: str, *, stage: int, pk: int
) -> HttpResponse:
    """Return the record of a draw as a file, for a check elsewhere."""
    _context, draw = _draw(slug, stage, pk)
    answer = JsonResponse(_document(draw), json_dumps_params={"indent": 1})
    name = f"draw-{slug}-{stage}-{draw.round_number}-{draw.number}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _draw(slug: str, stage: int, pk: int) -> tuple[dict[str, Any], Draw]:
    context = frame_of(
        structure_access.mark_for_public(slug), tab="rounds", stage=stage
    )
    draw = public_draw(context["stage"].root, pk)
    if draw is None or "state" not in draw.record:
        raise Http404
    return context, draw


def _document(draw: Draw) -> dict[str, Any]:
    """Return the public part of the record."""
    document = draw_document(draw)
    if draw.state in OPEN:
        return document
    hidden = ("pairs", "lots", "swaps", "plan", "seed")
    return {key: value for key, value in document.items() if key not in hidden}


def _words(pair: list[int | None], names: Names) -> tuple[str, str]:
    one, two = pair
    return names[one or 0], "" if two is None else names[two]


@require_safe
def draw_list(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    """Show every draw that was public, with its seed, method and reason."""
    context = frame_of(
        structure_access.mark_for_public(slug), tab="rounds", stage=stage
    )
    context["draws"] = public_draws(context["stage"].root)
    return render(request, "tournaments/draws/draws.html", context)
