"""Fields for the options of stages, each with its label and its choices."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.engine import RoundsAsked, format_named
from tournaments.engine.state import BAKU, BY_PR, MOST_LEGS
from tournaments.setup.base_forms import LONGEST_MATCH, MOST_ROUNDS
from tournaments.structure.names import shown_name, stored_name

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LONGEST_NAME: Final = 60
MOST_PLAYERS: Final = 9999


def whole_number(
    label: "StrOrPromise", *, least: int, most: int, text: "StrOrPromise" = ""
) -> forms.Field:
    """Return an optional field for a whole number."""
    return forms.IntegerField(
        label=label, help_text=text, min_value=least, max_value=most, required=False
    )


def _one_of(
    label: "StrOrPromise",
    choices: Sequence[tuple[str, "StrOrPromise"]],
    *,
    kind: Callable[[str], object] = str,
) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=choices,
        coerce=kind,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )


def with_text(title: object, text: object) -> SafeString:
    """Return the label of a choice, with a short explanation behind it."""
    return format_html('{} <span class="sub">{}</span>', title, text)


def _seeds_by() -> forms.TypedChoiceField:
    field = _one_of(
        _("Seeding order"),
        [
            ("rating", with_text(_("By rating"), _("highest first"))),
            (
                BY_PR,
                with_text(
                    _("By PR"), _("lowest first; then players without a PR, by rating")
                ),
            ),
        ],
    )
    field.help_text = _(
        "Enter both, or import them from a club rating list, under Ratings and PR on "
        "the Entries page. After an earlier stage its standings decide."
    )
    return field


def _byes() -> forms.TypedChoiceField:
    return _one_of(
        _("Byes"),
        [
            ("spread", with_text(_("Spread evenly"), _("as far apart as possible"))),
            ("top", _("At the top of the bracket")),
            ("bottom", _("At the bottom of the bracket")),
            ("lots", with_text(_("Random"), _("byes are also drawn at random"))),
        ],
    )


def _pattern() -> forms.TypedChoiceField:
    return _one_of(
        _("Which losers enter this bracket, and when"),
        [
            (
                "unshifted",
                with_text(
                    _("Progressive"),
                    _(
                        "Later losers enter later, always against an equal number of "
                        "survivors."
                    ),
                ),
            ),
            (
                "shifted",
                with_text(
                    _("Progressive, one round shorter"),
                    _("The last three rounds’ losers enter without waiting."),
                ),
            ),
            (
                "first_loss",
                with_text(
                    _("First loss only"),
                    _("For players who lose their first match; later losers are out."),
                ),
            ),
        ],
    )


def _apart() -> forms.Field:
    return forms.MultipleChoiceField(
        label=_("Keep players apart (if it costs nothing else)"),
        choices=[
            ("family", _("Families")),
            ("club", capfirst(_("same club"))),
            ("country", _("Same country")),
        ],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def _unplayed() -> forms.TypedChoiceField:
    return _one_of(
        _("How byes and walkovers count in opponent-based tie-breaks"),
        [
            (
                "virtual",
                with_text(
                    _("A virtual opponent"),
                    _(
                        "the player’s own wins so far, plus half a win for each later "
                        "match"
                    ),
                ),
            ),
            (
                "own_score",
                with_text(
                    _("The player’s own wins"),
                    _("as if the opponent had the same number"),
                ),
            ),
            (
                "nothing",
                with_text(_("Nothing"), _("as if the round had not taken place")),
            ),
        ],
    )


OPTION_FIELDS: Final[Mapping[str, Callable[[], forms.Field]]] = {
    "lives": lambda: whole_number(
        _("Multiple lives"),
        least=1,
        most=20,
        text=_("Losses until elimination"),
    ),
    "survivors": lambda: whole_number(
        _("Play until this many players remain"),
        least=1,
        most=MOST_PLAYERS,
        text=_("1 plays on to a single winner."),
    ),
    "groups": lambda: whole_number(
        _("Groups"), least=1, most=64, text=_("Random and by seeding.")
    ),
    "times": lambda: whole_number(
        _("Number of times each pair meets"), least=1, most=4
    ),
    "legs": lambda: _one_of(
        _("Matches per pairing"),
        [
            ("1", "1"),
            ("2", with_text("2", _("players change seats; can end 1–1"))),
            *((str(count), str(count)) for count in range(3, MOST_LEGS + 1)),
        ],
        kind=int,
    ),
    "seeded": lambda: whole_number(
        _("Seeded players"),
        least=0,
        most=1024,
        text=_(
            "This many top players are placed so that they meet late, by earlier "
            "standings or rating; the rest are random. 0: fully random."
        ),
    ),
    "seeds_by": _seeds_by,
    "byes": _byes,
    "bye_to": lambda: _one_of(
        _("Bye when the number of players is odd"),
        [
            (
                "lowest",
                with_text(
                    _("By standing"), _("lowest-placed of those with the fewest byes")
                ),
            ),
            (
                "lots",
                with_text(_("Random"), _("random among those with the fewest byes")),
            ),
        ],
    ),
    "unplayed": _unplayed,
    "half_byes": lambda: whole_number(
        _("Requested byes allowed per player"),
        least=0,
        most=MOST_ROUNDS,
        text=_(
            "Requested before the round is drawn, in the player’s options: half a win "
            "instead of a match. 0 for none."
        ),
    ),
    "bye_free": lambda: whole_number(
        _("Last rounds without requested byes"), least=0, most=MOST_ROUNDS
    ),
    "absent_worth": lambda: _one_of(
        _("A round missed with notice"),
        [("0", _("Scores nothing")), ("1/2", _("Scores half a win"))],
    ),
    "late_worth": lambda: _one_of(
        _("Each round missed by a late entry"),
        [("0", _("Scores nothing")), ("1/2", _("Scores half a win"))],
    ),
    "accelerated": lambda: _one_of(
        _("First rounds"),
        [
            ("none", _("By wins only")),
            (
                BAKU,
                with_text(
                    _("Accelerated"),
                    _(
                        "the stronger half is paired as if it had an extra win, later "
                        "half a win (FIDE Baku acceleration)"
                    ),
                ),
            ),
        ],
    ),
    "reset": lambda: _one_of(
        _("Final"),
        [
            ("1", _("An unbeaten finalist must be beaten twice")),
            ("0", _("One match decides")),
        ],
        kind=lambda value: value == "1",
    ),
    "apart": _apart,
    "apart_rounds": lambda: whole_number(
        _("Only in the first rounds (number)"),
        least=0,
        most=MOST_ROUNDS,
        text=_("0 for all rounds."),
    ),
    "pattern": _pattern,
    "first": lambda: whole_number(
        _("First round whose losers enter"), least=1, most=20
    ),
    "last": lambda: whole_number(
        _("Last round whose losers enter"),
        least=0,
        most=20,
        text=_("0 for the semi-final; the loser of the final does not move on."),
    ),
}
"""The field of each option, in the order in which pages show them."""


def shown_option(value: object) -> object:
    """Return the value of an option as its field shows it."""
    if isinstance(value, bool):
        return "1" if value else "0"
    return list(value) if isinstance(value, tuple) else value


def length_field(label: "StrOrPromise") -> forms.IntegerField:
    """Return a field for a match length."""
    return forms.IntegerField(
        label=label,
        min_value=1,
        max_value=LONGEST_MATCH,
    )


def rounds_field(label: "StrOrPromise", format_key: str) -> forms.IntegerField:
    """Return a field for the rounds of a format that needs a number, or takes one."""
    known = format_named(format_key) if format_key else None
    hint = known.rounds_hint if known else ""
    return forms.IntegerField(
        label=label,
        min_value=1,
        max_value=MOST_ROUNDS,
        required=known is not None and known.rounds_asked is RoundsAsked.YES,
        help_text=gettext(hint) if hint else "",
    )


class StructureNameField(forms.CharField):
    """A name; a usual one is shown in the reader's language and kept as its message."""

    def prepare_value(self, value: object) -> object:
        """Return the name as the field shows it."""
        return shown_name(value) if isinstance(value, str) else value

    def clean(self, value: object) -> str:
        """Return the name as it is stored."""
        return stored_name(super().clean(value))


def name_field(label: "StrOrPromise", *, required: bool = True) -> forms.CharField:
    """Return a field for the name of a division or a stage."""
    return StructureNameField(
        label=label,
        max_length=LONGEST_NAME,
        required=required,
    )
