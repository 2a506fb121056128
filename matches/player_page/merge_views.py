"""Pages on which directors merge two entries of one person, and undo it."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.access import allowed
from matches.accounts.roles import Act
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
from matches.players import access as players_access
from matches.players.models import Player, PlayerMerge
from matches.players.queries import keys_named, players_at
from matches.players.shown import Shown
from matches.rules.refusals import RuleError
from matches.web import answers

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
