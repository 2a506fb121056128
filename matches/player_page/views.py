"""What a player plays now; deleting personal data; the data file of a player."""

import json

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.accounts.access import allowed
from matches.accounts.password_again import password_again
from matches.accounts.roles import Act
from matches.player_page.forgetting import forget_person, preview
from matches.player_page.own_file import own_file
from matches.player_page.panel import matches_now
from matches.players import access as players_access
from matches.players.panels import PlayerVisit
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.tables import file_answer


@never_cache
@require_safe
def player_now(request: HttpRequest, key: str) -> HttpResponse:
    """Show what a player plays now, for the page of the player that asks for news."""
    player = players_access.player_for_viewer(key)
    if not answers.is_fragment(request):
        return redirect("player", key=player.key)
    now = matches_now(PlayerVisit(request, player, None))
    news = "matches/player_page/_now_news.html"
    context = {"player": player, "now": now}
    return answers.show(request, news, context, fragment=news)


class ForgetForm(forms.Form):
    """The confirmation of a director that it cannot be undone."""

    known = forms.CharField(widget=forms.HiddenInput, required=False, strip=False)
    sure = forms.BooleanField(
        label=gettext_lazy("I understand that this cannot be undone."),
        error_messages={
            "required": gettext_lazy("Tick the box: deletion cannot be undone.")
        },
    )


@password_again
@answers.form_page
def forget_player(request: HttpRequest, key: str) -> HttpResponse:
    """Show the effects of forgetting a person; POST carries it out."""
    user = allowed(request, Act.FORGET)
    player = players_access.player_for_viewer(key)
    form = ForgetForm(answers.posted(request), initial={"known": player.name})
    status = 200
    if request.method == "POST":
        status = answers.REFUSED
        if form.is_valid():
            try:
                known = form.cleaned_data["known"]
                left = forget_person(player=player, known=known, by=user)
            except RuleError as error:
                status = answers.refuse(request, error)
            else:
                if left:  # not kept anywhere, so they are shown in this answer
                    player.refresh_from_db()
                    context = {"player": player, "left": left}
                    page = "matches/player_page/forgotten.html"
                    return render(request, page, context)
                answers.tell(request, _("Personal data deleted."))
                return redirect("player", key=player.key)
    context = {"player": player, "form": form, "found": preview(player)}
    page = "matches/player_page/forget.html"
    return render(request, page, context, status=status)


@require_safe
def own_data_file(_request: HttpRequest, link_key: str) -> HttpResponse:
    player = players_access.player_of_link(link_key)
    text = json.dumps(own_file(player), ensure_ascii=False, indent=1)
    return file_answer(text.encode(), f"{player.key}.json", "application/json")
