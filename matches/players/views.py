"""Pages of the club's directory of players."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import floatformat
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.players import identity as players_access
from matches.players.alphabet import alphabetical
from matches.players.models import Player, listed_ratings
from matches.players.names import read_club, read_name, read_sort_name
from matches.players.queries import PANELS, PlayerVisit, everybody_named, players_named
from matches.players.services import NewPlayer, change_player
from matches.players.shown import Shown, is_nameless
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import sentence
from matches.web.forms import SeenForm
from matches.web.tables import ExportTable, TableColumn, Value, tables_as


class PlayerForm(SeenForm, forms.ModelForm):  # type: ignore[type-arg]  # generic in stubs only
    class Meta:
        model = Player
        fields = (
            *("name", "club", "country", "rating", "sort_name"),
            *("shown_by_club", "is_minor"),
        )
        help_texts = {
            "country": _("Draws can keep players from the same country apart."),
            "rating": _(
                "Used for seeding. Rating lists are calculated separately from results."
            ),
            "sort_name": _("Name used for sorting, for example: Berg, Ole."),
            "shown_by_club": _(
                "Used on all public pages, prints and files. Directors see full names."
            ),
            "is_minor": _("Never shown in full publicly."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sort_name"].required = False
        self.fields["shown_by_club"].required = False
        self.fields["rating"].validators.append(MinValueValidator(0))
        if (rating := self.initial.get("rating")) is not None:
            self.initial["rating"] = f"{rating.normalize():f}"  # 1712, not 1712.00
        self.show_seen()

    def clean_name(self) -> str:
        """Read the name by the same rules as a pasted list."""
        return read_typed(read_name, self.cleaned_data["name"])

    def clean_club(self) -> str:
        """Read the club by the same rules as a pasted list."""
        return read_typed(read_club, self.cleaned_data["club"])

    def clean_sort_name(self) -> str:
        """Refuse characters that cannot be part of a name."""
        return read_typed(read_sort_name, self.cleaned_data["sort_name"])

    def clean_shown_by_club(self) -> str:
        """Keep the present choice if a form does not have this field."""
        return str(self.cleaned_data["shown_by_club"] or self.instance.shown_by_club)


def read_typed(read: Callable[[str], str], typed: str) -> str:
    """Return what a reader makes of typed text; a refusal is an error of the field."""
    try:
        return read(typed)
    except RuleError as error:
        raise ValidationError(sentence(error)) from error


PER_PAGE: Final = 100


@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    """List the players from A to Z, or those whose name or club matches the search."""
    search = _searched(request)
    listed, players = players_named(search, request.GET.get("page"), per_page=PER_PAGE)
    asked = urlencode({"q": search}) if search else ""
    context = {
        "listed": listed,
        "rows": _rows(players),
        "search": search,
        "asked": asked,
        "query": f"{asked}&" if asked else "",
    }
    return render(request, "matches/players/players.html", context)


@require_safe
def player_file(request: HttpRequest, kind: str, *, full: bool = False) -> HttpResponse:
    """Return the players as a file, all or those whose name or club is searched.

    `full`: with full names, for those who may see them. Raises SignInNeededError,
    PermissionDenied.
    """
    if full:
        accounts_access.allowed(request, Act.PLAYERS)
    search = _searched(request)
    return tables_as(kind, "players", lambda: [_table(everybody_named(search))])


def _table(players: Iterable[Player]) -> ExportTable:
    columns = [
        TableColumn("player", gettext("Player")),
        TableColumn("club", gettext("Club")),
        TableColumn("country", gettext("Country")),
        TableColumn("rating", gettext("Rating")),
        TableColumn("code", gettext("Code")),
    ]
    rows: list[list[Value]] = [
        [
            player.name,
            player.told_club,
            player.told_country,
            None if rating is None else float(rating),
            player.key,
        ]
        for player, rating in _rows(players)
    ]
    return ExportTable(gettext("Players"), columns, rows)


def _searched(request: HttpRequest) -> str:
    return request.GET.get("q", "").replace("\x00", "").strip()[:80]


@require_safe
def player_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a player with club, rating and matches, all or against one opponent."""
    try:
        player = players_access.player_for_viewer(key)
    except Http404:
        return redirect("player", key=players_access.merged_into(key).key)
    asked = request.GET.get("against", "")
    against = players_access.player_for_viewer(asked) if asked else None
    panels = PANELS.of(PlayerVisit(request, player, against))
    context = {
        "player": player,
        "about": _about(player, is_rated=bool(panels.get("ratings"))),
        "may_edit": accounts_access.is_allowed(request, Act.PLAYERS),
        "panels": panels,
    }
    return render(request, "matches/players/player.html", context)


def _about(player: Player, *, is_rated: bool) -> str:
    """Return the club, and the rating that was typed while no list has another one."""
    rating = ""
    if player.told_rating is not None and not is_rated:
        rating = gettext("rating %(rating)s") % {
            "rating": floatformat(player.told_rating)
        }
    return " · ".join(filter(None, [player.told_club, rating]))


@answers.form_page
def player_edit(request: HttpRequest, key: str) -> HttpResponse:
    player, user = players_access.player_for_director(request, key)
    form = PlayerForm(answers.posted(request), instance=player)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        change_player(
            player=player,
            to=NewPlayer(
                name=given["name"],
                club=given["club"],
                rating=given["rating"],
                sort_name=given["sort_name"],
                country=given["country"],
                shown=given["shown_by_club"],
                is_minor=given["is_minor"],
            ),
            by=user,
        )
        answers.tell(request, gettext("Saved: %(name)s.") % {"name": given["name"]})
        return redirect("player", key=player.key)
    player = players_access.player_for_viewer(key)
    own, asked = Shown(player.shown_by_player), ""
    if own != Shown.FULL:
        words = gettext("The player chose: %(choice)s. The stricter setting applies.")
        asked = words % {"choice": own.label}
    context = {"form": form, "player": player, "asked": asked}
    status = answers.REFUSED if form.is_bound else 200
    return render(request, "matches/players/player_edit.html", context, status=status)


def _rows(players: Iterable[Player]) -> list[tuple[Player, Decimal | None]]:
    """Return the players in the reader's alphabet, with their ratings.

    A rating is that of a list, or the typed one while no list has one.
    """
    language = get_language() or "en"
    known = sorted(players, key=lambda one: alphabetical(one.sort_name, language))
    listed = listed_ratings([one.pk for one in known if not is_nameless(one.name)])
    return [(one, listed.get(one.pk, one.told_rating)) for one in known]
