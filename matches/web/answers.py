"""How pages answer: the same sentence for a full page, a fragment and a redirect."""

from typing import Any, Final
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.rules.errors import RuleError

OP_LENGTH: Final = 36

REFUSED: Final = 422
CONFLICT: Final = 409
UNCHANGED: Final = 204
OVER: Final = 286
_LINKS: Final = "crawford.links"

form_page = require_http_methods(["GET", "HEAD", "POST"])
"""A page and its form at one address: GET shows it, POST sends it, nothing else."""


def sentence(error: RuleError) -> str:
    """Return what went wrong in the reader's language."""
    return gettext(error.message) % error.params


def status_of(error: RuleError) -> int:
    """Return 409 for a conflict with somebody else's act, 422 for a wrong entry."""
    return CONFLICT if error.is_conflict else REFUSED


def new_op() -> str:
    """Return the key of an act that a form about to be shown will ask for."""
    return str(uuid4())


def posted(request: HttpRequest) -> QueryDict | None:
    """Return what was sent, which may be nothing at all, or None if nobody sent it."""
    return request.POST if request.method == "POST" else None


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page."""
    return bool(getattr(request, "htmx", False))


def tell(
    request: HttpRequest, text: str, *, undo_url: str = "", redo_url: str = ""
) -> None:
    """Put a sentence into the echo line, with an undo or redo if there is one."""
    messages.success(request, text)
    links = {"undo_url": undo_url, "redo_url": redo_url}
    if is_fragment(request):
        request.META[_LINKS] = links  # this very answer shows them
        return
    for name, url in links.items():
        if url:
            request.session[name] = url


def links_told(request: HttpRequest) -> dict[str, str]:
    """Return the undo and redo of the sentence told for this fragment."""
    links: dict[str, str] = request.META.get(_LINKS, {})
    return {"undo_url": "", "redo_url": "", **links}


def refuse(request: HttpRequest, error: RuleError) -> int:
    """Say on the page that follows why a button did nothing; return its status."""
    messages.error(request, sentence(error))
    return status_of(error)


def refuse_text(request: HttpRequest, text: str) -> int:
    """Say on the page that follows what is wrong with an entry; return its status."""
    messages.error(request, text)
    return REFUSED


def show(
    request: HttpRequest,
    *,
    page: str,
    fragment: str,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """Render the page, or only its fragment for htmx, from the same context."""
    template = fragment if is_fragment(request) else page
    answer = render(request, template, context, status=status)
    answer["Vary"] = "HX-Request, Cookie"
    if is_fragment(request):
        answer["Cache-Control"] = "no-store"
    return answer
