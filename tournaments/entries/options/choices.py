"""An option: its title, its effects, and the facts that it changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from tournaments.engine import Pin
from tournaments.structure.models import Stage
from tournaments.structure.queries import PlannedLine


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChange:
    """The facts that an option changes; entries by number, pairings by primary key.

    `joined`: the first round of an entry. `here`: is checked in. `gone`: has withdrawn
    (True) or is back (False). `lots`: the lot of an entry in the root, None to remove
    it. `placed`: how an entry has got its place (`Placing`), with the reason that comes
    with a choice by hand. `pin`: a pin added to the bracket. `endings`: match, how it
    ends, winning side. `aside`: pairings to set aside. `byes`: a pairing to set aside,
    and the entry that has a bye instead. `filled`: a bye, and the new opponent.
    `seats`: a pairing, the entry that leaves, the entry that comes. `again`: a new
    entry of the same player. `division`: the number of the division that the player
    moves to, 0 for none; `also`: the one that they enter as well.
    """

    joined: Mapping[int, int] = field(default_factory=dict)
    here: Mapping[int, bool] = field(default_factory=dict)
    gone: Mapping[int, bool] = field(default_factory=dict)
    lots: Mapping[int, int | None] = field(default_factory=dict)
    placed: Mapping[int, str] = field(default_factory=dict)
    pin: Pin | None = None
    endings: tuple[tuple[int, str, int | None], ...] = ()
    aside: tuple[int, ...] = ()
    byes: tuple[tuple[int, int], ...] = ()
    filled: tuple[int, int] | None = None
    seats: tuple[tuple[int, int, int], ...] = ()
    again: bool = False
    division: int = 0
    also: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One legal option.

    `key` identifies it in the page. `act` and `params` are its journal entry.
    `is_folded`: the page hides it at first, because there are many similar ones.
    `needs_reason`: it is another one than the lot would give, so the director says why.
    `is_anyway`: it happens without being chosen.
    """

    key: str
    root: Stage
    title: PlannedLine
    effects: tuple[PlannedLine, ...]
    act: str
    params: Mapping[str, object]
    change: EntryChange
    is_recommended: bool = False
    is_folded: bool = False
    is_anyway: bool = False
    needs_reason: bool = False

    @property
    def value(self) -> str:
        """The key with a digest of what it changes, as the page sends it.

        If the change differs by now, the value does too, and an old page is refused.
        The digest is the same in every language: two directors may read two.
        """
        changed = repr((self.key, self.change, len(self.effects)))
        return f"{self.key}.{sha256(changed.encode()).hexdigest()[:10]}"


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Options for one question; `refusals` say why others are not possible.

    `note` is about all options. `button` is the label of the button. `is_folded`: the
    page hides the group at first, because it is seldom needed.
    """

    title: PlannedLine
    choices: tuple[Choice, ...] = ()
    refusals: tuple[PlannedLine, ...] = ()
    note: PlannedLine | None = None
    button: PlannedLine | None = None
    is_folded: bool = False

    @property
    def first(self) -> list[Choice]:
        """The options shown at once."""
        shown = [choice for choice in self.choices if not choice.is_anyway]
        return [choice for choice in shown if not choice.is_folded]

    @property
    def has_more(self) -> bool:
        """Whether there is more than what happens without being chosen."""
        return bool(self.first or self.folded or self.refusals)

    @property
    def anyway(self) -> Choice | None:
        """The option that happens without being chosen, None if there is none."""
        return next((choice for choice in self.choices if choice.is_anyway), None)

    @property
    def folded(self) -> list[Choice]:
        """The options shown when asked for."""
        return [choice for choice in self.choices if choice.is_folded]

    @property
    def needs_reason(self) -> bool:
        """Whether a director says why for some of them."""
        return any(choice.needs_reason for choice in self.choices)
