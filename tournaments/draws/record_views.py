"""Public pages of draws: the input, the seed and the check of each draw."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
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
    ShownCheck,
    ShownStep,
    announcement_of,
    checked,
    is_busy,
)
from tournaments.draws.job import is_current
from tournaments.draws.queries import drawn_instead, public_draw, public_draws
from tournaments.draws.receipts import DIGITS, DrawReceipt, is_seen, receipt_of
from tournaments.draws.record import (
    HIDDEN,
    chain_document,
    contents_of,
    draw_document,
    public_announcements,
)
from tournaments.engine.record import shortened
from tournaments.engine.record.announcement import (
    bits_of_rolls,
    broken_links,
)
from tournaments.rounds import access as rounds_access
from tournaments.rounds.acceleration import acceleration_of
from tournaments.rounds.draw_announcements import DrawAnnouncement
from tournaments.rounds.header import PublicHeader
from tournaments.rounds.models import Draw
from tournaments.rounds.public_page import PublicPage
from tournaments.rounds.rests import RestRow, rest_rows
from tournaments.rounds.rows import Names
from tournaments.structure import access as structure_access
from tournaments.structure.marks import TournamentMark
from tournaments.structure.names import round_or_draw_name
from tournaments.structure.queries import FIRST

OPEN = (Draw.State.PUBLISHED, Draw.State.WITHDRAWN)
"""States in which a draw is public; in others only the announcement is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRecordPage(PublicPage):
    """One draw: its public record, and its check if the visitor requested one.

    `busy` is the reason why it was not checked. `receipt` is the receipt for phones;
    `seen` says whether the draw has the fingerprint of this phone's receipt, None
    without one.
    """

    template = "tournaments/draws/draw_record.html"

    draw: Draw
    document: dict[str, Any]
    check: ShownCheck | None
    receipt: DrawReceipt | None
    seen: bool | None
    busy: str = ""

    @property
    def is_open(self) -> bool:
        return self.draw.state in OPEN

    @property
    def instead(self) -> Draw | None:
        is_gone = self.draw.state == Draw.State.DISCARDED
        return drawn_instead(self.draw) if is_gone else None

    @property
    def is_outdated(self) -> bool:
        """Whether the field has changed since it was announced. A few queries."""
        return self.draw.state == Draw.State.ANNOUNCED and not is_current(self.draw)

    @property
    def short(self) -> str:
        return shortened(self.draw.digest)

    @property
    def told(self) -> dict[str, Any]:
        told: dict[str, object] = self.document["announcement"]
        return told

    @property
    def parts(self) -> dict[str, object]:
        parts: dict[str, object] = self.document.get("parts", {})
        return parts

    @property
    def bits(self) -> int:
        return bits_of_rolls(self.told["rolls"])

    @property
    def changes(self) -> list[tuple[str, str, str]]:
        names = self._names
        rows = self.document.get("swaps", [])
        return [(names[one], names[two], reason) for one, two, reason in rows]

    @property
    def entrants(self) -> list[tuple[int, str]]:
        """The entrants of the draw with their names, in the order of entry."""
        rows = self.document["state"]["entrants"]
        return [(row[0], self._names[row[0]]) for row in rows]

    @property
    def resting(self) -> Sequence[RestRow]:
        """The entrants that sit the round out, as its record says."""
        state = self.draw.made_from
        return rest_rows(state, state.resting(), self._names)

    @property
    def acceleration(self) -> str:
        """The extra wins of an accelerated round, in a sentence, else ""."""
        return acceleration_of(self.draw.made_from, self.draw.round_number)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The names of each pairing; the second of a bye is empty."""
        names = self._names
        return [
            (names[one or 0], "" if two is None else names[two])
            for one, two in self.document.get("pairs", [])
        ]

    @property
    def steps(self) -> tuple[ShownStep, ...]:
        """What a check says of the announcement, in the same words."""
        return announcement_of(self.document)

    @property
    def _names(self) -> Names:
        found = self.document["names"].items()
        return Names({int(key): name for key, name in found})


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawListPage(PublicPage):
    """Every draw that was public, with its seed, method and reason."""

    template = "tournaments/draws/draws.html"

    draws: Sequence[Draw]
    chain: Sequence[DrawAnnouncement]

    @property
    def announcements(self) -> Sequence[tuple[DrawAnnouncement, str, bool]]:
        """Each announcement, the name of what was announced, whether it is a round."""
        nights = {stage.number for stage in self.header.stages if stage.is_endless}
        return [
            (
                one,
                round_or_draw_name(one.round_number, is_endless=is_night),
                not is_night,
            )
            for one in self.chain
            for is_night in [one.stage_number in nights]
        ]

    @property
    def is_whole(self) -> bool:
        """Whether every announcement holds the fingerprint of the one before it."""
        return not broken_links(contents_of(self.chain))


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
    page = DrawRecordPage(
        header=header,
        mark=mark,
        draw=draw,
        document=document,
        check=check,
        receipt=receipt_of(request, draw),
        seen=is_seen(request.GET.get("seen", "")[:100], draw),
        busy=busy,
    )
    return answers.show_page(request, page)


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
    page = DrawListPage(header=header, mark=mark, draws=draws, chain=chain)
    return answers.show_page(request, page)
