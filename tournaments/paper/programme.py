"""The programme of a tournament as a sheet for the wall."""

from collections.abc import Iterator

from django.utils.translation import gettext

from matches.documents.languages import in_turn
from matches.documents.text import clean
from tournaments.paper.prizes import PressText
from tournaments.paper.values import head_of
from tournaments.structure.details import about_lines
from tournaments.structure.models import Tournament


def has_programme(tournament: Tournament) -> bool:
    """Return whether a fee, a programme or a contact is known."""
    return bool(tournament.fee or tournament.programme or tournament.contact)


@in_turn
def programme_of(tournament: Tournament) -> PressText:
    """Return when and where a tournament is, its fee, programme and contact."""
    return PressText(
        head=head_of(
            tournament,
            title=gettext("Schedule"),
            path=tournament.get_absolute_url(),
        ),
        lead=clean(" · ".join(about_lines(tournament))),
        paragraphs=tuple(_paragraphs(tournament)),
    )


def _paragraphs(tournament: Tournament) -> Iterator[tuple[str, tuple[str, ...]]]:
    for title, text in (
        (gettext("Entry fee"), tournament.fee),
        (gettext("Schedule"), tournament.programme),
        (gettext("Contact"), tournament.contact),
    ):
        lines = tuple(filter(None, map(clean, text.splitlines())))
        if lines:
            yield title, lines
