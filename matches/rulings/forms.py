"""Forms of the ruling desk: a board with a play, and what is kept of a ruling."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.ledger.models.match import Match
from matches.rules import LONGEST, Score, Side
from matches.rules.board import BAR, CHECKERS, POINTS, START, Dice, Position, Situation
from matches.rules.board.ids import errors, read_id, xgid
from matches.rules.board.ids.errors import EmptyBoardError, checked
from matches.rules.refusals import Refusal, RuleError
from matches.rulings.services import as_written, without_hidden_marks
from matches.web.answers import OP_LENGTH, sentence
from matches.web.forms import choice_field

BLACK: Final = "b"
WHITE: Final = "w"
LONGEST_ID: Final = 400
LONGEST_PLAY: Final = 80
EMPTY: Final = Position((0,) * (BAR + 1))
"""An empty board, on which a user sets up a position."""

BY_ID: Final = "id"
BY_MATCH: Final = "match"
_SCORES: Final = [("", ""), (BY_ID, BY_ID), (BY_MATCH, BY_MATCH)]
_FACES: Final = [("", "–"), *((str(face), str(face)) for face in range(1, 7))]
_CUBES: Final = [(str(1 << power), str(1 << power)) for power in range(11)]
_MIDDLE: Final = "0"
_AS_TYPED: Final = {
    "autocomplete": "off",
    "spellcheck": "false",
    "autocapitalize": "off",
}
"""Attributes of boxes for IDs and plays, so that no phone changes what is typed."""
_SCORE_FIELDS: Final = ("length", "one", "two", "crawford", "cube", "owner")
_AT_FIELD: Final[dict[Refusal[RuleError], str]] = {
    errors.CRAWFORD_FOR_MONEY: "crawford",
    errors.CRAWFORD_SCORE_INVALID: "crawford",
    errors.CUBE_ABOVE_CAP: "cube",
    errors.OWNED_CUBE: "owner",
}


def count_name(colour: str, place: int) -> str:
    """Return the field for a player's checkers on one of their points or their bar."""
    return f"{colour}{place}"


class RulingForm(forms.Form):
    """A position and the player to act, entered as an ID, by fields or by numbers.

    A new ID overrides the fields; `was` is the ID from which the fields were filled in.

    The desk of a match uses the score of the match, which is in `start`. `told` is a
    pasted ID with another score, `score` says that the score of the ID was chosen, and
    `take` chooses between the two.
    """

    id = forms.CharField(
        label=_("Position"),
        required=False,
        max_length=LONGEST_ID,
        help_text=_(
            "Paste an XGID or Position ID, or set up the checkers on the board."
        ),
        widget=forms.TextInput(attrs=_AS_TYPED),
    )
    was = forms.CharField(required=False, widget=forms.HiddenInput)
    told = forms.CharField(
        required=False, max_length=LONGEST_ID, widget=forms.HiddenInput
    )
    score = forms.ChoiceField(choices=_SCORES, required=False, widget=forms.HiddenInput)
    take = forms.ChoiceField(choices=_SCORES, required=False, widget=forms.HiddenInput)
    roll = forms.TypedChoiceField(
        label=_("Who is on roll?"),
        choices=[(1, "1"), (2, "2")],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    die_1 = forms.ChoiceField(label=_("First die"), choices=_FACES, required=False)
    die_2 = forms.ChoiceField(label=_("Second die"), choices=_FACES, required=False)
    play = forms.CharField(
        label=_("Was this play legal?"),
        required=False,
        max_length=LONGEST_PLAY,
        help_text=_("As it was played, for example: 8/5 6/5"),
        widget=forms.TextInput(attrs=_AS_TYPED),
    )
    length = forms.IntegerField(
        label=_("Match length"),
        required=False,
        min_value=0,
        max_value=LONGEST,
        help_text=_("Leave empty for money play."),
    )
    one = forms.IntegerField(required=False, min_value=0, max_value=LONGEST)
    two = forms.IntegerField(required=False, min_value=0, max_value=LONGEST)
    crawford = forms.BooleanField(label=_("Crawford game"), required=False)
    cube = forms.ChoiceField(label=_("Cube"), choices=_CUBES, required=False)
    owner = forms.ChoiceField(
        label=_("Whose cube?"),
        choices=[(_MIDDLE, _MIDDLE), ("1", "1"), ("2", "2")],
        required=False,
    )

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        names: tuple[str, str],
        start: Situation,
    ) -> None:
        super().__init__(data, auto_id="ruling-%s")
        self.start = start
        self.situation = start
        self.pasted: Situation | None = None
        sides = [(1, names[0]), (2, names[1])]
        choice_field(self, "roll").choices = sides
        choice_field(self, "owner").choices = [
            (_MIDDLE, pgettext_lazy("cube", "in the middle")),
            *sides,
        ]
        for name, player in zip(("one", "two"), names, strict=True):
            self.fields[name].label = gettext("Points of %(name)s") % {"name": player}
        for colour, place in _places():
            self.fields[count_name(colour, place)] = forms.IntegerField(
                label=_("On the bar") if place == BAR else str(place),
                required=False,
                min_value=0,
                max_value=CHECKERS,
            )

    @property
    def before(self) -> Situation:
        """The situation from which the fields were filled in, as far as it is known."""
        try:
            return self._read(self["was"].value() or "")
        except RuleError:
            return self.start

    @property
    def is_other_score(self) -> bool:
        return self._tells_other(self.situation)

    @property
    def chosen(self) -> dict[str, str]:
        """The values of the hidden fields for a score other than that of the match."""
        pasted = self.pasted
        told = "" if pasted is None or not self._tells_other(pasted) else xgid(pasted)
        return {"told": told, "score": BY_ID if self.is_other_score else ""}

    @property
    def counts(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [
            (colour, [self[count_name(colour, place)] for place in (*POINTS, BAR)])
            for colour in (BLACK, WHITE)
        ]

    @property
    def has_score_errors(self) -> bool:
        return any(self[name].errors for name in _SCORE_FIELDS)

    @property
    def has_wrong_numbers(self) -> bool:
        names = (count_name(colour, place) for colour, place in _places())
        return any(name in self.errors for name in names)

    def clean_id(self) -> str:
        """Remove invisible characters, which are copied together with text."""
        return without_hidden_marks(self.cleaned_data["id"]).strip()

    def clean_play(self) -> str:
        """Return the play in the notation of files, from any language."""
        return as_written(self.cleaned_data["play"])

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        if self.errors:
            return given
        try:
            told = self._told()
            self.pasted = self._pasted(told)
        except RuleError as error:
            raise self._refused(error, "id") from error
        situation = self._with_fields(told) if self._fields_hold() else told
        try:
            self.situation = checked(self._scored(situation))
            xgid(self.situation)
        except RuleError as error:
            raise self._refused(error, "id") from error
        return given

    def _told(self) -> Situation:
        """Return the situation of the ID or the numbers of checkers.

        Raises RuleError.
        """
        typed = self.cleaned_data["id"]
        if self._has_numbers:
            return replace(self.before, position=self._counted())
        if not typed:
            return self.start
        told = self._read(typed)
        return (
            told if _tells_all(typed) else replace(self.start, position=told.position)
        )

    def _read(self, text: str) -> Situation:
        """Return the situation of an ID, also with an empty board. Raises RuleError."""
        try:
            return read_id(text)
        except EmptyBoardError:
            return replace(self.start, position=EMPTY)

    def _pasted(self, told: Situation) -> Situation | None:
        """Return the situation of an ID with a score, pasted now or before, or None.

        Raises RuleError.
        """
        given = self.cleaned_data
        if given["take"] == BY_MATCH:
            return None
        if self._is_new and _tells_all(given["id"]):
            return told
        return self._read(given["told"]) if given["told"] else None

    def _scored(self, situation: Situation) -> Situation:
        """Return the situation with the match's score, unless another was chosen."""
        given = self.cleaned_data
        if not self.start.length:
            return situation
        if given["take"] == BY_ID:
            return _with_score_of(self.pasted or situation, situation)
        is_chosen = self._fields_hold() or given["score"] == BY_ID
        if is_chosen and given["take"] != BY_MATCH:
            return situation
        kept = _with_score_of(self.start, situation)
        return replace(kept, cube_cap=self.start.cube_cap)

    def _tells_other(self, situation: Situation) -> bool:
        start = self.start
        same = (start.length, start.score, start.crawford)
        told = (situation.length, situation.score, situation.crawford)
        return bool(start.length) and told != same

    @property
    def _is_new(self) -> bool:
        """Whether the ID differs from the one from which the fields were filled in."""
        typed: str = self.cleaned_data["id"]
        return bool(typed) and typed != self.cleaned_data["was"]

    @property
    def _has_numbers(self) -> bool:
        """Whether the numbers of checkers were changed, and the ID was not."""
        if self._is_new or not self.cleaned_data["was"]:
            return False
        known = values_of(self.before)
        names = (count_name(colour, place) for colour, place in _places())
        return any(
            (self.cleaned_data[name] or 0) != (known[name] or 0)
            for name in names
            if name in self.data
        )

    def _fields_hold(self) -> bool:
        given = self.cleaned_data
        if self._is_new and _tells_all(given["id"]):
            return False
        return bool(given["was"] or given["roll"] or given["die_1"])

    def _with_fields(self, told: Situation) -> Situation:
        given = self.cleaned_data
        on_roll = Side(given["roll"]) if given["roll"] else told.on_roll
        # The position is seen by the player on roll: if another player is chosen, turn
        # it, so that the checkers stay in place. A new ID is seen by them already.
        turns = on_roll != told.on_roll and not self._is_new
        dice = self._dice()
        owner = given["owner"] or _MIDDLE
        acts = told.doubled and dice is None and on_roll == told.on_roll
        return replace(
            told,
            position=told.position.turned if turns else told.position,
            on_roll=on_roll,
            dice=dice,
            doubled=acts,
            turned_back=told.turned_back if acts else 0,
            cube=int(given["cube"] or 1),
            owner=None if owner == _MIDDLE else Side(int(owner)),
            length=given["length"] or 0,
            score=Score(given["one"] or 0, given["two"] or 0),
            crawford=given["crawford"],
            jacoby=told.jacoby and not given["length"],
            beavers=told.beavers and not given["length"],
        )

    def _dice(self) -> Dice | None:
        first, second = self.cleaned_data["die_1"], self.cleaned_data["die_2"]
        if not first and not second:
            return None
        if not first or not second:
            name = "die_2" if first else "die_1"
            raise ValidationError({name: gettext("Choose both dice, or neither.")})
        return int(first), int(second)

    def _counted(self) -> Position:
        points = [0] * (BAR + 1)
        is_blacks = self.before.on_roll == Side.ONE
        for colour, place in _places():
            count = self.cleaned_data[count_name(colour, place)] or 0
            at = place if colour == BLACK else BAR - place
            if count and points[at]:
                raise errors.SHARED_POINT(point=at if is_blacks else BAR - at)
            points[at] += count if colour == BLACK else -count
        position = Position(tuple(points)).checked()
        return position if is_blacks else position.turned

    def _refused(self, error: RuleError, field: str) -> ValidationError:
        name = _AT_FIELD.get(error.refusal, field)
        if name == "id" and self._has_numbers:
            name = count_name(BLACK, POINTS[0])
        return ValidationError({name: sentence(error)})


class KeepForm(forms.Form):
    decision = forms.CharField(
        label=_("Decision"), max_length=500, widget=forms.Textarea(attrs={"rows": 3})
    )
    rule = forms.CharField(label=_("Rule"), required=False, max_length=80)
    is_public = forms.BooleanField(label=_("Show the ruling publicly"), required=False)
    op = forms.CharField(max_length=OP_LENGTH, required=False, widget=forms.HiddenInput)


class MatchCodeForm(forms.Form):
    code = forms.CharField(
        label=_("Match code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters"}
        ),
    )


def values_of(situation: Situation, *, play: str = "") -> dict[str, object]:
    dice = situation.dice or ("", "")
    told = xgid(situation)
    values = {
        "id": told,
        "was": told,
        "roll": int(situation.on_roll),
        "die_1": str(dice[0]),
        "die_2": str(dice[1]),
        "play": play,
        "length": situation.length or "",
        "one": situation.score.one,
        "two": situation.score.two,
        "cube": str(situation.cube),
        "owner": str(int(situation.owner or 0)),
    }
    if situation.crawford:
        values["crawford"] = "on"
    black = situation.position
    if situation.on_roll != Side.ONE:
        black = black.turned
    for colour, position in ((BLACK, black), (WHITE, black.turned)):
        for place in (*POINTS, BAR):
            count = max(position.points[place], 0)
            values[count_name(colour, place)] = count or ""
    return values


def start_of(match: Match | None, *, crawford: bool = False) -> Situation:
    """Return the initial situation of the desk. `crawford`: it is the Crawford game."""
    if match is None or match.is_money:
        return Situation(position=START)
    return Situation(
        position=START,
        length=match.length,
        score=Score(match.score_1, match.score_2),
        crawford=crawford,
        cube_cap=None if match.rules.cube_cap is None else match.rules.highest_ever,
    )


def _with_score_of(other: Situation, situation: Situation) -> Situation:
    return replace(
        situation,
        length=other.length,
        score=other.score,
        crawford=other.crawford,
        jacoby=other.jacoby,
        beavers=other.beavers,
    )


def _tells_all(text: str) -> bool:
    """Return True if an ID has cube, score and dice besides the board."""
    return ":" in text or "match" in text.lower()


def _places() -> Iterator[tuple[str, int]]:
    for colour in (BLACK, WHITE):
        for place in (*POINTS, BAR):
            yield colour, place
