"""The page on which players choose the public form of their name."""

from dataclasses import dataclass

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.columns.shown import full_names
from matches.players import access as players_access
from matches.players.models import Player
from matches.players.services import choose_shown
from matches.players.shown import Shown, public_name
from matches.web import answers
from matches.web.answers import Page
from matches.web.choices import choice_field


class ShownForm(forms.Form):
    """A player's choice of the public form of their name."""

    shown = forms.ChoiceField(
        label=gettext_lazy("Public name"), widget=forms.RadioSelect
    )

    def __init__(self, *args: object, player: Player, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["shown"].initial = player.shown_by_player
        choice_field(self, "shown").choices = [
            (choice.value, f"{choice.label}: {_example(player, choice)}")
            for choice in Shown
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDataPage(Page):
    """The page of a player's own data."""

    template = "matches/reports/own_data.html"

    player: Player
    form: ShownForm

    @property
    def shown_now(self) -> str:
        """The present public form; the club may have chosen a stricter one."""
        return self.player.public_name or self.player.name


@answers.form_page
def own_data(request: HttpRequest, link_key: str) -> HttpResponse:
    """Let a player choose the public form of their name, by the personal link."""
    with full_names():  # only the player may see this page
        player = players_access.player_of_link(link_key)
    form = ShownForm(answers.posted(request), player=player)
    if request.method == "POST" and form.is_valid():
        shown = Shown(form.cleaned_data["shown"])
        if choose_shown(player=player, shown=shown):
            answers.tell(request, _("Saved. Your name is now shown this way."))
        return redirect("own_data", link_key=player.link_key)
    status = answers.REFUSED if form.is_bound else 200
    page = OwnDataPage(player=player, form=form)
    return answers.show_page(request, page, status=status)


def _example(player: Player, choice: Shown) -> str:
    shown = public_name(player.name, choice, player.key)
    return shown.name or player.name
