"""What the pages of the structure share: a form, and the question before removing."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from matches import web
from matches.rules.errors import RuleError
from tournaments.models import Tournament

FILL_IN: Final = "fill_in"
"""The button that shows what belongs to another choice, and saves nothing."""


def show_form(
    request: HttpRequest,
    tournament: Tournament,
    form: Any,
    /,
    *,
    page: str,
    **context: Any,
) -> HttpResponse:
    """Show a form on its page, with what it says to what was sent."""
    shown = {"tournament": tournament, "form": form, **context}
    status = web.REFUSED if form.is_bound else 200
    template = f"tournaments/director/{page}.html"
    return render(request, template, shown, status=status)


def ask_removal(
    request: HttpRequest,
    tournament: Tournament,
    act: Callable[[], str],
    /,
    **context: Any,
) -> HttpResponse:
    """Ask once, then remove; say why where that cannot be."""
    status = 200
    if request.method == "POST":
        try:
            name = act()
        except RuleError as error:
            status = web.refuse(request, error)
        else:
            web.tell(request, _("%(name)s is removed.") % {"name": name})
            return redirect("structure", slug=tournament.slug)
    shown = {"tournament": tournament, **context}
    page = "tournaments/director/structure_remove.html"
    return render(request, page, shown, status=status)


def tried(form: Any, act: Callable[[], Any]) -> Any:
    """Return what an act gives; what it refuses goes into the form."""
    try:
        return act() or True
    except RuleError as error:
        form.add_error(None, web.sentence(error))
        return None
