"""The filter of a player's list of matches, as written in its address."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from urllib.parse import urlencode

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.ledger.occasions import kind_label
from matches.player_page.history import PlayerMatch
from matches.player_page.queries import COUNTED

CLUB = "club"
"""The value in addresses for matches outside tournaments, which have no format."""
WON, LOST = "won", "lost"
RECORDED = "all"


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """The matches behind one number of a player's page; empty is all of them.

    `of` is a key of `COUNTED`, or `RECORDED` for all matches with games.
    """

    year: int | None = None
    length: int | None = None
    kind: str = ""
    result: str = ""
    of: str = ""

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out."""
        return self == MatchFilter()

    @property
    def query(self) -> str:
        """The filter as the query of an address, without "?"."""
        return urlencode({key: value for key, value in asdict(self).items() if value})

    @property
    def won(self) -> str:
        """The query of the matches among these that were won."""
        return replace(self, result=WON).query

    @property
    def lost(self) -> str:
        """The query of the matches among these that were lost."""
        return replace(self, result=LOST).query

    @property
    def title(self) -> str:
        return " · ".join(self._words())

    def _words(self) -> list[str]:
        words = [str(COUNTED[self.of].label)] if self.of in COUNTED else []
        if self.of == RECORDED:
            words.append(_("Matches with all games recorded"))
        if self.result:
            words.append(_("Matches won") if self.result == WON else _("Matches lost"))
        if self.kind:
            words.append(kind_words("" if self.kind == CLUB else self.kind))
        if self.length:
            words.append(length_words(self.length))
        if self.year:
            words.append(str(self.year))
        return words

    def suits(self, one: PlayerMatch) -> bool:
        """Whether a match passes the filter, except for `of`, which needs a query."""
        return (
            self.year in {None, one.year}
            and self.length in {None, one.length}
            and self.kind in {"", one.kind or CLUB}
            and (not self.result or one.is_won is (self.result == WON))
            and (self.is_of_games or one.is_won is not None)
        )

    @property
    def is_of_games(self) -> bool:
        """Whether the filter selects only matches with recorded games."""
        return bool(self.of)


def kind_words(kind: str) -> str:
    """Return how matches were played, such as Swiss."""
    if not kind:
        return _("Club matches")
    return kind_label(kind)


def length_words(length: int) -> str:
    text = ngettext("to %(length)s point", "to %(length)s points", length)
    return text % {"length": length}


def read_filter(typed: Mapping[str, str], known: Callable[[str], bool]) -> MatchFilter:
    """Return the filter in an address. `known` tells whether a kind was played.

    Raises Http404 for an address that no page has.
    """
    match_filter = MatchFilter(
        year=_number(typed.get("year", "")),
        length=_number(typed.get("length", "")),
        kind=typed.get("kind", ""),
        result=typed.get("result", ""),
        of=typed.get("of", ""),
    )
    if match_filter.kind not in {"", CLUB} and not known(match_filter.kind):
        raise Http404
    if match_filter.result not in {"", WON, LOST}:
        raise Http404
    if match_filter.of not in {"", RECORDED, *COUNTED}:
        raise Http404
    return match_filter


def _number(typed: str) -> int | None:
    if not typed:
        return None
    if not typed.isascii() or not typed.isdigit() or len(typed) > 4:  # noqa: PLR2004 - a year
        raise Http404
    return int(typed) or None
