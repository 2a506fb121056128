"""What a player plays now; merging, deleting and sending the data of a person."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.access import allowed, password_again
from matches.accounts.roles import Act
from matches.player_page.forgetting import forget_person, preview
from matches.player_page.merging import (
    MergePreview,
    check_people,
    doubles_of,
    likely_doubles,
    merge,
    merges_of,
    preview_merge,
    undo_merge,
)
from matches.player_page.own_file import own_file
from matches.player_page.panel import matches_now
from matches.players import identity as players_access
from matches.players.models import Player, PlayerMerge
from matches.players.queries import PlayerVisit, keys_named, players_at
from matches.players.shown import Shown
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


MOST_FOUND: Final = 20
LONGEST: Final = 80
WORDS: Final[Mapping[str, str]] = {
    "matches.Match": gettext_noop("Matches"),
    "matches.GivenRating": gettext_noop("Ratings that were imported"),
    "matches.RatedMatch": gettext_noop("Rated matches, calculated again"),
    "matches.RecalculationMove": gettext_noop("Log entries about rating changes"),
    "matches.PlayerMerge": gettext_noop("Entries merged earlier"),
    "matches.Player_members": gettext_noop("Pairs in doubles"),
    "tournaments.Entry": gettext_noop("Entries in tournaments"),
    "tournaments.SeasonMember": gettext_noop("Sign-ups for seasons"),
    "tournaments.SeasonCarried": gettext_noop("Season points carried over"),
    "tournaments.SeasonPlace": gettext_noop("Rows in closed season tables"),
}
"""The names of tables for the page."""


@answers.form_page
def player_merge(request: HttpRequest, key: str) -> HttpResponse:
    """Choose the other entry of a person, show the effects of a merge, and merge."""
    user = allowed(request, Act.MERGE)
    player = players_access.player_for_viewer(key)
    other = _other(request)
    status = 200
    if request.method == "POST" and other is not None:
        try:
            made = merge(
                kept=player, gone=other, seen=request.POST.get("seen", ""), by=user
            )
        except RuleError as error:
            status = answers.refuse(request, error)
        else:
            words = _("%(other)s was merged into %(name)s.")
            answers.tell(
                request,
                words % {"other": made.name, "name": player.name},
                undo_url=reverse("merge_undo", args=[made.pk]),
            )
            return redirect("player", key=player.key)
    return _show(request, player, other, status=status)


def _show(
    request: HttpRequest, player: Player, other: Player | None, *, status: int
) -> HttpResponse:
    found: MergePreview | None = None
    if other is not None:
        try:
            check_people(player, other)
        except RuleError as error:
            answers.refuse(request, error)
            other = None
        else:
            found = preview_merge(kept=player, gone=other)
    typed = request.GET.get("q", "").replace("\x00", "").strip()[:LONGEST]
    named = players_at(keys_named(typed)[: MOST_FOUND + 1]) if typed else []
    context: dict[str, object] = {
        "player": player,
        "other": other,
        "doubles": [] if other else doubles_of(player),
        "named": [one for one in named if one != player][:MOST_FOUND],
        "typed": typed,
        "merges": merges_of(player),
    }
    if other is not None and found is not None:
        swapped = reverse("player_merge", args=[other.key])
        is_full = found.shown == Shown.FULL
        context |= {
            "found": found,
            "rows": _rows(found),
            "where": ", ".join(found.where),
            "shown": "" if is_full else Shown(found.shown).label,
            "taken_over": ", ".join(found.taken_over.values()),
            "swap_url": f"{swapped}?with={player.key}",
        }
    return render(request, "matches/player_page/merge.html", context, status=status)


def _rows(found: MergePreview) -> list[tuple[str, int]]:
    """Return the numbers of rows that move, with the names of their tables."""
    counts: Counter[str] = Counter()
    for column, count in found.rows.items():
        counts[column.rpartition(".")[0]] += count
    return [(_(WORDS.get(table, table)), count) for table, count in counts.items()]


def _other(request: HttpRequest) -> Player | None:
    """Return the other entry that was chosen. Raises Http404 for an unknown one."""
    key = request.POST.get("with", "") or request.GET.get("with", "")
    return players_access.player_for_viewer(key) if key else None


@require_POST
def merge_undo(request: HttpRequest, pk: int) -> HttpResponse:
    user = allowed(request, Act.MERGE)
    try:
        player = undo_merge(pk=pk, by=user)
    except (PlayerMerge.DoesNotExist, OverflowError) as error:
        raise Http404 from error
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("player_doubles")
    words = _("%(name)s is a separate player again.")
    answers.tell(request, words % {"name": player.name})
    return redirect("player", key=player.key)


@require_safe
def player_doubles(request: HttpRequest) -> HttpResponse:
    """List the people who may be in the directory twice."""
    allowed(request, Act.MERGE)
    return render(
        request, "matches/player_page/doubles.html", {"groups": likely_doubles()}
    )
