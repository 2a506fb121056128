"""Forms of rating lists, and a pasted list of ratings with a choice for each line."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.players.models import Player
from matches.players.roster import (
    RATING_UNREADABLE,
    KnownPlayer,
    ListedAs,
    ListLine,
    decode,
    read_list,
)
from matches.players.services import NewPlayer
from matches.ratings.models import RatingList
from matches.ratings.services import ListRules
from matches.rules.ratings import FORMULAS, LONGEST, POINT, formula_of
from matches.rules.refusals import Refusal, RuleError
from matches.web.answers import OP_LENGTH, new_op, sentence
from matches.web.forms import PreviewedForm
from matches.web.sentences import sentence_of

RATING_MISSING = Refusal(
    "ratings.rating_missing", "This line has no rating. Use: Name; Club; Rating."
)
RATING_IMPOSSIBLE = Refusal(
    "ratings.rating_impossible",
    "“%(rating)s” is not a valid rating. Enter a number from 0 to 9999 with "
    "up to two decimals, or leave it empty.",
)

SKIP: Final = "skip"
NEW: Final = "new"
BOUNDS: Final = (Decimal(0), Decimal(9999))
"""The range of ratings; some lists write 0 or 9999 for “none”."""


@dataclass(frozen=True, slots=True)
class ImportLine:
    """A line with the choice for it: a player's key, `new` or `skip`; "" without one.

    `problem` says why it cannot be imported.
    """

    line: ListLine
    field: str
    choice: str
    problem: RuleError | None

    @property
    def verdict(self) -> str:
        return "error" if self.problem is not None else str(self.line.verdict)

    @property
    def reason(self) -> str:
        """Why the line cannot be imported, in the reader's language."""
        return "" if self.problem is None else sentence(self.problem)

    @property
    def is_open(self) -> bool:
        return not self.choice

    @property
    def is_taken(self) -> bool:
        return self.choice not in {"", SKIP}


def read_lines(text: str, chosen: Mapping[str, str]) -> list[ImportLine]:
    """Return the lines of a list, with what was chosen. Raises TOO_MANY_LINES."""
    columns = ("key", "name", "club", "rating")
    rows = Player.objects.real().values_list(*columns)
    known = [KnownPlayer(key, name, club, rating) for key, name, club, rating in rows]
    return [_told(line, chosen) for line in read_list(text, known=known, entered=())]


def ratings_chosen(lines: list[ImportLine]) -> list[tuple[Player | NewPlayer, int]]:
    keys = {line.choice for line in lines if line.is_taken and line.choice != NEW}
    players = {player.key: player for player in Player.objects.filter(key__in=keys)}
    found: list[tuple[Player | NewPlayer, int]] = []
    for one in lines:
        line = one.line
        if not one.is_taken or line.rating is None:
            continue
        person: Player | NewPlayer | None = players.get(one.choice)
        if one.choice == NEW:
            person = NewPlayer(
                line.name,
                line.club,
                sort_name=line.sort_name,
                country=line.country or "",
            )
        if person is not None:
            found.append((person, int(line.rating * POINT)))
    return found


def _told(line: ListLine, chosen: Mapping[str, str]) -> ImportLine:
    problem = _problem(line)
    field = f"line-{hashlib.sha256(line.raw.encode()).hexdigest()[:12]}"
    choice = SKIP if problem else _choice(line, chosen.get(field, ""))
    return ImportLine(line, field, choice, problem)


def _problem(line: ListLine) -> RuleError | None:
    error = line.error
    if error is not None and error.refusal is RATING_UNREADABLE:
        # A list of players may leave a rating out or say 0; a list of ratings may not.
        return RATING_IMPOSSIBLE(rating=error.params["rating"])
    if error is not None:
        return error
    if line.rating is None:
        return RATING_MISSING()
    low, high = BOUNDS
    if not low < line.rating < high:
        return RATING_IMPOSSIBLE(rating=f"{line.rating:f}")
    return None


def _choice(line: ListLine, chosen: str) -> str:
    if line.verdict is ListedAs.KNOWN and line.known is not None:
        return line.known.key
    if line.verdict is ListedAs.NEW:
        return NEW
    if line.verdict is ListedAs.UNSURE:
        allowed = {candidate.key for candidate in line.candidates} | {NEW, SKIP}
        return chosen if chosen in allowed else ""
    return SKIP


HIGHEST: Final = 9998
LONGEST_LIST: Final = 100_000


def _formulas() -> list[tuple[str, str]]:
    return [(formula.code, sentence_of(formula)) for formula in FORMULAS]


class ListForm(PreviewedForm):
    name = forms.CharField(label=_("List name"), max_length=60)
    formula = forms.ChoiceField(
        label=_("Formula"), choices=_formulas, widget=forms.RadioSelect
    )
    start = forms.DecimalField(
        label=_("Starting rating"),
        help_text=_("Leave empty for the formula’s default, 1500 or 1000."),
        min_value=1,
        max_value=HIGHEST,
        decimal_places=2,
        required=False,
    )
    provisional = forms.IntegerField(
        label=_("Provisional below this experience"),
        help_text=_(
            "Experience is the total length of all matches. Leave empty for the "
            "formula’s default; 0: no one is marked."
        ),
        min_value=0,
        max_value=100_000,
        required=False,
    )
    active_months = forms.IntegerField(
        label=_("Players are active if they played within (months)"),
        min_value=1,
        max_value=1200,
        initial=12,
    )
    from_day = forms.DateField(
        label=_("Count matches from"),
        help_text=_("Leave empty for all known matches."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        required=False,
    )
    least_length = forms.IntegerField(
        label=_("Shortest match length"), min_value=1, max_value=LONGEST, initial=1
    )
    most_length = forms.IntegerField(
        label=_("Longest match length"), min_value=1, max_value=LONGEST, initial=LONGEST
    )
    takes_tournaments = forms.BooleanField(
        label=_("Count tournament matches"),
        help_text=_("From divisions marked as rated."),
        required=False,
    )
    takes_club = forms.BooleanField(
        label=_("Count club matches"),
        help_text=_("Those opened as rated."),
        required=False,
    )
    takes_retired = forms.BooleanField(label=_("Count retired matches"), required=False)
    takes_penalties = forms.BooleanField(
        label=_("Count matches decided by penalty or on time"), required=False
    )
    takes_walkovers = forms.BooleanField(
        label=_("Count walkovers and forfeits"), required=False
    )
    members_only = forms.BooleanField(
        label=_("Count only matches between list members"),
        help_text=_("Members are players whose rating was imported."),
        required=False,
    )
    own = forms.BooleanField(
        label=_("Experience includes the current match"),
        help_text=_("The published formula leaves this open; usually it does not."),
        required=False,
    )
    is_public = forms.BooleanField(label=_("Make the list public"), required=False)

    def rules(self) -> ListRules:
        given = dict(self.cleaned_data)
        formula = formula_of(given["formula"])
        for name in ("op", "known", "seen"):
            given.pop(name, None)
        start = given.pop("start")
        points = formula.start if start is None else start
        if given["provisional"] is None:
            given["provisional"] = formula.provisional
        return ListRules(
            **given, version=formula.version, start=int(Decimal(points) * POINT)
        )


def initial_of(rules: ListRules) -> dict[str, object]:
    points = (Decimal(rules.start) / POINT).normalize()
    return {**asdict(rules), "start": f"{points:f}", "known": rules.digest}


def initial_of_new() -> dict[str, object]:
    """Return the initial values for a new list; empty means as the formula says."""
    usual = initial_of(ListRules(name=""))
    return {**usual, "start": None, "provisional": None}


class RatingImportForm(forms.Form):
    """A list of names and ratings, pasted or as a file."""

    text = forms.CharField(
        label=_("Names and ratings"),
        help_text=_("Name; club; rating – one player per line"),
        max_length=LONGEST_LIST,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        help_text=_("CSV or text, with the same columns."),
        required=False,
        allow_empty_file=True,
    )
    day = forms.DateField(
        label=_("Ratings valid from"),
        help_text=_("Matches before this day do not affect them."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    experience = forms.IntegerField(
        label=_("Experience for everyone"),
        help_text=_(
            "Leave empty for 0. With more experience, ratings change more slowly."
        ),
        min_value=0,
        max_value=100_000,
        required=False,
    )
    op = forms.CharField(required=False, max_length=OP_LENGTH, widget=forms.HiddenInput)

    @staticmethod
    def first(of: RatingList) -> dict[str, object]:
        return {"op": new_op(), "day": of.from_day or timezone.localdate()}

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if day > timezone.localdate():
            raise forms.ValidationError(
                gettext("This date is in the future. Choose today or earlier.")
            )
        return day

    def clean(self) -> dict[str, object]:
        """Use the text of the file if one was sent."""
        cleaned = super().clean() or {}
        sent = cleaned.get("file")
        if sent is not None:
            if sent.size > LONGEST_LIST:
                self.add_error("file", gettext("This file is too long."))
                return cleaned
            cleaned["text"] = decode(sent.read())
        if "\x00" in cleaned.get("text", ""):
            self.add_error("text", gettext("This is not a text file."))
        elif not cleaned.get("text", "").strip() and not self.errors:
            self.add_error("text", gettext("There are no names in this list yet."))
        return cleaned

    def with_text(self) -> "RatingImportForm":
        """Return the form with the text of the file, which is not sent again."""
        data = {name: self.data[name] for name in self.data}
        return RatingImportForm({**data, "text": self.cleaned_data["text"]})
