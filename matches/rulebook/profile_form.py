"""The form with all switches of the rules, for tournaments and for club matches."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any, ClassVar, Final, TypeAlias

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.rulebook.equity import TABLES
from matches.rulebook.profiles import (
    DEFAULT,
    READY_MADE,
    Profile,
    ReadyMade,
    Reporting,
    ready_made,
)
from matches.rulebook.switches import (
    CRAWFORD,
    START_1,
    START_2,
    SWITCHES,
    TOPICS,
    Switch,
    Topic,
    ValueType,
    named_values,
    switches_of,
)
from matches.rules import Score
from matches.rules.refusals import RuleError
from matches.web.answers import sentence
from matches.web.forms import SeenForm


def profile_choices() -> list[tuple[str, str]]:
    """Return the choices of ready-made profiles: key, and name with description."""
    words = '{} <span class="sub">{} {}</span>'
    return [
        (made.key, format_html(words, made.label, made.text, made.hint))
        for made in READY_MADE
    ]


def reporting_choices() -> list[tuple[str, str]]:
    words = '{} <span class="sub">{}</span>'
    return [
        (level.value, format_html(words, level.label, REPORTING_TEXTS[level]))
        for level in Reporting
    ]


def equity_choices() -> list[tuple[str, str]]:
    """Return the choices of tables of winning chances: key and name; "" shows none."""
    return [("", gettext("None")), *TABLES]


Row: TypeAlias = list[tuple[ValueType[Any], list[BoundField]]]
"""Switches side by side: the type and the fields of each."""


class RulesForm(SeenForm, forms.Form):
    """A ready-made profile, and every switch in which the rules may differ from it.

    `shown` is the key of the profile from which the switches on the page were filled
    in. A page without switches omits it: then the chosen profile counts, with the
    Crawford rule as ticked.

    If the user chose another profile than `shown` and also changed switches, the form
    keeps the changed switches, fills in the others from the chosen profile, and is
    shown again, so that no switch is saved that the user has not seen. A switch that is
    left empty has its default.

    With `fixed` the rules are not asked for, and stay as they are unless they are sent.
    """

    in_tournament: ClassVar[bool] = True
    asked_elsewhere: ClassVar[frozenset[Switch[Any]]] = frozenset()
    """Switches for which the page has fields in another place."""

    rules = forms.ChoiceField(
        label=_("Preset rules"),
        choices=profile_choices,
        required=False,
        widget=forms.RadioSelect,
    )
    shown = forms.CharField(required=False, widget=forms.HiddenInput, max_length=20)

    def __init__(
        self,
        data: QueryDict | None = None,
        files: "MultiValueDict[str, UploadedFile[Any]] | None" = None,
        *,
        initial: Mapping[str, object] | None = None,
        fixed: bool = False,
        **kwargs: Any,
    ) -> None:
        given = dict(initial or {})
        source = ready_made(str(given.get("rules", DEFAULT.key))).profile
        self.fixed = fixed
        super().__init__(data, files, initial=self.initial_of(source) | given, **kwargs)
        self._add_switches()
        self._before = _profile_of(self.initial)
        self._profile = self._before

    @classmethod
    def initial_of(cls, profile: Profile) -> dict[str, object]:
        return {
            "rules": ready_made(profile.key).key,
            "shown": ready_made(profile.key).key,
            **_filled_in(profile),
        }

    def profile(self) -> Profile:
        """Return the chosen rules after validation, before it the initial ones."""
        return self._profile

    @property
    def is_changed(self) -> bool:
        """Whether any switch except the Crawford rule differs from the profile."""
        rules = self._profile
        plain = ready_made(rules.key).profile.with_changes(crawford=rules[CRAWFORD])
        return rules != plain

    @property
    def chosen_label(self) -> str:
        """The name of the chosen rules, for the summary of the collapsed section."""
        return str(ready_made(str(self["rules"].value() or "")).label)

    @property
    def has_wrong_switch(self) -> bool:
        """Whether the field of a switch in the collapsed section has an error."""
        return any(name in self.errors for name in chain(*self._names.values()))

    @property
    def topics(self) -> list[tuple[str, list[Row]]]:
        """The switches by topic, without those for which the page has other fields.

        Each topic has its title, and its switches in rows from top to bottom.
        """
        apart = {CRAWFORD, *self.asked_elsewhere}
        topics = []
        for topic in TOPICS:
            switches = [switch for switch in switches_of(topic) if switch not in apart]
            if switches and (self.in_tournament or topic.in_club_matches):
                topics.append((gettext(topic.title), self._rows(switches)))
        return topics

    def filled_in(self) -> dict[str, object]:
        """Return initial values: the input, with the switches of the chosen profile."""
        sent = {
            name: field.widget.value_from_datadict(
                self.data, self.files, self.add_prefix(name)
            )
            for name, field in self.fields.items()
        }
        known = {name: value for name, value in sent.items() if value is not None}
        source = ready_made(str(sent["rules"])).profile
        return known | self.initial_of(source)

    def clean(self) -> dict[str, Any]:
        """Determine the rules, and refuse rules that contradict themselves."""
        cleaned = super().clean() or {}
        if self._ask_for_missing(cleaned):
            return cleaned
        if self.has_wrong_switch or not {"rules", "shown"} <= cleaned.keys():
            return cleaned
        self._profile = self._decided(cleaned)
        for error in self._profile.contradictions():
            self._add_refusal(error)
        self._refuse(self._profile.money_rules)
        self._refuse(lambda: self._profile.late_tariff)
        self._refuse(lambda: self._profile.clock)
        return cleaned

    def check_start(self, *lengths: int) -> None:
        """Add an error if the start score would win a match of one of these lengths."""
        rules = self._profile
        start = Score(rules[START_1], rules[START_2])
        if shortest := min(filter(None, lengths), default=0):
            self._refuse(lambda: rules.match_rules(shortest, start=start))

    def _add_switches(self) -> None:
        """Add the fields of every switch, between `rules` and the subclass's own.

        They are not declared with the class, because switches may be added to the list
        after this module is imported.
        """
        asked = {switch: switch.fields() for switch in SWITCHES}
        self._names = {switch: tuple(fields) for switch, fields in asked.items()}
        first = {name: self.fields[name] for name in ("rules", "shown")}
        self.fields = reduce(or_, (first, *asked.values(), self.fields))
        self.order_fields(self.field_order)

    def _rows(self, switches: Iterable[Switch[Any]]) -> list[Row]:
        """Arrange the switches in rows: consecutive short fields share a row."""
        rows: list[Row] = []
        is_after_short = False
        for switch in switches:
            kind = switch.value_type
            if not (kind.is_short and is_after_short):
                rows.append([])
            rows[-1].append((kind, [self[name] for name in self._names[switch]]))
            is_after_short = kind.is_short
        return rows

    def _ask_for_missing(self, cleaned: Mapping[str, object]) -> bool:
        """Add an error to each field that must be filled in too; return True if any."""
        missing = [
            found
            for switch in SWITCHES
            if (found := switch.value_type.missing(switch.field_name, cleaned))
        ]
        for name, words in missing:
            if name not in self.errors:
                self.add_error(name, words)
        return bool(missing)

    def _decided(self, cleaned: Mapping[str, Any]) -> Profile:
        sent = {self.add_prefix(name) for name in ("rules", "shown", "crawford")}
        if self.fixed and sent.isdisjoint(self.data):
            return self._before
        picked, ticked = cleaned["rules"], cleaned["crawford"]
        if self.add_prefix("shown") not in self.data:
            source = ready_made(picked).profile if picked else self._before
            return source.with_changes(crawford=ticked)
        seen = _profile_of({**cleaned, "rules": cleaned["shown"]})
        if picked in {"", seen.key}:
            return seen
        mixed, by_hand = _carried_over(seen, ready_made(picked).profile)
        if by_hand:
            self._ask_again(mixed)
        return mixed

    def _ask_again(self, mixed: Profile) -> None:
        """Fill in the chosen profile with the user's changes, and add an error."""
        data: Any = dict(self.data.items())
        for name, value in self.initial_of(mixed).items():
            data[self.add_prefix(name)] = value
        self.data = data
        self.add_error(
            "rules",
            _(
                "You chose a different rule set and also changed individual settings. "
                "Both are filled in below. Check them and submit again."
            ),
        )

    def _refuse(self, check: Callable[[], object]) -> None:
        try:
            check()
        except RuleError as error:
            self._add_refusal(error)

    def _add_refusal(self, error: RuleError) -> None:
        field = _field_of(error)
        if field is None or field not in self.errors:
            self.add_error(field, sentence(error))


def _filled_in(profile: Profile) -> dict[str, object]:
    return {
        name: value
        for switch in SWITCHES
        for name, value in switch.filled_in(profile).items()
    }


def _profile_of(given: Mapping[str, object]) -> Profile:
    read = {switch.name: switch.read(given) for switch in SWITCHES}
    return Profile(ready_made(str(given["rules"])).key, **read)


def _field_of(error: RuleError) -> str | None:
    for switch in SWITCHES:
        if error.refusal in switch.errors:
            return switch.value_type.field_of_errors(switch.field_name)
    return None


def _carried_over(seen: Profile, chosen: Profile) -> tuple[Profile, bool]:
    """Return the chosen rules with the changed switches, and whether there were any.

    The Crawford rule is taken over as ticked and is not counted as a change: its field
    stands beside the profiles on every page.
    """
    before = ready_made(seen.key).profile
    changes = {
        switch.name: seen[switch]
        for switch in SWITCHES
        if switch is not CRAWFORD and seen[switch] != before[switch]
    }
    mixed = chosen.with_changes(crawford=seen[CRAWFORD], **changes)
    return mixed, bool(changes)


REPORTING_TEXTS: Final[dict[str, Promise]] = {
    Reporting.DIRECTOR: gettext_lazy(
        "Players write the score on paper and bring it to the desk."
    ),
    Reporting.SUGGEST: gettext_lazy(
        "A report from a phone counts once a director accepts it."
    ),
    Reporting.AGREE: gettext_lazy(
        "A report counts when the other player confirms it on another phone. If they "
        "differ, or used one phone, a director decides."
    ),
    Reporting.TRUST: gettext_lazy(
        "A report by either player counts at once. The other player can dispute it, "
        "and a director can correct it."
    ),
}
"""The consequences of each level of trust for players."""


@dataclass(frozen=True, slots=True)
class Section:
    key: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """The ready-made profile from which rules were made, and the changes.

    `changes` are the sentences of the rules that the ready-made profile does not have.
    """

    ready_made: ReadyMade
    changes: tuple[str, ...]


def sections(profile: Profile, *, reporting: str | None = None) -> list[Section]:
    """Return all sections of the rules; one on reports only if `reporting` is set."""
    named = named_values(profile)
    found = [
        Section(topic.key, gettext(topic.title), tuple(_said(topic, profile, named)))
        for topic in TOPICS
    ]
    if reporting is not None:
        found.append(Section("reports", gettext("Reports"), reporting_lines(reporting)))
    return found


def origin(profile: Profile) -> Origin:
    """Return the ready-made profile of a profile, and the differences from it."""
    source = ready_made(profile.key)
    known = set(_lines(source.profile))
    return Origin(source, tuple(line for line in _lines(profile) if line not in known))


def reporting_lines(reporting: str) -> tuple[str, ...]:
    """Return two sentences: who may report results, and what a report causes."""
    level = Reporting(reporting)
    return f"{level.label}.", str(REPORTING_TEXTS[level])


def _lines(profile: Profile) -> Sequence[str]:
    return [line for section in sections(profile) for line in section.lines]


def _said(topic: Topic, profile: Profile, named: Mapping[str, object]) -> Iterator[str]:
    for switch in switches_of(topic):
        for rule in switch.rules:
            if rule.when(profile):
                yield gettext(rule.text) % named
