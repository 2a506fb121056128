"""Rules profiles: what a match is played by, as a value, and the ready-made ones.

A profile is frozen with a division when play starts. It is stored as the values of
`Profile.values`; what they do not name keeps its default, so that old records stay
readable when a switch is added.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from typing import Any, Final, TypeAlias

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.rules import Clock, LateTariff, MatchRules, MoneyRules, Score, Scoring

Values: TypeAlias = dict[str, Any]
MINUTES_PER_POINT: Final = 2
DELAY_SECONDS: Final = 12


class Reporting(models.TextChoices):
    """How far the reports of players are trusted."""

    DIRECTOR = "director", _("Only directors record results")
    SUGGEST = "suggest", _("Players suggest, a director accepts")
    AGREE = "agree", _("Both players must agree")
    TRUST = "trust", _("The first report counts at once")


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Every switch of the rules that touches a record.

    `key` names the ready-made profile it was made from. `cube_cap`: 1 is no cube, None
    no limit. Jacoby, beavers and automatic doubles belong to money play and hold in
    matches only with `extras_in_matches`. `beavers` and `automatic` are how many in a
    row are allowed. `late_every` 0: no tariff for coming late. `clock_minutes` 0: no
    clock; reserve and delay as in `matches.rules.Clock`. `walkover`: what a walk-over
    counts in the point difference, "none", "full" or "half". `bye_halves`: what a bye
    is worth, in half wins. `stake` is money per point as decimal text.
    """

    key: str = "danish"
    crawford: bool = True
    crawford_double: str = "annul"
    cube_cap: int | None = 64
    jacoby: bool = False
    beavers: int = 0
    automatic: int = 0
    extras_in_matches: bool = False
    scoring: str = Scoring.KINDS.value
    gammon_value: int = 2
    backgammon_value: int = 3
    start_1: int = 0
    start_2: int = 0
    late_grace: int = 0
    late_every: int = 0
    late_majority: bool = False
    clock_minutes: int = 0
    clock_scored: int = 1
    clock_delay: int = DELAY_SECONDS
    clocks_required: bool = False
    walkover: str = "none"
    bye_halves: int = 2
    stake: str = "1"
    currency: str = ""

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> "Profile":
        """Read what `values` wrote, also what an older version wrote."""
        known = {field.name for field in fields(cls)}
        return cls(**{key: value for key, value in values.items() if key in known})

    @property
    def values(self) -> Values:
        """The switches as plain values, for a JSON column."""
        return asdict(self)

    @property
    def digest(self) -> str:
        """What tells this profile from every other one."""
        text = json.dumps(self.values, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def match_rules(self, length: int, *, start: Score | None = None) -> MatchRules:
        """The rules of a match to `length` points."""
        extras = self.extras_in_matches
        return MatchRules(
            length=length,
            crawford=self.crawford,
            cube_cap=self.cube_cap,
            jacoby=self.jacoby and extras,
            beavers=self.beavers if extras else 0,
            automatic=self.automatic if extras else 0,
            scoring=Scoring(self.scoring),
            values=(1, self.gammon_value, self.backgammon_value),
            start=start or Score(0, 0),
        )

    def money_rules(self) -> MoneyRules:
        """The rules of a money session."""
        return MoneyRules(
            stake=Fraction(self.stake),
            currency=self.currency,
            cube_cap=self.cube_cap,
            jacoby=self.jacoby,
            beavers=self.beavers,
            automatic=self.automatic,
            scoring=Scoring(self.scoring),
            values=(1, self.gammon_value, self.backgammon_value),
        )

    @property
    def late_tariff(self) -> LateTariff | None:
        """What coming late costs, or None where nothing was agreed."""
        if not self.late_every:
            return None
        return LateTariff(self.late_grace, self.late_every, self.late_majority)

    @property
    def clock(self) -> Clock | None:
        """The clock, or None where matches are played without."""
        if not self.clock_minutes:
            return None
        return Clock(self.clock_minutes, self.clock_scored, self.clock_delay)

    def with_changes(self, **changes: Any) -> "Profile":
        """Return the profile with some switches set otherwise."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class ReadyMade:
    """A profile with a name and a text that say where it comes from."""

    profile: Profile
    label: Promise
    text: Promise
    hint: Promise | str = ""
    """What a director who chooses it should look at; players do not read it."""
    for_matches: bool = True
    for_money: bool = True

    @property
    def key(self) -> str:
        """The key it is chosen by."""
        return self.profile.key


# The die of the older Norwegian leaflet shows at most 64: six automatic doubles.
_TO_THE_LAST_FACE: Final = 6

_TICK_CRAWFORD: Final = _("Tick the Crawford rule where you play by it.")

READY_MADE: Final = (
    ReadyMade(
        Profile(key="danish"),
        _("Match play with Crawford"),
        _(
            "As in the rules document of the Danish federation (2023): cube to 64, one "
            "Crawford game without doubling, doubling allowed again afterwards."
        ),
    ),
    ReadyMade(
        Profile(key="swedish", crawford=False, cube_cap=None),
        _("Cube without limit"),
        _(
            "As in the rules document of the Swedish federation (2021): doubling may "
            "go on for ever. It does not mention the Crawford rule."
        ),
        _TICK_CRAWFORD,
    ),
    ReadyMade(
        Profile(key="norwegian", crawford=False, beavers=1),
        _("Cube to 64, beavers for money"),
        _(
            "As in the Norwegian rules: the stake rises to 64 times at most. In money "
            "play a player who is doubled may beaver. They do not mention the Crawford "
            "rule."
        ),
        _TICK_CRAWFORD,
    ),
    ReadyMade(
        Profile(
            key="leaflet",
            crawford=False,
            automatic=_TO_THE_LAST_FACE,
            extras_in_matches=True,
            scoring=Scoring.CHECKERS.value,
        ),
        _("Automatic doubles and poengspill"),
        _(
            "As in the older Norwegian leaflet: equal dice at the opening double the "
            "stake, and the loser pays for every checker left, by where it stands."
        ),
    ),
    ReadyMade(
        Profile(key="dutch", crawford=False, cube_cap=None),
        _("Stake per point"),
        _(
            "As in the Dutch leaflet: the game is played for a stake per point, "
            "doubling has no limit, and whoever refuses a double pays the stake as it "
            "was before."
        ),
    ),
)
"""The profiles that come with the product, in the order in which they are offered."""

DEFAULT: Final = READY_MADE[0].profile


def ready_made(key: str) -> ReadyMade:
    """Return the ready-made profile with this key, or else the first."""
    return next((each for each in READY_MADE if each.key == key), READY_MADE[0])
