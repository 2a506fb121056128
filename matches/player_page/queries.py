"""Reads of a player's matches, with only the columns that are needed for counts."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet, Sum
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.ledger.models.match import ENDED, Match, MatchCounts
from matches.ledger.occasions import event_day, event_kind
from matches.player_page.history import PlayerMatch
from matches.players.models import Player
from matches.rules.ledger import GameCounts


class GameCount(NamedTuple):
    """A number from the score sheets, with a link to its matches.

    `column` of `GameCounts` belongs to the player's side if `is_own`.
    """

    label: str | Promise
    column: str
    is_own: bool


COUNTED: Final[dict[str, GameCount]] = {
    "games-won": GameCount(_("Games won"), "games", is_own=True),
    "games-lost": GameCount(_("Games lost"), "games", is_own=False),
    "gammons-won": GameCount(_("Gammons won"), "gammons", is_own=True),
    "gammons-lost": GameCount(_("Gammons lost"), "gammons", is_own=False),
    "backgammons-won": GameCount(_("Backgammons won"), "backgammons", is_own=True),
    "backgammons-lost": GameCount(_("Backgammons lost"), "backgammons", is_own=False),
    # The drops of a side are those that it refused itself.
    "drops-won": GameCount(_("Games won by a dropped double"), "drops", is_own=False),
    "drops-lost": GameCount(_("Games lost by a dropped double"), "drops", is_own=True),
    "crawford-won": GameCount(_("Crawford games won"), "crawford", is_own=True),
    "crawford-lost": GameCount(_("Crawford games lost"), "crawford", is_own=False),
    "deciding-won": GameCount(_("Won at DMP"), "deciding", is_own=True),
    "deciding-lost": GameCount(
        _("Lost at double match point"), "deciding", is_own=False
    ),
}
"""The numbers by their key in the address of the list of matches."""


@dataclass(frozen=True, slots=True)
class GameTotals:
    """The counts of all games of a player and of their opponents."""

    own: GameCounts
    other: GameCounts

    @property
    def games(self) -> int:
        return self.own.games + self.other.games

    @property
    def average_cube(self) -> float:
        return (self.own.cubes + self.other.cubes) / self.games

    @property
    def points_per_game(self) -> float:
        return (self.own.points - self.other.points) / self.games

    def number(self, key: str) -> int:
        counted = COUNTED[key]
        side = self.own if counted.is_own else self.other
        return int(getattr(side, counted.column))


_COLUMNS: Final = (
    *("pk", "player_1_id", "player_2_id", "length", "winner", "state"),
    *("kind", "event_day", "ended"),
)
_NOT_BEGUN: Final = (Match.State.READY, Match.State.VOID)


def history_of(
    player: Player,
    *,
    against: Player | None = None,
    among: QuerySet[Match] | None = None,
) -> list[PlayerMatch]:
    """Return the begun matches of a player, the newest first. One query.

    `against` is the opponent, None for all; `among` are the matches that the reader may
    see, None for all.

    The order is that of `newest_first`. It is made in Python, because SQLite would call
    a Python function for the day of each match.
    """
    played = (Match.objects.all() if among is None else among).filter(_plays(player))
    if against is not None:
        played = played.filter(_plays(against))
    rows = (
        played.exclude(state__in=_NOT_BEGUN)
        .order_by()
        .annotate(kind=event_kind(), event_day=event_day(), ended=ENDED)
        .values_list(*_COLUMNS)
    )
    me, disputed = player.pk, Match.State.DISPUTED
    found = []
    for pk, one, two, length, winner, state, kind, event, ended in rows:
        is_known = winner is not None and length and state != disputed
        is_won = (one if winner == 1 else two) == me if is_known else None
        other = two if one == me else one
        day = event or timezone.localdate(ended)
        found.append(PlayerMatch(day, ended, pk, other, length, is_won, kind))
    found.sort(reverse=True)
    return found


def totals_of(player: Player, *, among: QuerySet[Match] | None = None) -> GameTotals:
    """Return the counts of all games of decided matches, or of those `among` some.

    Two queries, one for each side of the matches: one for both would be sorted by the
    side first, which takes more time than the sums.
    """
    fields = GameCounts._fields
    matches = Match.objects.all() if among is None else among
    counted = matches.filter(state=Match.State.DONE, counts__isnull=False)
    own = other = GameCounts()
    for mine, theirs in ((1, 2), (2, 1)):
        sums = counted.filter(**{f"player_{mine}": player}).aggregate(
            **{
                f"{field}_{side}": Sum(f"counts__{field}_{side}")
                for field in fields
                for side in (mine, theirs)
            }
        )
        own = own.plus(GameCounts(*(sums[f"{one}_{mine}"] or 0 for one in fields)))
        other = other.plus(
            GameCounts(*(sums[f"{one}_{theirs}"] or 0 for one in fields))
        )
    return GameTotals(own, other)


def matches_with(player: Player, key: str) -> set[int]:
    """Return the matches behind one number of `COUNTED`. One query."""
    counted = COUNTED[key]
    first, second = (1, 2) if counted.is_own else (2, 1)
    is_one = Q(match__player_1=player)
    wanted = is_one & Q(**{f"{counted.column}_{first}__gt": 0})
    wanted |= ~is_one & Q(**{f"{counted.column}_{second}__gt": 0})
    return set(_counts(player).filter(wanted).values_list("pk", flat=True))


def recorded(player: Player) -> set[int]:
    return set(_counts(player).values_list("pk", flat=True))


def _counts(player: Player) -> QuerySet[MatchCounts]:
    plays = Q(match__player_1=player) | Q(match__player_2=player)
    return MatchCounts.objects.filter(plays, match__state=Match.State.DONE)


def _plays(player: Player) -> Q:
    return Q(player_1=player) | Q(player_2=player)
