"""The order between equal wins on the page of a stage: numbered lists, and cards.

A list for each place works without a script; a card fills them in.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.engine import format_named
from tournaments.engine.standings import schemes
from tournaments.engine.standings.tiebreaks import (
    BUCHHOLZ,
    DIRECT_ENCOUNTER,
    LOTS,
    MEDIAN,
    PLAY_OFF,
    POINT_DIFFERENCE,
    POINTS_WON,
    PROGRESSIVE,
    SHARED_AT_ONCE,
    SONNEBORN_BERGER,
    TIEBREAKS,
    TieBreak,
    offered,
    tiebreak_of,
)
from tournaments.engine.state import Promise
from tournaments.setup.fields import with_text
from tournaments.structure.plan import ORDER, format_of

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST: Final = 8
"""The number of tie-breaks that a stage can have."""

FORMAT: Final = "tiebreaks_for"
"""The field with the format whose tie-breaks the page showed."""

SCORING: Final = "scoring"
"""The field with what a match counts."""

END: Final = "tiebreak_end"
CARD: Final = "order:"
"""Before the key of a card, in the value of its button."""

_SINGLE: Final = _(
    "This scores two matches of each pair together. Let everyone play everyone twice, "
    "or play two matches per round."
)
_SINGLE_LEG: Final = _(
    "This scores two matches of each pair together. Play two matches per round."
)
TWICE: Final = _("%(name)s is selected twice. Choose each tie-break once.")


@dataclass(frozen=True, slots=True)
class OrderCard:
    """An order that fills in the lists; `text` says for whom, `line` names it."""

    key: str
    title: str
    text: str
    codes: tuple[str, ...]

    @property
    def line(self) -> str:
        """The tie-breaks in one line."""
        names = [gettext(one.name) for one in known(self.codes)]
        return get_text_list(names, gettext("and")) if names else gettext("nothing")


def known(codes: Sequence[str]) -> list[TieBreak]:
    """Return the tie-breaks of an order, without what comes at its end."""
    found = (tiebreak_of(code) for code in codes)
    return [one for one in found if one is not None]


def has_order(format_key: str) -> bool:
    """Return True for a format whose order between equal wins can be chosen."""
    return "tiebreaks" in format_of(format_key).options


def cards(format_key: str) -> tuple[OrderCard, ...]:
    """Return the orders that make sense in a format, the usual one first."""
    usual = format_named(format_key).tiebreaks
    points = (DIRECT_ENCOUNTER.code, POINT_DIFFERENCE.code, POINTS_WON.code)
    opponents = (MEDIAN.code, BUCHHOLZ.code, PROGRESSIVE.code, SONNEBORN_BERGER.code)
    other = OrderCard(
        "opponents",
        gettext("Opponents’ results first"),
        gettext("Whoever had the stronger opponents is ahead."),
        opponents,
    )
    if _all_meet(format_key):
        other = OrderCard(
            "lots",
            gettext("Random at the end"),
            gettext("The usual order; a random draw separates players still tied."),
            (*usual, LOTS.code),
        )
    return (
        OrderCard(
            "usual",
            gettext("Default for this format"),
            gettext("What most clubs play."),
            usual,
        ),
        other,
        OrderCard(
            "points",
            gettext("Points first"),
            gettext("Whoever won by more points is ahead."),
            points,
        ),
        OrderCard(
            "wins",
            gettext("Wins only"),
            gettext("Players with equal wins share the place."),
            (),
        ),
    )


def names() -> list[str]:
    """Return the names of the lists, in order."""
    return [f"tiebreak_{number}" for number in range(1, MOST + 1)]


def fields(format_key: str) -> Iterator[tuple[str, forms.Field]]:
    """Yield the fields of the order of a format."""
    choices = [("", "–")]
    choices += [
        (one.code, capfirst(gettext(one.name)))
        for one in offered(all_meet=_all_meet(format_key))
    ]
    for number, name in enumerate(names(), start=1):
        yield (
            name,
            forms.ChoiceField(
                label=gettext("Tie-break %(number)s") % {"number": number},
                choices=choices,
                required=False,
                error_messages={"invalid_choice": _("Choose one from the list.")},
            ),
        )
    yield (
        END,
        forms.ChoiceField(
            label=_("Players still tied"),
            choices=[
                ("shared", _("share the place")),
                ("play_off", _("play off in a following stage")),
            ],
            required=False,
        ),
    )
    yield (
        SCORING,
        forms.TypedChoiceField(
            label=_("Match scoring"),
            help_text=_drawn_by(format_key),
            choices=[
                (one.code, with_text(gettext(one.title), gettext(one.explanation)))
                for one in schemes.offered(all_meet=_all_meet(format_key))
            ],
            empty_value=None,
            required=False,
            widget=forms.RadioSelect,
        ),
    )
    yield FORMAT, forms.CharField(widget=forms.HiddenInput, required=False)


def first_values(format_key: str, codes: Sequence[str]) -> dict[str, object]:
    """Return the values that the fields show for an order."""
    shown = [_newest(one).code for one in known(codes)][:MOST]
    shown += [""] * (MOST - len(shown))
    return {
        **dict(zip(names(), shown, strict=True)),
        END: "play_off" if PLAY_OFF in codes else "shared",
        FORMAT: format_key,
    }


def of_format(format_key: str, data: Any) -> Any:
    """Return what was sent, without an order that belongs to another format."""
    if data.get(FORMAT) in {None, format_key}:
        return data
    kept = data.copy()
    for name in (*names(), END, FORMAT, *ORDER):
        kept.pop(name, None)
    return kept


def of_card(format_key: str, value: str) -> dict[str, object]:
    """Return the values that a card fills in; none for any other button."""
    for card in cards(format_key) if value.startswith(CARD) else ():
        if card.key == value.removeprefix(CARD):
            return first_values(format_key, card.codes)
    return {}


def chosen(given: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the order that the fields hold; what decides nothing is named, too."""
    codes = tuple(filter(None, (given.get(name) for name in names())))
    if given.get(END) == "play_off":
        return (*codes, PLAY_OFF)
    return codes or (SHARED_AT_ONCE,)


def refuse_twice(form: forms.Form, given: Mapping[str, Any]) -> None:
    """Add an error to a list with a tie-break that stands above it already."""
    seen: set[str] = set()
    for name in names():
        code = given.get(name)
        if code and code in seen:
            found = tiebreak_of(code)
            label = capfirst(gettext(found.name)) if found else code
            form.add_error(name, str(TWICE) % {"name": label})
        seen.add(code or "")


def refuse_single(form: forms.Form, given: Mapping[str, Any]) -> None:
    """Add an error if matches are to count in pairs and no two are of one pair."""
    scheme = schemes.scheme_named(given.get(SCORING) or "")
    if scheme is None or not scheme.in_pairs:
        return
    legs, times = given.get("legs") or 1, given.get("times") or 1
    if legs == 1 and times % 2:
        form.add_error(SCORING, _SINGLE if "times" in form.fields else _SINGLE_LEG)


def _drawn_by(format_key: str) -> "StrOrPromise":
    if _all_meet(format_key):
        return _("Decides the standings.")
    if Promise.LIST_BY_POINTS in format_named(format_key).promises:
        return _("Decides the standings and the pairings.")
    return _("Decides the standings; rounds are still paired by wins.")


def _all_meet(format_key: str) -> bool:
    usual = format_named(format_key).tiebreaks
    return not any(one.by_opponents for one in known(usual))


def _newest(one: TieBreak) -> TieBreak:
    return TIEBREAKS.get(one.key) or one
