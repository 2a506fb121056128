"""Access to documents, and limits for visitors without an account."""

from http import HTTPStatus
from typing import Final

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest

from matches.documents import registry
from matches.documents.models import LONGEST_ADDRESS, Printout
from matches.documents.registry import AnyDocument
from matches.documents.services import ENDED, WantedDocument, open_count, wanted
from matches.rules.refusals import Refusal
from matches.web import throttle

LONGEST_NUMBER: Final = 15
MOST_OPEN: Final = 8
"""Most documents in the queue. One that many visitors request is made only once."""

MANY_DOCUMENTS = Refusal(
    "document.many_documents",
    "The server is busy. Try again in a minute.",
    status=HTTPStatus.TOO_MANY_REQUESTS,
)
"""The queue is full; directors need the worker for their draws."""

TOO_MANY_ASKED = Refusal(
    "document.too_many_asked",
    "Too many documents requested from here. Try again in 15 minutes.",
    status=HTTPStatus.TOO_MANY_REQUESTS,
)
"""One address requested so many documents that it may be a robot."""


def document_for_viewer(request: HttpRequest, key: str, address: str) -> WantedDocument:
    """Return the document that a visitor requests, as it is now.

    Raises Http404, and what the document's own `access` raises.
    """
    document, subject = _document_and_subject(request, key, address)
    paper = request.GET.get("paper", "")
    if paper and paper not in {known.key for known in document.papers}:
        raise Http404
    return wanted(document, subject, paper=paper)


def is_still_made(request: HttpRequest, key: str, address: str) -> bool:
    """Return True if a poll needs no new page: its job is still at the same step.

    The values of the document are not read, because that is the slow part. Raises what
    `document_for_viewer` raises.
    """
    polled = [request.GET.get(name, "") for name in ("printout", "step")]
    if not all(_is_number(value) for value in polled):
        return False
    document, subject = _document_and_subject(request, key, address)
    printout, step = map(int, polled)
    is_same = Printout.objects.filter(
        pk=printout, document=key, address=document.scope.address(subject)
    )
    return is_same.exclude(job__state__in=ENDED).filter(job__step=step).exists()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER


def _document_and_subject(
    request: HttpRequest, key: str, address: str
) -> tuple[AnyDocument, object]:
    try:
        document = registry.document_named(key)
    except KeyError as error:
        raise Http404 from error
    if "\x00" in address or len(address) > LONGEST_ADDRESS:
        raise Http404
    document.access(request, address)
    try:
        subject = document.scope.subject(address)
    except (LookupError, ValueError, ObjectDoesNotExist) as error:
        raise Http404 from error
    if not document.is_offered(subject):
        raise Http404
    return document, subject


def check_may_queue(request: HttpRequest) -> None:
    """Limit the PDFs that visitors without an account can have made.

    People who signed in have no limit. Call this only where a PDF has to be made; an
    existing PDF is not counted. Raises MANY_DOCUMENTS, TOO_MANY_ASKED.
    """
    if request.user.is_authenticated:
        return
    if throttle.has_asked_too_often(request):
        raise TOO_MANY_ASKED()
    if open_count() >= MOST_OPEN:
        raise MANY_DOCUMENTS()
    throttle.count_document(request)
