"""Forms for divisions and stages of an existing tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from matches.rulebook.profiles import Profile
from matches.rulebook.switches import START_1, START_2
from matches.rules import Score
from matches.rules.refusals import RuleError
from matches.web.answers import sentence
from matches.web.forms import SeenForm, choice_field
from tournaments.engine import RoundsAsked
from tournaments.engine.state import BY_WINS
from tournaments.setup import tiebreaks
from tournaments.setup.base_forms import (
    LONGEST_MATCH,
    TIME_WRONG,
    check_rounds,
    lengths_field,
    read_lengths,
    shown_lengths,
    shown_rounds,
)
from tournaments.setup.fields import (
    LONGEST_NAME,
    MOST_PLAYERS,
    OPTION_FIELDS,
    length_field,
    name_field,
    option_field,
    rounds_field,
    shown_option,
)
from tournaments.setup.house_form import HouseForm
from tournaments.setup.presets import side_events
from tournaments.structure.models import format_choices
from tournaments.structure.plan import (
    BRANCH,
    DivisionPlan,
    StagePlan,
    format_of,
    offered_options,
    own_options,
    rounds_to_keep,
    with_tiebreaks,
    without_tiebreaks,
)
from tournaments.structure.words import format_label


@dataclass(frozen=True, slots=True, kw_only=True)
class StageAnswers:
    """The stage that a form asks about.

    `before` is the stage as it is, or a new one. `source` is the number of the stage
    that feeds it, `sources` number and label of those that could. `drawn`: the form
    asks only for what concerns later rounds.
    """

    before: StagePlan
    profile: Profile
    sources: Sequence[tuple[int, str]] = ()
    source: int | None = None
    drawn: bool = False


class StageForm(SeenForm, forms.Form):
    """A stage, with exactly the options that its format heeds."""

    name = name_field(_("Name"), required=False)
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    take = forms.IntegerField(
        label=_("Number of qualifiers"),
        help_text=_("0 for all."),
        min_value=0,
        max_value=MOST_PLAYERS,
        required=False,
    )
    take_from = forms.IntegerField(
        label=_("Starting from place"), min_value=1, max_value=MOST_PLAYERS
    )
    source = forms.TypedChoiceField(
        label=_("Players come from the standings of"), coerce=int
    )
    rebuys = forms.IntegerField(
        label=_("Re-buys per player"),
        help_text=_("Leave empty for any number."),
        min_value=1,
        max_value=99,
        required=False,
    )
    rebuys_until = forms.TimeField(
        label=_("Re-buys until"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": TIME_WRONG},
        required=False,
    )
    match_length = length_field(_("Match length"))
    rounds = rounds_field(_("Rounds"), "")
    lengths = lengths_field()

    def __init__(
        self,
        data: QueryDict | None,
        about: StageAnswers,
        *,
        initial: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(data)
        before = about.before
        self.before, self.profile, self.drawn = before, about.profile, about.drawn
        self.is_fed = about.source is not None
        self.key = self._format_key(initial)
        self.has_order = tiebreaks.has_order(self.key) and not self.drawn
        if self.has_order and self.is_bound:
            self.data = tiebreaks.of_format(self.key, self.data)
        self._fit(about.sources)
        self.initial = {
            "name": before.name,
            "format": before.format,
            "match_length": before.match_length,
            "rounds": shown_rounds(before),
            "lengths": shown_lengths(before.lengths),
            "take": before.take,
            "take_from": before.take_from,
            "rebuys": before.rebuys or None,
            "rebuys_until": before.rebuys_until,
            "source": about.source,
            **self._add_options(),
            **self._add_order(),
            **(initial or {}),
        }

    def options(self) -> list[BoundField]:
        """Return the fields of the options, in the order in which pages show them."""
        return [self[name] for name in OPTION_FIELDS if name in self.fields]

    def stored_values(self) -> Mapping[str, object]:
        """Return the stage as it is: first values of options depend on the format."""
        names = ("name", "match_length", "lengths", "take", "take_from", "source")
        shown = {name: self.initial[name] for name in names}
        rounds, options = shown_rounds(self.before), dict(self.before.options)
        own = {"format": self.before.format, "rounds": rounds, "options": options}
        return shown | own

    @property
    def format_text(self) -> str:
        """The name of the format."""
        return format_label(self.key)

    def filled_in(self) -> dict[str, object]:
        """Return the typed values as first values, for the form of another format."""
        sent = {
            name: field.widget.value_from_datadict(self.data, self.files, name)
            for name, field in self.fields.items()
        }
        if self.has_order:
            sent |= tiebreaks.of_card(self.key, str(self.data.get("fill_in", "")))
        return {name: value for name, value in sent.items() if value is not None}

    def tiebreak_lists(self) -> list[BoundField]:
        """Return the lists of tie-breaks, in order; none if they are not asked for."""
        return [self[name] for name in tiebreaks.names() if name in self.fields]

    def order_cards(self) -> Sequence[tiebreaks.OrderCard]:
        """Return the orders that can be filled in."""
        return tiebreaks.cards(self.key) if self.has_order else ()

    @property
    def chosen_order(self) -> tuple[str, ...]:
        """The tie-breaks that the lists show."""
        return tuple(filter(None, (one.value() for one in self.tiebreak_lists())))

    @property
    def has_own_order(self) -> bool:
        """Whether the lists show the order of no card, or one of them is wrong."""
        is_of_card = any(card.codes == self.chosen_order for card in self.order_cards())
        is_wrong = any(one.errors for one in self.tiebreak_lists())
        return is_wrong or not is_of_card or self["tiebreak_end"].value() != "shared"

    def clean_lengths(self) -> tuple[int, ...]:
        """Return the match lengths of the first rounds, in order."""
        return read_lengths(self.cleaned_data["lengths"])

    def clean(self) -> dict[str, object]:
        """Check the lengths against rounds and rules, and the rounds of a branch."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        cleaned.setdefault("lengths", self.before.lengths)  # not asked in a free night
        shortest = min([cleaned["match_length"], *cleaned["lengths"]])
        check_rounds(self, {"rounds": None, **cleaned, "format": self.key})
        _check_start(self, shortest)
        if cleaned.get("take") == 1:
            self.add_error(
                "take", _("Let at least two players advance, or enter 0 for everyone.")
            )
        last = cleaned.get("last")
        if last and last < (cleaned.get("first") or 1):
            self.add_error("last", _("The last round cannot be before the first."))
        tiebreaks.refuse_twice(self, cleaned)
        tiebreaks.refuse_single(self, cleaned)
        self._refuse_late_order()
        return cleaned

    def _refuse_late_order(self) -> None:
        """Add an error if the page asked for an order and a round was drawn since."""
        if not self.drawn or tiebreaks.FORMAT not in self.data:
            return
        asked = (*tiebreaks.names(), tiebreaks.SCORING, "unplayed")
        sent = {name: self.data.get(name) for name in asked}
        before = tiebreaks.first_values(
            self.key, self.before.options.get("tiebreaks", ())
        )
        for name in (tiebreaks.SCORING, "unplayed"):
            before[name] = self.before.option.get(name)
        if any(value and value != before[name] for name, value in sent.items()):
            self.add_error(
                None,
                _(
                    "A round has been drawn since you opened this page, so the "
                    "tie-break order can no longer change."
                ),
            )

    def plan(self) -> StagePlan:
        """Return the stage that the valid form describes."""
        given = self.cleaned_data
        chosen = {**self.before.options}
        if self.key != self.before.format:
            chosen = without_tiebreaks(chosen)
        if given.get(tiebreaks.FORMAT) == self.key:
            chosen["tiebreaks"] = tiebreaks.chosen(given)
        for name in offered_options(self.key):
            if name in self.fields and given[name] is not None:
                chosen[name] = given[name]
        asked = given["rounds"] if "rounds" in self.fields else self.before.rounds
        take = given.get("take")
        return replace(
            self.before,
            name=given["name"],
            format=self.key,
            match_length=given["match_length"],
            rounds=rounds_to_keep(self.key, asked),
            lengths=given["lengths"],
            options=own_options(self.key, chosen),
            take=self.before.take if take is None else take,
            take_from=given.get("take_from") or self.before.take_from,
            **self._rebuys(),
        )

    def _rebuys(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "rebuys" not in self.fields:
            return {}
        until = given["rebuys_until"]
        return {
            "rebuys": given["rebuys"] or 0,
            "rebuys_until": until.strftime("%H:%M") if until else "",
        }

    def source_number(self) -> int | None:
        """Return the number of the stage chosen as source; None without that field."""
        found: int | None = self.cleaned_data.get("source")
        return found

    def _format_key(self, initial: Mapping[str, object] | None) -> str:
        """Return the format whose options are shown: the one sent, if it exists."""
        if self.before.format == BRANCH or self.drawn:
            return self.before.format
        sent = self.data.get("format") or (initial or {}).get("format")
        return str(sent) if sent in dict(format_choices()) else self.before.format

    def _fit(self, sources: Sequence[tuple[int, str]]) -> None:
        """Remove the fields that this stage does not have, or has no longer."""
        if self.before.format == BRANCH or self.drawn:
            del self.fields["format"]
        if not self.is_fed or self.drawn:
            for name in ("source", "take", "take_from"):
                del self.fields[name]
        else:
            choice_field(self, "source").choices = sources
        if format_of(self.key).rounds_asked is not RoundsAsked.NO:
            self.fields["rounds"] = rounds_field(_("Rounds"), self.key)
        else:
            del self.fields["rounds"]
        if format_of(self.key).is_endless:
            del self.fields["lengths"]
        if format_of(self.key).through is None:
            del self.fields["rebuys"], self.fields["rebuys_until"]

    def _add_options(self) -> dict[str, object]:
        """Add the fields of the options, and return their first values."""
        shown = replace(self.before, format=self.key, options=self._ordered()).option
        heeded = offered_options(self.key)
        asked = format_of(self.key).later_options if self.drawn else heeded
        first = {}
        for name in OPTION_FIELDS:
            if name in asked:
                self.fields[name] = option_field(name, self.key)
                value = shown[name]
                first[name] = shown_option(
                    tuple(value) if isinstance(value, list) else value
                )
        return first

    def _add_order(self) -> dict[str, object]:
        """Add the fields of the order between equal wins; return their first values."""
        if not self.has_order:
            return {}
        self.fields.update(tiebreaks.fields(self.key))
        ordered = self._ordered()
        return {
            **tiebreaks.first_values(self.key, ordered["tiebreaks"]),
            tiebreaks.SCORING: ordered.get("scoring", BY_WINS),
        }

    def _ordered(self) -> Mapping[str, Any]:
        """Return the options of the stage with an order that its format can have."""
        options = dict(self.before.options)
        if self.key != self.before.format:
            options = without_tiebreaks(options)
        return with_tiebreaks(self.key, options)


def starts_at_field() -> forms.IntegerField:
    """Return the field for the players at which a list starts by itself."""
    return forms.IntegerField(
        label=_("Start automatically with"),
        help_text=_(
            "Number of players checked in. The draw is made, matches are called and "
            "the next list opens. Leave empty to draw it yourself."
        ),
        min_value=2,
        max_value=MOST_PLAYERS,
        required=False,
    )


class SideEventForm(forms.Form):
    """A new division: a name, and a card of one division."""

    template = forms.ChoiceField(label=_("What to play"))
    name = name_field(_("Name"))
    match_length = forms.IntegerField(
        label=_("Match length"),
        help_text=_("Leave empty to use the template’s value."),
        min_value=1,
        max_value=LONGEST_MATCH,
        required=False,
    )
    starts_at = starts_at_field()

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.cards = {card.key: card for card in side_events()}
        choice_field(self, "template").choices = [
            ("", "–"),
            *(
                (card.key, f"{card.title} ({card.line})")
                for card in self.cards.values()
            ),
        ]

    def plan(self) -> DivisionPlan:
        """Return the division that the valid form describes."""
        given = self.cleaned_data
        division = self.cards[given["template"]].structure.divisions[0]
        first, *others = division.stages
        length = given["match_length"] or first.match_length
        stages = (replace(first, match_length=length), *others)
        return replace(
            division,
            name=given["name"],
            stages=stages,
            starts_at=given["starts_at"] or 0,
        )


class DivisionForm(HouseForm):
    """The name and the rules of a division."""

    field_order = ["name", "starts_at", "rules", "crawford"]

    name = name_field(_("Name"), required=False)
    starts_at = starts_at_field()


class TemplateForm(forms.Form):
    """The name of a new template."""

    name = forms.CharField(
        label=_("Name of the template"),
        max_length=LONGEST_NAME,
    )


def _check_start(form: StageForm, length: int) -> None:
    """Add an error for a length that the start score of the rules already reaches."""
    rules = form.profile
    try:
        rules.match_rules(length, start=Score(rules[START_1], rules[START_2]))
    except RuleError as error:
        form.add_error("match_length", sentence(error))
