"""Beginning a practice, and playing its open matches."""

from typing import Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.practice.services import (
    MOST_PEOPLE,
    PracticePlan,
    begin,
    play_open_matches,
)
from tournaments.setup.presets import PRESETS
from tournaments.structure import access as structure_access

CARDS: Final = (
    *("club-swiss", "club-monrad", "cup-consolation", "weekend-open"),
    *("groups-final", "league"),
)
"""The keys of the cards that can be practised."""


class PracticeForm(forms.Form):
    """A new practice."""

    card = forms.ChoiceField(
        label=gettext_lazy("What to play"),
        choices=lambda: [
            (card.key, card.title) for card in PRESETS if card.key in CARDS
        ],
    )
    people = forms.IntegerField(
        label=gettext_lazy("Players"), min_value=4, max_value=MOST_PEOPLE, initial=16
    )


@answers.form_page
def new(request: HttpRequest) -> HttpResponse:
    """Choose what is practised, and begin."""
    user = accounts_access.allowed(request, Act.NEW_TOURNAMENT)
    form = PracticeForm(answers.posted(request))
    if form.is_valid():
        key, people = form.cleaned_data["card"], form.cleaned_data["people"]
        card = next(card for card in PRESETS if card.key == key)
        plan = PracticePlan(
            card=card,
            name=_("Practice: %(name)s") % {"name": card.title},
            people=people,
            language=get_language() or "en",
        )
        made = begin(plan=plan, by=user, op=answers.op_of(request))
        return redirect("tournament_desk", slug=made.slug)
    op = answers.op_of(request) or answers.new_op()
    template = "tournaments/practice/new.html"
    return answers.show(request, template, {"form": form, "op": op})


@require_POST
def play(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter invented results for the open matches of a practice."""
    tournament, _user = structure_access.tournament_for_director(request, slug)
    if not tournament.is_practice:
        raise Http404
    try:
        count = play_open_matches(tournament)
    except RuleError as error:
        answers.refuse(request, error)
    else:
        text = ngettext(
            "%(count)s result entered.", "%(count)s results entered.", count
        )
        answers.tell(request, text % {"count": count})
    return redirect("tournament_desk", slug=slug)
