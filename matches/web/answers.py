"""Responses of views: the same message for a full page, a fragment and a redirect."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar
from uuid import uuid4

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods

from matches.rules.refusals import RuleError
from matches.web.sentences import sentence_of

_Made = TypeVar("_Made")

OP_LENGTH: Final = 36
"""Characters of the key of a form, a UUID."""

REFUSED: Final = 422
"""HTTP: the input is refused; the page comes back with the reason."""
CONFLICT: Final = 409
"""HTTP: the facts have changed since the form was made."""
UNCHANGED: Final = 204
"""HTTP: there is no news; htmx leaves the page as it is."""
OVER: Final = 286
"""htmx: show this, and ask no more."""
_LINKS: Final = "crawford.links"
_TOLD: Final = "told"
"""The text of the message that has links, in the session until it is shown."""
_SHOWN: Final = "shown"
"""That message with its links, in the session until a page shows something else."""
_VARY: Final = "HX-Request, Cookie"

form_page = require_http_methods(["GET", "HEAD", "POST"])
"""Decorator of a view with a form: GET shows it, POST sends it; other methods fail."""


def sentence(error: RuleError) -> str:
    return sentence_of(error.refusal, error.params)


def status_of(error: RuleError) -> int:
    """Return the HTTP status of the refusal, as its table says."""
    return error.refusal.status


def new_op() -> str:
    """Return a new key for the act of a form; a form sent twice is then recognised."""
    return str(uuid4())


def op_of(request: HttpRequest) -> str:
    """Return the key that the form was sent with, "" without one."""
    return str(request.POST.get("op", ""))[:OP_LENGTH]


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the data of a POST, which may be empty; None for other methods."""
    return request.POST if request.method == "POST" else None


def made_with(
    form: BaseForm, act: Callable[[], _Made], *, field: str | None = None
) -> _Made | None:
    """Return what an act makes with a form that was sent and has no errors, or None.

    A refusal becomes an error of the form, or of one field, and its status that of the
    page (`status_with`).
    """
    if not form.is_valid():
        return None
    try:
        return act()
    except RuleError as error:
        form.add_error(field, sentence(error))
        # Kept with the form for `status_with`: forms of Django have no place for it.
        form.refused_with = status_of(error)  # type: ignore[attr-defined]
        return None


def done_with(
    form: BaseForm, act: Callable[[], object], *, field: str | None = None
) -> bool:
    """Return whether an act that returns nothing is done; see `made_with`."""

    def done() -> bool:
        act()
        return True

    return made_with(form, done, field=field) is not None


def made(request: HttpRequest, act: Callable[[], _Made]) -> _Made | None:
    """Return what the act of a button makes; None if refused, which is told."""
    try:
        return act()
    except RuleError as error:
        refuse(request, error)
        return None


def status_with(form: BaseForm) -> int:
    """Return the HTTP status of a page that shows a form, which may have errors."""
    return int(getattr(form, "refused_with", REFUSED)) if form.errors else 200


def is_fragment(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def polled_mark(request: HttpRequest) -> str:
    """Return the mark of the page that polls for what is new; "" for other requests."""
    return request.GET.get("f", "") if is_fragment(request) else ""


def unchanged() -> HttpResponse:
    """Return the answer to the poll of a page that is up to date."""
    return HttpResponse(status=UNCHANGED)


def tell(
    request: HttpRequest, text: str, *, undo_url: str = "", redo_url: str = ""
) -> None:
    """Add a success message, with the URLs of its undo and redo if there are any."""
    messages.success(request, text)
    links = {"undo_url": undo_url, "redo_url": redo_url}
    if is_fragment(request):
        request.META[_LINKS] = links  # the response to this request shows them
        return
    for name, url in links.items():
        if url:
            request.session[name] = url
            request.session[_TOLD] = text


def tell_again(request: HttpRequest) -> None:
    """Add the message of the page before once more, with its links.

    A page that answers a refused form calls it, so that the undo that was offered
    beside the form stays there.
    """
    shown = request.session.get(_SHOWN)
    if shown and not is_fragment(request):
        tell(request, **shown)


def links_told(request: HttpRequest) -> dict[str, str]:
    """Return the URLs of undo and redo for the message of this page or fragment.

    The page that follows a redirect takes them out of the session, for all its parts.
    """
    links: dict[str, str] = {"undo_url": "", "redo_url": ""}
    links |= request.META.get(_LINKS, {})
    session = getattr(request, "session", {})
    # A fragment that polls between the redirect and the page must not take them away.
    if not is_fragment(request):
        if _LINKS not in request.META:
            session.pop(_SHOWN, None)
        links |= {name: session.pop(name) for name in links if name in session}
        request.META[_LINKS] = links
        if _TOLD in session:
            session[_SHOWN] = {"text": session.pop(_TOLD), **links}
    return links


def refuse(request: HttpRequest, error: RuleError) -> int:
    """Add the error of a button as a message; return the HTTP status."""
    messages.error(request, sentence(error))
    return status_of(error)


def refuse_text(request: HttpRequest, text: str) -> int:
    """Add an error about the input as a message; return the HTTP status."""
    messages.error(request, text)
    return REFUSED


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The value of a page, which its template knows as `page`.

    Its fields are the values that the page shows and the decisions about what it shows;
    the template only arranges them. `template` is the whole page, `fragment` the part
    that htmx asks for, "" if it always gets the whole page. `tab` is the tab that is
    marked in the bar of the tournament, "" if none.
    """

    template: ClassVar[str]
    fragment: ClassVar[str] = ""
    tab: ClassVar[str] = ""

    @property
    def has_errors(self) -> bool:
        """Whether the form of the page has errors, which the title then says."""
        form = getattr(self, "form", None)
        return bool(form is not None and form.errors)


def show_page(request: HttpRequest, page: Page, *, status: int = 200) -> HttpResponse:
    shared = ("tab", "tournament")
    context = {name: getattr(page, name) for name in shared if hasattr(page, name)}
    context["page"] = page
    return show(request, page.template, context, fragment=page.fragment, status=status)


def show(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    *,
    fragment: str = "",
    status: int = 0,
) -> HttpResponse:
    """Render a template with these values, or its fragment for htmx.

    Without a status it has that of its form, if there is one.
    """
    if not status:
        status = status_with(context["form"]) if "form" in context else 200
    if fragment and is_fragment(request):
        text = render_to_string(fragment, context, request)
        return fragment_of(text, status=status)
    answer = render(request, template, context, status=status)
    if fragment:
        answer["Vary"] = _VARY
    return answer


def fragment_of(text: str, *, status: int = 200) -> HttpResponse:
    """Return a part of a page as the answer to htmx."""
    answer = HttpResponse(text, status=status)
    answer["Vary"] = _VARY
    answer["Cache-Control"] = "no-store"
    return answer
