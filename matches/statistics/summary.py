"""The counts on the page of a player, in words and with links to lists."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.ledger.lists import signed_points
from matches.ledger.models.match import Match
from matches.players.models import Player
from matches.statistics import history as counting
from matches.statistics.games import GameTotals
from matches.statistics.history import Counted, MatchTally, Milestone, PlayerMatch
from matches.statistics.match_filter import (
    CLUB,
    LOST,
    RECORDED,
    WON,
    MatchFilter,
    kind_words,
    length_words,
)
from matches.statistics.queries import totals_of

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


@dataclass(frozen=True, slots=True)
class RecordLine:
    """Matches won and lost in one part of a history.

    `every`, `won` and `lost` are the query strings of the lists for the numbers.
    """

    label: str
    tally: MatchTally
    every: str
    won: str
    lost: str


@dataclass(frozen=True, slots=True)
class RecordTable:
    """The record by year, by length or by format."""

    title: str
    head: str
    lines: Sequence[RecordLine]


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent, and the record against them; `words` name a nemesis or favourite."""

    player: Player
    tally: MatchTally
    words: str = ""


@dataclass(frozen=True, slots=True)
class GameKindLine:
    """One kind of game: how many were won and lost, with the queries of the lists."""

    label: str
    won: int
    lost: int
    won_query: str
    lost_query: str


@dataclass(frozen=True, slots=True)
class Games:
    """The numbers from the score sheets; `query` lists the matches that have games."""

    totals: GameTotals
    lines: Sequence[GameKindLine]
    query: str

    @property
    def points(self) -> str:
        """The points of an average game, with their sign."""
        return signed_points(Decimal(f"{self.totals.points_per_game:.2f}"))


@dataclass(frozen=True, slots=True)
class MemorableMatch:
    """A match to remember, in words."""

    words: str
    match: Match
    day: date


@dataclass(frozen=True, slots=True)
class FormMark:
    """One of the newest results."""

    is_won: bool
    match: Match
    opponent: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """All counts on the page of a player."""

    whole: RecordLine
    form: Sequence[FormMark]
    tables: Sequence[RecordTable]
    rivals: Sequence[Rival]
    games: Games | None
    marks: Sequence[MemorableMatch]


def summary_of(
    player: Player,
    counted: Counted,
    *,
    people: Mapping[int, Player],
    matches: Mapping[int, Match],
    among: QuerySet[Match],
) -> Summary:
    """Return the counts of a player's decided matches and milestones. Two queries.

    `people` are the opponents, and `matches` the rows, that the page names; `among` are
    the matches that the reader may see.
    """
    decided = counted.decided
    return Summary(
        whole=_line(_("All"), counting.tally(decided), MatchFilter()),
        form=[_form_mark(one, player, matches) for one in counting.form(decided)],
        tables=[*_tables(decided)],
        rivals=[*_rivals(counted.against, people)],
        games=_games(totals_of(player, among=among)),
        marks=[*_marks(counted.marks, matches)],
    )


def _rivals(
    against: Mapping[int, MatchTally], people: Mapping[int, Player]
) -> Iterator[Rival]:
    """Yield the nemesis and the favourite, then the opponents met most often."""
    told = (
        (counting.nemesis(against), _("Toughest opponent")),
        (counting.favourite(against), _("Favourite opponent")),
    )
    named = {key: words for key, words in told if key is not None}
    often = [one for one in counting.often(against) if one in people][:OFTEN_MET]
    for key in dict.fromkeys([*named, *often]):
        yield Rival(people[key], against[key], named.get(key, ""))


def _form_mark(
    one: PlayerMatch, player: Player, matches: Mapping[int, Match]
) -> FormMark:
    match = matches[one.match]
    is_one = match.player_1_id == player.pk
    opponent = match.player_2 if is_one else match.player_1
    return FormMark(bool(one.is_won), match, opponent)


def _tables(decided: Sequence[PlayerMatch]) -> Iterator[RecordTable]:
    years = counting.tallies(decided, lambda one: one.iso_day[:4])
    lengths = counting.tallies(decided, counting.LENGTH)
    kinds = counting.tallies(decided, counting.KIND)
    yield RecordTable(
        _("By year"),
        _("Year"),
        [
            _line(year, years[year], MatchFilter(year=int(year)))
            for year in sorted(years, reverse=True)
        ],
    )
    yield RecordTable(
        _("By length"),
        _("Length"),
        [
            _line(length_words(length), lengths[length], MatchFilter(length=length))
            for length in sorted(lengths)
        ],
    )
    yield RecordTable(
        _("By format"),
        _("Format"),
        [
            _line(kind_words(kind), kinds[kind], MatchFilter(kind=kind or CLUB))
            for kind in sorted(kinds, key=lambda kind: (-kinds[kind].matches, kind))
        ],
    )


def _line(label: str, tally: MatchTally, match_filter: MatchFilter) -> RecordLine:
    won, lost = replace(match_filter, result=WON), replace(match_filter, result=LOST)
    return RecordLine(
        label, tally, match_filter.query or "page=1", won.query, lost.query
    )


def _games(totals: GameTotals) -> Games | None:
    """Return the numbers from the score sheets, None if none was kept."""
    if not totals.games:
        return None
    lines = [
        GameKindLine(
            _(label),
            totals.number(f"{key}-won"),
            totals.number(f"{key}-lost"),
            MatchFilter(of=f"{key}-won").query,
            MatchFilter(of=f"{key}-lost").query,
        )
        for key, label in _GAME_ROWS
    ]
    return Games(totals, lines, MatchFilter(of=RECORDED).query)


def _marks(
    found: Sequence[Milestone], matches: Mapping[int, Match]
) -> Iterator[MemorableMatch]:
    for one in found:
        yield MemorableMatch(
            _mark_words(one), matches[one.played.match], one.played.day
        )


def _mark_words(mark: Milestone) -> str:
    if mark.what == counting.RUN:
        return _("Longest winning streak: %(number)s") % {"number": mark.number}
    is_win = mark.what == counting.WIN
    if mark.number == 1:
        return _("First win") if is_win else _("First match")
    text = _("Win number %(number)s") if is_win else _("Match number %(number)s")
    return text % {"number": mark.number}
