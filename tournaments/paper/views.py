"""The pages and buttons of the print centre."""

from collections.abc import Sequence
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.roles import Act
from matches.documents.fontconfig import lacks_letters, letters_missing
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.paper import services
from tournaments.paper.models import Printing
from tournaments.paper.prints import numbers_of, pdf_of, printings_at
from tournaments.paper.queries import names_printed, overview_of
from tournaments.paper.services import ALREADY, NO_SUCH_PAPER, PrintRequest
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament
from tournaments.structure.page import show

MOST: Final = 50
"""The most papers that are printed together."""
PARTS: Final = 3
"""The parts of a field of the form: see `_wanted`."""


@answers.form_page
def print_centre(request: HttpRequest, slug: str) -> HttpResponse:
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.PRINT
    )
    if request.method != "POST":
        return _show(request, tournament)
    wanted = _wanted(request)
    op = answers.op_of(request)
    try:
        made = services.print_together(tournament, wanted, by=user, op=op)
    except RuleError as error:
        sentence, status = answers.sentence(error), answers.status_of(error)
        return _show(request, tournament, error=sentence, status=status)
    _tell_printed(request, made)
    if [paper.which for paper in wanted] == [ALREADY]:
        return redirect("print_centre", slug=slug)
    return redirect(pdf_of(made))


def _wanted(request: HttpRequest) -> list[PrintRequest]:
    """Return the papers of the form, each in one field: document, address, choice.

    The form names them, so that the same form twice means the same papers.
    """
    papers = [paper.split(" ") for paper in request.POST.getlist("paper")[:MOST]]
    whole = (paper for paper in papers if len(paper) == PARTS)
    return [PrintRequest(document, at, which) for document, at, which in whole]


def _tell_printed(request: HttpRequest, made: Sequence[Printing]) -> None:
    slug = made[0].tournament.slug
    undo = reverse("not_printed", args=[slug, numbers_of(made)])
    answers.tell(request, _("Marked as printed."), undo_url=undo)


@require_POST
def print_match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.PRINT
    )
    try:
        op = answers.op_of(request)
        made = [services.print_sheet(tournament, number, by=user, op=op)]
    except RuleError as error:
        if error.refusal is NO_SUCH_PAPER:
            raise Http404 from error
        answers.refuse(request, error)
        return redirect("print_centre", slug=slug)
    _tell_printed(request, made)
    return redirect(pdf_of(made))


@require_POST
def mark_printed(
    request: HttpRequest, slug: str, numbers: str, *, is_printed: bool
) -> HttpResponse:
    """Note that papers were printed after all, or not."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.PRINT
    )
    try:
        printings = printings_at(tournament, numbers)
    except LookupError as error:
        raise Http404 from error
    services.mark_printed(printings, is_printed=is_printed, by=user)
    if is_printed:
        _tell_printed(request, printings)
    else:
        undo = reverse("printed_after_all", args=[slug, numbers])
        answers.tell(request, _("Marked as not printed."), undo_url=undo)
    return redirect("print_centre", slug=slug)


def _show(
    request: HttpRequest, tournament: Tournament, *, error: str = "", status: int = 200
) -> HttpResponse:
    return show(
        request,
        "tournaments/paper/print_centre.html",
        tournament,
        overview=overview_of(tournament),
        warning=letters_missing(lacks=lacks_letters(names_printed(tournament))),
        error=error,
        op=answers.new_op(),
        status=status,
    )
