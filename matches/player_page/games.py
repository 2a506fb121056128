"""Totals from the score sheets of a player over all matches."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.rules.counts import GameCounts


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
        """How many games are recorded."""
        return self.own.games + self.other.games

    @property
    def average_cube(self) -> float:
        """The mean value of the cube at the end of a game."""
        return (self.own.cubes + self.other.cubes) / self.games

    @property
    def points_per_game(self) -> float:
        """Points won less points lost, for each game."""
        return (self.own.points - self.other.points) / self.games

    def number(self, key: str) -> int:
        """Return one of the numbers of `COUNTED`."""
        counted = COUNTED[key]
        side = self.own if counted.is_own else self.other
        return int(getattr(side, counted.column))
