"""Sheets of a document that were printed at one time, as documents of their own."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext

from matches.documents.registry import AnyDocument, Scope, document_named, pdf_url
from tournaments.paper.models import Printing
from tournaments.structure.documents import event_of, for_directors


@dataclass(frozen=True, slots=True)
class Reprint:
    """A printing, and its subject."""

    printing: Printing
    subject: object


def _found(address: str, document: str = "") -> Reprint:
    """Return a printing by its address, of this document if one is said."""
    slug, _slash, number = address.rpartition("/")
    printing = Printing.objects.select_related("tournament").get(
        tournament__slug=slug, pk=int(number)
    )
    if document not in {"", printing.document}:
        raise Printing.DoesNotExist
    scope = document_named(printing.document).scope
    return Reprint(printing, scope.find(printing.address))


def _address(reprint: Reprint) -> str:
    return f"{reprint.printing.tournament.slug}/{reprint.printing.pk}"


def address_of(printing: Printing) -> str:
    """Return the address of a printing."""
    return f"{printing.tournament.slug}/{printing.pk}"


def _name(reprint: Reprint) -> str:
    version = gettext("Version %(number)s") % {"number": reprint.printing.number}
    return f"{reprint.printing.tournament.name} · {version}"


def _centre(reprint: Reprint) -> str:
    return reverse("print_centre", args=[reprint.printing.tournament.slug])


PRINTING: Final[Scope[Reprint]] = Scope(
    kind="printing",
    address=_address,
    find=_found,
    name=_name,
    url=_centre,
    event=lambda reprint: event_of(reprint.printing.tournament),
)
"""The sheets of one printing, as "tournament/number": "friday/12"."""


def pdf_of(printing: Printing) -> str:
    """Return the URL of the PDF of a printing.

    For all sheets it is the URL of the whole document, which may be made already.
    """
    document, address = made_of(printing)
    return pdf_url(document.key, address)


def made_of(printing: Printing) -> tuple[AnyDocument, str]:
    """Return the document of a printing, and the address of its subject."""
    if not printing.parts or _is_whole(printing):
        return document_named(printing.document), printing.address
    return document_named(some_sheets_key(printing.document)), address_of(printing)


def _is_whole(printing: Printing) -> bool:
    whole = document_named(printing.document)
    subject = whole.scope.subject(printing.address)
    # A document in the language of its reader is printed in that of the tournament.
    if whole.by_sheet is None or not whole.language(subject):
        return False
    return whole.by_sheet.parts(whole.read(subject)).keys() == printing.parts.keys()


def some_sheets_key(document: str) -> str:
    """Return the key of the document that prints some sheets of another one."""
    return f"some-{document}"


def _some(whole: AnyDocument) -> AnyDocument:
    sheets = whole.by_sheet
    if sheets is None:
        message = f"{whole.key} has no single sheets"
        raise TypeError(message)
    return replace(
        whole,
        key=some_sheets_key(whole.key),
        scope=replace(PRINTING, find=partial(_found, document=whole.key)),
        access=for_directors,
        values=lambda one: sheets.only(sheets.every(one.subject), one.printing.parts),
        by_sheet=None,
        heading=_of_subject(whole.name_of),
        file_name=lambda one: f"{one.printing.number}-{whole.file_name(one.subject)}",
        language=lambda one: one.printing.tournament.paper_languages,
        warning=_of_subject(whole.warning),
        back=_centre,
        is_offered=lambda _one: True,
        shortcut="",
    )


def _of_subject(said: Callable[[object], str]) -> Callable[[Reprint], str]:
    return lambda one: said(one.subject)


def some_sheets(documents: Iterable[AnyDocument]) -> list[AnyDocument]:
    """Return a document of single sheets for each that is printed sheet by sheet."""
    return [_some(document) for document in documents if document.by_sheet]
