"""Public pages of draws: the input, the seed and the check of each draw."""

import json
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from matches.web import answers
from matches.web.context import depends_on
from tournaments.draws.check_job import LARGEST_AT_ONCE, queue_check
from tournaments.draws.check_views import (
    TRY_LATER,
    announcement_of,
    checked,
    is_busy,
)
from tournaments.draws.job import is_current
from tournaments.draws.queries import drawn_instead, public_draw, public_draws
from tournaments.draws.record import (
    DIGITS,
    HIDDEN,
    chain_document,
    contents_of,
    draw_document,
    is_seen,
    public_announcements,
    receipt_of,
)
from tournaments.engine.record import shortened
from tournaments.engine.record.announcement import (
    bits_of_rolls,
    broken_links,
)
from tournaments.rounds import access as rounds_access
from tournaments.rounds.access import PublicHeader
from tournaments.rounds.models import Draw, DrawAnnouncement
from tournaments.rounds.public_page import show_public
from tournaments.rounds.rests import acceleration_of, rest_rows
from tournaments.rounds.rows import Names
from tournaments.structure import access as structure_access
from tournaments.structure.marks import TournamentMark
from tournaments.structure.names import round_or_draw_name
from tournaments.structure.queries import FIRST

OPEN = (Draw.State.PUBLISHED, Draw.State.WITHDRAWN)
"""States in which a draw is public; in others only the announcement is."""


@require_safe
def draw_record(
    request: HttpRequest, slug: str, *, stage: int, pk: int
) -> HttpResponse:
    """Show one draw: its input, its seed, and a check of it."""
    try:
        mark = structure_access.mark_for_public(request, slug)
        header, draw = _draw(mark, stage, pk)
    except Http404:
        return _tombstone(request)
    document = _document(draw)
    check, busy = None, ""
    if "check" in request.GET and draw.state in OPEN:
        depends_on(request, check=1)
        text = json.dumps(document)
        if len(text) <= LARGEST_AT_ONCE:
            check = checked(document)
        elif is_busy(request, text):
            busy = str(TRY_LATER)
        else:
            return redirect("draw_check_result", digest=queue_check(text))
    return show_public(
        request,
        "tournaments/draws/draw_record.html",
        header=header,
        mark=mark,
        draw=draw,
        check=check,
        receipt=receipt_of(request, draw),
        seen=is_seen(request.GET.get("seen", "")[:100], draw),
        busy=busy,
        **_values(draw, document),
    )


def _values(draw: Draw, document: dict[str, Any]) -> dict[str, Any]:
    """Return what the page tells of a draw and its public record. A few queries."""
    told, state = document["announcement"], draw.made_from
    names = Names({int(key): name for key, name in document["names"].items()})
    is_gone = draw.state == Draw.State.DISCARDED
    return {
        "told": told,
        "short": shortened(draw.digest),
        "is_open": draw.state in OPEN,
        "is_outdated": draw.state == Draw.State.ANNOUNCED and not is_current(draw),
        "instead": drawn_instead(draw) if is_gone else None,
        "steps": announcement_of(document),
        "parts": document.get("parts", {}),
        "bits": bits_of_rolls(told["rolls"]),
        "entrants": [(row[0], names[row[0]]) for row in document["state"]["entrants"]],
        "resting": rest_rows(state, state.resting(), names),
        "acceleration": acceleration_of(state, draw.round_number),
        "changes": [
            (names[one], names[two], reason)
            for one, two, reason in document.get("swaps", [])
        ],
        # The second name of a bye is empty.
        "pairs": [
            (names[one or 0], "" if two is None else names[two])
            for one, two in document.get("pairs", [])
        ],
    }


def _tombstone(request: HttpRequest) -> HttpResponse:
    """Show what became of an announcement whose draw was thrown away.

    The address on phones holds its digits. Raises Http404.
    """
    digits = request.GET.get("seen", "")[:64].lower()
    rows = DrawAnnouncement.objects.select_related("replaced_by__draw__stage__division")
    gone = rows.filter(draw=None) | rows.filter(tournament__deleted_at__isnull=False)
    if len(digits) < DIGITS:
        raise Http404
    announcement = gone.filter(digest__startswith=digits).first()
    if announcement is None or announcement.is_private:
        raise Http404
    context = {"announcement": announcement}
    template = "tournaments/draws/thrown_away.html"
    return answers.show(request, template, context, status=HTTPStatus.GONE)


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


def _draw(mark: TournamentMark, stage: int, pk: int) -> tuple[PublicHeader, Draw]:
    header = rounds_access.header_for_public(mark, stage)
    draw = public_draw(header.stage.root, pk)
    if draw is None or draw.announcement is None:
        raise Http404
    return header, draw


def public_document(mark: TournamentMark, stage: int, pk: int) -> dict[str, object]:
    """Return the public part of the record of a draw. Raises Http404."""
    return _document(_draw(mark, stage, pk)[1])


def _document(draw: Draw) -> dict[str, object]:
    """Return the public part of the record."""
    document = draw_document(draw)
    if draw.state in OPEN:
        return document
    return {key: value for key, value in document.items() if key not in HIDDEN}


@require_safe
def chain_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the public announcements of a tournament as a file, to be checked."""
    tournament = structure_access.tournament_for_public(request, slug)
    document = chain_document(public_announcements(tournament))
    answer = JsonResponse(document, json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="draws-{slug}.json"'
    return answer


@require_safe
def draw_list(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    """Show every draw that was public, with its seed, method and reason."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.header_for_public(mark, stage)
    draws = public_draws(header.stage.root)
    chain = public_announcements(header.tournament)
    nights = {one.number for one in header.stages if one.is_endless}
    return show_public(
        request,
        "tournaments/draws/draws.html",
        header=header,
        mark=mark,
        draws=draws,
        chain=chain,
        # The name of what was announced, and whether it is a round.
        announcements=[
            (
                one,
                round_or_draw_name(one.round_number, is_endless=is_night),
                not is_night,
            )
            for one in chain
            for is_night in [one.stage_number in nights]
        ],
        # Each holds the fingerprint of the one before it.
        is_whole=not broken_links(contents_of(chain)),
    )
