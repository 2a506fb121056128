"""Matches and sums of the standings in words."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext

from matches.rules.text import gettext_noop
from tournaments.engine.standings import working

_WITH: Final[Mapping[str, str]] = {
    working.WON: gettext_noop("%(name)s, won"),
    working.LOST: gettext_noop("%(name)s, lost"),
    working.WALKOVER_WON: gettext_noop("%(name)s, won by walk-over"),
    working.WALKOVER_LOST: gettext_noop("%(name)s, lost by walk-over"),
    working.NOBODY: gettext_noop("%(name)s, lost by both"),
    working.OPEN: gettext_noop("%(name)s, not decided yet"),
}
_ALONE: Final[Mapping[str, str]] = {
    working.BYE: gettext_noop("Bye"),
    working.RESTED: gettext_noop("No match, as agreed"),
    working.ABSENT: gettext_noop("No match"),
}
_LEFT_OUT: Final[Mapping[str, str]] = {
    working.LOWEST: gettext_noop("the lowest, does not count"),
    working.HIGHEST: gettext_noop("the highest, does not count"),
}
UNPLAYED: Final[Mapping[str, str]] = {
    "virtual": gettext_noop(
        "A match that was not played counts in sums by opponents as one against a "
        "virtual opponent, with one’s own wins before it, the win if one did not get "
        "it, and half a win for each match after it; for one’s opponents it counts as "
        "half a win."
    ),
    "own_score": gettext_noop(
        "A match that was not played counts in sums by opponents as one against "
        "somebody with one’s own wins."
    ),
    "nothing": gettext_noop(
        "A match that was not played adds nothing to sums by opponents."
    ),
}
"""The sentence of the rule for unplayed matches, by `Options.unplayed`."""


def game_text(game: working.PastGame, names: Mapping[int, str]) -> str:
    """Return the opponent of an entrant and the result."""
    if game.opponent is None:
        return gettext(_ALONE[game.how])
    return gettext(_WITH[game.how]) % {"name": names[game.opponent]}


def left_out_text(term: working.Term) -> str:
    """Return why a term does not count, "" if it does."""
    return gettext(_LEFT_OUT[term.left_out]) if term.left_out else ""


def total_text(one: working.Working, total: str, *, decides: bool) -> str:
    """Return what the terms make: their sum, or a part or a mean of it.

    `decides`: the direct encounter tells apart those who were equal so far.
    """
    if one.equals:
        return _direct_text(one, decides=decides)
    if not one.terms:
        return ""
    if one.column.kind == "percent":
        return gettext("%(sum)s of %(all)s") % {"sum": total, "all": one.parts}
    if one.parts:
        return gettext("%(sum)s divided by %(count)s") % {
            "sum": total,
            "count": one.parts,
        }
    return gettext("Sum: %(sum)s") % {"sum": total}


def _direct_text(one: working.Working, *, decides: bool) -> str:
    if len(one.equals) == 1:
        return gettext("Nobody else was equal so far, so it has nothing to decide.")
    if not decides:
        return gettext(
            "Equal so far: %(count)s. The matches among them do not tell them apart: "
            "not all have met, or they are equal there, too."
        ) % {"count": len(one.equals)}
    return gettext(
        "Equal so far: %(count)s. By the matches among them, %(below)s of them are "
        "below."
    ) % {"count": len(one.equals), "below": one.value}
