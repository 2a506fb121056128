"""The poster of the check-in by phone: the code of the hall, for the door."""

from django.urls import reverse
from django.utils.translation import gettext

from tournaments.entries.arrivals.queries import window_of
from tournaments.printed_lists.heads import head_of
from tournaments.printed_lists.posters import Poster
from tournaments.structure.models import Tournament


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
