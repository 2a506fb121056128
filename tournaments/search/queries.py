"""Searches tournaments, players and matches that the visitor may see.

Spellings are compared by `fold`, which a database cannot do: only the names of all
tournaments and players are read. Matches are found by the found players, through
indexes.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language, pgettext_lazy

from matches.accounts import access as accounts_access
from matches.help.manual import Part, parts
from matches.ledger import access as ledger_access
from matches.ledger.models.match import ENDED, Match
from matches.players.codes import ALPHABET, MATCH_CODE_LENGTH, normalised
from matches.players.names import all_begin, finder, fold_words
from matches.players.queries import SpelledNames
from matches.web.typed_words import in_languages, languages
from tournaments.rounds.models import Pairing
from tournaments.rounds.tournament_list import current_tournaments
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


@dataclass(frozen=True, slots=True)
class Searcher:
    """The visitor who searches, and the tournament of the page before, if any."""

    request: HttpRequest
    at: Tournament | None

    def events(self) -> list[Tournament]:
        """Return the tournaments to search: the one of the page, then current ones.

        Without one, the newest. At most three queries.
        """
        among = self.tournaments
        current = current_tournaments(timezone.localdate(), among)
        if not (current or self.at):
            current = list(among.order_by("-date", "-pk")[:MOST_EVENTS])
        first = [self.at] if self.at else []
        found = {event.pk: event for event in [*first, *current]}
        return list(found.values())[:MOST_EVENTS]

    @property
    def tournaments(self) -> TournamentQuerySet:
        """The tournaments that lists name, and those of a helper."""
        return Tournament.objects.listed(accounts_access.events_of(self.request.user))


def words_of(typed: str) -> str:
    """Return the search text, limited in length and number of words."""
    text = typed.replace("\x00", " ").strip()[:LONGEST]
    return " ".join(text.split()[:MOST_WORDS])


def tournaments_found(reader: Searcher, typed: str) -> list[int]:
    """Return the tournaments by name, place and year, the newest first. One query."""
    is_found = finder(typed)
    newest = reader.tournaments.order_by("-date", "-pk")
    rows = newest.values_list("pk", "name", "place", "date")
    return [pk for pk, name, place, day in rows if is_found(name, place, str(day.year))]


def matches_found(
    reader: Searcher, typed: str, *, names: SpelledNames, events: Iterable[Tournament]
) -> QuerySet[Match]:
    """Return the matches by number, by code, or by the names of their players."""
    matches = Match.objects.exclude(state=Match.State.VOID)
    coded = _with_code(reader.request, typed)
    number = _NUMBER.fullmatch(typed)
    if number and coded is None:
        numbered = Pairing.objects.live().filter(
            tournament__in=[event.pk for event in events],
            match_number=int(number[1]),
        )
        return _in_order(matches.filter(pairing__in=numbered))
    found = coded or _with_names(typed, names)
    if found is None:
        return Match.objects.none()
    return _in_order(ledger_access.listed_for(reader.request, matches.filter(found)))


def _with_code(request: HttpRequest, typed: str) -> Q | None:
    """Return the match with this code. A code is no secret; it opens a public page."""
    code = normalised(typed)
    is_code = len(code) == MATCH_CODE_LENGTH and set(code) <= set(ALPHABET)
    if is_code and ledger_access.is_match_for_viewer(request, code):
        return Q(code=code)
    return None


def _with_names(typed: str, names: SpelledNames) -> Q | None:
    """Return the matches in whose players' names every word is, None if too many."""
    found = Q()
    groups = _players_of(typed, names)
    for players in groups:
        if not 0 < len(players) <= MOST_PLAYERS:
            return None
        found &= Q(player_1__in=players) | Q(player_2__in=players)
    return found if groups else None


def is_too_common(typed: str, names: SpelledNames) -> bool:
    """Return whether so many players have a word in their names that no match shows."""
    return any(len(players) > MOST_PLAYERS for players in _players_of(typed, names))


def _players_of(typed: str, names: SpelledNames) -> list[list[int]]:
    """Return for each word the players with it in the name."""
    words = (word for word in fold_words(typed) if not _is_between(word))
    return [names.with_word(word) for word in words]


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


def tournaments_at(keys: Sequence[int]) -> list[Tournament]:
    """Return the tournaments with these keys, the newest first. One query."""
    return list(Tournament.objects.filter(pk__in=keys).order_by("-date", "-pk"))
