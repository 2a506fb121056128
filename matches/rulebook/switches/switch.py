"""A switch of the rules: its name, type, default, question and sentences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from django.utils.translation import gettext_noop as _

from matches.rulebook.switches.value_types import Fields, ValueType
from matches.rules.refusals import Refusal, RuleError

V = TypeVar("V")


class SwitchValues(Protocol):
    """The values of all switches, and the key of the ready-made rules behind them.

    `values[BEAVERS]` is the value of one switch.
    """

    @property
    def key(self) -> str:
        """The key of the ready-made rules."""

    def __getitem__(self, switch: "Switch[V]") -> V: ...


When: TypeAlias = Callable[[SwitchValues], bool]
"""A condition on the switches, for example of a sentence."""


def always(_values: SwitchValues) -> bool:
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One sentence for players, and the condition under which it holds.

    `text` is an English message id, which `makemessages` collects, with `%(named)s`
    placeholders for values of switches.
    """

    text: str
    when: When = always


@dataclass(frozen=True, slots=True)
class Topic:
    """A part of the rules under a title of its own.

    `title` is an English message id. `chapter` is the key of the chapter of the rule
    book that has its sentences; if the book has no such chapter, one with this title is
    added. With `in_club_matches` False, the topic concerns tournaments only.
    """

    key: str
    title: str
    chapter: str
    in_club_matches: bool = True


MATCH: Final = Topic("match", _("Match"), "match")
CUBE: Final = Topic("cube", _("Cube"), "cube")
MONEY: Final = Topic("money", _("Money play"), "stakes")
SCORING: Final = Topic("scoring", _("Scoring"), "worth")
LATE: Final = Topic("late", _("Lateness"), "late")
CLOCK: Final = Topic("clock", _("Clock"), "clock")
BYES: Final = Topic("byes", _("Byes and walkovers"), "byes", in_club_matches=False)

TOPICS: Final = (MATCH, CUBE, MONEY, SCORING, LATE, CLOCK, BYES)
"""All topics, in the order in which they are shown."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Switch(Generic[V]):
    """One thing in which the rules of matches can differ.

    `value_type` checks the value and asks for it. `label` is the question and `text`
    the help below it, both English message ids.

    `rules` are its sentences in the rules of a tournament. `book` are those in the rule
    book: None means the same sentences; an empty tuple means that the rule book does
    not mention the switch, or mentions it in sentences of another switch.

    `default` is the value for records that were written before the switch was added.
    `ready` maps keys of ready-made rules to their values that differ from the default.
    `named` returns the values that sentences of any switch may show as `%(name)s`, by
    default the value under the name of the switch. `errors` are the refusals of
    `matches.rules` to be shown at this switch. `form_name` is the name of the form
    field, by default the name of the switch.
    """

    name: str
    value_type: ValueType[V]
    default: V
    topic: Topic
    label: str
    text: str = ""
    rules: tuple[Rule, ...] = ()
    book: tuple[Rule, ...] | None = None
    ready: Mapping[str, V] = field(default_factory=dict)
    named: Callable[[SwitchValues], Mapping[str, object]] | None = None
    errors: tuple[Refusal[RuleError], ...] = ()
    form_name: str = ""

    @property
    def in_book(self) -> tuple[Rule, ...]:
        return self.rules if self.book is None else self.book

    @property
    def field_name(self) -> str:
        """The name of its form field, or of the first of them."""
        return self.form_name or self.name

    def check(self, value: object) -> V:
        """Return a stored value if the switch can have it. Raises ValueError."""
        try:
            return self.value_type.check(value)
        except ValueError as error:
            message = f"The switch {self.name} cannot be {value!r}."
            raise ValueError(message) from error

    def named_in(self, values: SwitchValues) -> Mapping[str, object]:
        return {self.name: values[self]} if self.named is None else self.named(values)

    def fields(self) -> Fields:
        return self.value_type.fields(self.field_name, self.label, self.text)

    def filled_in(self, values: SwitchValues) -> dict[str, object]:
        return self.value_type.filled_in(self.field_name, values[self])

    def read(self, given: Mapping[str, object]) -> V:
        return self.value_type.read(self.field_name, given, self.default)
