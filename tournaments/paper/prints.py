"""What was printed at one time, as one PDF: some sheets, or all papers of a round."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from matches.documents.joined import one_pdf
from matches.documents.registry import (
    AnyDocument,
    Document,
    Scope,
    document_named,
    pdf_url,
)
from matches.rules.game import gettext_noop
from tournaments.paper.models import Printing
from tournaments.structure.documents import event_of, for_directors
from tournaments.structure.models import Tournament

BETWEEN: Final = "-"
"""The separator of the primary keys of printings in an address."""
NUMBERS: Final = re.compile(r"[0-9]{1,9}(-[0-9]{1,9}){0,49}")


class Prints(NamedTuple):
    """Printings of one tournament, in the order in which they are printed."""

    tournament: Tournament
    printings: tuple[Printing, ...]


class PdfPart(NamedTuple):
    """A document within the PDF, by its key, and its values."""

    key: str
    values: object

    @property
    def document(self) -> AnyDocument:
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
    printings = Printing.objects.filter(tournament=tournament).in_bulk(wanted)
    if len(printings) != len(wanted):
        raise LookupError(numbers)
    for printing in printings.values():
        printing.tournament = tournament
    return tuple(printings[number] for number in wanted)


def _find(address: str) -> Prints:
    slug, _slash, numbers = address.partition("/")
    tournament = Tournament.objects.get(slug=slug)
    prints = Prints(tournament, printings_at(tournament, numbers))
    for printing in prints.printings:
        printing.subject()
    return prints


def _address(prints: Prints) -> str:
    return f"{prints.tournament.slug}/{numbers_of(prints.printings)}"


def _part(printing: Printing) -> PdfPart:
    document = document_named(printing.document)
    subject, sheets = printing.subject(), document.by_sheet
    if sheets is None or not printing.parts:
        return PdfPart(document.key, document.values(subject))
    return PdfPart(document.key, sheets.only(sheets.every(subject), printing.parts))


def _basis(parts: Sequence[PdfPart]) -> object:
    return [(part.key, part.document.basis(part.values)) for part in parts]


def _build(parts: Sequence[PdfPart]) -> bytes:
    return one_pdf([partial(part.document.build, part.values) for part in parts])


PRINTED: Final[Document[Prints, tuple[PdfPart, ...]]] = Document(
    key="printed",
    title=gettext_noop("Prints for this round"),
    scope=Scope(
        kind="printings",
        address=_address,
        find=_find,
        name=lambda prints: f"{prints.tournament.name} · " + gettext("Prints"),
        url=lambda prints: reverse("print_centre", args=[prints.tournament.slug]),
        event=lambda prints: event_of(prints.tournament),
    ),
    access=for_directors,
    values=lambda prints: tuple(map(_part, prints.printings)),
    basis=_basis,
    build=_build,
    language=lambda prints: prints.tournament.paper_languages,
)


def address_of(printings: Sequence[Printing]) -> str:
    """Return the address of printings of one tournament as one document."""
    return _address(Prints(printings[0].tournament, tuple(printings)))


def pdf_of(printings: Sequence[Printing]) -> str:
    """Return the URL of one PDF of printings of one tournament.

    For all sheets of one document it is that of the document, which may be made.
    """
    if len(printings) == 1 and _is_whole(printings[0]):
        return pdf_url(printings[0].document, printings[0].address)
    return pdf_url(PRINTED.key, address_of(printings))


def _is_whole(printing: Printing) -> bool:
    document = document_named(printing.document)
    sheets = document.by_sheet
    if sheets is None or not printing.parts:
        return True
    subject = printing.subject()
    # A document in the language of its reader is printed in that of the tournament.
    if not document.language(subject):
        return False
    return sheets.parts(document.read(subject)).keys() == printing.parts.keys()
