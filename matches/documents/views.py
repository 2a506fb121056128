"""Views of all printed documents: the page that waits for a PDF, and the PDF."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.documents import access as documents_access
from matches.documents.fontconfig import letters_missing
from matches.documents.models import Printout
from matches.documents.registry import (
    OPTION,
    PRINTING_UNAVAILABLE,
    DocumentEvent,
    document_named,
    page_url,
    pdf_url,
)
from matches.documents.services import WantedDocument, printout_of, request_printout
from matches.jobs.models import Job
from matches.jobs.queue import job_error
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import Page

Choice: TypeAlias = tuple[str, str, bool]
"""A paper or a form of the document, the page with it, whether it is this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPage(Page):
    """A document: it is made, it can be opened, or why it was not made."""

    template = "matches/documents/document.html"
    fragment = "matches/documents/_document.html"

    ask: WantedDocument
    printout: Printout | None
    refused: RuleError | None
    page_url: str
    pdf_url: str
    warning: str
    back_url: str
    of: str
    subject_url: str
    occasion: DocumentEvent | None

    @property
    def is_unavailable(self) -> bool:
        return (
            self.job is not None
            and self.job.state == Job.State.FAILED
            and self.job.failure.refusal is PRINTING_UNAVAILABLE
        )

    @property
    def job(self) -> Job | None:
        return self.printout.job if self.printout else None

    @property
    def is_open(self) -> bool:
        return self.job is not None and self.job.is_open

    @property
    def poll_url(self) -> str:
        if self.printout is None:
            return self.page_url
        mark = "&" if "?" in self.page_url else "?"
        step = self.printout.job.step
        return f"{self.page_url}{mark}printout={self.printout.pk}&step={step}"

    @property
    def papers(self) -> list[Choice]:
        key, address = self.ask.document.key, self.ask.address
        papers = self.ask.document.papers
        return [
            (
                paper.name,
                page_url(key, address, paper.key),
                paper == self.ask.paper,
            )
            for paper in (papers if len(papers) > 1 else ())
        ]

    @property
    def forms(self) -> list[Choice]:
        chosen = self.ask.document
        forms = list(document_named(chosen.key.partition(OPTION)[0]).forms())
        return [
            (
                gettext(form.form or form.title),
                page_url(form.key, self.ask.address),
                form.key == chosen.key,
            )
            for form in (forms if len(forms) > 1 else ())
        ]

    @property
    def error(self) -> str:
        return answers.sentence(self.refused) if self.refused else job_error(self.job)

    @property
    def is_ready(self) -> bool:
        return self.printout is not None and self.printout.made_at is not None

    @property
    def may_try_again(self) -> bool:
        return self.ask.problem is None


@answers.form_page
def document(request: HttpRequest, key: str, address: str) -> HttpResponse:
    """Queue a document, show its progress, open it. POST tries a failed one again."""
    if answers.is_fragment(request) and documents_access.is_still_made(
        request, key, address
    ):
        return answers.unchanged()
    ask = documents_access.document_for_viewer(request, key, address)
    printout, error = printout_of(ask), ask.problem
    if error is None and _is_missing(printout, again=request.method == "POST"):
        try:
            documents_access.check_may_queue(request)
            printout = request_printout(ask, again=request.method == "POST")
        except RuleError as refusal:
            error = refusal
    paper = request.GET.get("paper", "")
    if request.method == "POST" and error is None:
        return redirect(page_url(key, address, paper))
    page = DocumentPage(
        ask=ask,
        printout=printout,
        refused=error,
        page_url=page_url(key, address, paper),
        pdf_url=pdf_url(key, address, paper),
        warning=_warning(request, ask),
        back_url=ask.document.back(ask.subject) or ask.document.scope.url(ask.subject),
        of=ask.document.scope.name(ask.subject),
        subject_url=ask.document.scope.url(ask.subject),
        occasion=ask.document.scope.event(ask.subject),
    )
    ended = answers.is_fragment(request) and not page.is_open
    status = HTTPStatus.OK if error is None else answers.status_of(error)
    return answers.show_page(request, page, status=answers.OVER if ended else status)


@require_safe
def document_pdf(request: HttpRequest, key: str, address: str) -> HttpResponse:
    """Return the PDF, or redirect to the page that waits while it is not made."""
    ask = documents_access.document_for_viewer(request, key, address)
    printout = printout_of(ask)
    if printout is None or printout.made_at is None:
        answer: HttpResponse = redirect(
            page_url(key, address, request.GET.get("paper", ""))
        )
    else:
        answer = HttpResponse(bytes(printout.content), content_type="application/pdf")
        name = ask.document.file_name(ask.subject)
        inline = content_disposition_header(as_attachment=False, filename=name)
        answer["Content-Disposition"] = str(inline)
    answer["Cache-Control"] = "private, no-store"
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])
    return answer


def _warning(request: HttpRequest, ask: WantedDocument) -> str:
    """Return what is wrong with the paper.

    Only users who signed in read which fonts are missing; visitors can install none.
    """
    told = f"{ask.document.warning(ask.subject)} {ask.caution}".strip()
    lacks = ask.lacks_letters and request.user.is_authenticated
    return f"{told} {letters_missing(lacks=lacks)}".strip()


def _is_missing(printout: Printout | None, *, again: bool) -> bool:
    is_failed = printout is not None and printout.job.state == Job.State.FAILED
    return printout is None or (again and is_failed)


def pdf_at(key: str, address: str) -> Callable[..., HttpResponse]:
    """Return a view of a PDF for a separate URL pattern.

    `address` is a format string with the names that the pattern captures:
    "{slug}/{stage}".
    """

    def view(request: HttpRequest, **captured: object) -> HttpResponse:
        return document_pdf(request, key, address.format(**captured))

    return view
