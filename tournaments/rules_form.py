"""What directors decide when they make or change a tournament."""

import re
from typing import Any, Final

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from matches.profile_form import RulesForm, equity_choices, reporting_choices
from matches.profiles import Reporting
from tournaments.engine import format_named
from tournaments.models import Stage, Tournament, format_choices
from tournaments.services.tournaments import Plan

MOST_ROUNDS: Final = 30
LONGEST_MATCH: Final = 99
LONGEST_LENGTHS: Final = 200


class TournamentForm(RulesForm):
    """Everything decided when a tournament is made; a card fills it in.

    What a form that was sent does not mention stays as it is.
    """

    field_order = [
        *("name", "date", "format", "match_length", "rounds", "lengths", "language"),
        *("rules", "crawford"),
    ]

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        error_messages={
            "required": _("Give the tournament a name, for example “Club evening”.")
        },
    )
    date = forms.DateField(
        label=_("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Enter the date on which it is played."),
            "invalid": _("Enter the date as year-month-day, for example 2026-11-20."),
        },
    )
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    match_length = forms.IntegerField(
        label=_("Match length"),
        help_text=_("Points to win a match, 1 to 99."),
        min_value=1,
        max_value=LONGEST_MATCH,
        error_messages={
            "required": _("Enter the match length, for example 7."),
            "invalid": _("Enter the match length as a whole number, for example 7."),
        },
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        help_text=_("A cup is played until one is left, whatever stands here."),
        min_value=1,
        max_value=MOST_ROUNDS,
        error_messages={
            "required": _("Enter the number of rounds, for example 4."),
            "invalid": _("Enter the number of rounds as a whole number."),
        },
    )
    lengths = forms.CharField(
        label=_("Match length by round"),
        help_text=_(
            "For example 7 7 9 11. Rounds after the last number have the match length."
        ),
        max_length=LONGEST_LENGTHS,
        required=False,
    )
    language = forms.ChoiceField(
        label=_("Language of score sheets"), choices=settings.LANGUAGES
    )
    reporting = forms.ChoiceField(
        label=_("Who may report results"),
        choices=reporting_choices,
        widget=forms.RadioSelect,
        required=False,
    )
    rated = forms.BooleanField(
        label=_("Matches count for the rating"), initial=True, required=False
    )
    equity_table = forms.ChoiceField(
        label=_("Live winning chances"),
        help_text=_("Shown on the page of every match, by the score alone."),
        choices=equity_choices,
        required=False,
    )

    def __init__(self, *args: Any, format_fixed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {
            **{"reporting": Reporting.DIRECTOR.value, "rated": True},
            **{"lengths": "", "equity_table": ""},
            **self.initial,
        }
        if format_fixed:
            self.fields["format"].disabled = True

    @classmethod
    def of(
        cls, tournament: Tournament, stage: Stage, *, posted: Any, drawn: bool
    ) -> "TournamentForm":
        """Return the form filled with what a tournament is now."""
        division = stage.division
        return cls(
            posted,
            initial={
                **cls.initial_of(division.profile.profile),
                "name": tournament.name,
                "date": tournament.date,
                "format": stage.format,
                "match_length": stage.match_length,
                "rounds": stage.rounds,
                "lengths": " ".join(map(str, stage.lengths)),
                "language": tournament.language,
                "reporting": division.reporting,
                "rated": division.rated,
                "equity_table": division.equity_table,
            },
            fixed=drawn,
            format_fixed=drawn,
        )

    def clean_lengths(self) -> tuple[int, ...]:
        """Read the lengths of the first rounds, in order."""
        typed = self._kept("lengths")
        words = [word for word in re.split(r"[\s,;]+", str(typed)) if word]
        if not all(re.fullmatch(r"0*[1-9][0-9]?", word, re.ASCII) for word in words):
            raise ValidationError(
                _("Enter numbers from 1 to 99 with spaces between, for example 7 7 9.")
            )
        if len(words) > MOST_ROUNDS:
            raise ValidationError(_("That is more than there can be rounds."))
        return tuple(map(int, words))

    @property
    def reporting_label(self) -> str:
        """Who may report as chosen now, for the line that folds the choice away."""
        return str(dict(Reporting.choices).get(self["reporting"].value() or "", ""))

    def clean_reporting(self) -> str:
        """Leave it as it is where it is not mentioned."""
        return str(self._kept("reporting") or Reporting.DIRECTOR.value)

    def clean_rated(self) -> bool:
        """Read an empty box only where the page had one: beside the reports."""
        if "reporting" in self.data:
            return bool(self.cleaned_data["rated"])
        return bool(self.initial["rated"])

    def clean_equity_table(self) -> str:
        """Leave it as it is where it is not mentioned."""
        return str(self._kept("equity_table"))

    def clean(self) -> dict[str, Any]:
        """Hold the lengths against the rounds, and the start score against both."""
        cleaned = super().clean()
        if self.errors:
            return cleaned
        lengths, rounds = cleaned["lengths"], cleaned["rounds"]
        endless = format_named(cleaned["format"]).is_bracket
        if len(lengths) > rounds and not endless:
            self.add_error(
                "lengths", _("Enter one length for each round, or fewer than rounds.")
            )
        self.check_start(cleaned["match_length"], *lengths)
        return cleaned

    def plan(self) -> Plan:
        """Return what was decided."""
        given = self.cleaned_data
        return Plan(
            name=given["name"],
            date=given["date"],
            language=given["language"],
            format=given["format"],
            match_length=given["match_length"],
            rounds=given["rounds"],
            lengths=given["lengths"],
            profile=self.profile(),
            reporting=given["reporting"],
            equity_table=given["equity_table"],
            rated=given["rated"],
        )

    def _kept(self, name: str) -> Any:
        """Return what was sent, or what was so before if it was not mentioned."""
        return self.cleaned_data[name] if name in self.data else self.initial[name]
