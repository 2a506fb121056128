"""All switches of the rules, as a form: for tournaments and for club matches."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.rulebook.equity import TABLES
from matches.rulebook.profile_words import REPORTING_TEXTS
from matches.rulebook.profiles import (
    DEFAULT,
    READY_MADE,
    Profile,
    Reporting,
    ready_made,
)
from matches.rules import LARGEST_CUBE, LONGEST, CrawfordDouble, Score, Scoring
from matches.rules.errors import (
    AutomaticLimitError,
    BeaverLimitError,
    ClockError,
    CubeLimitError,
    RuleError,
    StakeError,
    StartScoreError,
    TariffError,
    ValuesError,
)

MOST_MINUTES: Final = 999
MOST_VALUE: Final = 99
HIGHEST_STAKE: Final = Decimal(1_000_000)
LONGEST_CURRENCY: Final = 10

_FIELD_OF: Final[dict[type[RuleError], str]] = {
    CubeLimitError: "cube_other",
    BeaverLimitError: "beavers",
    AutomaticLimitError: "automatic",
    ValuesError: "backgammon_value",
    StartScoreError: "start_1",
    StakeError: "stake",
    TariffError: "late_every",
    ClockError: "clock_minutes",
}
# Of the same name and meaning in the form and in the profile.
_TICKS: Final = (
    *("crawford", "jacoby", "extras_in_matches", "late_majority", "clocks_required"),
)
_VALUES: Final = (
    *("crawford_double", "beavers", "automatic", "scoring", "gammon_value"),
    *("backgammon_value", "start_1", "start_2", "late_grace", "late_every"),
    *("clock_minutes", "clock_scored", "clock_delay", "walkover", "bye_halves"),
    *("stake", "currency"),
)
_CAPS: Final[dict[str, int | None]] = {"64": 64, "none": None, "1": 1}
_OTHER: Final = "other"


def profile_choices() -> list[tuple[str, str]]:
    """Return the ready-made profiles: what they are called, and what they say."""
    words = '{} <span class="sub">{} {}</span>'
    return [
        (each.key, format_html(words, each.label, each.text, each.hint))
        for each in READY_MADE
    ]


def reporting_choices() -> list[tuple[str, str]]:
    """Return how far players are trusted: the level, and what it means."""
    words = '{} <span class="sub">{}</span>'
    return [
        (level.value, format_html(words, level.label, REPORTING_TEXTS[level]))
        for level in Reporting
    ]


def equity_choices() -> list[tuple[str, str]]:
    """Return the tables of winning chances that can be shown live."""
    return [("", gettext("Not shown")), *TABLES]


def _number(
    label: Any, *, most: int, least: int = 0, text: Any = ""
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, help_text=text, min_value=least, max_value=most, required=False
    )


def _choice(label: Any, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=choices, required=False, widget=forms.RadioSelect
    )


class AmountField(forms.DecimalField):
    """An amount of money, with a point or a comma."""

    widget = forms.TextInput(attrs={"inputmode": "decimal"})

    def to_python(self, value: Any) -> Any:
        """Read the comma of most of our languages as well."""
        if isinstance(value, str):
            value = value.replace(",", ".")
        return super().to_python(value)


class RulesForm(forms.Form):
    """A ready-made profile, and every switch in which the rules may differ from it.

    `shown` names the profile that the switches on the page were filled from. A page
    that shows no switches leaves it out: then the chosen profile counts with the
    Crawford rule as ticked. Where another profile is chosen than the switches show,
    those changed by hand are kept, and the form asks once more, so that nothing is
    saved that nobody has seen. What is left empty has the value of `Profile`.

    With `fixed` the rules are not asked for, and stay as they are unless they are sent.
    """

    rules = _choice(_("Ready-made rules"), profile_choices)
    shown = forms.CharField(required=False, widget=forms.HiddenInput, max_length=20)
    crawford = forms.BooleanField(
        label=_("Crawford rule"),
        help_text=_(
            "No doubling in the first game after a player comes within one point."
        ),
        required=False,
    )
    crawford_double = _choice(
        _("A double in the Crawford game that is found afterwards"),
        [
            (CrawfordDouble.ANNUL.value, _("counts as if the cube was not turned")),
            (CrawfordDouble.STAND.value, _("counts with the cube")),
        ],
    )
    start_1 = _number(_("Start score, first player"), most=LONGEST - 1)
    start_2 = _number(_("Start score, second player"), most=LONGEST - 1)
    cube = _choice(
        _("Highest value of the cube"),
        [
            ("64", "64"),
            ("none", _("No limit")),
            ("1", _("No cube")),
            (_OTHER, _("Other")),
        ],
    )
    cube_other = _number(
        _("Other highest value"),
        most=LARGEST_CUBE,
        least=1,
        text=_("Counts if “Other” is chosen: 2, 4, 8 or a further doubling."),
    )
    jacoby = forms.BooleanField(
        label=_("Jacoby rule"),
        help_text=_("Gammons count once until the cube has been turned."),
        required=False,
    )
    beavers = _number(
        _("Beavers in a row"),
        most=MOST_VALUE,
        text=_("0 for none, 1 for beavers, 2 for raccoons."),
    )
    automatic = _number(
        _("Automatic doubles in a game"),
        most=MOST_VALUE,
        text=_("0 for none. Equal dice at the opening double the stake."),
    )
    extras_in_matches = forms.BooleanField(
        label=_("These three hold in matches too"),
        help_text=_("Otherwise they hold in money play only."),
        required=False,
    )
    stake = AmountField(
        label=_("Stake per point"),
        max_value=HIGHEST_STAKE,
        decimal_places=2,
        required=False,
    )
    currency = forms.CharField(
        label=_("Currency"), max_length=LONGEST_CURRENCY, required=False
    )
    scoring = _choice(
        _("What a win counts"),
        [
            (Scoring.KINDS.value, _("Cube times single game, gammon or backgammon")),
            (
                Scoring.CHECKERS.value,
                _("Poengspill: the loser’s checkers, by where they stand"),
            ),
        ],
    )
    gammon_value = _number(_("A gammon counts"), most=MOST_VALUE, least=1)
    backgammon_value = _number(_("A backgammon counts"), most=MOST_VALUE, least=1)
    late_every = _number(
        _("Minutes late for each point"),
        most=MOST_MINUTES,
        text=_("0 where no tariff was agreed."),
    )
    late_grace = _number(_("Minutes that cost nothing"), most=MOST_MINUTES)
    late_majority = forms.BooleanField(
        label=_("More than half the points decide the match"), required=False
    )
    clock_minutes = _number(
        _("Minutes for each point"),
        most=MOST_MINUTES,
        text=_("0 where matches are played without a clock."),
    )
    clock_scored = _number(_("Minutes less for each point scored"), most=MOST_MINUTES)
    clock_delay = _number(_("Seconds before each move"), most=MOST_MINUTES)
    clocks_required = forms.BooleanField(label=_("Clocks are required"), required=False)
    bye_halves = _choice(
        _("A bye counts as"),
        [("2", _("a win")), ("1", _("half a win")), ("0", _("nothing"))],
    )
    walkover = _choice(
        _("A walk-over counts in the point difference"),
        [
            ("none", _("nothing")),
            ("full", _("all points of the match")),
            ("half", _("half the points of the match")),
        ],
    )

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        initial: Mapping[str, Any] | None = None,
        fixed: bool = False,
        **kwargs: Any,
    ) -> None:
        given = dict(initial or {})
        source = ready_made(str(given.get("rules", DEFAULT.key))).profile
        self.fixed = fixed
        super().__init__(data, files, initial=self.initial_of(source) | given, **kwargs)
        self._before = _profile_of(self.initial)
        self._profile = self._before

    @classmethod
    def initial_of(cls, profile: Profile) -> dict[str, Any]:
        """Return the first values of the form for what is played by now."""
        caps = {cap: name for name, cap in _CAPS.items()}
        cube = caps.get(profile.cube_cap, _OTHER)
        return {
            "rules": ready_made(profile.key).key,
            "shown": ready_made(profile.key).key,
            "cube": cube,
            "cube_other": profile.cube_cap if cube == _OTHER else "",
            **{name: getattr(profile, name) for name in (*_TICKS, *_VALUES)},
        }

    def profile(self) -> Profile:
        """Return the rules that were decided; those before, of a form not sent."""
        return self._profile

    @property
    def is_changed(self) -> bool:
        """Whether the switches are worth a look: not all are as in the profile."""
        rules = self._profile
        plain = ready_made(rules.key).profile.with_changes(crawford=rules.crawford)
        return rules != plain

    @property
    def chosen_label(self) -> str:
        """The name of the rules chosen now, for the line that folds them away."""
        return str(ready_made(str(self["rules"].value() or "")).label)

    @property
    def has_wrong_switch(self) -> bool:
        """Whether one of the switches of the folded part has to be corrected."""
        return any(name in self.errors for name in (*_VALUES, "cube", "cube_other"))

    def filled_in(self) -> dict[str, Any]:
        """Return first values: what was sent, with the switches of what was chosen."""
        sent = {
            name: field.widget.value_from_datadict(
                self.data, self.files, self.add_prefix(name)
            )
            for name, field in self.fields.items()
        }
        known = {name: value for name, value in sent.items() if value is not None}
        source = ready_made(str(sent["rules"])).profile
        return known | self.initial_of(source)

    def clean_stake(self) -> str:
        """Write an amount in one way only, so that equal rules are equal."""
        amount: Decimal | None = self.cleaned_data["stake"]
        if amount is None:
            return DEFAULT.stake
        return f"{amount.normalize():f}"

    def clean(self) -> dict[str, Any]:
        """Decide on the rules, and refuse those that nobody can play by."""
        cleaned = super().clean() or {}
        if cleaned.get("cube") == _OTHER and not cleaned.get("cube_other"):
            if "cube_other" not in self.errors:
                self.add_error(
                    "cube_other", _("Enter the highest value, for example 16.")
                )
            return cleaned
        if self.has_wrong_switch or not {"rules", "shown"} <= cleaned.keys():
            return cleaned
        self._profile = self._decided(cleaned)
        self._refuse(self._profile.money_rules)
        self._refuse(lambda: self._profile.late_tariff)
        self._refuse(lambda: self._profile.clock)
        return cleaned

    def check_start(self, *lengths: int) -> None:
        """Refuse a start score that would win a match of one of these lengths."""
        rules = self._profile
        start = Score(rules.start_1, rules.start_2)
        if shortest := min(filter(None, lengths), default=0):
            self._refuse(lambda: rules.match_rules(shortest, start=start))

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
        """Fill in the chosen profile with what was changed by hand."""
        data: Any = dict(self.data.items())
        for name, value in self.initial_of(mixed).items():
            data[self.add_prefix(name)] = value
        self.data = data
        self.add_error(
            "rules",
            _(
                "You chose other rules and changed single ones. Both are filled in "
                "below: look at them and send the form again."
            ),
        )

    def _refuse(self, check: Callable[[], object]) -> None:
        try:
            check()
        except RuleError as error:
            field = _FIELD_OF.get(type(error))
            if field is None or field not in self.errors:
                self.add_error(field, gettext(error.message) % error.params)


def _profile_of(given: Mapping[str, Any]) -> Profile:
    """Read the switches, of a form that was sent or of first values."""
    typed: dict[str, Any] = {name: bool(given[name]) for name in _TICKS}
    typed |= {name: given[name] for name in _VALUES if given[name] not in {None, ""}}
    if "bye_halves" in typed:
        typed["bye_halves"] = int(typed["bye_halves"])
    cube = given["cube"] or "64"
    return Profile(
        key=ready_made(str(given["rules"])).key,
        cube_cap=given["cube_other"] if cube == _OTHER else _CAPS[cube],
        **typed,
    )


def _carried_over(seen: Profile, chosen: Profile) -> tuple[Profile, bool]:
    """Put what was changed by hand on the chosen rules; tell whether anything was.

    The Crawford tick stands beside the profiles on the page, so it counts as it is.
    """
    before, now = ready_made(seen.key).profile.values, seen.values
    apart = {"key", "crawford"}
    changes = {
        name: value
        for name, value in now.items()
        if name not in apart and value != before[name]
    }
    mixed = chosen.with_changes(crawford=seen.crawford, **changes)
    return mixed, bool(changes)
