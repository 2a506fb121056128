"""Pages of a practice: beginning one, and what its director can do with it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import Page
from tournaments.practice import services
from tournaments.practice.course import MINUTE
from tournaments.practice.forms import PaceForm, PracticeForm
from tournaments.practice.models import Practice
from tournaments.practice.queries import Visitor, practice_of, visitors_of
from tournaments.structure import access as structure_access
from tournaments.structure.page import TournamentPage


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPracticePage(Page):
    """The form of a new practice; `op` is its key."""

    template = "tournaments/practice/new.html"

    form: PracticeForm
    op: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticePage(TournamentPage):
    """A practice: how far it is, who stands at the desk, and its buttons."""

    template = "tournaments/practice/practice.html"

    practice: Practice
    visitors: Sequence[Visitor]
    form: PaceForm

    @property
    def hours(self) -> int:
        """The whole hours that have passed in it."""
        return self.practice.seconds // (60 * MINUTE)

    @property
    def minutes(self) -> int:
        """The minutes that have passed in it since the last whole hour."""
        return self.practice.seconds // MINUTE % 60


@answers.form_page
def new(request: HttpRequest) -> HttpResponse:
    """Choose what is practised, and begin."""
    user = accounts_access.allowed(request, Act.NEW_TOURNAMENT)
    form = PracticeForm(answers.posted(request))
    if request.method == "POST" and form.is_valid():
        card, given = form.chosen(), form.cleaned_data
        plan = services.PracticePlan(
            card=card,
            name=_("Practice: %(name)s") % {"name": card.title},
            people=given["people"],
            speed=given["speed"],
            does_desk=given["does_desk"],
            language=get_language() or "en",
        )
        made = services.begin(plan=plan, by=user, op=answers.op_of(request))
        answers.tell(request, _("Practice started. Players are arriving."))
        return redirect("tournament_desk", slug=made.slug)
    op = answers.op_of(request) or answers.new_op()
    status = answers.REFUSED if form.is_bound else 200
    return answers.show_page(request, NewPracticePage(form=form, op=op), status=status)


_ACTS: Final[Mapping[str, Callable[..., None]]] = {
    "pause": services.pause,
    "resume": services.resume,
    "end": services.end,
}


@answers.form_page
def practice(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a practice, and pause, end, change or throw it away."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    found = practice_of(tournament)
    if found is None:
        raise Http404
    form = PaceForm(
        request.POST if "speed" in request.POST else None,
        initial={"speed": found.speed, "does_desk": found.does_desk},
    )
    status = 200
    if request.method == "POST":
        act: Callable[..., object] | None = _ACTS.get(request.POST.get("act", ""))
        try:
            if "throw_away" in request.POST:
                services.throw_away(practice=found, by=user)
                answers.tell(
                    request,
                    _("%(name)s deleted.") % {"name": tournament.name},
                    undo_url=reverse("tournament_restore", args=[tournament.pk]),
                )
                return redirect("desk")
            if act is not None:
                act(practice=found, by=user)
                return redirect("practice", slug=slug)
            if form.is_valid():
                services.change(practice=found, **form.cleaned_data, by=user)
                answers.tell(request, _("Saved."))
                return redirect("practice", slug=slug)
            status = answers.REFUSED
        except RuleError as error:
            form.add_error(None, answers.sentence(error))
            status = answers.status_of(error)
    page = PracticePage(
        tournament=tournament,
        practice=found,
        visitors=visitors_of(found),
        form=form,
    )
    return answers.show_page(request, page, status=status)
