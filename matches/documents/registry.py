"""Which documents can be printed; the rooms register theirs when the product starts."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, gettext, override

SubjectT = TypeVar("SubjectT")
ValuesT = TypeVar("ValuesT")

A_WEEK: Final = timedelta(days=7)


def _always(_subject: object) -> bool:
    return True


def _nothing(_subject: object) -> str:
    return ""


def _as_they_are(values: object) -> object:
    return values


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope(Generic[SubjectT]):
    """A kind of thing that documents are of: a round, a stage, a kept ruling.

    `address` says which one, as part of an URL, such as "friday/1/3" for the third
    round of the first stage. `find` is its inverse; it asks nobody who may see it, and
    raises LookupError, ValueError or ObjectDoesNotExist where there is nothing. `name`
    is what people call the thing, `url` the page that shows it.
    """

    kind: str
    address: Callable[[SubjectT], str]
    find: Callable[[str], SubjectT]
    name: Callable[[SubjectT], str]
    url: Callable[[SubjectT], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document(Generic[SubjectT, ValuesT]):
    """A document that can be printed, of any thing of one scope.

    `key` stands in addresses. `title` is English, marked by `gettext_noop`; `heading`
    says more where the thing adds to it ("Score sheets, round 3").

    `access` is called first, with the request and the address of the thing. It raises
    Http404, PermissionDenied or SignInNeededError; what it returns is not looked at.

    `values` reads everything that the document says, in the language of the moment, as
    values whose `repr` shows all of them: texts, numbers, dates, tuples, dataclasses.
    `basis` drops what may differ without a reason to print again, such as the time of
    printing. A PDF is handed out as long as the basis stays the same.

    `build` turns the values into the PDF. Only a worker calls it.

    `language` is the one the document is printed in, "" for the reader's. `hint` tells
    how to use the paper and `warning` what is wrong with it, for the page that waits.
    `back` is where that page leads back to, else the page of the thing. `is_offered`:
    whether the thing has such a document. `lifetime`: a PDF older than that is removed.
    """

    key: str
    title: str
    scope: Scope[SubjectT]
    access: Callable[[HttpRequest, str], object]
    values: Callable[[SubjectT], ValuesT]
    build: Callable[[ValuesT], bytes]
    file_name: Callable[[SubjectT], str]
    basis: Callable[[ValuesT], object] = _as_they_are
    heading: Callable[[SubjectT], str] = _nothing
    language: Callable[[SubjectT], str] = _nothing
    hint: str = ""
    warning: Callable[[SubjectT], str] = _nothing
    back: Callable[[SubjectT], str] = _nothing
    is_offered: Callable[[SubjectT], bool] = _always
    lifetime: timedelta = A_WEEK
    note: str = ""
    """What stands beside the link to it: size and shape, as "PDF, two on a page"."""
    icon: str = "printer"
    shortcut: str = ""
    """The key that opens it on pages that have keys, such as the desk."""

    def name_of(self, subject: SubjectT) -> str:
        """Return what the document is called, in the reader's language."""
        return self.heading(subject) or gettext(self.title)

    def language_for(self, subject: SubjectT) -> str:
        """Return the language it is printed in for this reader."""
        return self.language(subject) or get_language() or "en"

    def digest(self, values: ValuesT) -> str:
        """Return a number in hexadecimal that differs when the paper would."""
        return sha256(repr(self.basis(values)).encode()).hexdigest()

    def read(self, subject: SubjectT) -> ValuesT:
        """Return what it says, in the language it is printed in for this reader."""
        with override(self.language_for(subject)):
            return self.values(subject)


AnyDocument = Document[Any, Any]


class Offer(NamedTuple):
    """A link to a document, as pages show it."""

    key: str
    name: str
    url: str
    note: str
    icon: str
    shortcut: str


_documents: dict[str, AnyDocument] = {}


def register(document: AnyDocument) -> None:
    """Offer a document. Raises ValueError: another one has its key."""
    if _documents.get(document.key, document) is not document:
        message = f"two documents are called {document.key!r}"
        raise ValueError(message)
    _documents[document.key] = document


def withdraw(document: AnyDocument) -> None:
    """Offer a document no longer. Tests that register one need this."""
    del _documents[document.key]


def document_named(key: str) -> AnyDocument:
    """Return the document with this key. Raises KeyError: nobody registered it."""
    return _documents[key]


def all_documents() -> tuple[AnyDocument, ...]:
    """Return every document, in the order in which they were registered."""
    return tuple(_documents.values())


def offers(kind: str, subject: object) -> list[Offer]:
    """Return links to all documents of a thing; `kind` is that of its scope."""
    return [
        offer(document.key, subject)
        for document in all_documents()
        if document.scope.kind == kind and document.is_offered(subject)
    ]


def offer(key: str, subject: object) -> Offer:
    """Return the link to one document of a thing. Raises KeyError.

    It leads to the PDF at once; where there is a warning, to the page that tells it.
    """
    document = document_named(key)
    url = page_url if document.warning(subject) else pdf_url
    return Offer(
        key=key,
        name=document.name_of(subject),
        url=url(key, document.scope.address(subject)),
        note=gettext(document.note) if document.note else "",
        icon=document.icon,
        shortcut=document.shortcut,
    )


def pdf_url(key: str, address: str) -> str:
    """Return the URL of a PDF; until it is made, it leads to the page that waits."""
    return reverse("document_pdf", args=[key, address])


def page_url(key: str, address: str) -> str:
    """Return the URL of the page that waits for a PDF."""
    return reverse("document", args=[key, address])
