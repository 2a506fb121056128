"""Statistics from match files independent of luck: first plays, doubles, the clock."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Sum, Value, When
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.ledger.access import listed_for
from matches.ledger.models.match import Match
from matches.ledger.models.moves import GameMoves
from matches.players.models import Player

MOST_REPLIES: Final = 40
"""The number of replies that are shown, the most frequent first."""
_NOT_PUBLIC: Final = (Match.State.REPORTED, Match.State.DISPUTED, Match.State.VOID)
APART: Final = "~"
"""The separator of dice and plays in the address of a list."""


class MoveFigure(NamedTuple):
    """A number from match files, with a link to its matches.

    `column` is that of `GameMoves` without the side; it is the player's own side if
    `is_own`. An empty column counts all games.
    """

    label: str | Promise
    column: str = ""
    is_own: bool = True


MOVE_FIGURES: Final[Mapping[str, MoveFigure]] = {
    "moves": MoveFigure(_("Games with their moves")),
    "doubled": MoveFigure(_("Doubles offered"), "doubles"),
    "doubled-taken": MoveFigure(
        _("Own doubles that were taken"), "takes", is_own=False
    ),
    "doubled-dropped": MoveFigure(_("Own doubles dropped"), "drops", is_own=False),
    "offered": MoveFigure(_("Doubles of opponents"), "doubles", is_own=False),
    "offered-taken": MoveFigure(_("Doubles that were taken"), "takes"),
    "offered-dropped": MoveFigure(_("Doubles that were dropped"), "drops"),
    "clock-won": MoveFigure(_("Games won by the clock"), "out_of_time", is_own=False),
    "clock-lost": MoveFigure(_("Games lost by the clock"), "out_of_time"),
}
"""The numbers by their key in the address of the list of matches."""


@dataclass(frozen=True, slots=True)
class CountedPlay:
    """A first play and how often it was made; of a reply also what it answers."""

    dice: str
    play: str
    count: int
    to_dice: str = ""
    to_play: str = ""

    @property
    def key(self) -> str:
        """The play as written in an address."""
        answered = (self.to_dice, self.to_play) if self.to_dice else ()
        return APART.join((*answered, self.dice, self.play))


@dataclass(frozen=True, slots=True)
class MoveStatistics:
    """Statistics from the match files of a player: `MOVE_FIGURES` and first plays."""

    numbers: Mapping[str, int]
    openings: Sequence[CountedPlay]
    replies: Sequence[CountedPlay]

    @property
    def games(self) -> int:
        """How many games have their moves."""
        return self.numbers["moves"]

    def by_dice(self) -> Iterator[tuple[str, list[CountedPlay]]]:
        """Yield the opening plays by their dice, the most frequent play first."""
        found: dict[str, list[CountedPlay]] = {}
        for opening in self.openings:
            found.setdefault(opening.dice, []).append(opening)
        yield from sorted(found.items())


def moves_shown(request: HttpRequest, player: Player) -> MoveStatistics:
    """Return the statistics from match files that a visitor may see."""
    return move_statistics(player, among=listed_for(request, Match.objects.all()))


def move_statistics(player: Player, *, among: QuerySet[Match]) -> MoveStatistics:
    """Return the statistics from match files. Three queries, for any number of games.

    `among` are the matches that the reader may see.
    """
    games = _games(player, among)
    sums = {
        key.replace("-", "_"): Coalesce(Sum(_value(told)), 0)
        for key, told in MOVE_FIGURES.items()
    }
    found = games.order_by().aggregate(**sums)
    opened = games.filter(opener=F("own")).exclude(opening="")
    answered = games.filter(opener=F("other")).exclude(reply="")
    openings = _counted(opened, "opening_dice", "opening")
    replies = _counted(answered, "reply_dice", "reply", "opening_dice", "opening")
    return MoveStatistics(
        {key: found[key.replace("-", "_")] for key in MOVE_FIGURES},
        [CountedPlay(dice, play, count) for dice, play, count in openings],
        [
            CountedPlay(dice, play, count, to_dice, to_play)
            for dice, play, to_dice, to_play, count in replies[:MOST_REPLIES]
        ],
    )


def matches_behind(player: Player, key: str) -> set[int]:
    """Return the matches behind one number of `MOVE_FIGURES`. One query."""
    games = _games(player, Match.objects.all()).annotate(
        counts=_value(MOVE_FIGURES[key])
    )
    return _matches(games.filter(counts__gt=0))


def matches_played(player: Player, play: str) -> set[int]:
    """Return the matches in which a player made this first play. One query."""
    games, parts = _games(player, Match.objects.all()), play.split(APART)
    if len(parts) == 2:  # noqa: PLR2004 - dice and play
        found = games.filter(opener=F("own"), opening_dice=parts[0], opening=parts[1])
    else:
        names = ("opening_dice", "opening", "reply_dice", "reply")
        told = dict(zip(names, parts, strict=True))
        found = games.filter(opener=F("other"), **told)
    return _matches(found)


def _games(player: Player, among: QuerySet[Match]) -> QuerySet[GameMoves]:
    """Return the games with moves that count, with the player's column and the other.

    A game counts if it refers to the file and no report waits for an answer.
    """
    is_one = Q(file__match__player_1=player)
    is_left = is_one & Q(file__swapped=False) | ~is_one & Q(file__swapped=True)
    plays = is_one | Q(file__match__player_2=player)
    return GameMoves.objects.filter(
        plays,
        file__match__in=among.exclude(state__in=_NOT_PUBLIC).order_by().values("pk"),
        file__games__number=F("number"),
        file__games__voided_at__isnull=True,
    ).annotate(
        own=Case(
            When(is_left, then=Value(1)), default=Value(2), output_field=IntegerField()
        ),
        other=Case(
            When(is_left, then=Value(2)), default=Value(1), output_field=IntegerField()
        ),
    )


def _value(told: MoveFigure) -> Case | Value:
    """Return the amount that a game adds to a number."""
    side = "own" if told.is_own else "other"
    if not told.column:
        return Value(1, output_field=IntegerField())
    if told.column == "out_of_time":
        return Case(
            When(out_of_time=F(side), then=Value(1)),
            default=Value(0),
            output_field=IntegerField(),
        )
    left, right = f"{told.column}_1", f"{told.column}_2"
    return Case(
        When(**{side: 1}, then=F(left)), default=F(right), output_field=IntegerField()
    )


def _counted(games: QuerySet[GameMoves], *columns: str) -> list[tuple[Any, ...]]:
    found = games.order_by().values(*columns).annotate(count=Count("pk"))
    rows = found.order_by("-count", *columns).values_list(*columns, "count")
    return list(rows)


def _matches(games: QuerySet[GameMoves]) -> set[int]:
    return set(games.values_list("file__match", flat=True))
