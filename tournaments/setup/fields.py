"""Fields for the options of stages, each with its label and its choices."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.engine import RoundsAsked, format_named
from tournaments.engine.state import BAKU, BY_PR
from tournaments.setup.base_forms import LONGEST_MATCH, MOST_ROUNDS
from tournaments.structure.names import shown_name, stored_name

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LONGEST_NAME: Final = 60
MOST_PLAYERS: Final = 9999

NAME_ERRORS: Final = {"required": _("Give it a name, for example “Championship”.")}
LENGTH_ERRORS: Final = {
    "required": _("Enter the match length, for example 7."),
    "invalid": _("Enter the match length as a whole number, for example 7."),
}


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
        _("Order of strength"),
        [
            ("rating", with_text(_("By rating"), _("the highest comes first"))),
            (
                BY_PR,
                with_text(
                    _("By PR"), _("the lowest comes first; then all without, by rating")
                ),
            ),
        ],
    )
    field.help_text = _(
        "Both are typed, or taken from a rating list of the club, under Ratings and PR "
        "on the page of the entries. After another stage its standings decide."
    )
    return field


def _byes() -> forms.TypedChoiceField:
    return _one_of(
        _("Byes"),
        [
            ("spread", with_text(_("Spread"), _("as far apart as they can be"))),
            ("top", _("At the top of the bracket")),
            ("bottom", _("At the bottom of the bracket")),
            ("lots", with_text(_("By lot"), _("byes are drawn by lot, too"))),
        ],
    )


def _pattern() -> forms.TypedChoiceField:
    return _one_of(
        _("Which losers come into this bracket, and when"),
        [
            (
                "unshifted",
                with_text(
                    _("Progressive"),
                    _(
                        "Losers of a later round enter later, against the same number "
                        "of players who are still in."
                    ),
                ),
            ),
            (
                "shifted",
                with_text(
                    _("Progressive, a round shorter"),
                    _("The last three rounds of losers enter without waiting."),
                ),
            ),
            (
                "first_loss",
                with_text(
                    _("First loss only"),
                    _(
                        "For players who lose the first match they play; later losers "
                        "are out."
                    ),
                ),
            ),
        ],
    )


def _apart() -> forms.Field:
    return forms.MultipleChoiceField(
        label=_("Players kept apart while it costs nothing else"),
        choices=[
            ("family", _("Families")),
            ("club", _("Players of one club")),
            ("country", _("Players of one country")),
        ],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def _unplayed() -> forms.TypedChoiceField:
    return _one_of(
        _("What a bye or a walk-over counts in tie-breaks by opponents"),
        [
            (
                "virtual",
                with_text(
                    _("A virtual opponent"),
                    _(
                        "with one’s own wins so far, and half a win for each match "
                        "after that"
                    ),
                ),
            ),
            (
                "own_score",
                with_text(_("One’s own wins"), _("as if the opponent had as many")),
            ),
            ("nothing", with_text(_("Nothing"), _("as if there had been no round"))),
        ],
    )


OPTION_FIELDS: Final[Mapping[str, Callable[[], forms.Field]]] = {
    "lives": lambda: whole_number(
        _("Lives"),
        least=1,
        most=20,
        text=_("A player who has lost this many rounds is out."),
    ),
    "survivors": lambda: whole_number(
        _("Play until this many are left"),
        least=1,
        most=MOST_PLAYERS,
        text=_("1 to play on until there is a winner."),
    ),
    "groups": lambda: whole_number(
        _("Groups"), least=1, most=64, text=_("Lots and seeds decide who is in which.")
    ),
    "times": lambda: whole_number(
        _("How often everybody meets everybody"), least=1, most=4
    ),
    "legs": lambda: _one_of(
        _("Matches of each pair in a round"),
        [
            ("1", _("One")),
            ("2", with_text(_("Two"), _("players change seats, so it can end 1–1"))),
        ],
        kind=int,
    ),
    "seeded": lambda: whole_number(
        _("Seeded players"),
        least=0,
        most=1024,
        text=_(
            "This many of the best are placed so that they meet late, by the "
            "standings before, or else by rating; the others by lot. 0: lots alone."
        ),
    ),
    "seeds_by": _seeds_by,
    "byes": _byes,
    "bye_to": lambda: _one_of(
        _("Bye of an odd field"),
        [
            (
                "lowest",
                with_text(_("By rule"), _("the lowest of those with the fewest byes")),
            ),
            (
                "lots",
                with_text(_("By lot"), _("among all of those with the fewest byes")),
            ),
        ],
    ),
    "unplayed": _unplayed,
    "half_byes": lambda: whole_number(
        _("Byes that each player may ask for"),
        least=0,
        most=MOST_ROUNDS,
        text=_(
            "Before a round is drawn, in the options of the player: half a win instead "
            "of a match. 0: none."
        ),
    ),
    "bye_free": lambda: whole_number(
        _("Last rounds in which nobody may ask for one"), least=0, most=MOST_ROUNDS
    ),
    "absent_worth": lambda: _one_of(
        _("A round that a player has said beforehand to miss"),
        [("0", _("Counts for nothing")), ("1/2", _("Counts half a win"))],
    ),
    "late_worth": lambda: _one_of(
        _("Each round that a latecomer has missed"),
        [("0", _("Counts for nothing")), ("1/2", _("Counts half a win"))],
    ),
    "accelerated": lambda: _one_of(
        _("First rounds"),
        [
            ("none", _("By wins alone")),
            (
                BAKU,
                with_text(
                    _("Accelerated"),
                    _(
                        "the upper half by rating is paired as if it had a win more, "
                        "later half a win (Baku acceleration of FIDE)"
                    ),
                ),
            ),
        ],
    ),
    "reset": lambda: _one_of(
        _("Final"),
        [
            ("1", _("An unbeaten player must be beaten twice")),
            ("0", _("One match decides")),
        ],
        kind=lambda value: value == "1",
    ),
    "apart": _apart,
    "apart_rounds": lambda: whole_number(
        _("Only in the first … rounds"),
        least=0,
        most=MOST_ROUNDS,
        text=_("0: in all rounds."),
    ),
    "pattern": _pattern,
    "first": lambda: whole_number(
        _("First round whose losers enter"), least=1, most=20
    ),
    "last": lambda: whole_number(
        _("Last round whose losers enter"),
        least=0,
        most=20,
        text=_("0: the semi-final; the loser of the final does not go on."),
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
        error_messages=LENGTH_ERRORS,
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
        error_messages={
            "required": _("Enter the number of rounds, for example 4."),
            "invalid": _("Enter the number of rounds as a whole number."),
        },
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
        error_messages=NAME_ERRORS,
    )
