"""Forms of seasons."""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils import formats, timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.web.answers import OP_LENGTH, new_op
from matches.web.forms import PreviewedForm, choice_field
from tournaments.seasons import scoring as scores
from tournaments.seasons.models import LONGEST_NAME
from tournaments.seasons.services import SeasonRules
from tournaments.seasons.words import season_points
from tournaments.setup.presets import FINAL_FORMAT
from tournaments.setup.services import TournamentPlan
from tournaments.structure.names import shown_name, stored_name

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST: Final = 1000
MOST_PLACES: Final = 64
MOST_EVENINGS: Final = 366
LONGEST_LIST: Final = 400
_SPACES: Final = re.compile(r"[\s;]+")
_PERCENT: Final = scores.UNIT // 100
_PARTS: Final = ("main", "consolation", "last")
_OF_RULES: Final = (
    *("name", "from_day", "to_day", "by_rule", "named", "opt_in", "is_public"),
)
_OF_SCORING: Final = (
    *("attendance", "by_length", "loss", "byes", "walkovers", "places", "down_to"),
    *("best", "least", "ties"),
)
"""Fields of the form that are named as in `SeasonRules`, and in `SeasonScoring`."""


class AmountsField(forms.CharField):
    """Amounts in one line: 10 8 6, also with commas or semicolons between them."""

    def __init__(self, *, most: int, most_of_them: int, **options: Any) -> None:
        self.most, self.most_of_them = most, most_of_them
        super().__init__(max_length=LONGEST_LIST, **options)

    def clean(self, value: object) -> tuple[Decimal, ...]:
        """Return the amounts. Raises ValidationError: it names the first wrong one."""
        typed = super().clean(value)
        amounts = tuple(self._amount(one) for one in _parts(typed))
        if len(amounts) > self.most_of_them:
            raise forms.ValidationError(
                gettext("Too many values (maximum %(most)s).")
                % {"most": self.most_of_them}
            )
        return amounts

    def _amount(self, typed: str) -> Decimal:
        try:
            amount = Decimal(typed.replace(",", "."))
        except InvalidOperation:
            amount = Decimal(-1)
        if not (amount.is_finite() and 0 <= amount <= self.most):
            raise forms.ValidationError(
                gettext("“%(typed)s” is not a number from 0 to %(most)s.")
                % {"typed": typed[:20], "most": self.most}
            )
        return amount


def _parts(typed: str) -> list[str]:
    """Split a list. A comma between two digits may be a decimal sign."""
    spaced = re.sub(r",\s", " ", typed)
    words = [word for word in _SPACES.split(spaced) if word.strip(",")]
    has_comma = formats.get_format("DECIMAL_SEPARATOR") == ","
    parts: list[str] = []
    for word in words:
        alone = word.strip(",")
        if has_comma and alone.count(",") <= 1:
            parts.append(alone)
        else:
            parts += alone.split(",")
    return parts


class UnitsField(forms.DecimalField):
    """An amount, kept in units; an empty field is 0."""

    def __init__(self, label: "StrOrPromise") -> None:
        super().__init__(
            label=label, min_value=0, max_value=MOST, decimal_places=4, required=False
        )

    def clean(self, value: object) -> int:
        """Return units."""
        return int((super().clean(value) or 0) * scores.UNIT)

    def prepare_value(self, value: object) -> object:
        """Show units as an amount; what was typed stays as it is."""
        if not isinstance(value, int):
            return value
        return f"{(Decimal(value) / scores.UNIT).normalize():f}" if value else None


class CountField(forms.IntegerField):
    """A number; an empty field is 0, for no limit."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, required=False, **options)

    def clean(self, value: object) -> int:
        """Return the number, 0 for an empty field."""
        return super().clean(value) or 0

    def prepare_value(self, value: object) -> object:
        return value or None


def _day(label: "StrOrPromise", **options: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget, **options)


class SeasonForm(PreviewedForm):
    name = forms.CharField(label=_("Name of the season"), max_length=LONGEST_NAME)
    from_day = _day(_("First day"))
    to_day = _day(
        _("Last day"),
        required=False,
        help_text=_("Leave empty if there is no end date."),
    )
    by_rule = forms.BooleanField(
        label=_("Count tournaments on these dates automatically"),
        help_text=_("You can leave single ones out, or add others, later."),
        required=False,
    )
    named = forms.CharField(
        label=_("Only if the name contains"),
        help_text=_("For example: Club evening. Leave empty for all."),
        max_length=60,
        required=False,
    )
    divisions = forms.CharField(
        label=_("Only these divisions"),
        help_text=_("Division names separated by commas. Leave empty for all."),
        max_length=180,
        required=False,
    )
    opt_in = forms.BooleanField(
        label=_("Rank only players who signed up"),
        help_text=_("Their results count from the first evening of the season."),
        required=False,
    )
    attendance = UnitsField(_("Attendance points"))
    win_main = UnitsField(_("Win in main"))
    win_consolation = UnitsField(_("Win in consolation"))
    win_last = UnitsField(_("Win in last chance"))
    loss = UnitsField(_("Match lost"))
    by_length = forms.BooleanField(
        label=_("Long matches give more points"),
        help_text=_("A win × square root of the match length ÷ 3."),
        required=False,
    )
    byes = forms.BooleanField(label=_("A bye counts as a win."), required=False)
    walkovers = forms.BooleanField(
        label=_("A walkover counts as a win"), required=False
    )
    places = forms.ChoiceField(
        label=_("Points for places"),
        choices=(
            (scores.NO_PLACES, _("Nothing")),
            (scores.LISTED, _("Points per place (list)")),
            (scores.FIELD, _("Percentage of the number of players per place (list)")),
            (scores.MASTER, _("Master Points: more in larger fields")),
            (scores.ORDER, _("One point for each player from that place to the last")),
        ),
        widget=forms.RadioSelect,
    )
    points = AmountsField(
        label=_("List: first place, second place …"),
        help_text=_("Points, or percent: 10 8 6 5 4 3 2 1, or 100 50 25."),
        most=MOST,
        most_of_them=MOST_PLACES,
        required=False,
    )
    down_to = CountField(
        label=_("Lowest place that earns points"),
        max_value=512,
        help_text=_("Leave empty for no limit."),
    )
    weight_main = UnitsField(_("Place factor, main"))
    weight_consolation = UnitsField(_("Place factor, consolation"))
    weight_last = UnitsField(_("Place factor, last chance"))
    division_weights = AmountsField(
        label=_("Division factors, in order"),
        help_text=_(
            "For example 1 0.7 0.5. Leave empty to treat all divisions equally."
        ),
        most=100,
        most_of_them=20,
        required=False,
    )
    best = CountField(
        label=_("Number of best evenings that count"),
        max_value=MOST_EVENINGS,
        help_text=_("Leave empty for all."),
    )
    least = CountField(
        label=_("Minimum evenings to be ranked"),
        max_value=MOST_EVENINGS,
        help_text=_("Leave empty for no minimum."),
    )
    ties = forms.ChoiceField(
        label=_("Ties"),
        choices=(
            (scores.SHARED, _("They share the place")),
            (scores.BEST_RESULTS, _("Better best evening, then next best")),
            (scores.MATCHES_WON, _("More match wins")),
        ),
        widget=forms.RadioSelect,
    )
    is_public = forms.BooleanField(label=_("Make the season public"), required=False)

    def rules(self) -> SeasonRules:
        given = self.cleaned_data
        return SeasonRules(
            **{name: given[name] for name in _OF_RULES},
            divisions=_stored_names(given["divisions"]),
            scoring=self._scoring(),
        )

    def _scoring(self) -> scores.SeasonScoring:
        given = self.cleaned_data
        share = _PERCENT if given["places"] == scores.FIELD else scores.UNIT
        by_list = given["places"] in {scores.LISTED, scores.FIELD}
        win, place_weights = (
            tuple(given[f"{name}_{part}"] for part in _PARTS)
            for name in ("win", "weight")
        )
        return scores.SeasonScoring(
            **{name: given[name] for name in _OF_SCORING},
            win=win,
            place_weights=place_weights,
            points=tuple(int(one * share) for one in given["points"] if by_list),
            divisions=tuple(int(one * scores.UNIT) for one in given["division_weights"])
            or (scores.UNIT,),
        )


def initial_of(rules: SeasonRules) -> dict[str, object]:
    scoring = rules.scoring
    share = _PERCENT if scoring.places == scores.FIELD else scores.UNIT
    by_part = {"win": scoring.win, "weight": scoring.place_weights}
    weights = scoring.divisions if scoring.divisions != (scores.UNIT,) else ()
    return {
        **{name: getattr(rules, name) for name in _OF_RULES},
        **{name: getattr(scoring, name) for name in _OF_SCORING},
        **{
            f"{name}_{part}": units
            for name, amounts in by_part.items()
            for part, units in zip(_PARTS, amounts, strict=True)
        },
        "divisions": ", ".join(map(shown_name, rules.divisions.split("\n"))),
        "points": " ".join(
            season_points(one * scores.UNIT // share) for one in scoring.points
        ),
        "division_weights": " ".join(map(season_points, weights)),
        "known": rules.digest,
    }


def initial_of_new(scoring: scores.SeasonScoring, *, opt_in: bool) -> dict[str, object]:
    today = timezone.localdate()
    usual = SeasonRules(
        name=gettext("Season %(year)s") % {"year": today.year},
        from_day=date(today.year, 1, 1),
        to_day=date(today.year, 12, 31),
        scoring=scoring,
        opt_in=opt_in,
    )
    return {**initial_of(usual), "op": new_op()}


def _stored_names(typed: str) -> str:
    names = (" ".join(name.split()) for name in typed.split(","))
    return "\n".join(dict.fromkeys(stored_name(name) for name in names if name))


class FollowingForm(forms.Form):
    name = forms.CharField(label=_("Name of the season"), max_length=LONGEST_NAME)
    from_day = _day(_("First day"))
    to_day = _day(_("Last day"), required=False)
    percent = forms.IntegerField(
        label=_("Points carried over (%)"),
        help_text=_("0: everyone starts from zero."),
        min_value=0,
        max_value=100,
        initial=0,
    )
    with_members = forms.BooleanField(
        label=_("Sign up the same players again"), required=False
    )
    op = forms.CharField(required=False, max_length=OP_LENGTH, widget=forms.HiddenInput)

    def frame(self) -> dict[str, Any]:
        return {
            name: self.cleaned_data[name] for name in ("name", "from_day", "to_day")
        }


class FinalForm(forms.Form):
    name = forms.CharField(label=_("Name of the tournament"), max_length=80)
    date = _day(_("Date"))
    match_length = forms.IntegerField(
        label=_("Match length"), min_value=1, max_value=99, initial=9
    )
    players = forms.TypedMultipleChoiceField(
        label=_("Who plays"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    op = forms.CharField(required=False, max_length=OP_LENGTH, widget=forms.HiddenInput)

    def __init__(
        self,
        data: QueryDict | None,
        *,
        choices: Sequence[tuple[int, str]],
        first: dict[str, Any],
    ) -> None:
        super().__init__(data, initial=first)
        self.choices = choices
        choice_field(self, "players").choices = choices

    def plan(self, language: str) -> TournamentPlan:
        typed = {
            name: self.cleaned_data[name] for name in ("name", "date", "match_length")
        }
        if language not in dict(settings.LANGUAGES):
            language = settings.LANGUAGE_CODE
        return TournamentPlan(**typed, language=language, format=FINAL_FORMAT, rounds=1)

    def finalists(self) -> list[int]:
        chosen = self.cleaned_data["players"]
        return [pk for pk, _name in self.choices if pk in chosen]
