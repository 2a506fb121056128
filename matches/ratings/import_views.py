"""The page on which ratings are imported into a list."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.accounts.models import User
from matches.ratings import access as ratings_access
from matches.ratings.forms import RatingImportForm
from matches.ratings.import_list import ImportLine, ratings_chosen, read_lines
from matches.ratings.models import RatingImport, RatingList
from matches.ratings.queries import imports_of
from matches.ratings.services import Gift, give_ratings, take_back
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPage(Page):
    """A list of ratings to paste, its lines as they were read, earlier imports."""

    template = "matches/ratings/import.html"

    of: RatingList
    form: RatingImportForm
    lines: Sequence[ImportLine] = ()
    asks: bool = False
    imports: Sequence[RatingImport] = ()

    @property
    def taken(self) -> int:
        """How many lines are imported."""
        return sum(line.is_taken or line.is_open for line in self.lines)

    @property
    def left(self) -> int:
        """How many lines are left out."""
        return len(self.lines) - self.taken


@answers.form_page
def rating_import(request: HttpRequest, key: str) -> HttpResponse:
    """Read a list of names and ratings, show what it means, and import it."""
    of, user = ratings_access.list_for_director(request, key)
    form = RatingImportForm(
        answers.posted(request),
        request.FILES or None,
        initial=RatingImportForm.first(of),
    )
    if request.method != "POST":
        return _show(request, of, form)
    if not form.is_valid():
        return _show(request, of, form, status=answers.REFUSED)
    try:
        lines = read_lines(form.cleaned_data["text"], request.POST.dict())
        return _import(request, of, form=form, lines=lines, user=user)
    except RuleError as error:
        form.add_error(None, answers.sentence(error))
        return _show(request, of, form, status=answers.status_of(error))


@require_POST
def rating_take_back(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Take an import back."""
    made, user = ratings_access.import_for_director(request, key, pk)
    take_back(made=made, by=user)
    answers.tell(request, _("Import undone. The list is being recalculated."))
    return redirect("rating_import", key=made.list.key)


def _import(
    request: HttpRequest,
    of: RatingList,
    *,
    form: RatingImportForm,
    lines: list[ImportLine],
    user: User,
) -> HttpResponse:
    given = form.cleaned_data
    confirmed = "confirmed" in request.POST
    asks = confirmed and any(line.is_open for line in lines)
    if lines and (asks or not confirmed):
        status = answers.REFUSED if asks else 200
        page = ImportPage(of=of, form=form.with_text(), lines=lines, asks=asks)
        return answers.show_page(request, page, status=status)
    gift = Gift(given["day"], given["experience"] or 0, ratings_chosen(lines))
    made = give_ratings(of=of, gift=gift, by=user, op=given["op"])
    text = ngettext(
        "%(count)s rating imported. The list is being recalculated.",
        "%(count)s ratings imported. The list is being recalculated.",
        made.count,
    )
    answers.tell(
        request,
        text % {"count": made.count},
        undo_url=reverse("rating_take_back", args=[of.key, made.pk]),
    )
    return redirect(of)


def _show(
    request: HttpRequest, of: RatingList, form: RatingImportForm, *, status: int = 200
) -> HttpResponse:
    page = ImportPage(of=of, form=form, imports=imports_of(of))
    return answers.show_page(request, page, status=status)
