"""The sizes of paper, and the documents; packages register theirs at start-up."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import Any, Final, Generic, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, gettext

from matches.documents.languages import speaking
from matches.rules.game import gettext_noop
from matches.rules.refusals import Refusal
from matches.web.shown import public_names


class Paper(NamedTuple):
    """A size of paper in millimetres, in portrait format."""

    key: str
    message: str
    """Its name in English, as a message."""
    width: float
    height: float
    family: str
    """The family of sizes used in one country: "a" or "letter"."""

    @property
    def name(self) -> str:
        return gettext(self.message)

    @property
    def css(self) -> str:
        return f"{self.width}mm {self.height}mm"

    @property
    def landscape(self) -> str:
        return f"{self.height}mm {self.width}mm"

    @property
    def half(self) -> int:
        """Half its height, in whole millimetres: two halves fit on a page."""
        return int(self.height / 2)

    def zoomed(self, zoom: float) -> "Paper":
        """Return what fits on this paper when it is made larger by `zoom`."""
        return self._replace(
            width=round(self.width / zoom, 1), height=round(self.height / zoom, 1)
        )

    @property
    def is_letter(self) -> bool:
        return self.key == "letter"

    @property
    def is_small(self) -> bool:
        return self.key in {"a5", "half-letter"}


A3: Final = Paper("a3", "A3", 297.0, 420.0, "a")
A4: Final = Paper("a4", "A4", 210.0, 297.0, "a")
A5: Final = Paper("a5", "A5", 148.0, 210.0, "a")
LETTER: Final = Paper("letter", gettext_noop("US Letter"), 215.9, 279.4, "letter")
HALF_LETTER: Final = Paper(
    "half-letter", gettext_noop("Half Letter"), 139.7, 215.9, "letter"
)
PAPERS: Final = {paper.key: paper for paper in (A4, A3, A5, LETTER, HALF_LETTER)}

PRINTING_UNAVAILABLE = Refusal(
    "document.printing_unavailable",
    "This server cannot create PDFs yet. Ask your administrator to install these "
    "packages and restart Crawford: %(packages)s",
)
"""The libraries that make PDFs are not installed on this machine."""

# Not an argument: the paper concerns the style of every document and none of the
# builders before it.
_printed_on: ContextVar[Paper] = ContextVar("printed_on", default=A4)


@contextmanager
def printing_on(paper: Paper) -> Iterator[None]:
    """Set the paper of the documents that are made within the block."""
    token = _printed_on.set(paper)
    try:
        yield
    finally:
        _printed_on.reset(token)


def paper_now() -> Paper:
    """Return the paper of the document that is being made, A4 by default."""
    return _printed_on.get()


SubjectT = TypeVar("SubjectT")
ValuesT = TypeVar("ValuesT")

A_WEEK: Final = timedelta(days=7)
OPTION: Final = ":"
"""Between the key of a document and that of one of its options."""


class DocumentEvent(NamedTuple):
    """The event of a document: its primary key, its slug, its title."""

    event: int
    slug: str
    title: str
    is_closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope(Generic[SubjectT]):
    """A kind of subject that documents are about: a round, a stage, a stored ruling.

    `address` identifies a subject as part of a URL, such as "friday/1/3" for the third
    round of the first stage. `find` is its inverse; it checks no permission, and raises
    LookupError, ValueError or ObjectDoesNotExist if there is no such subject. `name` is
    the name of the subject on pages, `url` the page that shows it. `event` is the event
    that it belongs to, whose navigation the page of the document shows to directors.
    """

    kind: str
    address: Callable[[SubjectT], str]
    find: Callable[[str], SubjectT]
    name: Callable[[SubjectT], str]
    url: Callable[[SubjectT], str]
    event: Callable[[SubjectT], DocumentEvent | None] = lambda _subject: None

    def subject(self, address: str) -> SubjectT:
        """Return the subject at an address, with public names."""
        with public_names():
            return self.find(address)


Access = Callable[[HttpRequest, str], object]
"""Checks the permission of a reader, by the request and the subject's address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BySheet(Generic[SubjectT, ValuesT]):
    """How single sheets of a document are printed.

    `due` reads the sheets that are to be printed, `every` also those not needed any
    more, such as the sheets of played matches. `parts` are the digests of sheets by
    keys that stay the same, and `only` keeps the sheets with some keys.

    A digest may end with `DETAIL` and a value that can be written by hand: a sheet
    printed without this value does not become outdated by it.
    """

    due: Callable[[SubjectT], ValuesT]
    every: Callable[[SubjectT], ValuesT]
    parts: Callable[[ValuesT], dict[str, str]]
    only: Callable[[ValuesT, Collection[str]], ValuesT]


DETAIL: Final = "@"
_SHORT: Final = 12


def short_digest(values: object) -> str:
    return sha256(repr(values).encode()).hexdigest()[:_SHORT]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document(Generic[SubjectT, ValuesT]):
    """A document that can be printed for every subject of one scope.

    `key` is part of URLs. `title` is English, marked by `gettext_noop`.

    `access` is called first, with the request and the address of the subject. It raises
    Http404, PermissionDenied or SignInNeededError; its return value is ignored.

    `values` reads the complete contents of the document, in the active language, as
    values whose `repr` shows all of them: texts, numbers, dates, tuples, dataclasses.
    `basis` leaves out what may differ without a reason to print again, such as the time
    of printing. A stored PDF is used as long as the basis stays the same.

    `build` converts the values to the PDF. Only a worker calls it.

    `language` is the language of the print, or two as `languages.both` joins them; ""
    for that of the reader. The page that waits for the PDF shows `warning`, what is
    wrong with it, and `caution`, the same found in the values, which links cannot
    afford to read. `back` is the URL to which that page leads back, by default the page
    of the subject.

    `papers` are the sizes on which it can be printed, its own first; `build` asks for
    the one by `papers.paper_now`. `by_sheet` says how single sheets of it are printed,
    if they can be. `is_offered` returns True if the subject has such a document,
    `is_ready` if there is something to print on it yet; both must be quick. A PDF older
    than `lifetime` is deleted.

    `options` are other forms of the same document, by their keys, with English titles.
    `values` then has the parameter `option`, which is "" for the document itself. The
    key of such a form is that of the document, a colon and that of the option:
    "pairings:a-z".
    """

    key: str
    title: str
    scope: Scope[SubjectT]
    access: Access
    values: Callable[..., ValuesT]
    build: Callable[[ValuesT], bytes]
    by_sheet: BySheet[SubjectT, ValuesT] | None = None
    basis: Callable[[ValuesT], object] = lambda values: values
    language: Callable[[SubjectT], str] = lambda _subject: ""
    warning: Callable[[SubjectT], str] = lambda _subject: ""
    caution: Callable[[ValuesT], str] = lambda _values: ""
    papers: tuple[Paper, ...] = (A4, LETTER)
    back: Callable[[SubjectT], str] = lambda _subject: ""
    is_offered: Callable[[SubjectT], bool] = lambda _subject: True
    is_ready: Callable[[SubjectT], bool] = lambda _subject: True
    options: Mapping[str, str] = field(default_factory=dict)
    group: str = ""
    """What it is for, as a heading of the print centre."""
    lifetime: timedelta = A_WEEK
    note: str = ""
    """The text beside the link: size and layout, such as "PDF, two on a page"."""
    shortcut: str = ""
    """The keyboard key that opens it on pages with keys, such as the desk."""
    form: str = ""
    """The title of the option, in English, of another form of a document."""

    @property
    def name(self) -> str:
        return " · ".join(gettext(text) for text in (self.title, self.form) if text)

    def file_name(self, subject: SubjectT) -> str:
        parts = self.scope.address(subject).split("/") + self.key.split(OPTION)
        return f"{'-'.join(parts)}.pdf"

    def language_for(self, subject: SubjectT) -> str:
        """Return the language of the document for this reader, or both of them."""
        return self.language(subject) or get_language() or "en"

    def with_option(self, option: str) -> "Document[SubjectT, ValuesT]":
        """Return another form of this document. Raises KeyError."""
        return replace(
            self,
            key=f"{self.key}{OPTION}{option}",
            form=self.options[option],
            values=partial(self.values, option=option),
            by_sheet=None,
            options={},
            shortcut="",
        )

    def forms(self) -> Iterator["Document[SubjectT, ValuesT]"]:
        yield self
        yield from map(self.with_option, self.options)

    def digest(self, values: ValuesT) -> str:
        """Return a hexadecimal digest that differs if the printed contents differ."""
        return sha256(repr(self.basis(values)).encode()).hexdigest()

    def read(self, subject: SubjectT) -> ValuesT:
        """Return the values of the document, in its language for this reader.

        With public names, because paper is shown in the hall.
        """
        with speaking(self.language_for(subject)), public_names():
            return self.values(subject)


AnyDocument = Document[Any, Any]


class Offer(NamedTuple):
    key: str
    name: str
    url: str
    note: str
    shortcut: str
    options: tuple[tuple[str, str], ...] = ()
    """The names and URLs of other forms of it."""


_documents: dict[str, AnyDocument] = {}


def register(document: AnyDocument) -> None:
    """Register a document. Raises ValueError if another document has its key."""
    if _documents.get(document.key, document) is not document:
        message = f"two documents are called {document.key!r}"
        raise ValueError(message)
    _documents[document.key] = document


def withdraw(document: AnyDocument) -> None:
    del _documents[document.key]


def document_named(key: str) -> AnyDocument:
    name, _colon, option = key.partition(OPTION)
    document = _documents[name]
    return document.with_option(option) if key != name else document


def all_documents() -> tuple[AnyDocument, ...]:
    return tuple(_documents.values())


def documents_of(kind: str, subject: object) -> Iterator[AnyDocument]:
    for document in all_documents():
        if document.scope.kind == kind and document.is_offered(subject):
            yield document


def offers(kind: str, subject: object) -> list[Offer]:
    return [offer(document.key, subject) for document in documents_of(kind, subject)]


def offer(key: str, subject: object) -> Offer:
    """Return the link to one document of a subject. Raises KeyError.

    It leads directly to the PDF, or, if there is a warning, to the page that shows it.
    """
    document = document_named(key)
    url = page_url if document.warning(subject) else pdf_url
    address = document.scope.address(subject)
    return Offer(
        key=key,
        name=document.name,
        url=url(key, address),
        note=gettext(document.note) if document.note else "",
        shortcut=document.shortcut,
        options=tuple(
            (gettext(title), url(f"{key}{OPTION}{option}", address))
            for option, title in document.options.items()
        ),
    )


def pdf_url(key: str, address: str, paper: str = "") -> str:
    """Return the URL of a PDF; it redirects to `page_url` until the PDF is made.

    `paper` is the key of another paper than the usual one.
    """
    return reverse("document_pdf", args=[key, address]) + _on(paper)


def page_url(key: str, address: str, paper: str = "") -> str:
    """Return the URL of the page that shows the progress of a PDF: see `pdf_url`."""
    return reverse("document", args=[key, address]) + _on(paper)


def _on(paper: str) -> str:
    return f"?{urlencode({'paper': paper})}" if paper else ""
