"""The pages and buttons of the print centre."""

from dataclasses import dataclass
from typing import Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.documents.fontconfig import lacking_packages, letters_missing
from matches.documents.registry import Offer, offers
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.paper import services
from tournaments.paper.combined_pdf import numbers_of, pdf_of_all, printings_at
from tournaments.paper.errors import NO_SUCH_PAPER
from tournaments.paper.models import Printing
from tournaments.paper.page import Overview
from tournaments.paper.queries import names_printed, overview_of
from tournaments.paper.reprints import pdf_of
from tournaments.paper.services import PrintRequest
from tournaments.paper.sheet_changes import ALL, ALREADY
from tournaments.setup.services import set_second_language
from tournaments.structure import access as structure_access
from tournaments.structure.documents import TOURNAMENT
from tournaments.structure.models import (
    Tournament,
    language_choices,
    second_language_choices,
)
from tournaments.structure.page import TournamentPage


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintCentrePage(TournamentPage):
    """Needed papers, printed papers, and sheets without a result."""

    template = "tournaments/paper/print_centre.html"

    overview: Overview
    languages: LanguageForm
    warning: str
    """Which fonts are to be installed before anything is printed."""
    error: str = ""
    typed: str = ""
    op: str

    @property
    def first_language(self) -> str:
        """The name of the language of papers, in itself."""
        return dict(language_choices())[self.tournament.language]

    @property
    def needed(self) -> int:
        """How many documents are to be printed now."""
        return sum(len(stage.needed) for stage in self.overview.stages)

    @property
    def is_together(self) -> bool:
        """Whether several papers can be printed at once."""
        return len(self.overview.together) > 1

    @property
    def lead(self) -> str:
        """The amount of papers to print, in a sentence."""
        if not self.overview.stages:
            return _("Prints for a round appear here once it is published.")
        if not self.needed:
            return _("Everything for this round has been printed.")
        return ngettext(
            "%(count)s document to print.",
            "%(count)s documents to print.",
            self.needed,
        ) % {"count": self.needed}

    @property
    def other_papers(self) -> list[Offer]:
        """The documents of the whole tournament."""
        return offers(TOURNAMENT.kind, self.tournament)


@answers.form_page
def print_centre(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the print centre; note that a paper is printed, and open it."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.PRINT
    )
    if request.method != "POST":
        return _show(request, tournament)
    asked = request.POST
    if "second_language" in asked:
        return _speak(request, tournament, user)
    typed = asked.get("match", "").strip()[:LONGEST]
    try:
        if "match" in asked:
            number = _match_number(typed)
            return _printed(request, tournament, user, number=number)
        if "together" in asked:
            return _all_printed(request, tournament, user)
        wanted = PrintRequest(
            document=asked.get("document", "")[:LONGEST],
            address=asked.get("address", "")[:LONGEST],
            which=asked.get("which", ALL),
        )
        return _printed(request, tournament, user, wanted=wanted)
    except RuleError as error:
        sentence, status = answers.sentence(error), answers.status_of(error)
        return _show(request, tournament, error=sentence, typed=typed, status=status)


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
        return _printed(request, tournament, user, number=number)
    except RuleError as error:
        if error.refusal is NO_SUCH_PAPER:
            raise Http404 from error
        answers.refuse(request, error)
        return redirect("print_centre", slug=slug)


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
    undo = reverse("not_printed", args=[slug, numbers])
    answers.tell(request, _("Marked as printed."), undo_url=undo)
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


def _all_printed(
    request: HttpRequest, tournament: Tournament, user: User
) -> HttpResponse:
    """Record all papers of the form as printed, and redirect to one PDF of them.

    The form names them, so that the same form twice means the same papers.
    """
    asked = [
        paper[:LONGEST].split(" ") for paper in request.POST.getlist("paper")[:MOST]
    ]
    wanted_papers = [
        PrintRequest(document, address, which)
        for document, address, which in (
            parts for parts in asked if len(parts) == len(PARTS)
        )
    ]
    op = answers.op_of(request)
    made = services.print_together(tournament, wanted_papers, by=user, op=op)
    undo = reverse("not_printed", args=[tournament.slug, numbers_of(made)])
    answers.tell(request, _("Marked as printed."), undo_url=undo)
    return redirect(pdf_of_all(made))


def _printed(
    request: HttpRequest,
    tournament: Tournament,
    user: User,
    *,
    wanted: PrintRequest | None = None,
    number: int = 0,
) -> HttpResponse:
    """Record a printing, show its undo, and redirect to the PDF. Raises RuleError."""
    op = answers.op_of(request)
    if wanted is None:
        made = services.print_sheet(tournament, number, by=user, op=op)
    else:
        made = services.print_paper(tournament, wanted, by=user, op=op)
    undo = reverse("not_printed", args=[tournament.slug, made.pk])
    answers.tell(request, _("Marked as printed."), undo_url=undo)
    if wanted is not None and wanted.which == ALREADY:
        return redirect("print_centre", slug=tournament.slug)
    return redirect(pdf_of(made))


def _match_number(typed: str) -> int:
    """Read M12 or 12; 0 for anything else, which no match has."""
    digits = typed.upper().removeprefix("M")
    is_number = digits.isascii() and digits.isdigit()
    return int(digits) if is_number and len(digits) <= LONGEST_NUMBER else 0


def _show(
    request: HttpRequest,
    tournament: Tournament,
    *,
    error: str = "",
    typed: str = "",
    languages: LanguageForm | None = None,
    status: int = 200,
) -> HttpResponse:
    language = {"second_language": tournament.second_language}
    page = PrintCentrePage(
        tournament=tournament,
        overview=overview_of(tournament),
        warning=letters_missing(lacking_packages(names_printed(tournament))),
        languages=languages or LanguageForm(initial=language),
        error=error,
        typed=typed,
        op=answers.new_op(),
    )
    return answers.show_page(request, page, status=status)
