"""The form of the tables of a hall."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.hall.settings import MOST_TABLES, HallPlan, TablePlan
from tournaments.structure.models import Stage
from tournaments.tables import order
from tournaments.tables.models import Hall, HallTable

LONGEST_REST: Final = 240
BY_HAND: Final = "hand"


class HallForm(forms.Form):
    """The number of tables, how matches are called, and the purpose of each table."""

    count = forms.IntegerField(
        label=_("Number of tables"),
        min_value=0,
        max_value=MOST_TABLES,
        required=False,
        help_text=_("Leave empty for as many as needed."),
    )
    calls_itself = forms.BooleanField(
        label=_("Call matches automatically"),
        required=False,
        help_text=_("As soon as both players and a table are free."),
    )
    rest_minutes = forms.IntegerField(
        label=_("Rest between matches (minutes)"),
        min_value=0,
        max_value=LONGEST_REST,
        required=False,
    )

    def __init__(
        self,
        *args: Any,
        hall: Hall | None,
        tables: Sequence[HallTable],
        stages: Sequence[tuple[Stage, str]],
        **options: Any,
    ) -> None:
        self.tables, self.stages = tables, stages
        options["initial"] = {
            "count": len(tables) or None,
            "calls_itself": hall is None or hall.calls_itself,
            "rest_minutes": hall.rest_minutes if hall else 0,
        }
        super().__init__(*args, **options)
        if len(stages) > 1:
            for stage, title in stages:
                self.fields[f"rank-{stage.pk}"] = _rank_field(stage, title)
        for table in tables:
            self._add_table(table)

    def clean(self) -> dict[str, object]:
        """Refuse two tables of one name in one room: they could not be told apart."""
        given = super().clean() or {}
        known: dict[tuple[str, str], int] = {}
        for table in self.tables:
            number = table.number
            name = given.get(f"name-{number}", "") or str(number)
            room = given.get(f"room-{number}", "")
            other = known.setdefault((name.casefold(), room.casefold()), number)
            if other != number and number <= (given.get("count") or 0):
                text = gettext(
                    "Table %(other)s is also called “%(name)s”. Give one of them "
                    "another name or room."
                )
                self.add_error(f"name-{number}", text % {"other": other, "name": name})
        return given

    @property
    def rank_fields(self) -> list[forms.BoundField]:
        """The fields that say which stage is called first."""
        return [self[name] for name in self.fields if name.startswith("rank-")]

    @property
    def rows(self) -> list[tuple[HallTable, list[forms.BoundField]]]:
        """Each table with its fields: name, room, what it is kept for, out of order."""
        return [
            (
                table,
                [
                    self[f"{name}-{table.number}"]
                    for name in ("name", "room", "kept", "out")
                ],
            )
            for table in self.tables
        ]

    def plan(self) -> HallPlan:
        """Return the plan of the valid form."""
        given = self.cleaned_data
        return HallPlan(
            count=given["count"] or 0,
            calls_itself=given["calls_itself"],
            rest_minutes=given["rest_minutes"] or 0,
            tables={table.number: self._table(table.number) for table in self.tables},
            ranks={
                stage.pk: int(given[f"rank-{stage.pk}"])
                for stage, _title in self.stages
                if f"rank-{stage.pk}" in given
            },
        )

    def _add_table(self, table: HallTable) -> None:
        number, values = table.number, {"number": table.number}
        kept = [
            ("", gettext("any match")),
            (BY_HAND, gettext("only manually (stream, final)")),
            *((str(stage.pk), title) for stage, title in self.stages),
        ]
        self.fields[f"name-{number}"] = forms.CharField(
            label=gettext("Name of table %(number)s") % values,
            max_length=30,
            required=False,
            initial=table.name,
            widget=forms.TextInput(attrs={"placeholder": gettext("Name")}),
        )
        self.fields[f"room-{number}"] = forms.CharField(
            label=gettext("Room of table %(number)s") % values,
            max_length=30,
            required=False,
            initial=table.room,
            widget=forms.TextInput(attrs={"placeholder": gettext("Room")}),
        )
        self.fields[f"kept-{number}"] = forms.ChoiceField(
            label=gettext("Table %(number)s is for") % values,
            choices=kept,
            required=False,
            initial=BY_HAND if table.by_hand else str(table.stage_id or ""),
        )
        self.fields[f"out-{number}"] = forms.BooleanField(
            label=gettext("Table %(number)s is out of order") % values,
            required=False,
            initial=table.is_out,
        )

    def _table(self, number: int) -> TablePlan:
        given = self.cleaned_data
        kept = given[f"kept-{number}"]
        return TablePlan(
            name=given[f"name-{number}"],
            room=given[f"room-{number}"],
            stage=int(kept) if kept.isdigit() else None,
            by_hand=kept == BY_HAND,
            is_out=given[f"out-{number}"],
        )


def _rank_field(stage: Stage, title: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=title,
        choices=[
            (order.FIRST, pgettext("calling", "high priority")),
            (order.NORMAL, pgettext("calling", "normal")),
            (order.LAST, pgettext("calling", "low priority")),
        ],
        initial=stage.call_rank,
    )


class OverByForm(forms.Form):
    """By when everything must be over, and why."""

    at = forms.TimeField(
        label=_("Latest finish"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("Leave empty for no limit."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=60,
        required=False,
        help_text=_("For example: last bus."),
    )


class ChangeForm(forms.Form):
    """Fewer rounds, or fewer points in the rounds to come."""

    rounds = forms.IntegerField(min_value=0, max_value=9)
    points = forms.IntegerField(min_value=0, max_value=9)
    losers_only = forms.BooleanField(required=False)


class CountForm(forms.Form):
    """How many matches to call."""

    most = forms.IntegerField(min_value=1, max_value=MOST_TABLES, required=False)


class TableForm(forms.Form):
    """The act on a match, and its table."""

    do = forms.ChoiceField(
        choices=[
            (name, name) for name in ("call", "move", "line_up", "leave", "back", "sit")
        ]
    )
    table = forms.IntegerField(label=_("Table"), required=False)
