"""Posters at the door: finding one’s page on the phone, and checking in with it."""

from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import unquote

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from matches.documents.fitting import FittedText, fitted
from matches.documents.papers import SMALL, paper_now
from matches.documents.pdf import render_pdf
from matches.documents.text import FONT_FAMILY, clean
from matches.web.qr import qr_address
from tournaments.entries.arrivals.queries import window_of
from tournaments.printed_lists.list_head import head_of
from tournaments.printed_lists.values import HeadedValues
from tournaments.structure.models import Tournament

SCALES: Final = {"A4": 1.0, "A3": 1.41421}
WIDTH: Final = 180.0
"""The printed width on A4, in millimetres; A3 is the same, larger."""


@dataclass(frozen=True, slots=True)
class Poster(HeadedValues):
    """The texts of a poster."""

    steps: tuple[str, ...]


def find_your_page(tournament: Tournament) -> Poster:
    """Return the poster with the code of the tournament's page."""
    return Poster(
        head=head_of(
            tournament,
            title=gettext("Find your page"),
            path=tournament.get_absolute_url(),
        ),
        steps=(
            gettext("Point the camera of your phone at the code."),
            gettext("Choose your name in the list."),
            gettext("See your table, your opponent, results and standings."),
        ),
    )


def check_in_poster(tournament: Tournament) -> Poster:
    """Return the poster with the code of the hall; without one, where it is typed."""
    window = window_of(tournament)
    path = reverse("check_in_find")
    typed = gettext(
        "Type the code that the hall shows, and three letters of your name."
    )
    if window is not None:
        path = reverse("phone_check_in", args=[window.code])
        typed = gettext("Type three letters of your name.")
    return Poster(
        head=head_of(tournament, title=gettext("Check in by phone"), path=path),
        steps=(
            gettext("Point the camera of your phone at the code."),
            typed,
            gettext("Press “I am here”."),
        ),
    )


def print_poster(poster: Poster, *, paper: str = "A4") -> bytes:
    """Return the PDF of a poster on A4 or A3.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    head = poster.head
    scale = SCALES[paper]
    html = render_to_string(
        "tournaments/printed_lists/poster.html",
        {
            "head": head,
            "qr": qr_address(head.url, in_capitals=False),
            "tournament": _sized(head.tournament, 30, scale),
            "title": _sized(head.title, 40, scale),
            "steps": poster.steps,
            "printed": head.stamp,
            "address": _sized(
                clean(unquote(head.url.partition("://")[2])).rstrip("/"), 15, scale
            ),
        },
    )
    return render_pdf(
        html, stylesheet=_stylesheet(paper, is_small=paper_now() in SMALL)
    )


def _sized(text: str, size: int, scale: float) -> tuple[FittedText, int]:
    """Return a text on at most two lines, and the size of its type in points."""
    fit = fitted(text, WIDTH, size=size, smallest=min(size, 14), is_bold=True)
    return fit, round(fit.size * scale)


@cache
def _stylesheet(paper: str, *, is_small: bool) -> str:
    scale = SCALES[paper]
    lengths = {
        name: round(length * scale, 1)
        for name, length in {
            "margin": 15.0,
            "width": WIDTH,
            "height": 266.0,
            "qr": 95.0,
            "qr_left": (WIDTH - 95.0) / 2,
            "title": 34.0,
            "code": 64.0,
            "address": 163.0,
            "steps": 180.0,
            "indent": 16.0,
        }.items()
    }
    return render_to_string(
        "tournaments/printed_lists/poster.css",
        {
            "font": FONT_FAMILY,
            "paper": paper,
            "size": round(21 * scale),
            "printed": 11 if is_small else 9,  # small paper is A4 made smaller
            **lengths,
        },
    )
