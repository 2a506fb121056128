"""Pages on which a tournament is created, changed, closed and deleted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.accounts import access as accounts_access
from matches.accounts.password_again import password_again
from matches.accounts.roles import Act
from matches.club.known import club
from matches.ratings.access import lists_for_viewer
from matches.rulebook.profile_words import origin, sections
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import Page
from matches.web.notices import Notice, notices
from tournaments.progress.queries import Desk, DeskView, desk_of
from tournaments.rounds.tournament_list import TournamentList, listing
from tournaments.setup import services as service
from tournaments.setup.advice import (
    AdviceForm,
    Fit,
    carried,
    carried_time,
    fits_of,
)
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
from tournaments.setup.new_form import NewForm
from tournaments.setup.page import RulesPanel
from tournaments.setup.presets import GROUPS, PRESETS, Preset
from tournaments.setup.queries import are_drawn
from tournaments.setup.templates import card_named, own_cards
from tournaments.setup.tiebreaks import has_order
from tournaments.standings.queries import StandingsTable, standings_table
from tournaments.standings.rules import PlacesRule, rules_of_places
from tournaments.structure import access as structure_access
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.page import TournamentPage
from tournaments.structure.queries import stage_url, stages_of

DESK_PAGE: Final = 30
FILL_IN: Final = "fill_in"
"""The name of the button that shows the switches of other rules and saves nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskHomePage(Page):
    """The tournaments of the club for a director, and what they should know."""

    template = "tournaments/setup/home.html"

    listing: TournamentList
    warnings: Sequence[Notice]
    notices: Sequence[Notice]
    in_bin: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPage(Page):
    """The cards from which a tournament can be made, and which of them fit."""

    template = "tournaments/setup/cards.html"

    own: Sequence[tuple[Preset, int]]
    form: AdviceForm
    groups: Sequence[Any] = GROUPS

    @property
    def fits(self) -> list[Fit]:
        """How the cards fit the evening that was asked about; none if none was."""
        if not self.form.is_valid():
            return []
        own = [card for card, _number in self.own]
        return fits_of([*own, *PRESETS], self.form.evening())

    @property
    def waiting(self) -> int:
        """How many people cannot play at once in the evening that was asked about."""
        return self.form.evening().waiting if self.form.is_valid() else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTournamentPage(Page):
    """The form of a new tournament, filled in by a card."""

    template = "tournaments/setup/new.html"

    form: NewForm
    op: str
    house: RulesPanel

    @property
    def preset(self) -> Preset | None:
        """The card that was chosen."""
        return self.form.card


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPage(TournamentPage):
    """The settings of a tournament; `drawn`: a round of it was drawn.

    `stage` is the number of the only stage whose further settings are on a page of
    their own, 0 if there are several, or nothing can be chosen.
    """

    template = "tournaments/setup/settings.html"

    form: TournamentForm
    drawn: bool
    divisions: int
    house: RulesPanel
    stage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosePage(TournamentPage):
    """The final standings, and the question before the tournament is closed."""

    template = "tournaments/setup/close.html"

    desk: Desk
    tables: Sequence[tuple[DeskView, StandingsTable]]
    error: str

    @property
    def single(self) -> bool:
        """Whether the tournament has only one stage."""
        return len(self.desk.views) == 1

    @property
    def missing(self) -> list[str]:
        """The labels of the matches whose results are missing: it cannot close yet."""
        return [label for view in self.desk.views for label in view.open_labels]

    @property
    def take_backs(self) -> list[tuple[str, str]]:
        """The draws of which nothing is played: the address of taking each back, text.

        The title of the stage is in the text if there are several.
        """
        return [
            (
                stage_url(view.stage, "take_back", view.round_number),
                self._take_back_text(view),
            )
            for view in self.desk.shown
            if view.open_labels and not view.stage.is_branch
            if view.round and not view.round.done
        ]

    def _take_back_text(self, view: DeskView) -> str:
        if not self.single:
            return _("Take back the draw: %(title)s") % {"title": view.title}
        if view.is_endless:
            return _("Take back the newest pairings")
        return _("Take back the draw")

    @property
    def rules(self) -> list[PlacesRule]:
        """How places are decided, each rule once."""
        return rules_of_places([(view.stage, table) for view, table in self.tables])


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyPage(TournamentPage):
    """The form of a copy of a tournament; `op` is its key."""

    template = "tournaments/setup/copy.html"

    form: CopyForm
    op: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletePage(TournamentPage):
    """The question before a tournament is deleted."""

    template = "tournaments/setup/delete.html"

    has_begun: bool
    days: int = KEPT_DAYS


@dataclass(frozen=True, slots=True, kw_only=True)
class BinPage(Page):
    """The tournaments that were deleted and can be brought back."""

    template = "tournaments/setup/bin.html"

    rows: Sequence[Tournament]
    days: int = KEPT_DAYS


@require_safe
def desk_home(request: HttpRequest) -> HttpResponse:
    """Show the tournaments of the club to a director, and the button for a new one."""
    user = accounts_access.allowed(request, Act.ACCOUNT)
    only = accounts_access.events_of(user)
    found = listing(request, per_page=DESK_PAGE, only=only)
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
                plan=form.plan(),
                by=user,
                op=answers.op_of(request),
            )
            answers.tell(
                request,
                _("%(name)s is created. Now add the players.")
                % {"name": tournament.name},
            )
            return redirect("entries", slug=tournament.slug)
        return _new(request, form, status=answers.REFUSED)
    if card is None:
        asked = request.GET if "people" in request.GET else None
        lists = list(lists_for_viewer(request))
        cards = CardsPage(own=own_cards(), form=AdviceForm(asked, lists=lists))
        status = answers.REFUSED if cards.form.errors else 200
        return answers.show_page(request, cards, status=status)
    card, today = carried(card, request.GET), timezone.localdate()
    language = club().language or get_language() or "en"
    form = NewForm.of_card(card, today=today, language=language)
    form.initial.update(carried_time(request.GET))
    return _new(request, form)


def _new(request: HttpRequest, form: NewForm, *, status: int = 200) -> HttpResponse:
    page = NewTournamentPage(
        form=form,
        op=answers.op_of(request) or answers.new_op(),
        house=RulesPanel(filled_in=FILL_IN in request.POST),
    )
    return answers.show_page(request, page, status=status)


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
        form = TournamentForm(
            initial={**form.initial, **form.filled_in()}, structured=form.structured
        )
    elif request.method == "POST" and form.is_valid():
        try:
            service.change_tournament(tournament=tournament, plan=form.plan(), by=user)
        except RuleError as error:
            form.add_error(None, answers.sentence(error))
        else:
            answers.tell(request, _("The settings are saved."))
            return redirect("tournament_desk", slug=slug)
    page = SettingsPage(
        tournament=tournament,
        form=form,
        drawn=drawn,
        divisions=len({stage.division_id for stage in stages}),
        house=RulesPanel(
            rules=sections(profile) if drawn else [],
            origin=origin(profile),
            filled_in=FILL_IN in request.POST,
        ),
        stage=stages[0].number if _chooses_order(stages, drawn=drawn) else 0,
    )
    status = answers.REFUSED if form.is_bound else 200
    return answers.show_page(request, page, status=status)


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
        made = copy_tournament(tournament=tournament, copy=form.copy(), by=user, op=op)
        answers.tell(request, _("%(name)s is created.") % {"name": made.name})
        return redirect("entries", slug=made.slug)
    page = CopyPage(tournament=tournament, form=form, op=op or answers.new_op())
    status = answers.REFUSED if form.is_bound else 200
    return answers.show_page(request, page, status=status)


@answers.form_page
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the final standings and ask once, then close the tournament."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    error = ""
    if request.method == "POST":
        try:
            service.close_tournament(tournament=tournament, by=user)
        except RuleError as refused:
            error = answers.sentence(refused)
        else:
            answers.tell(
                request,
                _("%(name)s is closed. The results are final.")
                % {"name": tournament.name},
                undo_url=reverse("tournament_reopen", args=[slug]),
            )
            return redirect("tournament_desk", slug=slug)
    desk = desk_of(tournament)
    tables = [
        (view, standings_table(view.stage, view.fingerprint)) for view in desk.shown
    ]
    page = ClosePage(
        tournament=tournament,
        desk=desk,
        tables=[(view, table) for view, table in tables if table.rows],
        error=error,
    )
    status = answers.REFUSED if error else 200
    return answers.show_page(request, page, status=status)


@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo closing."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    service.reopen_tournament(tournament=tournament, by=user)
    answers.tell(request, _("%(name)s is open again.") % {"name": tournament.name})
    return redirect("tournament_desk", slug=slug)


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
    page = DeletePage(tournament=tournament, has_begun=has_begun(tournament))
    return answers.show_page(request, page, status=status)


@require_safe
def show_bin(request: HttpRequest) -> HttpResponse:
    """List the tournaments that were deleted and that the reader can bring back."""
    user = accounts_access.allowed(request, Act.NEW_TOURNAMENT)
    empty_bin(timezone.now())
    own = accounts_access.events_of(user, Act.DELETE)
    return answers.show_page(request, BinPage(rows=list(in_bin(only=own))))


@require_POST
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring a tournament back from the bin."""
    user = accounts_access.allowed(request, Act.DELETE, pk)
    try:
        tournament = bring_back(pk=pk, by=user)
    except Tournament.DoesNotExist as error:
        raise Http404 from error
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("desk")
    answers.tell(request, _("%(name)s is back.") % {"name": tournament.name})
    return redirect("tournament_desk", slug=tournament.slug)
