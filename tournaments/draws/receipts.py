"""Receipts of announced draws: an address that contains the fingerprint."""

from dataclasses import dataclass
from urllib.parse import urljoin

from django.http import HttpRequest
from django.urls import reverse

from matches.web.qr import qr_address
from tournaments.engine.record import shortened
from tournaments.rounds.models import Draw

DIGITS = 16
"""The digits of a fingerprint that people compare: 64 bits."""


@dataclass(frozen=True, slots=True)
class DrawReceipt:
    """The address of an announced draw, with the digits of its fingerprint.

    The page at this address says whether the draw still has the same fingerprint.
    """

    url: str
    short: str

    @property
    def qr(self) -> str:
        return qr_address(self.url, in_capitals=False)


def receipt_of(request: HttpRequest, draw: Draw | None) -> DrawReceipt | None:
    """Return the receipt of a draw, None without an announcement."""
    if draw is None or draw.announcement is None:
        return None
    return receipt_at(request.build_absolute_uri(reverse("home")), draw)


def receipt_at(address: str, draw: Draw) -> DrawReceipt:
    """Return the receipt of an announced draw, with an address at this site."""
    stage = draw.stage
    path = reverse(
        "draw_record", args=[stage.division.tournament.slug, stage.number, draw.pk]
    )
    url = urljoin(address, f"{path}?seen={draw.digest[:DIGITS]}")
    return DrawReceipt(url, shortened(draw.digest))


def is_seen(seen: str, draw: Draw) -> bool | None:
    """Return whether a draw has the digits that were seen; None if none were."""
    digits = "".join(filter(str.isalnum, seen)).lower()
    if not digits:
        return None
    return len(digits) >= DIGITS and draw.digest.startswith(digits)
