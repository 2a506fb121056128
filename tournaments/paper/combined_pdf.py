"""Several papers as one PDF, so that a round is printed with one click."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext

from matches.documents.joined import joined
from matches.documents.registry import (
    AnyDocument,
    Document,
    OnProgress,
    Scope,
    document_named,
    pdf_url,
)
from matches.rules.text import gettext_noop
from tournaments.paper.models import Printing
from tournaments.paper.reprints import made_of
from tournaments.structure.documents import event_of, for_directors
from tournaments.structure.models import Tournament

BETWEEN: Final = "-"
"""The separator of the primary keys of printings in an address."""
NUMBERS: Final = re.compile(r"[0-9]{1,9}(-[0-9]{1,9}){0,49}")


@dataclass(frozen=True, slots=True)
class CombinedPdf:
    """Printings of one tournament, in the order in which they are printed."""

    tournament: Tournament
    printings: tuple[Printing, ...]


@dataclass(frozen=True, slots=True)
class PdfPart:
    """A document within the PDF, and its values."""

    key: str
    values: object

    @property
    def document(self) -> AnyDocument:
        """The document that these are values of."""
        return document_named(self.key)


def numbers_of(printings: Iterable[Printing]) -> str:
    """Return the part of an address for printings: "12-13-14"."""
    return BETWEEN.join(str(printing.pk) for printing in printings)


def printings_at(tournament: Tournament, numbers: str) -> tuple[Printing, ...]:
    """Return printings of a tournament by what `numbers_of` wrote. One query.

    Raises LookupError: there is one that is not there, or it is no number.
    """
    if not NUMBERS.fullmatch(numbers):
        raise LookupError(numbers)
    wanted = [int(number) for number in numbers.split(BETWEEN)]
    found = Printing.objects.filter(tournament=tournament).in_bulk(wanted)
    if len(found) != len(wanted):
        raise LookupError(numbers)
    for printing in found.values():
        printing.tournament = tournament
    return tuple(found[number] for number in wanted)


def _found(address: str) -> CombinedPdf:
    slug, _slash, numbers = address.partition("/")
    tournament = Tournament.objects.get(slug=slug)
    return CombinedPdf(tournament, printings_at(tournament, numbers))


def _address(together: CombinedPdf) -> str:
    return f"{together.tournament.slug}/{numbers_of(together.printings)}"


def _values(together: CombinedPdf) -> tuple[PdfPart, ...]:
    found = (made_of(printing) for printing in together.printings)
    return tuple(
        PdfPart(document.key, document.values(document.scope.find(address)))
        for document, address in found
    )


def _basis(parts: Sequence[PdfPart]) -> object:
    return [(part.key, part.document.basis(part.values)) for part in parts]


def _built(parts: Sequence[PdfPart], on_progress: OnProgress) -> bytes:
    """Return the PDFs of all parts as one. Raises what their `build` does."""
    made = []
    for number, part in enumerate(parts, start=1):
        made.append(part.document.build(part.values))
        on_progress(number, len(parts))
    return joined(made)


PRINTED_TOGETHER: Final[Document[CombinedPdf, tuple[PdfPart, ...]]] = Document(
    key="printed-together",
    title=gettext_noop("Prints for this round"),
    scope=Scope(
        kind="printings",
        address=_address,
        find=_found,
        name=lambda together: f"{together.tournament.name} · " + gettext("Prints"),
        url=lambda together: reverse("print_centre", args=[together.tournament.slug]),
        event=lambda together: event_of(together.tournament),
    ),
    access=for_directors,
    values=_values,
    basis=_basis,
    build=lambda parts: _built(parts, lambda _done, _steps: None),
    build_in_steps=_built,
    file_name=lambda together: f"{together.tournament.slug}-papers",
    language=lambda together: together.tournament.paper_languages,
    hint=gettext_noop("All pages have the same size and can be printed in one go."),
    note=gettext_noop("PDF, everything that still needs printing"),
)


def pdf_of_all(printings: Sequence[Printing]) -> str:
    """Return the URL of one PDF of printings of one tournament."""
    tournament = printings[0].tournament
    return pdf_url(
        PRINTED_TOGETHER.key, _address(CombinedPdf(tournament, tuple(printings)))
    )
