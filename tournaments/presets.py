"""Template cards: ready-made tournaments that a director recognises."""

from dataclasses import dataclass
from datetime import date as Date  # noqa: N812 - `date` is an argument here
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.profiles import Reporting


@dataclass(frozen=True, slots=True)
class Preset:
    """A card: what it is called, what it says, and what it fills in."""

    key: str
    title: Promise
    text: Promise
    name: Promise
    icon: str
    format: str
    match_length: int
    rounds: int
    reporting: str = Reporting.TRUST
    profile: str = "danish"

    def initial(self, today: Date, language: str) -> dict[str, Any]:
        """Return the form's first values: name and date are filled in already."""
        return {
            "name": gettext("%(name)s, %(date)s")
            % {"name": self.name, "date": date_format(today, "MONTH_DAY_FORMAT")},
            "date": today,
            "language": language,
            "format": self.format,
            "match_length": self.match_length,
            "rounds": self.rounds,
            "rules": self.profile,
            "reporting": self.reporting,
        }


PRESETS: Final = (
    Preset(
        key="club-monrad",
        title=_("Club evening, Monrad"),
        text=_(
            "Everybody plays every round against the next in the list whom they have "
            "not met. Player numbers are drawn once."
        ),
        name=_("Club evening"),
        icon="ladder",
        format="monrad",
        match_length=7,
        rounds=4,
    ),
    Preset(
        key="club-swiss",
        title=_("Club evening, Swiss"),
        text=_(
            "Everybody plays every round against somebody with as many wins. Nobody "
            "meets twice while that can be avoided."
        ),
        name=_("Club evening"),
        icon="shuffle",
        format="swiss",
        match_length=7,
        rounds=4,
    ),
    Preset(
        key="cup",
        title=_("Cup"),
        text=_(
            "Who loses is out. A blind draw with byes spread over the bracket, until "
            "one is left."
        ),
        name=_("Cup"),
        icon="brackets",
        format="knockout",
        match_length=7,
        rounds=1,
        reporting=Reporting.AGREE,
    ),
)
"""The cards, in the order in which they are shown."""


def preset_named(key: str) -> Preset | None:
    """Return the card with this key, or None."""
    return next((card for card in PRESETS if card.key == key), None)
