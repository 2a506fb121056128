"""The pages and buttons of the print centre."""

from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.documents.fontconfig import lacking_packages, letters_missing
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.paper import services
from tournaments.paper.models import Printing
from tournaments.paper.prints import numbers_of, pdf_of, printings_at
from tournaments.paper.queries import names_printed, overview_of
from tournaments.paper.services import ALL, ALREADY, NO_SUCH_PAPER, PrintRequest
from tournaments.setup.services import set_second_language
from tournaments.structure import access as structure_access
from tournaments.structure.models import (
    Tournament,
    language_choices,
    second_language_choices,
)
from tournaments.structure.page import show


class LanguageForm(forms.Form):
    """The second language of everything that is printed."""

    second_language = forms.ChoiceField(
        label=gettext_lazy("Second language for printouts"),
        help_text=gettext_lazy("All printouts have labels in both languages."),
        choices=second_language_choices,
        required=False,
    )


LONGEST: Final = 200
LONGEST_NUMBER: Final = 9
MOST: Final = 50
"""The most papers that are printed together."""
PARTS: Final = ("document", "address", "which")
"""The field of a form for each paper that is printed with others."""


@answers.form_page
def print_centre(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the print centre; note that a paper is printed, and open it."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.PRINT
    )
    if request.method != "POST":
        return _show(request, tournament)
    if "second_language" in request.POST:
        return _speak(request, tournament, user)
    typed = request.POST.get("match", "").strip()[:LONGEST]
    op = answers.op_of(request)
    try:
        if "match" in request.POST:
            number = _match_number(typed)
            made = [services.print_sheet(tournament, number, by=user, op=op)]
        else:
            wanted = _wanted(request)
            made = services.print_together(tournament, wanted, by=user, op=op)
            if [paper.which for paper in wanted] == [ALREADY]:
                _tell_printed(request, made)
                return redirect("print_centre", slug=slug)
    except RuleError as error:
        sentence, status = answers.sentence(error), answers.status_of(error)
        return _show(request, tournament, error=sentence, typed=typed, status=status)
    _tell_printed(request, made)
    return redirect(pdf_of(made))


def _wanted(request: HttpRequest) -> list[PrintRequest]:
    """Return the papers of the form: one by its fields, or several in one field each.

    The form names them, so that the same form twice means the same papers.
    """
    sent = request.POST
    if "together" not in sent:
        which = sent.get("which", ALL)[:LONGEST]
        document = (sent.get("form") or sent.get("document", ""))[:LONGEST]
        address = sent.get("address", "")[:LONGEST]
        return [PrintRequest(document, address, which)]
    papers = [paper[:LONGEST].split(" ") for paper in sent.getlist("paper")[:MOST]]
    return [PrintRequest(*paper) for paper in papers if len(paper) == len(PARTS)]


def _tell_printed(request: HttpRequest, made: list[Printing]) -> None:
    slug = made[0].tournament.slug
    undo = reverse("not_printed", args=[slug, numbers_of(made)])
    answers.tell(request, _("Marked as printed."), undo_url=undo)


def _speak(request: HttpRequest, tournament: Tournament, user: User) -> HttpResponse:
    """Change the second language of papers."""
    form = LanguageForm(request.POST)
    if not form.is_valid():
        return _show(request, tournament, languages=form, status=answers.REFUSED)
    language = form.cleaned_data["second_language"]
    set_second_language(tournament=tournament, language=language, by=user)
    answers.tell(request, _("Settings saved."))
    return redirect("print_centre", slug=tournament.slug)


@require_POST
def print_match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Print the score sheet of one match, once more or for the first time."""
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
def not_printed(request: HttpRequest, slug: str, numbers: str) -> HttpResponse:
    """Note that some papers were not printed after all."""
    user, printings = _printings(request, slug, numbers)
    services.take_back(printings, by=user)
    undo = reverse("printed_after_all", args=[slug, numbers])
    answers.tell(request, _("Marked as not printed."), undo_url=undo)
    return redirect("print_centre", slug=slug)


@require_POST
def printed_after_all(request: HttpRequest, slug: str, numbers: str) -> HttpResponse:
    """Note that some papers were printed after all."""
    user, printings = _printings(request, slug, numbers)
    services.put_back(printings, by=user)
    _tell_printed(request, list(printings))
    return redirect("print_centre", slug=slug)


def _printings(
    request: HttpRequest, slug: str, numbers: str
) -> tuple[User, tuple[Printing, ...]]:
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.PRINT
    )
    try:
        return user, printings_at(tournament, numbers)
    except LookupError as error:
        raise Http404 from error


def _match_number(typed: str) -> int:
    """Read M12 or 12; 0 for anything else, which no match has."""
    digits = typed.upper().removeprefix("M")
    is_number = digits.isascii() and digits.isdigit()
    return int(digits) if is_number and len(digits) <= LONGEST_NUMBER else 0


def _show(
    request: HttpRequest,
    tournament: Tournament,
    *,
    languages: LanguageForm | None = None,
    status: int = 200,
    **values: Any,
) -> HttpResponse:
    language = {"second_language": tournament.second_language}
    return show(
        request,
        "tournaments/paper/print_centre.html",
        tournament,
        overview=overview_of(tournament),
        warning=letters_missing(lacking_packages(names_printed(tournament))),
        languages=languages or LanguageForm(initial=language),
        first_language=dict(language_choices())[tournament.language],
        op=answers.new_op(),
        status=status,
        **{"error": "", "typed": "", **values},
    )
