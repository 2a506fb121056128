"""Pages on which a tournament is created, changed and deleted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.accounts import access as accounts_access
from matches.accounts.access import password_again
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.ratings.queries import lists_for_viewer
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import Page
from matches.web.club import club
from matches.web.panels import Notice, notices
from tournaments.rounds.tournament_list import TournamentList, listing
from tournaments.setup import services as service
from tournaments.setup.advice import carried, carried_time, fits_of
from tournaments.setup.advice_forms import AdviceForm
from tournaments.setup.base_forms import TournamentForm
from tournaments.setup.bin import (
    KEPT_DAYS,
    bring_back,
    empty_bin,
    has_begun,
    in_bin,
    move_to_bin,
)
from tournaments.setup.copies import CopyForm, copy_tournament
from tournaments.setup.house_form import FILL_IN, rules_panel
from tournaments.setup.new_form import NewForm
from tournaments.setup.presets import GROUPS
from tournaments.setup.queries import are_drawn
from tournaments.setup.templates import card_named, own_cards
from tournaments.setup.tiebreaks import has_order
from tournaments.structure import access as structure_access
from tournaments.structure.listing import tournaments_of
from tournaments.structure.models import (
    Stage,
    Tournament,
    Visibility,
)
from tournaments.structure.page import show
from tournaments.structure.queries import stages_of

DESK_PAGE: Final = 30
LAST_USED: Final = 3
LOOKED_AT: Final = 30
"""How many tournaments are looked at for the last used ones."""
MOST_FITS: Final = 6
"""Templates that are suggested for an evening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskHomePage(Page):
    """The tournaments of the club for a director, and what they should know."""

    template = "tournaments/setup/home.html"

    listing: TournamentList
    warnings: Sequence[Notice]
    notices: Sequence[Notice]
    in_bin: int


@require_safe
def desk_home(request: HttpRequest) -> HttpResponse:
    """Show the tournaments of the club to a director, and the button for a new one."""
    user = accounts_access.allowed(request, Act.ACCOUNT)
    seen = accounts_access.events_of(user)
    found = listing(request, tournaments_of(seen), per_page=DESK_PAGE)
    deletes = accounts_access.events_of(user, Act.DELETE)
    count = in_bin(only=deletes).count()
    page = DeskHomePage(listing=found, in_bin=count, **notices())
    return answers.show_page(request, page)


@answers.form_page
def new(request: HttpRequest) -> HttpResponse:
    """Choose a card, change what it fills in, and create a tournament."""
    user = accounts_access.allowed(request, Act.NEW_TOURNAMENT)
    card = card_named(request.POST.get("template") or request.GET.get("template", ""))
    if request.method == "POST":
        form = NewForm(request.POST, card=card)
        if FILL_IN in request.POST:
            return _new(request, NewForm(card=card, initial=form.filled_in()))
        if form.is_valid():
            tournament = service.create_tournament(
                plan=form.plan(), by=user, op=answers.op_of(request)
            )
            answers.tell(
                request,
                _("%(name)s created. Now add the players.") % {"name": tournament.name},
            )
            return redirect("entries", slug=tournament.slug)
        return _new(request, form)
    if card is None:
        return _cards(request, user)
    card, today = carried(card, request.GET), timezone.localdate()
    language = club().language or get_language() or "en"
    form = NewForm.of_card(card, today=today, language=language)
    form.initial.update(carried_time(request.GET))
    return _new(request, form)


def _last_used(user: User) -> list[Tournament]:
    """Return the tournaments that a new one is most likely to be like.

    Of those with one name it is the last.
    """
    seen = accounts_access.events_of(user)
    real = tournaments_of(seen).exclude(visibility=Visibility.PRACTICE)
    by_name: dict[str, Tournament] = {}
    for tournament in real.order_by("-date", "-pk")[:LOOKED_AT]:
        by_name.setdefault(tournament.name, tournament)
    return list(by_name.values())[:LAST_USED]


def _cards(request: HttpRequest, user: User) -> HttpResponse:
    """Show the cards, and how they fit the evening that was asked about."""
    asked = request.GET if "people" in request.GET else None
    form = AdviceForm(asked, lists=list(lists_for_viewer(request)))
    context = {
        "form": form,
        "recent": _last_used(user),
        "own": own_cards(),
        "groups": GROUPS,
        "fits": (),
        "waiting": 0,
    }
    if form.is_valid():
        evening = form.evening()
        fits = fits_of(form.cards, evening)[:MOST_FITS]
        context |= {"fits": fits, "waiting": evening.waiting}
    return answers.show(request, "tournaments/setup/cards.html", context)


def _new(request: HttpRequest, form: NewForm) -> HttpResponse:
    context = {
        "form": form,
        "op": answers.op_of(request) or answers.new_op(),
        "house": rules_panel(request),
    }
    return answers.show(request, "tournaments/setup/new.html", context)


@answers.form_page
def settings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the settings; the rules only while nothing is published."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    stages = stages_of(tournament)
    profile = stages[0].division.profile.profile
    drawn = are_drawn(stages)
    form = TournamentForm.of(
        tournament, stages, posted=answers.posted(request), drawn=drawn
    )
    if FILL_IN in request.POST and not drawn:
        filled = {**form.initial, **form.filled_in()}
        sent, form = form, TournamentForm(initial=filled, structured=form.structured)
        form.show_seen(sent)
    elif answers.done_with(
        form,
        lambda: service.change_tournament(
            tournament=tournament, plan=form.plan(), by=user
        ),
    ):
        answers.tell(request, _("Saved."))
        return redirect("tournament_desk", slug=slug)
    return show(
        request,
        "tournaments/setup/settings.html",
        tournament,
        form=form,
        drawn=drawn,
        divisions=len({stage.division_id for stage in stages}),
        house=rules_panel(request, profile, drawn=drawn),
        stage=stages[0].number if _chooses_order(stages, drawn=drawn) else 0,
    )


def _chooses_order(stages: Sequence[Stage], *, drawn: bool) -> bool:
    """Return True if the order between equal wins of the only stage can be chosen."""
    return len(stages) == 1 and not drawn and has_order(stages[0].format)


@answers.form_page
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for name and date, then make a tournament like this one."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    accounts_access.allowed(request, Act.NEW_TOURNAMENT)
    form = CopyForm(answers.posted(request), tournament, today=timezone.localdate())
    op = answers.op_of(request)
    if request.method == "POST" and form.is_valid():
        made = copy_tournament(
            tournament=tournament, **form.cleaned_data, by=user, op=op
        )
        answers.tell(request, _("%(name)s created.") % {"name": made.name})
        return redirect("entries", slug=made.slug)
    op = op or answers.new_op()
    return show(request, "tournaments/setup/copy.html", tournament, form=form, op=op)


@answers.form_page
@password_again
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask once, then put a tournament into the bin."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.DELETE
    )
    status = 200
    if request.method == "POST":
        knows = bool(request.POST.get("begun"))
        try:
            move_to_bin(tournament=tournament, by=user, knows_begun=knows)
        except RuleError as error:
            status = answers.refuse(request, error)
        else:
            answers.tell(
                request,
                _("%(name)s is deleted.") % {"name": tournament.name},
                undo_url=reverse("tournament_restore", args=[tournament.pk]),
            )
            return redirect("desk")
    return show(
        request,
        "tournaments/setup/delete.html",
        tournament,
        status=status,
        has_begun=has_begun(tournament),
        days=KEPT_DAYS,
    )


@require_safe
def show_bin(request: HttpRequest) -> HttpResponse:
    """List the tournaments that were deleted and that the reader can bring back."""
    user = accounts_access.allowed(request, Act.NEW_TOURNAMENT)
    empty_bin(timezone.now())
    own = accounts_access.events_of(user, Act.DELETE)
    context = {"rows": list(in_bin(only=own)), "days": KEPT_DAYS}
    return answers.show(request, "tournaments/setup/bin.html", context)


@require_POST
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring a tournament back from the bin."""
    user = accounts_access.allowed(request, Act.DELETE, pk)
    try:
        tournament = answers.made(request, lambda: bring_back(pk=pk, by=user))
    except Tournament.DoesNotExist as error:
        raise Http404 from error
    if tournament is None:
        return redirect("desk")
    answers.tell(request, _("%(name)s restored.") % {"name": tournament.name})
    return redirect("tournament_desk", slug=tournament.slug)
