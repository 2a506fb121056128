"""The cards of “New season”: scorings that clubs and federations publish."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.seasons import scoring as scores


def _units(*points: float) -> tuple[int, ...]:
    return tuple(round(one * scores.UNIT) for one in points)


def _parts(main: int, consolation: int, last: int) -> scores.Parts:
    return (main * scores.UNIT, consolation * scores.UNIT, last * scores.UNIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonCard:
    key: str
    title: str | Promise
    text: str | Promise
    icon: str
    scoring: scores.SeasonScoring
    opt_in: bool = False


CARDS: Final = (
    SeasonCard(
        key="evenings",
        title=_("Club evenings"),
        text=_(
            "One point for attending, one per match won, and a bonus for the top "
            "three: "
            "the number of players, half of it, a quarter of it."
        ),
        icon="sun",
        scoring=scores.SeasonScoring(
            attendance=scores.UNIT,
            win=(scores.UNIT, scores.UNIT, scores.UNIT),
            places=scores.FIELD,
            points=_units(1, 0.5, 0.25),
        ),
    ),
    SeasonCard(
        key="best-eight",
        title=_("Place points, best eight count"),
        text=_(
            "10, 8, 6, 5, 4, 3, 2 and 1 points for the top eight. Each player’s best "
            "eight evenings count."
        ),
        icon="trophy",
        scoring=scores.SeasonScoring(
            places=scores.LISTED,
            points=_units(10, 8, 6, 5, 4, 3, 2, 1),
            best=8,
            ties=scores.BEST_RESULTS,
        ),
    ),
    SeasonCard(
        key="wins",
        title=_("Match points plus attendance"),
        text=_("Two points for a win or a bye, one for a loss."),
        icon="dices",
        scoring=scores.SeasonScoring(win=_parts(2, 2, 2), loss=scores.UNIT),
    ),
    SeasonCard(
        key="nordic",
        title=_("Nordic tour"),
        text=_(
            "7 points for a win in the main bracket, 5 in the consolation, 3 in the "
            "last chance. For signed-up players; the top sixteen play a final."
        ),
        icon="brackets",
        scoring=scores.SeasonScoring(win=_parts(7, 5, 3), byes=False),
        opt_in=True,
    ),
    SeasonCard(
        key="abt",
        title=_("Tour with place points"),
        text=_(
            "As in the American Backgammon Tour: each division has as many points as "
            "players, × 1, 0.5 or 0.25, shared among the top eight."
        ),
        icon="list-ordered",
        scoring=scores.SeasonScoring(
            places=scores.FIELD,
            points=_units(0.34, 0.2, 0.12, 0.1, 0.06, 0.06, 0.06, 0.06),
            divisions=_units(1, 0.5, 0.25),
            down_to=8,
        ),
    ),
    SeasonCard(
        key="master",
        title=_("Master Points"),
        text=_(
            "The USBGF formula of January 2019: longer matches and larger fields earn "
            "more points, in three divisions."
        ),
        icon="ladder",
        scoring=scores.SeasonScoring(
            win=(scores.UNIT, 0, 0),
            by_length=True,
            byes=False,
            walkovers=False,
            places=scores.MASTER,
            divisions=_units(1, 0.7, 0.5),
            down_to=8,
        ),
    ),
    SeasonCard(
        key="order",
        title=_("Final ranking"),
        text=_(
            "One point for each player from your place to the last, as in world "
            "rankings: larger fields earn more."
        ),
        icon="list",
        scoring=scores.SeasonScoring(places=scores.ORDER),
    ),
)
"""All cards, in the order in which the page shows them."""


def card_named(key: str) -> SeasonCard | None:
    """Return the card with this key, or None."""
    return next((card for card in CARDS if card.key == key), None)
