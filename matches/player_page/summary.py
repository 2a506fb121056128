"""The counts on the page of a player, in words and with links to filtered lists."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from typing import Final
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from matches.ledger.lists import signed_points
from matches.ledger.models.match import Match
from matches.ledger.occasions import kind_label
from matches.player_page import history as counting
from matches.player_page.history import Counted, MatchTally, PlayerMatch
from matches.player_page.queries import COUNTED, GameTotals, totals_of
from matches.players.models import Player

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
        return self == MatchFilter()

    @property
    def query(self) -> str:
        return urlencode({key: value for key, value in asdict(self).items() if value})

    @property
    def won(self) -> str:
        return replace(self, result=WON).query

    @property
    def lost(self) -> str:
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


OFTEN_MET: Final = 6
"""The number of opponents with a line of their own."""
_GAME_ROWS: Final = (
    ("games", gettext_noop("Games")),
    ("gammons", gettext_noop("Gammons")),
    ("backgammons", gettext_noop("Backgammons")),
    ("drops", gettext_noop("Ended by a dropped double")),
    ("crawford", gettext_noop("Crawford games")),
    ("deciding", gettext_noop("Double match point")),
)


def summary_of(
    player: Player,
    counted: Counted,
    *,
    people: Mapping[int, Player],
    matches: Mapping[int, Match],
    among: QuerySet[Match],
) -> dict[str, object]:
    """Return the counts of a player's decided matches and milestones. Two queries.

    `people` are the opponents, and `matches` the rows, that the page names; `among` are
    the matches that the reader may see.
    """
    decided, totals = counted.decided, totals_of(player, among=among)
    return {
        "whole": counting.tally(decided),
        "form": [_form_mark(one, player, matches) for one in counting.form(decided)],
        "tables": [*_tables(decided)],
        "rivals": [*_rivals(counted.against, people)],
        "games": _games(totals) if totals.games else None,
        "marks": [
            (_mark_words(what, number), matches[played.match], played.day)
            for what, number, played in counted.marks
        ],
    }


def _rivals(
    against: Mapping[int, MatchTally], people: Mapping[int, Player]
) -> Iterator[tuple[Player, MatchTally, str]]:
    """Yield the nemesis and the favourite by name, then those met most often."""
    told = (
        (counting.nemesis(against), _("Toughest opponent")),
        (counting.favourite(against), _("Favourite opponent")),
    )
    named = {key: words for key, words in told if key is not None}
    often = [one for one in counting.often(against) if one in people][:OFTEN_MET]
    for key in dict.fromkeys([*named, *often]):
        yield people[key], against[key], named.get(key, "")


def _form_mark(
    one: PlayerMatch, player: Player, matches: Mapping[int, Match]
) -> tuple[bool, Match, Player]:
    match = matches[one.match]
    is_one = match.player_1_id == player.pk
    return bool(one.is_won), match, match.player_2 if is_one else match.player_1


def _tables(
    decided: Sequence[PlayerMatch],
) -> Iterator[tuple[str, str, list[tuple[str, MatchTally, MatchFilter]]]]:
    """Yield the record by year, length and format: title, head and lines.

    A line has a label, the matches won and lost, and the filter of their lists.
    """
    years = counting.tallies(decided, lambda one: one.year)
    lengths = counting.tallies(decided, lambda one: one.length)
    kinds = counting.tallies(decided, lambda one: one.kind)
    by_year = [
        (str(year), years[year], MatchFilter(year=year))
        for year in sorted(years, reverse=True)
    ]
    yield _("By year"), _("Year"), by_year
    by_length = [
        (length_words(length), lengths[length], MatchFilter(length=length))
        for length in sorted(lengths)
    ]
    yield _("By length"), _("Length"), by_length
    by_kind = [
        (kind_words(kind), kinds[kind], MatchFilter(kind=kind or CLUB))
        for kind in sorted(kinds, key=lambda kind: (-kinds[kind].matches, kind))
    ]
    yield _("By format"), _("Format"), by_kind


def _games(totals: GameTotals) -> dict[str, object]:
    """Return the numbers from the score sheets; each line has a label and its key."""
    lines = [
        (_(label), key, totals.number(f"{key}-won"), totals.number(f"{key}-lost"))
        for key, label in _GAME_ROWS
    ]
    points = signed_points(Decimal(f"{totals.points_per_game:.2f}"))
    return {"totals": totals, "lines": lines, "points": points}


def _mark_words(what: str, number: int) -> str:
    if what == counting.RUN:
        return _("Longest winning streak: %(number)s") % {"number": number}
    is_win = what == counting.WIN
    if number == 1:
        return _("First win") if is_win else _("First match")
    text = _("Win number %(number)s") if is_win else _("Match number %(number)s")
    return text % {"number": number}
