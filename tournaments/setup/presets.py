"""Template cards: ready-made structures of the usual tournaments."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812 - `date` is an argument here
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.rulebook.profiles import Reporting
from tournaments.engine.formats import (
    DOUBLE_ELIMINATION,
    ELIMINATION,
    LIVES,
    MONRAD,
    NIGHT,
    REBUY_ROUND,
    ROUND_ROBIN,
    SWISS,
)
from tournaments.structure.names import (
    BEGINNERS,
    CHAMPIONSHIP,
    CONSOLATION,
    FINAL,
    GROUP_STAGE,
    INTERMEDIATE,
    LAST_CHANCE,
    MAIN,
    QUALIFYING,
    SWISS_ROUNDS,
)
from tournaments.structure.plan import (
    ALL_ROUNDS,
    BRANCH,
    DivisionPlan,
    HouseRules,
    StagePlan,
    Structure,
)
from tournaments.structure.words import card_line

FINAL_FORMAT: Final = ELIMINATION.key
"""The format of a new stage for the best of another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A card: its name, its text, and the structure that it builds.

    Names in `divisions` are usual ones (`structure.names`). `house` holds the rules of
    a club's own template and replaces `profile`. `people_each` is 2 where pairs play.
    `most` is how many can take part, 0 for any number.
    """

    key: str
    title: Promise | str
    text: Promise | str
    name: Promise | str
    icon: str
    divisions: tuple[DivisionPlan, ...]
    reporting: str = Reporting.TRUST
    profile: str = "danish"
    house: HouseRules | None = None
    people_each: int = 1
    most: int = 0

    @property
    def structure(self) -> Structure:
        """The structure that the card builds."""
        return Structure(divisions=self.divisions, rules=self.house)

    @property
    def first(self) -> StagePlan:
        """The first stage of the first division."""
        return self.divisions[0].stages[0]

    @property
    def format(self) -> str:
        """The format of the first stage."""
        return self.first.format

    @property
    def match_length(self) -> int:
        """The match length of the first stage."""
        return self.first.match_length

    @property
    def line(self) -> str:
        """The structure of the card in one line."""
        return card_line(self.structure)

    def initial(self, today: Date, language: str) -> dict[str, object]:
        """Return the first values of the form, name and date included."""
        return {
            "template": self.key,
            "name": gettext("%(name)s, %(date)s")
            % {"name": self.name, "date": date_format(today, "MONTH_DAY_FORMAT")},
            "date": today,
            "language": language,
            "rules": self.profile,
            "reporting": self.reporting,
        }


def _alone(format_key: str, length: int, **more: Any) -> tuple[DivisionPlan, ...]:
    """Return one division with one stage."""
    stage = StagePlan(format=format_key, match_length=length, **more)
    return (DivisionPlan(stages=(stage,)),)


def _final(length: int, *, best: int) -> StagePlan:
    """Return the knock-out of the best of the first stage, seeded by their places."""
    return StagePlan(
        name=FINAL,
        format=ELIMINATION.key,
        match_length=length,
        options={"seeded": best},
        source=0,
        take=best,
    )


def _cup(*lengths: int, name: str = "") -> DivisionPlan:
    """Return a division of main, progressive consolation and last chance.

    `lengths` are the match lengths of the three.
    """
    main, consolation, last = lengths
    return DivisionPlan(
        name=name,
        stages=(
            StagePlan(name=MAIN, format=ELIMINATION.key, match_length=main),
            StagePlan(
                name=CONSOLATION,
                format=BRANCH,
                match_length=consolation,
                parent=0,
                section="consolation",
            ),
            StagePlan(
                name=LAST_CHANCE,
                format=BRANCH,
                match_length=last,
                parent=1,
                section="last",
            ),
        ),
    )


EVENINGS: Final = (
    Preset(
        key="club-monrad",
        title=_("Club evening, Monrad"),
        text=_(
            "Each round, everyone plays the next player in the standings they have not "
            "met. Player numbers are drawn once."
        ),
        name=_("Club evening"),
        icon="ladder",
        divisions=_alone(MONRAD.key, 7, rounds=4),
    ),
    Preset(
        key="club-swiss",
        title=_("Club evening, Swiss"),
        text=_(
            "Each round, everyone plays someone with as many wins. No rematches if "
            "avoidable."
        ),
        name=_("Club evening"),
        icon="shuffle",
        divisions=_alone(SWISS.key, 7, rounds=4),
    ),
    Preset(
        key="club-night",
        title=_("Open play night"),
        text=_(
            "Checked-in players who are free get a match. Come and go as you like; no "
            "waiting for rounds to end."
        ),
        name=_("Club night"),
        icon="door-open",
        divisions=_alone(NIGHT.key, 5, rounds=ALL_ROUNDS),
    ),
    Preset(
        key="speed",
        title=_("Speed event"),
        text=_("Many short matches in a row: everyone plays all rounds."),
        name=_("Speedgammon"),
        icon="clock",
        divisions=_alone(SWISS.key, 3, rounds=7),
    ),
)
CUPS: Final = (
    Preset(
        key="cup",
        title=_("Cup"),
        text=_(
            "Losers are out. A blind draw with byes spread over the bracket, down to "
            "one winner."
        ),
        name=_("Cup"),
        icon="brackets",
        divisions=_alone(ELIMINATION.key, 7),
        reporting=Reporting.AGREE,
    ),
    Preset(
        key="cup-consolation",
        title=_("Main with consolation and last chance"),
        text=_(
            "Losers in the main bracket continue in the consolation, joining later the "
            "later they lose. Losers there get a last chance."
        ),
        name=_("Cup"),
        icon="brackets",
        divisions=(_cup(9, 7, 5),),
        reporting=Reporting.AGREE,
    ),
    Preset(
        key="rebuys",
        title=_("Qualifying with re-buys"),
        text=_(
            "Losers re-enter until a time you choose. Winners play the main bracket, "
            "everyone else the consolation."
        ),
        name=_("Open"),
        icon="rotate-ccw",
        divisions=(
            DivisionPlan(
                stages=(
                    StagePlan(
                        name=QUALIFYING,
                        format=REBUY_ROUND.key,
                        match_length=5,
                        rounds=ALL_ROUNDS,
                    ),
                    StagePlan(
                        name=MAIN, format=ELIMINATION.key, match_length=7, source=0
                    ),
                    StagePlan(
                        name=CONSOLATION,
                        format=ELIMINATION.key,
                        match_length=5,
                        source=0,
                        take_from=2,
                    ),
                ),
            ),
        ),
        reporting=Reporting.AGREE,
    ),
    Preset(
        key="double-elimination",
        title=_("Double elimination"),
        text=_(
            "Two losses and you are out. The lower-bracket winner must beat the "
            "unbeaten player twice."
        ),
        name=_("Cup"),
        icon="rotate-ccw",
        divisions=_alone(DOUBLE_ELIMINATION.key, 7),
        reporting=Reporting.AGREE,
    ),
    Preset(
        key="jackpot",
        most=8,
        title=_("8-player jackpot"),
        text=_(
            "Eight players, three rounds, one winner. As a side event or on its own."
        ),
        name=_("Jackpot"),
        icon="trophy",
        divisions=_alone(ELIMINATION.key, 9),
        reporting=Reporting.AGREE,
    ),
)
OPENS: Final = (
    Preset(
        key="weekend-open",
        title=_("Weekend open, three divisions"),
        text=_(
            "Championship, Intermediate and Beginners, each with main bracket, "
            "consolation and last chance."
        ),
        name=_("Open"),
        icon="users",
        divisions=(
            _cup(11, 7, 5, name=CHAMPIONSHIP),
            _cup(9, 5, 3, name=INTERMEDIATE),
            _cup(7, 5, 3, name=BEGINNERS),
        ),
        reporting=Reporting.AGREE,
    ),
    Preset(
        key="swiss-final",
        title=_("Swiss, then finals"),
        text=_(
            "Everyone plays the Swiss rounds, then the top four play a knockout: first "
            "against fourth, second against third."
        ),
        name=_("Open"),
        icon="trophy",
        divisions=(
            DivisionPlan(
                stages=(
                    StagePlan(
                        name=SWISS_ROUNDS,
                        format=SWISS.key,
                        match_length=7,
                        rounds=5,
                    ),
                    _final(9, best=4),
                ),
            ),
        ),
        reporting=Reporting.AGREE,
    ),
    Preset(
        key="groups-final",
        title=_("Groups, then knockout"),
        text=_(
            "Everyone plays everyone in four groups, then the top two in each group "
            "play a knockout."
        ),
        name=_("Open"),
        icon="board",
        divisions=(
            DivisionPlan(
                stages=(
                    StagePlan(
                        name=GROUP_STAGE,
                        format=ROUND_ROBIN.key,
                        match_length=5,
                        rounds=ALL_ROUNDS,
                        options={"groups": 4},
                    ),
                    _final(9, best=8),
                ),
            ),
        ),
        reporting=Reporting.AGREE,
    ),
    Preset(
        key="three-lives",
        title=_("Triple elimination, Nordic style"),
        text=_(
            "Each round pairs players with equal losses. Three losses and you are out, "
            "down to one winner."
        ),
        name=_("Open"),
        icon="refresh-cw",
        divisions=_alone(LIVES.key, 9, rounds=ALL_ROUNDS),
        reporting=Reporting.AGREE,
    ),
)
OTHERS: Final = (
    Preset(
        key="league",
        title=_("League, double round robin"),
        text=_(
            "Everyone plays everyone twice. Matches can be spread over weeks or "
            "months; "
            "a table shows who has played whom."
        ),
        name=_("League"),
        icon="list-ordered",
        divisions=_alone(ROUND_ROBIN.key, 11, rounds=ALL_ROUNDS, options={"times": 2}),
        reporting=Reporting.AGREE,
    ),
    Preset(
        key="doubles",
        people_each=2,
        title=_("Doubles, two matches a round"),
        text=_(
            "Consultation doubles: two matches per round with a change of seats in "
            "between, so a round can end 1–1."
        ),
        name=_("Doubles"),
        icon="arrow-left-right",
        divisions=_alone(SWISS.key, 5, rounds=4, options={"legs": 2}),
        reporting=Reporting.AGREE,
    ),
)
GROUPS: Final[tuple[tuple[Promise, tuple[Preset, ...]], ...]] = (
    (_("Club evenings"), EVENINGS),
    (_("Knockouts"), CUPS),
    (_("One-day and weekend tournaments"), OPENS),
    (_("Leagues and pairs"), OTHERS),
)
"""The cards in groups, in the order in which the page shows them."""

PRESETS: Final = (*EVENINGS, *CUPS, *OPENS, *OTHERS)
"""All cards, in the order in which the page shows them."""


def preset_named(key: str) -> Preset | None:
    """Return the card with this key, or None."""
    return next((card for card in PRESETS if card.key == key), None)


def side_events() -> Iterator[Preset]:
    """Yield the cards of one division, which can be added to a tournament."""
    yield from (card for card in PRESETS if len(card.divisions) == 1)
