"""Rules profiles: the rules of a match as a value, and the ready-made profiles.

A profile is frozen with a division when play starts. It is stored as `Profile.values`.
A switch that is missing in stored values has its default, so that old records stay
readable when a switch is added.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.rulebook.switches import (
    AUTOMATIC,
    BACKGAMMON_VALUE,
    BEAVERS,
    CLOCK_DELAY,
    CLOCK_MINUTES,
    CLOCK_SCORED,
    CRAWFORD,
    CUBE_CAP,
    CURRENCY,
    EXTRAS_IN_MATCHES,
    GAMMON_VALUE,
    JACOBY,
    LATE_EVERY,
    LATE_GRACE,
    LATE_MAJORITY,
    SCORING,
    STAKE,
    SWITCHES,
    Switch,
    has_cube,
    limits_stake,
    switch_named,
)
from matches.rules import Clock, LateTariff, MatchRules, MoneyRules, Score, Scoring
from matches.rules.errors import (
    AUTOMATIC_WITHOUT_CUBE,
    BEAVERS_ABOVE_CUBE,
    BEAVERS_WITHOUT_CUBE,
    JACOBY_WITHOUT_CUBE,
)
from matches.rules.refusals import RuleError

V = TypeVar("V")

Values: TypeAlias = dict[str, object]


class Reporting(models.TextChoices):
    DIRECTOR = "director", _("Only directors enter results")
    SUGGEST = "suggest", _("Players report, a director confirms")
    AGREE = "agree", _("Both players must agree")
    TRUST = "trust", _("The first report counts immediately")


@dataclass(frozen=True, slots=True, init=False)
class Profile:
    """The values of all switches of the rules.

    `key` is the key of the ready-made profile it was made from. `chosen` are the names
    and values of the switches that do not have their default, in alphabetical order: a
    switch that is added later changes neither a profile nor its digest.

    `profile[BEAVERS]` is the value of a switch. Templates and tests can also write
    `profile.beavers`.
    """

    key: str
    chosen: tuple[tuple[str, Any], ...]

    def __init__(self, key: str = "danish", **values: object) -> None:
        """Set switches by their names. Raises TypeError: there is no such switch."""
        defaults = {switch.name: switch.default for switch in SWITCHES}
        if unknown := values.keys() - defaults.keys():
            raise TypeError(f"There is no switch called {', '.join(sorted(unknown))}.")
        chosen = {
            name: value for name, value in values.items() if value != defaults[name]
        }
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "chosen", tuple(sorted(chosen.items())))

    def __getitem__(self, switch: Switch[V]) -> V:
        for name, value in self.chosen:
            if name == switch.name:
                set_to: V = value
                return set_to
        return switch.default

    if not TYPE_CHECKING:  # product code reads switches with their types: profile[…]

        def __getattr__(self, name: str) -> object:
            switch = switch_named(name)
            if switch is None:
                raise AttributeError(name)
            return self[switch]

    @classmethod
    def from_values(cls, values: Mapping[str, object]) -> "Profile":
        """Read stored `values`, also of an earlier or later version of the product.

        Unknown switches are ignored. Raises ValueError: a switch cannot have its value.
        """
        return _read(json.dumps(values, sort_keys=True))

    @property
    def values(self) -> Values:
        """The key and all switches as plain values, for a JSON column."""
        return {"key": self.key} | {switch.name: self[switch] for switch in SWITCHES}

    @property
    def digest(self) -> str:
        """The first 32 hexadecimal digits of a SHA-256; equal for equal profiles."""
        content = {"key": self.key} | dict(self.chosen)
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def match_rules(self, length: int, *, start: Score | None = None) -> MatchRules:
        """Return the rules of a match to `length` points.

        Jacoby, beavers and automatic doubles apply only if the profile allows them in
        matches. Raises what `MatchRules` raises.
        """
        extras = self[EXTRAS_IN_MATCHES]
        return MatchRules(
            length=length,
            crawford=self[CRAWFORD] and has_cube(self),
            cube_cap=self[CUBE_CAP],
            cap_on_doubling=limits_stake(self),
            jacoby=self[JACOBY] and extras,
            beavers=self[BEAVERS] if extras else 0,
            automatic=self[AUTOMATIC] if extras else 0,
            scoring=Scoring(self[SCORING]),
            values=(1, self[GAMMON_VALUE], self[BACKGAMMON_VALUE]),
            start=start or Score(0, 0),
        )

    def money_rules(self) -> MoneyRules:
        """Return the rules of a money session. Raises what `MoneyRules` raises."""
        return MoneyRules(
            stake=Fraction(self[STAKE]),
            currency=self[CURRENCY],
            cube_cap=self[CUBE_CAP],
            cap_on_doubling=limits_stake(self),
            jacoby=self[JACOBY],
            beavers=self[BEAVERS],
            automatic=self[AUTOMATIC],
            scoring=Scoring(self[SCORING]),
            values=(1, self[GAMMON_VALUE], self[BACKGAMMON_VALUE]),
        )

    def contradictions(self) -> Iterator[RuleError]:
        """Yield an error for each switch that is on and can have no effect.

        The Crawford rule is not among them: it is on from the start, and without a cube
        it is left out. That Jacoby has no effect in the Crawford game is a sentence of
        the rules.
        """
        if has_cube(self):
            yield from self._beavers_above_cube()
            return
        if self[JACOBY]:
            yield JACOBY_WITHOUT_CUBE()
        if self[BEAVERS]:
            yield BEAVERS_WITHOUT_CUBE()
        if self[AUTOMATIC]:
            yield AUTOMATIC_WITHOUT_CUBE()

    def _beavers_above_cube(self) -> Iterator[RuleError]:
        cap, beavers = self[CUBE_CAP], self[BEAVERS]
        # The first beaver turns the cube to 4, each further one doubles it.
        if cap is not None and beavers > (highest := cap.bit_length() - 2):
            yield BEAVERS_ABOVE_CUBE(beavers=beavers, cap=cap, highest=highest)

    @property
    def late_tariff(self) -> LateTariff | None:
        """The penalty for lateness, None if there is none. Raises TARIFF_INVALID."""
        if not self[LATE_EVERY]:
            return None
        return LateTariff(self[LATE_GRACE], self[LATE_EVERY], self[LATE_MAJORITY])

    @property
    def clock(self) -> Clock | None:
        """The clock, None if matches are played without one. Raises CLOCK_INVALID."""
        if not self[CLOCK_MINUTES]:
            return None
        return Clock(self[CLOCK_MINUTES], self[CLOCK_SCORED], self[CLOCK_DELAY])

    def with_changes(self, **changes: object) -> "Profile":
        return Profile(**{"key": self.key} | dict(self.chosen) | changes)


@lru_cache(maxsize=256)
def _read(stored: str) -> Profile:
    """Return a stored profile. Each is checked once: most matches share a few."""
    values = json.loads(stored)
    known = {
        switch.name: switch.check(values[switch.name])
        for switch in SWITCHES
        if switch.name in values
    }
    return Profile(**{"key": values["key"]} if "key" in values else {}, **known)


@dataclass(frozen=True, slots=True)
class ReadyMade:
    """A profile with a name and a text about its source.

    Its values are in the switches: see `Switch.ready`. Readers of `language` are shown
    it first.
    """

    key: str
    label: Promise
    text: Promise
    language: str
    hint: Promise | str = ""
    """Advice for a director who chooses it; it is not shown to players."""

    @property
    def profile(self) -> Profile:
        values = {
            switch.name: switch.ready[self.key]
            for switch in SWITCHES
            if self.key in switch.ready
        }
        return Profile(self.key, **values)


_TICK_CRAWFORD: Final = _("Tick the Crawford rule if you play by it.")

READY_MADE: Final = (
    ReadyMade(
        "danish",
        _("Standard match play (Crawford rule)"),
        _(
            "As in the Danish federation’s rules (2023): maximum cube 64, Crawford "
            "rule."
        ),
        "da",
    ),
    ReadyMade(
        "swedish",
        _("Unlimited cube"),
        _(
            "As in the Swedish federation’s rules (2021): no cube limit. They do not "
            "mention the Crawford rule."
        ),
        "sv",
        _TICK_CRAWFORD,
    ),
    ReadyMade(
        "norwegian",
        _("Cube to 64, beavers for money"),
        _(
            "As in the Norwegian rules: the cube goes to 64 at most, and beavers are "
            "allowed in money play. They do not mention the Crawford rule."
        ),
        "nb",
        _TICK_CRAWFORD,
    ),
    ReadyMade(
        "leaflet",
        _("Automatic doubles and poengspill"),
        _(
            "As in the older Norwegian leaflet: doubles on the opening roll double the "
            "stake, and the loser pays for each checker left, depending on where it is."
        ),
        "nb",
    ),
    ReadyMade(
        "dutch",
        _("Stake per point"),
        _(
            "As in the Dutch leaflet: the game is played for a stake per point, "
            "doubling has no limit, and a player who refuses a double pays the stake "
            "as it was before."
        ),
        "nl",
    ),
)
"""The ready-made profiles, in the order in which they are offered."""

DEFAULT: Final = READY_MADE[0].profile


def ready_made(key: str) -> ReadyMade:
    return next((made for made in READY_MADE if made.key == key), READY_MADE[0])
