"""What people type about matches, players and accounts."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.models import Player, User
from matches.rules import AwardReason, Checkers, Ending, GameResult, Kind, Side
from matches.rules.errors import RuleError
from matches.rules.names import check_readable, read_club, read_name, tidy
from matches.throttle import address_of, count_failure, is_throttled
from matches.versions import exact

BIGGEST_CUBE = 2**30
BIGGEST_ID = 2**62
MOST_AWARDED = 1_000_000
DROPPED_TILE = "dropped"
LONGEST_USERNAME = 150


class FinalScoreForm(forms.Form):
    """A quick report: who won, and the loser's points."""

    winner = forms.TypedChoiceField(
        label=_("Who won?"),
        choices=[(1, "1"), (2, "2")],
        coerce=int,
        error_messages={"required": _("Choose who won the match.")},
    )
    points = forms.IntegerField(
        label=_("Loser’s points"),
        error_messages={
            "required": _("Choose how many points the loser had."),
            "invalid": _("Enter the loser’s points as a whole number."),
        },
    )

    corrects = forms.IntegerField(required=False, min_value=0)

    def scores(self, length: int) -> tuple[int, int]:
        """Return both scores in the order of the sheet."""
        points: int = self.cleaned_data["points"]
        if self.cleaned_data["winner"] == Side.ONE:
            return length, points
        return points, length


class WalkoverForm(forms.Form):
    """Who gets the match without play."""

    winner = forms.TypedChoiceField(
        choices=[(1, "1"), (2, "2")],
        coerce=int,
        error_messages={"required": _("Choose who gets the walk-over.")},
    )


class GameForm(forms.Form):
    """One game. `outcome` is a tile of the pad: cube and how it ended in one tap.

    A tile reads "2-gammon" or "2-dropped". Without a tile, or with the tile "other",
    the single fields tell: cube, kind, ending, and what the profile has besides.
    """

    winner = forms.TypedChoiceField(
        label=_("Who won?"),
        choices=[(1, "1"), (2, "2")],
        coerce=int,
        error_messages={"required": _("Choose who won the game.")},
    )
    outcome = forms.CharField(required=False, max_length=30)
    kind = forms.ChoiceField(
        choices=[(kind.value, kind.value) for kind in Kind],
        required=False,
        error_messages={
            "invalid_choice": _("Choose single game, gammon or backgammon."),
        },
    )
    cube = forms.IntegerField(
        max_value=BIGGEST_CUBE,
        required=False,
        error_messages={
            "invalid": _("Enter the value of the cube as a whole number."),
            "max_value": _("That cube value cannot be right: enter a smaller one."),
        },
    )
    dropped = forms.BooleanField(required=False)
    ending = forms.ChoiceField(
        choices=[(ending.value, ending.value) for ending in Ending],
        required=False,
        error_messages={"invalid_choice": _("Choose how the game ended.")},
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
        label=_("Points that count instead"),
        required=False,
        min_value=0,
        max_value=MOST_AWARDED,
        decimal_places=2,
    )
    reason = forms.ChoiceField(
        label=_("Why"),
        choices=[("", ""), *((reason.value, reason.value) for reason in AwardReason)],
        required=False,
    )
    remark = forms.CharField(label=_("Note"), required=False, max_length=200)
    after = forms.IntegerField(required=False, min_value=0, max_value=10_000)
    replaces = forms.IntegerField(required=False, min_value=1, max_value=BIGGEST_ID)

    def clean_outcome(self) -> tuple[int, Kind, Ending] | None:
        """Read the tile."""
        typed: str = self.cleaned_data["outcome"]
        if typed in {"", "other"}:
            return None
        cube, _dash, how = typed.partition("-")
        known = how == DROPPED_TILE or how in set(Kind)
        if not known or not cube.isascii() or not cube.isdecimal():
            raise ValidationError(_("Choose how the game ended."))
        if len(cube) > len(str(BIGGEST_CUBE)):
            raise ValidationError(
                _("That cube value cannot be right: enter a smaller one.")
            )
        if how == DROPPED_TILE:
            return int(cube), Kind.SINGLE, Ending.DROPPED
        return int(cube), Kind(how), Ending.PLAYED

    def clean(self) -> dict[str, Any]:
        """Ask for what no tile has told."""
        given = super().clean() or {}
        if given.get("outcome") is not None or "outcome" in self.errors:
            return given
        if given.get("cube") is None and "cube" not in self.errors:
            self.add_error("cube", _("Choose the value of the cube."))
        is_counted = any(given.get(name) is not None for name in Checkers._fields)
        if not given.get("kind") and "kind" not in self.errors and not is_counted:
            self.add_error("kind", _("Choose single game, gammon or backgammon."))
        return given

    def result(self) -> GameResult:
        """Return the game as the rules see it. A tile tells all by itself."""
        given = self.cleaned_data
        if given["outcome"] is not None:
            cube, kind, ending = given["outcome"]
            return GameResult(
                winner=Side(given["winner"]),
                kind=kind,
                cube=cube,
                ending=ending,
                checkers=self._checkers(),
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
        kind = Kind(given["kind"] or Kind.SINGLE)
        return (1 if cube is None else cube), kind, ending

    def _checkers(self) -> Checkers | None:
        counts = [self.cleaned_data[name] for name in Checkers._fields]
        if all(count is None for count in counts):
            return None
        return Checkers(*(count or 0 for count in counts))


class LoginForm(AuthenticationForm):
    """Name and password; slower for whoever guesses."""

    def clean(self) -> dict[str, Any]:
        """Check the password unless too many wrong ones came from here lately."""
        username = self.cleaned_data.get("username", "")
        address = address_of(self.request) if self.request else ""
        if is_throttled(username=username, address=address):
            raise ValidationError(
                _(
                    "Too many wrong passwords. Wait fifteen minutes, or ask another "
                    "director for a new link."
                )
            )
        try:
            return super().clean()
        except ValidationError:
            count_failure(username=username, address=address)
            raise


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in stubs only
    """What the directory says of a player."""

    class Meta:
        model = Player
        fields = ("name", "club", "country", "rating", "sort_name")
        help_texts = {
            "country": _("Draws can keep players of one country apart."),
            "sort_name": _("The name in alphabetical lists, for example: Berg, Ole."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sort_name"].required = False
        self.fields["rating"].validators.append(MinValueValidator(0))

    def clean_name(self) -> str:
        """Read the name as lists of players are read."""
        return _as_read(read_name, self.cleaned_data["name"])

    def clean_club(self) -> str:
        """Read the club as lists of players are read."""
        return _as_read(read_club, self.cleaned_data["club"])

    def clean_sort_name(self) -> str:
        """Refuse what could not be read in a name."""
        return _as_read(_tidied, self.cleaned_data["sort_name"])


def _tidied(typed: str) -> str:
    check_readable(typed)
    return tidy(typed)


def _as_read(read: Callable[[str], str], typed: str) -> str:
    try:
        return read(typed)
    except RuleError as error:
        raise ValidationError(gettext(error.message) % error.params) from error


class AccountForm(forms.Form):
    """The account of somebody who becomes a director."""

    username = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_USERNAME,
        help_text=_("This is how you sign in and how the log names you."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least ten characters; a few words in a row are good."),
        widget=forms.PasswordInput(
            attrs={"autocomplete": "new-password"}, render_value=True
        ),
    )

    def clean_username(self) -> str:
        """Refuse a name that is taken."""
        username = str(User.normalize_username(self.cleaned_data["username"].strip()))
        if len(username) > LONGEST_USERNAME:
            raise ValidationError(_("This name is too long. Choose a shorter one."))
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(
                _("This name is taken. Add your surname or choose another.")
            )
        return username

    def clean_password(self) -> str:
        """Refuse passwords that are guessed first."""
        password: str = self.cleaned_data["password"]
        validate_password(password)
        return password
