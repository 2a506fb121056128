"""Matches and sums of the standings in words."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext

from matches.rules.text import gettext_noop
from tournaments.engine.standings import Working, event, terms

_WITH: Final[Mapping[str, str]] = {
    event.WON: gettext_noop("%(name)s, won"),
    event.LOST: gettext_noop("%(name)s, lost"),
    event.WALKOVER_WON: gettext_noop("%(name)s, won by walkover"),
    event.WALKOVER_LOST: gettext_noop("%(name)s, lost by walkover"),
    event.NOBODY: gettext_noop("%(name)s, double loss"),
    event.OPEN: gettext_noop("%(name)s, undecided"),
}
_ALONE: Final[Mapping[str, str]] = {
    event.BYE: gettext_noop("Bye"),
    event.RESTED: gettext_noop("No match (agreed)"),
    event.ABSENT: gettext_noop("No match"),
}
_LEFT_OUT: Final[Mapping[str, str]] = {
    terms.LOWEST: gettext_noop("lowest, not counted"),
    terms.HIGHEST: gettext_noop("highest, not counted"),
    terms.FIRST: gettext_noop("first round, not counted"),
}
UNPLAYED: Final[Mapping[str, str]] = {
    "virtual": gettext_noop(
        "In opponent-based tie-breaks, an unplayed match counts as one against a "
        "virtual opponent with the player’s own wins so far, the opposite of the "
        "result, and half a win for each later match; for opponents it counts as half "
        "a "
        "win."
    ),
    "own_score": gettext_noop(
        "In opponent-based tie-breaks, an unplayed match counts as one against an "
        "opponent with the player’s own wins."
    ),
    "nothing": gettext_noop(
        "In opponent-based tie-breaks, an unplayed match adds nothing."
    ),
}
"""The sentence of the rule for unplayed matches, by `Options.unplayed`."""


def game_text(game: event.PastGame, names: Mapping[int, str]) -> str:
    """Return the opponent of an entrant and the result."""
    if game.opponent is None:
        return gettext(_ALONE[game.how])
    return gettext(_WITH[game.how]) % {"name": names[game.opponent]}


def left_out_text(term: terms.Term) -> str:
    """Return why a term does not count, "" if it does."""
    return gettext(_LEFT_OUT[term.left_out]) if term.left_out else ""


def total_text(one: Working, total: str, *, decides: bool) -> str:
    """Return what the terms make: their sum, or a part or a mean of it.

    `decides`: the direct encounter tells apart those who were equal so far.
    """
    if one.equals:
        return _direct_text(one, decides=decides)
    if not one.terms:
        return ""
    if one.column.kind == "percent":
        return gettext("%(sum)s out of %(all)s") % {"sum": total, "all": one.parts}
    if one.parts:
        return gettext("%(sum)s divided by %(count)s") % {
            "sum": total,
            "count": one.parts,
        }
    return gettext("Sum: %(sum)s") % {"sum": total}


def _direct_text(one: Working, *, decides: bool) -> str:
    if len(one.equals) == 1:
        return gettext("No tie so far, so this tie-break was not needed.")
    if not decides:
        return gettext(
            "Tied so far: %(count)s players. Head-to-head does not separate them: not "
            "all have met, or they are tied there too."
        ) % {"count": len(one.equals)}
    return gettext(
        "Tied so far: %(count)s players. On head-to-head, %(below)s of them rank lower."
    ) % {"count": len(one.equals), "below": one.value}
