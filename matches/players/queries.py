"""Lists of players."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from matches.players.models import Player
from matches.players.names import finder, fold_words
from matches.players.shown import told_club
from matches.web.panels import Panels


def players_named(
    search: str, asked: str | None, *, per_page: int
) -> tuple[Page[Any], list[Player]]:
    """Return a page of the directory, or of those whose name or club is found.

    `asked` is the number of the page as it was typed. Two queries.
    """
    if not search:
        players = Player.objects.real().order_by("sort_name", "pk")
        page = Paginator(players, per_page).get_page(asked)
        return page, list(page.object_list)
    found = Paginator(keys_named(search), per_page).get_page(asked)
    return found, players_at(found.object_list)


def everybody_named(search: str) -> list[Player]:
    """Return everybody, or those whose name or club is found, by name.

    One query, two for a search.
    """
    if search:
        return players_at(keys_named(search))
    return list(Player.objects.real().order_by("sort_name", "pk"))


def keys_named(search: str) -> Sequence[int]:
    """Return the primary keys of the players found by `search`, by name. One query.

    Spellings are compared by `fold`, which a database cannot do: all names and clubs
    are read, and no other column.
    """
    rows = (
        Player.objects.real()
        .order_by("sort_name", "pk")
        .values_list("pk", "name", "club")
    )
    is_found = finder(search)
    return [pk for pk, name, club in rows if is_found(name, told_club(name, club))]


def players_at(keys: Iterable[int]) -> list[Player]:
    return list(Player.objects.filter(pk__in=list(keys)).order_by("sort_name", "pk"))


class SpelledNames:
    """The names of all players, folded once for one search. One query."""

    def __init__(self) -> None:
        rows = Player.objects.real().order_by("sort_name", "pk")
        self._texts = [
            (pk, " ".join(fold_words(name)), told_club(name, club))
            for pk, name, club in rows.values_list("pk", "name", "club")
        ]

    def with_words(self, search: str) -> list[int]:
        """Return the players in whose name or club every word is, by name."""
        words = fold_words(search)
        clubs = {club: " ".join(fold_words(club)) for *_, club in self._texts if club}
        found = []
        for pk, name, club in self._texts:
            text = f"{name} {clubs[club]}" if club else name
            if all(word in text for word in words):
                found.append(pk)
        return found

    def with_word(self, word: str) -> list[int]:
        """Return the players in whose name a folded word is."""
        return [pk for pk, name, _club in self._texts if word in name]


@dataclass(frozen=True, slots=True)
class PlayerVisit:
    """A player, and the opponent if the page shows only the matches of these two."""

    request: HttpRequest
    player: Player
    against: Player | None


PANELS: Final = Panels[PlayerVisit]()
"""Panels of the public page."""
OWN: Final = Panels[Player]()
"""Panels of the player's own page, behind the personal link."""
