"""Forms of the match page: a final score, and one game."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from matches.ledger.versions import exact
from matches.rules import AwardReason, Checkers, Ending, GameResult, Kind, Side

BIGGEST_CUBE = 2**30
BIGGEST_ID = 2**62
MOST_AWARDED = 1_000_000
DROPPED_TILE = "dropped"


class FinalScoreForm(forms.Form):
    """A quick report: the winner, and the loser's points."""

    winner = forms.TypedChoiceField(
        label=_("Who won?"), choices=[(1, "1"), (2, "2")], coerce=int
    )
    points = forms.IntegerField(label=_("Loser’s points"))

    corrects = forms.IntegerField(required=False, min_value=0)

    def scores(self, length: int) -> tuple[int, int]:
        points: int = self.cleaned_data["points"]
        if self.cleaned_data["winner"] == Side.ONE:
            return length, points
        return points, length


class GameForm(forms.Form):
    """One game. `outcome` is a tile of the pad: the cube and the ending in one tap.

    A tile is written as "2-gammon" or "2-dropped". Without a tile, or with the tile
    "other", the other fields determine the game: cube, kind, ending, and fields for
    rules of the profile. With `by_checkers` the form asks for the checkers left instead
    of the kind (poengspill).
    """

    winner = forms.TypedChoiceField(
        label=_("Who won?"), choices=[(1, "1"), (2, "2")], coerce=int
    )
    outcome = forms.CharField(required=False, max_length=30)
    kind = forms.ChoiceField(
        choices=[(kind.value, kind.value) for kind in Kind], required=False
    )
    cube = forms.IntegerField(
        max_value=BIGGEST_CUBE,
        required=False,
        error_messages={
            "max_value": _("That cube value is too high. Enter a smaller one.")
        },
    )
    dropped = forms.BooleanField(required=False)
    ending = forms.ChoiceField(
        choices=[(ending.value, ending.value) for ending in Ending], required=False
    )
    automatic = forms.IntegerField(
        label=_("Automatic doubles"), required=False, min_value=0, max_value=20
    )
    beavers = forms.IntegerField(
        label=_("Beavers"), required=False, min_value=0, max_value=20
    )
    home = forms.IntegerField(required=False, min_value=0, max_value=15)
    outer = forms.IntegerField(required=False, min_value=0, max_value=15)
    far_outer = forms.IntegerField(required=False, min_value=0, max_value=15)
    far_home = forms.IntegerField(required=False, min_value=0, max_value=15)
    awarded = forms.DecimalField(
        label=_("Points awarded instead"),
        required=False,
        min_value=0,
        max_value=MOST_AWARDED,
        decimal_places=2,
    )
    reason = forms.ChoiceField(
        label=_("Reason"),
        choices=[("", ""), *((reason.value, reason.value) for reason in AwardReason)],
        required=False,
    )
    remark = forms.CharField(label=_("Note"), required=False, max_length=200)
    after = forms.IntegerField(required=False, min_value=0, max_value=10_000)
    replaces = forms.IntegerField(required=False, min_value=1, max_value=BIGGEST_ID)

    def __init__(self, *args: Any, by_checkers: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by_checkers = by_checkers

    def clean_outcome(self) -> tuple[int, Kind, Ending] | None:
        """Return cube, kind and ending of the tile, None without one."""
        typed: str = self.cleaned_data["outcome"]
        if typed in {"", "other"}:
            return None
        cube, _dash, how = typed.partition("-")
        known = how == DROPPED_TILE or how in set(Kind)
        if not known or not cube.isascii() or not cube.isdecimal():
            raise ValidationError(_("Choose how the game ended."))
        if len(cube) > len(str(BIGGEST_CUBE)):
            raise ValidationError(
                _("That cube value is too high. Enter a smaller one.")
            )
        if how == DROPPED_TILE:
            return int(cube), Kind.SINGLE, Ending.DROPPED
        return int(cube), Kind(how), Ending.PLAYED

    def clean(self) -> dict[str, object]:
        """Require the fields that a tile would have answered."""
        given = super().clean() or {}
        if given.get("outcome") is not None or "outcome" in self.errors:
            return given
        if given.get("cube") is None and "cube" not in self.errors:
            self.add_error("cube", _("Choose the value of the cube."))
        is_asked = not self.by_checkers and "kind" not in self.errors
        if is_asked and not given.get("kind") and self._checkers() is None:
            self.add_error("kind", _("Choose single game, gammon or backgammon."))
        return given

    def result(self) -> GameResult:
        """Return the game as the rules see it. A tile overrides the other fields."""
        given = self.cleaned_data
        if given["outcome"] is not None:
            cube, kind, ending = given["outcome"]
            checkers = self._checkers()
            return GameResult(
                winner=Side(given["winner"]),
                kind=kind if checkers is None else checkers.kind,
                cube=cube,
                ending=ending,
                checkers=checkers,
            )
        cube, kind, ending = self._single_fields()
        awarded = given["awarded"]
        return GameResult(
            winner=Side(given["winner"]),
            kind=kind,
            cube=cube,
            ending=ending,
            automatic=given["automatic"] or 0,
            beavers=given["beavers"] or 0,
            checkers=self._checkers(),
            awarded=None if awarded is None else exact(awarded),
            reason=AwardReason(given["reason"]) if given["reason"] else None,
        )

    def _single_fields(self) -> tuple[int, Kind, Ending]:
        given = self.cleaned_data
        cube = given["cube"]
        ending = Ending(given["ending"] or Ending.PLAYED)
        if given["dropped"]:
            ending = Ending.DROPPED
        checkers = self._checkers()
        usual = checkers.kind if self.by_checkers and checkers else Kind.SINGLE
        kind = Kind(given["kind"] or usual)
        return (1 if cube is None else cube), kind, ending

    def _checkers(self) -> Checkers | None:
        counts = [self.cleaned_data.get(name) for name in Checkers._fields]
        if all(count is None for count in counts):
            return None
        return Checkers(*(count or 0 for count in counts))


_SIDES: Final = [(1, "1"), (2, "2")]


def side_field(**more: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(choices=_SIDES, coerce=int, empty_value=None, **more)
