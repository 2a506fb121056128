"""An option: what it is called, what it does, and what has to be written for that."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tournaments.engine import Pin
from tournaments.structure.models import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChange:
    """The facts that an option changes; entries by number, pairings by primary key.

    `joined`: first rounds. `here` and `gone`: who is checked in, who has withdrawn or
    is back. `lots`: who gets which lot of the root, None for none. `endings`: match,
    how, winning side. `aside`: pairings whose matches are put away. `byes`: pairings
    put away and who has a bye instead. `filled`: a bye, and who sits down opposite.
    `seats`: pairings, who goes, who comes. `again`: a new entry of the same player.
    `division`: the number of the one that the player moves to.
    """

    joined: Mapping[int, int] = field(default_factory=dict)
    here: Mapping[int, bool] = field(default_factory=dict)
    gone: Mapping[int, bool] = field(default_factory=dict)
    lots: Mapping[int, int | None] = field(default_factory=dict)
    pin: Pin | None = None
    endings: tuple[tuple[int, str, int | None], ...] = ()
    aside: tuple[int, ...] = ()
    byes: tuple[tuple[int, int], ...] = ()
    filled: tuple[int, int] | None = None
    seats: tuple[tuple[int, int, int], ...] = ()
    again: bool = False
    division: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One legal option.

    `key` names it in the page. `act` and `params` are its line in the journal.
    `is_folded`: one of many like it. `is_grave`: it ends something for good.
    `is_anyway`: it comes so without being chosen.
    """

    key: str
    root: Stage
    title: str
    effects: tuple[str, ...]
    act: str
    params: Mapping[str, Any]
    change: EntryChange
    is_recommended: bool = False
    is_folded: bool = False
    is_grave: bool = False
    is_anyway: bool = False

    @property
    def value(self) -> str:
        """What the page sends: an option that does something else by now is another."""
        shown = "\n".join((self.key, self.title, *self.effects))
        return f"{self.key}.{sha256(shown.encode()).hexdigest()[:10]}"


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Options that answer one question; `refusals` say what is not possible, and why.

    `note` is a sentence about all of them. `button` names the act. `is_folded`: seldom
    what is wanted now.
    """

    title: str
    choices: tuple[Choice, ...] = ()
    refusals: tuple[str, ...] = ()
    note: str = ""
    button: str = ""
    is_folded: bool = False

    @property
    def first(self) -> list[Choice]:
        """The options shown at once."""
        shown = [choice for choice in self.choices if not choice.is_anyway]
        return [choice for choice in shown if not choice.is_folded]

    @property
    def anyway(self) -> Choice | None:
        """What comes without being chosen."""
        return next((choice for choice in self.choices if choice.is_anyway), None)

    @property
    def folded(self) -> list[Choice]:
        """The options shown when asked for."""
        return [choice for choice in self.choices if choice.is_folded]
