"""Forms for the rules and the settings of a tournament."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from matches.web.forms import choice_field
from tournaments.engine import RoundsAsked
from tournaments.setup.house_form import HouseForm, date_field, tournament_name_field
from tournaments.setup.services import TournamentPlan
from tournaments.structure.details import DETAILS, NO_DETAILS, EventDetails
from tournaments.structure.models import (
    Stage,
    Tournament,
    Visibility,
    format_choices,
    language_choices,
    second_language_choices,
)
from tournaments.structure.plan import (
    ALL_ROUNDS,
    StagePlan,
    format_of,
    rounds_to_keep,
)
from tournaments.structure.queries import rules_of

MOST_ROUNDS: Final = 30
LONGEST_MATCH: Final = 99
LONGEST_LENGTHS: Final = 200
LONGEST_EVENT: Final = timedelta(days=2 * 366)
TIME_WRONG: Final = _("Enter the time as hh:mm, for example 19:30.")
IN_ROUNDS: Final = ("rounds", "lengths")
"""The fields of a stage that a free club night has not, for it has no rounds."""
STAGE_FIELDS: Final = ("format", "match_length", *IN_ROUNDS)


def lengths_field() -> forms.CharField:
    """Return the field for the match lengths of the rounds, as one text."""
    return forms.CharField(
        label=_("Match length per round"),
        help_text=_(
            "For example 7 7 9 11. Remaining rounds use the standard match length."
        ),
        max_length=LONGEST_LENGTHS,
        required=False,
    )


class TournamentForm(HouseForm):
    """All settings of a new tournament; a card fills them in.

    A field that the request does not contain keeps its value.
    """

    field_order = [
        *("name", "date", "format", "match_length", "rounds", "lengths", "language"),
        "second_language",
        *("rules", "crawford"),
    ]

    name = tournament_name_field()
    date = date_field()
    start_time = forms.TimeField(
        label=_("Start"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": TIME_WRONG},
    )
    end_date = forms.DateField(
        label=_("Last day"),
        help_text=_("Leave empty if it is the same day."),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    end_time = forms.TimeField(
        label=_("End"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": TIME_WRONG},
    )
    place = forms.CharField(
        label=_("Venue"),
        help_text=_("Include the address, so that calendars can find it."),
        max_length=120,
        required=False,
    )
    fee = forms.CharField(label=_("Entry fee"), max_length=120, required=False)
    contact = forms.CharField(
        label=_("Contact"),
        help_text=_("Contact for players: a name, email address or phone number."),
        max_length=200,
        required=False,
    )
    visibility = forms.ChoiceField(
        label=_("Visibility"),
        choices=Visibility,
        required=False,
        help_text=_("Players always see their own matches."),
    )
    programme = forms.CharField(
        label=_("Schedule"),
        help_text=_("One line per item, for example 10:00 Check-in."),
        widget=forms.Textarea(attrs={"rows": 5}),
        max_length=4000,
        required=False,
    )
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    match_length = forms.IntegerField(
        label=_("Match length"),
        min_value=1,
        max_value=LONGEST_MATCH,
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        help_text=_("Leave empty if not decided yet."),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )
    lengths = lengths_field()
    language = forms.ChoiceField(
        label=_("Language of score sheets"), choices=language_choices
    )
    second_language = forms.ChoiceField(
        label=_("Second language for printouts"),
        choices=second_language_choices,
        required=False,
    )

    def __init__(
        self,
        *args: object,
        format_fixed: bool = False,
        structured: bool = False,
        **kwargs: object,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {
            **NO_DETAILS.shown,
            **{"lengths": "", "rounds": "", "second_language": ""},
            **self.initial,
        }
        self.structured = structured
        self._offer_visibility()
        if structured:
            for name in STAGE_FIELDS:
                del self.fields[name]
            return
        if self.needs_rounds:
            self.fields["rounds"].help_text = ""
        if format_fixed:
            self.fields["format"].disabled = True
            if format_of(self.initial["format"]).is_endless:
                for name in IN_ROUNDS:
                    del self.fields[name]

    @property
    def needs_rounds(self) -> bool:
        """Whether the format that the form begins with is played in so many rounds."""
        begins = self.initial.get("format")
        return bool(begins) and format_of(str(begins)).rounds_asked is RoundsAsked.YES

    def _offer_visibility(self) -> None:
        """Offer everything but practice, and of a practice nothing else."""
        is_practice = self.initial.get("visibility") == Visibility.PRACTICE
        choice_field(self, "visibility").choices = [
            (value, label)
            for value, label in Visibility.choices
            if (value == Visibility.PRACTICE) is is_practice
        ]

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        stages: Sequence[Stage],
        *,
        posted: object,
        drawn: bool,
    ) -> "TournamentForm":
        """Return the form with the values of a tournament.

        With several stages it has no stage fields: stages have pages of their own.
        """
        stage = stages[0]
        form = cls(
            posted,
            initial={
                **cls.initial_of_house(rules_of(stage.division)),
                "name": tournament.name,
                "date": tournament.date,
                "format": stage.format,
                "match_length": stage.match_length,
                "rounds": shown_rounds(stage),
                "lengths": shown_lengths(stage.lengths),
                "language": tournament.language,
                "second_language": tournament.second_language,
                **EventDetails.of(tournament).shown,
            },
            fixed=drawn,
            format_fixed=drawn,
            structured=len(stages) > 1,
        )
        fees = tournament.money_pools.filter(kind="fees", fee__gt=0, is_gone=False)
        if fees.exists():
            form.fields["fee"].disabled = True
            form.fields["fee"].help_text = _("Change entry fees under Money.")
        form.show_seen()
        return form

    @property
    def has_details(self) -> bool:
        """Whether there is anything in the folded fields, or one of them is wrong."""
        usual = {**NO_DETAILS.shown, "lengths": ""}
        folded = (*usual, "language", "second_language")
        return any(
            self[name].errors
            or (name in usual and (self[name].value() or "") != usual[name])
            for name in folded
            if name in self.fields
        )

    def clean_lengths(self) -> tuple[int, ...]:
        """Return the match lengths of the first rounds, in order."""
        return read_lengths(str(self._kept("lengths")))

    def _described_stage(self) -> dict[str, Any]:
        """Return the stage that the form describes; what it does not ask for stays."""
        return {**self._stage_before(), **self.cleaned_data}

    def clean(self) -> dict[str, Any]:
        """Check the lengths against the rounds, and the start score against both."""
        cleaned = super().clean()
        self.check_end()
        if self.errors:
            return cleaned
        if self.structured:
            self.check_start(self.initial["match_length"])
            return cleaned
        stage = self._described_stage()
        lengths = (stage["match_length"], *stage["lengths"])
        check_rounds(self, stage)
        self.check_start(*lengths)
        return cleaned

    def plan(self) -> TournamentPlan:
        """Return the tournament that the valid form describes."""
        given = self.cleaned_data
        house = self.house()
        stage = self._described_stage()
        return TournamentPlan(
            name=given["name"],
            date=given["date"],
            language=given["language"],
            second_language=self._kept("second_language"),
            format=stage["format"],
            match_length=stage["match_length"],
            rounds=rounds_to_keep(stage["format"], stage["rounds"]),
            lengths=stage["lengths"],
            profile=house.profile,
            reporting=house.reporting,
            equity_table=house.equity_table,
            rated=house.rated,
            details=EventDetails.typed({name: self._kept(name) for name in DETAILS}),
        )

    def check_end(self) -> None:
        """Add an error for an end that is before the start, or years after it."""
        if any(name in self.errors for name in ("date", *DETAILS)):
            return
        first = self.cleaned_data["date"]
        last = self._kept("end_date") or first
        begins, ends = self._kept("start_time"), self._kept("end_time")
        if last < first:
            self.add_error("end_date", _("The last day is before the first day."))
        elif last - first > LONGEST_EVENT:
            self.add_error(
                "end_date", _("That is more than two years away. Check the year.")
            )
        elif last == first and begins and ends and ends <= begins:
            self.add_error(
                "end_time",
                _(
                    "The end is before the start. If it is after midnight, enter the "
                    "next day as the last one."
                ),
            )

    def _stage_before(self) -> dict[str, object]:
        """Return the first stage as it is, for a form without its fields."""
        before = {name: self.initial.get(name) for name in STAGE_FIELDS}
        rounds = before["rounds"] or None
        return {
            **before,
            "rounds": rounds,
            "lengths": read_lengths(before["lengths"] or ""),
        }


def read_lengths(typed: str) -> tuple[int, ...]:
    """Return match lengths from 1 to 99, typed with spaces, commas or semicolons.

    Raises ValidationError.
    """
    words = [word for word in re.split(r"[\s,;]+", typed) if word]
    if not all(re.fullmatch(r"0*[1-9][0-9]?", word, re.ASCII) for word in words):
        raise ValidationError(
            _("Enter numbers from 1 to 99 separated by spaces, for example 7 7 9.")
        )
    if len(words) > MOST_ROUNDS:
        raise ValidationError(_("That is more rounds than possible."))
    return tuple(map(int, words))


def check_rounds(form: forms.Form, cleaned: Mapping[str, Any]) -> None:
    """Add an error for rounds that are missing, or fewer than the lengths."""
    if format_of(cleaned["format"]).rounds_asked is not RoundsAsked.YES:
        return
    rounds = cleaned["rounds"]
    if rounds is None:
        form.add_error("rounds", _("Enter the number of rounds, for example 4."))
    elif len(cleaned["lengths"]) > rounds:
        form.add_error("lengths", _("Enter no more than one length per round."))


def shown_rounds(stage: Stage | StagePlan) -> int | str:
    """Return the rounds as a field shows them: "" for as many as needed."""
    how = format_of(stage.format).rounds_asked
    is_asked = how is not RoundsAsked.NO and stage.rounds < ALL_ROUNDS
    return stage.rounds if is_asked else ""


def shown_lengths(lengths: Sequence[int]) -> str:
    """Return the match lengths of the first rounds as a field shows them."""
    return " ".join(map(str, lengths))
