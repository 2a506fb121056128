"""Searches tournaments, players and matches that the visitor may see.

Spellings are compared by `fold`, which a database cannot do: only the names of all
tournaments and players are read. Matches are found by the found players, through
indexes.
"""

import re
from functools import cache, cached_property, lru_cache
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language, pgettext_lazy

from matches.accounts import access as accounts_access
from matches.help.views import Part, parts
from matches.ledger import access as ledger_access
from matches.ledger.models.match import ENDED, Match
from matches.players.codes import ALPHABET, MATCH_CODE_LENGTH, normalised
from matches.players.names import all_begin, finder, fold_words
from matches.players.queries import SpelledNames
from matches.web.sentences import in_languages, languages
from tournaments.rounds.models import Pairing
from tournaments.rounds.tournament_list import current_tournaments
from tournaments.search.site_pages import Destination, site_pages_found
from tournaments.structure.models import Tournament, TournamentQuerySet

LONGEST: Final = 80
MOST_WORDS: Final = 6
SHORTEST_OF_MATCHES: Final = 2
"""The least letters of a word that finds matches of players."""
SHORTEST_OF_HELP: Final = 3
MOST_PLAYERS: Final = 200
"""A word in more names than this finds no matches."""
MOST_EVENTS: Final = 3
"""The most tournaments whose pages and match numbers are searched unnamed."""
_NUMBER: Final = re.compile(r"[^\W\d_]{0,2}[#.]?\s?(\d{1,5})")
"""The number of a match as people write it: 23, M23, #23, no 23."""
# Translators: words between two names, with commas between the words: "Berg vs Falk".
BETWEEN_NAMES: Final = pgettext_lazy("typed words", "vs")


def words_of(typed: str) -> str:
    """Return the search text, limited in length and number of words."""
    text = typed.replace("\x00", " ").strip()[:LONGEST]
    return " ".join(text.split()[:MOST_WORDS])


class Search:
    """One search: its text, its visitor, and data that are read once for all kinds.

    `at` is the tournament of the page before, if any.
    """

    def __init__(self, request: HttpRequest, typed: str, at: Tournament | None) -> None:
        self.request, self.typed, self.at = request, typed, at
        self.names = SpelledNames()

    def results(self, kind: str) -> Any:
        """Return all that is found of a kind, as keys, rows or a queryset."""
        if kind == "pages":
            return self._pages()
        if kind == "tournaments":
            return self._tournaments()
        if kind == "players":
            return self.names.with_words(self.typed)
        return self._matches() if kind == "matches" else parts_of_help_found(self.typed)

    def is_too_common(self) -> bool:
        """Return whether so many players have a word in their names: no match shows."""
        return any(len(players) > MOST_PLAYERS for players in self._players())

    @cached_property
    def _events(self) -> list[Tournament]:
        """The tournaments to search: the one of the page, then current ones.

        Without one, the newest. At most three queries.
        """
        current = current_tournaments(timezone.localdate(), self._listed)
        if not (current or self.at):
            current = list(self._listed.order_by("-date", "-pk")[:MOST_EVENTS])
        first = [self.at] if self.at else []
        events = {event.pk: event for event in [*first, *current]}
        return list(events.values())[:MOST_EVENTS]

    @property
    def _listed(self) -> TournamentQuerySet:
        """The tournaments that lists name, and those of a helper."""
        return Tournament.objects.listed(accounts_access.events_of(self.request.user))

    def _pages(self) -> list[tuple[Destination, str, str]]:
        """Return the pages to open: strangers get those of the tournament here."""
        here = [self.at] if self.at else []
        is_user = self.request.user.is_authenticated
        return site_pages_found(
            self.request, self.typed, self._events if is_user else here
        )

    def _tournaments(self) -> list[int]:
        """Return the tournaments by name, place and year, the newest first."""
        matches = finder(self.typed)
        newest = self._listed.order_by("-date", "-pk")
        rows = newest.values_list("pk", "name", "place", "date")
        return [
            pk for pk, name, place, day in rows if matches(name, place, str(day.year))
        ]

    def _matches(self) -> QuerySet[Match]:
        """Return the matches by number, by code, or by the names of their players."""
        matches = Match.objects.exclude(state=Match.State.VOID)
        condition = _with_code(self.request, self.typed)
        number = _NUMBER.fullmatch(self.typed)
        if number and condition is None:
            numbered = Pairing.objects.live().filter(
                tournament__in=[event.pk for event in self._events],
                match_number=int(number[1]),
            )
            return _in_order(matches.filter(pairing__in=numbered))
        condition = condition or self._with_names()
        if condition is None:
            return Match.objects.none()
        matches = matches.filter(condition)
        return _in_order(ledger_access.listed_for(self.request, matches))

    def _with_names(self) -> Q | None:
        """Return the matches in whose players' names every word is; None: too many."""
        condition, groups = Q(), self._players()
        for players in groups:
            if not 0 < len(players) <= MOST_PLAYERS:
                return None
            condition &= Q(player_1__in=players) | Q(player_2__in=players)
        return condition if groups else None

    def _players(self) -> list[list[int]]:
        """Return for each word the players with it in the name."""
        words = (word for word in fold_words(self.typed) if not _is_between(word))
        return [self.names.with_word(word) for word in words]


def _with_code(request: HttpRequest, typed: str) -> Q | None:
    """Return the match with this code. A code is no secret; it opens a public page."""
    code = normalised(typed)
    is_code = len(code) == MATCH_CODE_LENGTH and set(code) <= set(ALPHABET)
    if is_code and ledger_access.is_match_for_viewer(request, code):
        return Q(code=code)
    return None


def _is_between(word: str) -> bool:
    """Return whether a word joins two names, as v does, or is too short for a name."""
    return len(word) < SHORTEST_OF_MATCHES or word in _words_between(languages())


@lru_cache(maxsize=4)
def _words_between(codes: tuple[str, ...]) -> frozenset[str]:
    return in_languages(BETWEEN_NAMES, codes)


def _in_order(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.select_related("player_1", "player_2", "profile").order_by(
        ENDED.desc(), "-pk"
    )


def parts_of_help_found(typed: str) -> list[Part]:
    """Return the parts of the help with these words in title or keywords, or else text.

    They are searched in the language of the visitor and in English.
    """
    if len(typed) < SHORTEST_OF_HELP:
        return []
    language = get_language() or "en"
    named, in_text = [], []
    for own, english in zip(_folded_help(language), _folded_help("en"), strict=True):
        part, title, text = own
        _part, english_title, english_text = english
        if all_begin(typed, title) or all_begin(typed, english_title):
            named.append(part)
        elif all_begin(typed, text) or all_begin(typed, english_text):
            in_text.append(part)
    return named or in_text


@cache
def _folded_help(language: str) -> list[tuple[Part, tuple[str, ...], tuple[str, ...]]]:
    """Return the parts, the words of their titles and those of their texts."""
    return [
        (
            part,
            fold_words(f"{part.title} {part.words}"),
            fold_words(f"{part.title} {part.words} {part.text}"),
        )
        for part in parts(language)
    ]
