"""The programme of a tournament as a sheet for the wall."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from matches.documents.joined import joined
from matches.documents.languages import in_turn
from matches.documents.pdf import print_template
from matches.documents.text import clean
from tournaments.paper.values import HeadedValues, basis, head_of
from tournaments.structure.details import about_lines
from tournaments.structure.models import Tournament


@dataclass(frozen=True, slots=True)
class ProgrammeText(HeadedValues):
    """The programme in one language; `paragraphs` have a heading and lines each."""

    lead: str
    paragraphs: tuple[tuple[str, tuple[str, ...]], ...]


def has_programme(tournament: Tournament) -> bool:
    """Return whether a fee, a programme or a contact is known."""
    return bool(tournament.fee or tournament.programme or tournament.contact)


@in_turn
def programme_of(tournament: Tournament) -> ProgrammeText:
    """Return when and where a tournament is, its fee, programme and contact."""
    return ProgrammeText(
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


def programme_basis(texts: Sequence[ProgrammeText]) -> list[ProgrammeText]:
    """Return the texts without their time of printing."""
    return [basis(text) for text in texts]


def print_programme(texts: Sequence[ProgrammeText]) -> bytes:
    """Return the PDF of a programme, each language on a page of its own.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    return joined(
        [
            print_template(
                "tournaments/paper/programme",
                {
                    "title": text.head.document_title,
                    "language": text.head.language,
                    "head": text.head,
                    "text": text,
                },
            )
            for text in texts
        ]
    )
