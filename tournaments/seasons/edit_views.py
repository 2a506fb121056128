"""Making a season from a card, changing its rules, removing it."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.web import answers
from matches.web.answers import Page
from matches.web.previewed_form import saved_or_shown
from tournaments.seasons import access as seasons_access
from tournaments.seasons.errors import SEASON_CLOSED
from tournaments.seasons.forms import SeasonForm, initial_of, initial_of_new
from tournaments.seasons.models import Season
from tournaments.seasons.page import ShownMove, shown_move
from tournaments.seasons.presets import CARDS, SeasonCard, card_named
from tournaments.seasons.queries import changed_scoring, moves_between
from tournaments.seasons.services import (
    SeasonRules,
    change_season,
    make_season,
    remove_season,
    restore_season,
    season_rules,
)
from tournaments.seasons.state import state_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonCardsPage(Page):
    """The cards of a new season."""

    template = "tournaments/seasons/cards.html"

    cards: Sequence[SeasonCard]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEditPage(Page):
    """A new season, or the rules of one; `moves` are the changes by the typed rules."""

    template = "tournaments/seasons/edit.html"

    form: SeasonForm
    of: Season | None
    card: SeasonCard | None = None
    moves: Sequence[ShownMove] | None = None

    @property
    def is_previewed(self) -> bool:
        """Whether the changes by the rules were computed."""
        return self.moves is not None


@answers.form_page
def season_new(request: HttpRequest) -> HttpResponse:
    """Show the cards of a new season; with one chosen, its form."""
    user = seasons_access.editor(request)
    card = card_named(request.GET.get("card", ""))
    if card is None and request.method != "POST":
        return answers.show_page(request, SeasonCardsPage(cards=CARDS))
    chosen = card or CARDS[0]
    first = initial_of_new(chosen.scoring, opt_in=chosen.opt_in)
    form = SeasonForm(answers.posted(request), initial=first)
    made = answers.made_with(
        form,
        lambda: make_season(rules=form.rules(), by=user, op=form.cleaned_data["op"]),
    )
    if made is not None:
        return show_made(request, made)
    page = SeasonEditPage(form=form, of=None, card=card)
    return answers.show_page(request, page, status=answers.status_with(form))


def show_made(request: HttpRequest, made: Season) -> HttpResponse:
    """Say that a season is made, with its undo, and go to its page."""
    answers.tell(
        request,
        _("Season %(name)s created.") % {"name": made.name},
        undo_url=reverse("season_remove", args=[made.key]),
    )
    return redirect(made)


@answers.form_page
def season_change(request: HttpRequest, key: str) -> HttpResponse:
    """Change the rules of a season, after showing the changes."""
    of, user = seasons_access.season_for_director(request, key)
    form = SeasonForm(answers.posted(request), initial=initial_of(season_rules(of)))
    if of.is_closed:
        status = answers.refuse(request, SEASON_CLOSED())
        if request.method != "POST":
            return redirect(of)
        page = SeasonEditPage(form=form, of=of)
        return answers.show_page(request, page, status=status)
    sent = saved_or_shown(
        request,
        form,
        save=lambda: change_season(
            of=of, rules=form.rules(), known=form.cleaned_data["known"], by=user
        ),
        effects=lambda: _moves(of, form.rules()),
    )
    if sent.said:
        answers.tell(request, sent.said)
        return redirect(of)
    page = SeasonEditPage(form=sent.form, of=of, moves=sent.effects)
    return answers.show_page(request, page, status=sent.status)


def _moves(of: Season, rules: SeasonRules) -> list[ShownMove]:
    state = state_of(of)
    other = changed_scoring(state, rules.applied_to(copy(of)))
    return [shown_move(move) for move in moves_between(state.lines, other)]


@require_POST
def season_remove(request: HttpRequest, key: str) -> HttpResponse:
    """Remove a season; it can be restored."""
    of, user = seasons_access.season_for_director(request, key, removed=True)
    remove_season(of=of, by=user)
    answers.tell(
        request,
        _("The season %(name)s is removed.") % {"name": of.name},
        undo_url=reverse("season_restore", args=[of.key]),
    )
    return redirect("seasons")


@require_POST
def season_restore(request: HttpRequest, key: str) -> HttpResponse:
    """Restore a removed season."""
    of, user = seasons_access.season_for_director(request, key, removed=True)
    restore_season(of=of, by=user)
    answers.tell(request, _("The season %(name)s is back.") % {"name": of.name})
    return redirect(of)
