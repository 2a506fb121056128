"""The form of a new tournament, filled in from a card."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date as Date  # noqa: N812 - `date` is an argument here
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext

from tournaments.engine import RoundsAsked
from tournaments.setup.base_forms import TournamentForm, shown_lengths, shown_rounds
from tournaments.setup.fields import (
    LONGEST_NAME,
    MOST_PLAYERS,
    length_field,
    name_field,
    option_field,
    rounds_field,
    shown_option,
    whole_number,
)
from tournaments.setup.presets import Preset
from tournaments.setup.services import TournamentPlan
from tournaments.structure.names import shown_name
from tournaments.structure.plan import (
    ORDER,
    DivisionPlan,
    StagePlan,
    format_of,
    offered_options,
    own_options,
    rounds_to_keep,
    without_tiebreaks,
)
from tournaments.structure.words import chain, format_message, stage_name


@dataclass(frozen=True, slots=True)
class FormPart:
    """The fields of one division on the page of a new tournament."""

    title: str
    chain: str
    lengths: list[BoundField]
    numbers: list[BoundField]
    folded: list[BoundField]

    @property
    def has_folded_error(self) -> bool:
        """Whether one of the folded fields has an error."""
        return any(field.errors for field in self.folded)


class NewForm(TournamentForm):
    """A new tournament: its settings, and the essential options of all its stages."""

    template = forms.CharField(
        required=False, widget=forms.HiddenInput, max_length=LONGEST_NAME
    )

    def __init__(
        self,
        data: object = None,
        *,
        card: Preset | None = None,
        initial: Mapping[str, object] | None = None,
    ) -> None:
        self.card = card
        self.divisions = () if card is None else card.structure.divisions
        self.single = card is None or card.structure.is_single
        own: dict[str, object] = {}
        super().__init__(data, initial=initial, structured=not self.single)
        for key, field, value in self._asked():
            self.fields[key] = field
            own[key] = value
        self.initial = {**own, **self.initial}

    @classmethod
    def of_card(cls, card: Preset, *, today: Date, language: str) -> "NewForm":
        """Return the form with the values of a card."""
        initial = card.initial(today, language)
        if card.house is not None:
            initial = {**cls.initial_of_house(card.house), **initial}
        if card.structure.is_single:
            stage = card.first
            initial |= {
                "format": stage.format,
                "match_length": stage.match_length,
                "rounds": shown_rounds(stage),
                "lengths": shown_lengths(stage.lengths),
            }
        return cls(card=card, initial=initial)

    def parts(self) -> list[FormPart]:
        """Return the divisions of the card with their fields."""
        return [self._part(number) for number in range(1, len(self.divisions) + 1)]

    def extras(self) -> list[BoundField]:
        """Return the further fields of a card of one stage.

        They are those besides format, length and rounds.
        """
        if not self.single or not self.divisions:
            return []
        return [self[name] for name in self.fields if name.startswith("s1_1_")]

    def clean(self) -> dict[str, object]:
        """Check every match length against the start score."""
        if not self.structured:
            return super().clean()
        cleaned = super(TournamentForm, self).clean()
        self.check_end()
        if self.errors:
            return cleaned
        keys = [_key(number, place, "length") for number, place, _ in self._stages()]
        self.check_start(*(cleaned[key] for key in keys))
        return cleaned

    def plan(self) -> TournamentPlan:
        """Return the tournament that the valid form describes, with all divisions."""
        if self.card is None:
            return super().plan()
        if self.single:
            plan = super().plan()
            return replace(plan, divisions=(self._single(plan),))
        divisions = tuple(
            self._division(number, division)
            for number, division in enumerate(self.divisions, start=1)
        )
        first = divisions[0].stages[0]
        self.initial = {
            **self.initial,
            "format": first.format,
            "match_length": first.match_length,
            "rounds": first.rounds,
            "lengths": shown_lengths(first.lengths),
        }
        return replace(super().plan(), divisions=divisions)

    def _stages(self) -> Iterator[tuple[int, int, StagePlan]]:
        for number, division in enumerate(self.divisions, start=1):
            for place, stage in enumerate(division.stages, start=1):
                yield number, place, stage

    def _asked(self) -> Iterator[tuple[str, forms.Field, object]]:
        """Yield the fields of all stages: name, field and first value."""
        for number, place, stage in self._stages():
            for what, field, value in _questions(stage, alone=self.single):
                yield _key(number, place, what), field, value
        if len(self.divisions) > 1:
            for number, division in enumerate(self.divisions, start=1):
                label = gettext("Name of division %(number)s") % {"number": number}
                yield f"d{number}_name", name_field(label), division.name

    def _part(self, number: int) -> FormPart:
        division = self.divisions[number - 1]
        part = FormPart(shown_name(division.name), chain(division), [], [], [])
        if f"d{number}_name" in self.fields:
            part.folded.append(self[f"d{number}_name"])
        for name in self.fields:
            if not name.startswith(f"s{number}_"):
                continue
            what = name.split("_", 2)[2]
            rows = {"length": part.lengths, "name": part.folded}
            rows["pattern"] = part.folded
            rows.get(what, part.numbers).append(self[name])
        return part

    def _single(self, plan: TournamentPlan) -> DivisionPlan:
        """Return the only division, with the card's options that its format heeds."""
        division = self.divisions[0]
        chosen = self._options(1, 1, division.stages[0])
        if plan.format != division.stages[0].format:
            chosen = without_tiebreaks(chosen)
        stage = StagePlan(
            name=division.stages[0].name,
            format=plan.format,
            match_length=plan.match_length,
            rounds=plan.rounds,
            lengths=plan.lengths,
            options=own_options(plan.format, chosen),
        )
        return replace(division, stages=(stage,))

    def _division(self, number: int, division: DivisionPlan) -> DivisionPlan:
        name = self.cleaned_data.get(f"d{number}_name", division.name)
        stages = (
            self._stage(number, place, stage)
            for place, stage in enumerate(division.stages, start=1)
        )
        return replace(division, name=name, stages=tuple(stages))

    def _stage(self, number: int, place: int, stage: StagePlan) -> StagePlan:
        def given(what: str, before: object) -> Any:
            return self._given(_key(number, place, what), before)

        options = self._options(number, place, stage)
        take = given("take", stage.take)
        if stage.take and options.get("seeded") == stage.take:
            options["seeded"] = take
        return replace(
            stage,
            name=given("name", stage.name),
            match_length=given("length", stage.match_length),
            rounds=rounds_to_keep(
                stage.format,
                self.cleaned_data.get(_key(number, place, "rounds")),
            ),
            take=take,
            options=own_options(stage.format, options),
        )

    def _options(self, number: int, place: int, stage: StagePlan) -> dict[str, object]:
        chosen = dict(stage.options)
        for name in offered_options(stage.format):
            key = _key(number, place, name)
            if key in self.fields:
                chosen[name] = self._given(key, stage.option[name])
        return chosen

    def _given(self, key: str, before: object) -> object:
        """Return the value sent, or that of the card if there is none."""
        value = self.cleaned_data.get(key)
        return before if value is None else value


_ELSEWHERE: Final = frozenset({"apart", "first", "last", *ORDER})
"""Options that only the page of a stage asks for."""


def _key(number: int, place: int, what: str) -> str:
    return f"s{number}_{place}_{what}"


def _questions(
    stage: StagePlan, *, alone: bool
) -> Iterator[tuple[str, forms.Field, object]]:
    """Yield the essential fields of a stage: name, field and first value.

    `alone`: the form has fields for format, length and rounds already.
    """
    name = stage_name(stage)
    if not alone:
        yield "length", length_field(name), stage.match_length
        if format_of(stage.format).rounds_asked is not RoundsAsked.NO:
            label = gettext("%(stage)s: number of rounds") % {"stage": name}
            yield "rounds", rounds_field(label, stage.format), shown_rounds(stage)
        if stage.source is not None and stage.take:
            label = gettext("%(stage)s: number of qualifiers") % {"stage": name}
            yield "take", whole_number(label, least=2, most=MOST_PLAYERS), stage.take
    asked = {*format_of(stage.format).essential_options, *stage.options}
    for option in offered_options(stage.format):
        if option in asked and option not in _ELSEWHERE:
            field = option_field(option, stage.format)
            if not alone:
                field.label = f"{name}: {field.label}"
            yield option, field, shown_option(stage.option[option])
    if not alone:
        label = gettext("Name of “%(stage)s”") % {"stage": name}
        yield "name", name_field(label), stage.name or format_message(stage.format)
