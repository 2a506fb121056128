"""Posters at the door: finding one’s page on the phone, and checking in with it."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from matches.documents.papers import A4, paper_now
from matches.documents.pdf import print_template
from tournaments.entries.arrivals.queries import window_of
from tournaments.paper.values import HeadedValues, head_of
from tournaments.structure.models import Tournament


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
            gettext("Choose your name from the list."),
            gettext("See your table, your opponent, results and standings."),
        ),
    )


def check_in_poster(tournament: Tournament) -> Poster:
    """Return the poster with the code of the hall; without one, where it is typed."""
    window = window_of(tournament)
    path = reverse("check_in_find")
    typed = gettext("Enter the code shown in the hall and three letters of your name.")
    if window is not None:
        path = reverse("phone_check_in", args=[window.code])
        typed = gettext("Type three letters of your name")
    return Poster(
        head=head_of(tournament, title=gettext("Check-in by phone"), path=path),
        steps=(
            gettext("Point the camera of your phone at the code."),
            typed,
            gettext("Tap “I’m here”."),
        ),
    )


def print_poster(poster: Poster) -> bytes:
    """Return the PDF of a poster; those of other paper are A4, zoomed.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    return print_template(
        "tournaments/paper/poster",
        {
            "title": poster.head.document_title,
            "head": poster.head,
            "steps": poster.steps,
        },
        zoom=min(paper_now().width / A4.width, paper_now().height / A4.height),
    )
