"""The board in words: for screen readers, and for lists of plays."""

from collections.abc import Iterator
from typing import TypeAlias

from django.utils.translation import gettext, pgettext

from matches.rules import Side
from matches.rules.board import BAR, POINTS, Position, Situation, verdict

Names: TypeAlias = tuple[str, str]
"""The names of sides ONE and TWO."""


def colours() -> Names:
    return (
        # Translators: the player with the dark checkers.
        pgettext("player", "Black"),
        # Translators: the player with the light checkers.
        pgettext("player", "White"),
    )


def name_of(side: Side, names: Names | None = None) -> str:
    return (names or colours())[side - 1]


def situation_words(
    situation: Situation, *, names: Names | None = None, bottom: Side | None = None
) -> str:
    """Describe a situation in sentences: checkers, cube, dice, the player on roll.

    With `bottom`, the lower player of the drawing, also in which direction that player
    moves.
    """
    own, other = situation.on_roll, situation.on_roll.other
    position = situation.position
    parts = [
        checkers_words(position, name_of(own, names)),
        checkers_words(position.turned, name_of(other, names)),
        cube_words(situation, names),
        _turn(situation, names),
    ]
    if bottom is not None:
        parts.append(direction_words(name_of(bottom, names)))
    return " ".join(parts)


def checkers_words(position: Position, name: str) -> str:
    # Translators: a position in words, as "Black: 2 on 24, 5 on 13, 3 on 8, 5 on 6."
    return gettext("%(name)s: %(checkers)s.") % {
        "name": name,
        "checkers": ", ".join(_checkers(position)),
    }


def direction_words(name: str) -> str:
    return gettext(
        "The points are numbered for %(name)s, who bears off at the lower right."
    ) % {"name": name}


def _checkers(position: Position) -> Iterator[str]:
    if count := position.points[BAR]:
        yield gettext("%(count)s on the bar") % {"count": count}
    for point in reversed(POINTS):
        count = position.points[point]
        if count > 0:
            # Translators: checkers on a point: "5 on 13".
            yield gettext("%(count)s on %(point)s") % {"count": count, "point": point}
    if position.off:
        yield gettext("%(count)s borne off") % {"count": position.off}


def cube_words(situation: Situation, names: Names | None = None) -> str:
    if situation.doubled:
        return gettext("%(name)s has doubled to %(cube)s.") % {
            "name": name_of(situation.decides.other, names),
            "cube": 2 * situation.cube,
        }
    if situation.owner is None:
        if situation.cube == 1:
            return gettext("The cube is in the middle.")
        return gettext("The cube is in the middle at %(cube)s.") % {
            "cube": situation.cube
        }
    return gettext("The cube is at %(cube)s and belongs to %(name)s.") % {
        "cube": situation.cube,
        "name": name_of(situation.owner, names),
    }


def _turn(situation: Situation, names: Names | None) -> str:
    if verdict(situation.position) is not None:
        return gettext("The game is over.")
    name = name_of(situation.decides, names)
    if situation.doubled:
        return gettext("%(name)s has to answer the double.") % {"name": name}
    if situation.dice is None:
        return gettext("%(name)s is on roll.") % {"name": name}
    one, two = situation.dice
    return gettext("%(name)s has to play %(one)s and %(two)s.") % {
        "name": name,
        "one": one,
        "two": two,
    }
