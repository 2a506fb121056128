"""Draws a situation as SVG, and says it in words."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import chain
from typing import Final, TypeAlias

from django.utils.translation import gettext, pgettext

from matches.diagrams import geometry
from matches.diagrams.geometry import (
    Spot,
    arrow,
    circle,
    die,
    of_side,
    path,
    rect,
    text,
)
from matches.rules import Side
from matches.rules.board import BAR, OFF, POINTS, Position, Situation, verdict

Step: TypeAlias = tuple[int, int]
"""From and to, as the moving player counts: `BAR` is 25 and `OFF` is 0."""

_RAIL: Final = 26
_NARROW_RAIL: Final = 14
_NAMES: Final = 36
_LONGEST_NAME: Final = 34
_FACE_IN_THE_MIDDLE: Final = 64
_WIDE_VALUE: Final = 100
_BOW: Final = 0.13
_SLANT: Final = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagramOptions:
    """The options of a drawing.

    `label` is its name for screen readers and `description` the position in words; both
    are translated. `bottom` is the side with its home board at the lower right, and the
    points are numbered as that side counts. `size` is a class of board.css: `is-small`
    for several boards on a page. `id` makes element ids unique on a page. `names` are
    those of sides ONE and TWO. `moved` are the steps that led to this position, made by
    `mover`, by default the opponent of the player on roll. With `has_places` a script
    can place checkers. `font` is the font of the numbers, if no style sheet sets one.
    """

    label: str
    description: str = ""
    bottom: Side = Side.ONE
    size: str = ""
    id: str = "board"
    names: tuple[str, str] | None = None
    show_numbers: bool = True
    show_pips: bool = False
    show_turn: bool = True
    moved: tuple[Step, ...] = ()
    mover: Side | None = None
    has_places: bool = False
    font: str = ""

    @property
    def rail(self) -> int:
        return _RAIL if self.show_numbers or self.show_pips else _NARROW_RAIL


def board_svg(situation: Situation, *, look: DiagramOptions) -> str:
    position = situation.position
    seen = position if situation.on_roll == look.bottom else position.turned
    parts = chain(
        _frame_and_points(look),
        _numbers() if look.show_numbers else (),
        _checkers(seen, look),
        _borne_off(seen, look),
        _cube(situation, look.bottom),
        _dice(situation, look.bottom),
        _turn(situation, look) if look.show_turn else (),
        _names(seen, look) if look.names else _pips(seen, look),
        _moved(seen, situation, look),
    )
    return f"{_open(look)}{''.join(parts)}</svg>"


def _open(look: DiagramOptions) -> str:
    above = look.rail + (_NAMES if look.names else 0)
    width, height = geometry.WIDE + 2 * geometry.FRAME, geometry.HIGH + 2 * above
    tag = (
        f'<svg class="{f"board {look.size}".strip()}" role="img"'
        f' viewBox="{-geometry.FRAME} {-above} {width} {height}"'
        f' aria-label="{escape(look.label)}"'
    )
    if look.font:
        tag += f' font-family="{escape(look.font)}"'
    if not look.description:
        return f"{tag}>"
    name = f"{escape(look.id)}-words"
    words = f'<desc id="{name}">{escape(look.description)}</desc>'
    return f'{tag} aria-describedby="{name}">{words}'


def _frame_and_points(look: DiagramOptions) -> Iterator[str]:
    rail, width = look.rail, geometry.WIDE + 2 * geometry.FRAME
    tall = (geometry.HIGH - geometry.CUBE) / 2 - geometry.WALL
    yield rect(
        "frame", (-geometry.FRAME, -rail, width, geometry.HIGH + 2 * rail), rx=12
    )
    for left in (geometry.LEFT, geometry.RIGHT):
        yield rect("felt", (left, 0, geometry.HALF, geometry.HIGH), rx=3)
    yield rect("tray", (0, 0, geometry.TRAY, geometry.HIGH), rx=4)
    for top in (0, geometry.HIGH - tall):
        yield rect("tray", (geometry.FAR, top, geometry.TRAY, tall), rx=4)
    for shift, kind in enumerate(("is-odd", "is-even")):
        yield path(f"point {kind}", geometry.points(shift))
    yield path("hinge", f"M{geometry.BAR_X:g} {-rail}v{geometry.HIGH + 2 * rail}")


def _numbers() -> Iterator[str]:
    for point in POINTS:
        y = geometry.HIGH + _RAIL / 2 if geometry.is_below(point) else -_RAIL / 2
        yield text("number", (geometry.point_x(point), y), str(point), size=14)


def _checkers(seen: Position, look: DiagramOptions) -> Iterator[str]:
    for number, count in enumerate(seen.points):
        if not count and not look.has_places:
            continue
        owner = look.bottom if count > 0 else look.bottom.other
        place = geometry.place_of(number)
        drawn = "".join(_stack(place, abs(count), owner))
        yield _place_group(number, place, drawn) if look.has_places else drawn


def _place_group(number: int, place: geometry.CheckerStack, drawn: str) -> str:
    """Wrap the checkers of a place, so that a script can find and draw them.

    `data-own` and `data-other` are its number as each player counts, and so the pips of
    a checker there; `data-only` says whose bar it is. The rest is where it can be
    tapped.
    """
    left, top, width, height = geometry.reach_of(number)
    bar = {BAR: ' data-only="own"', OFF: ' data-only="other"'}.get(number, "")
    return (
        f'<g data-place="{number}" data-x="{place.x:g}" data-y="{place.y:g}"'
        f' data-pitch="{place.pitch:g}" data-most="{place.most}"'
        f' data-own="{number}" data-other="{BAR - number}"{bar}'
        f' data-left="{left:g}" data-top="{top:g}" data-width="{width:g}"'
        f' data-height="{height:g}">{drawn}</g>'
    )


def movable_shapes() -> str:
    """Return what a script moves about on a board, each drawn once at 0, 0."""
    edge = (0, 0, *geometry.edge_of(0, below=False)[2:])
    drawn = "".join(
        f'<g data-shape="{name}-{side.value}">{shape}</g>'
        for side in Side
        for name, shape in (
            ("checker", _checker((0, 0), side)),
            ("count", text(of_side("count", side), (0, 0), "", size=19)),
            ("edge", rect(of_side("checker", side), edge, rx=3)),
        )
    )
    return f"<svg>{drawn}</svg>"


def _stack(place: geometry.CheckerStack, count: int, owner: Side) -> Iterator[str]:
    for number in range(min(count, place.most)):
        yield _checker(place.at(number), owner)
    if count > place.most:
        yield text(of_side("count", owner), place.at(count), str(count), size=19)


def _checker(spot: Spot, owner: Side) -> str:
    return circle(of_side("checker", owner), spot, geometry.RADIUS - 1) + circle(
        of_side("ring", owner), spot, geometry.RADIUS * 0.62
    )


def _borne_off(seen: Position, look: DiagramOptions) -> Iterator[str]:
    bottom = look.bottom
    for owner, count in ((bottom, seen.off), (bottom.other, seen.other_off)):
        below = owner == bottom
        drawn = "".join(
            rect(of_side("checker", owner), geometry.edge_of(number, below=below), rx=3)
            for number in range(count)
        )
        yield _off_group(drawn, below=below) if look.has_places else drawn


def _off_group(drawn: str, *, below: bool) -> str:
    x, y, width, height = geometry.edge_of(0, below=below)
    pitch = geometry.edge_of(1, below=below)[1] - y
    return (
        f'<g data-off="{"own" if below else "other"}" data-x="{x:g}" data-y="{y:g}"'
        f' data-pitch="{pitch:g}" data-width="{width:g}" data-height="{height:g}">'
        f"{drawn}</g>"
    )


def _cube(situation: Situation, bottom: Side) -> Iterator[str]:
    value = situation.cube
    x, y = geometry.TRAY / 2, geometry.MIDDLE
    reach = geometry.MIDDLE - geometry.CUBE / 2 - 8
    if situation.doubled:
        value *= 2
        half = geometry.RIGHT if situation.decides == bottom else geometry.LEFT
        x = half + geometry.HALF / 2
    elif situation.owner is not None:
        y += reach if situation.owner == bottom else -reach
    elif value == 1:
        value = _FACE_IN_THE_MIDDLE  # a cube has no face for 1
    box = (x - geometry.CUBE / 2, y - geometry.CUBE / 2, geometry.CUBE, geometry.CUBE)
    yield rect("cube", box, rx=6)
    yield text("value", (x, y), str(value), size=19 if value < _WIDE_VALUE else 14)


def _dice(situation: Situation, bottom: Side) -> Iterator[str]:
    owner = situation.on_roll
    middle = (geometry.RIGHT if owner == bottom else geometry.LEFT) + geometry.HALF / 2
    for shift, number in zip((-_SLANT, _SLANT), situation.dice or (), strict=False):
        yield die(number, (middle + shift, geometry.MIDDLE), owner)


def _turn(situation: Situation, look: DiagramOptions) -> Iterator[str]:
    below = situation.on_roll == look.bottom
    y, way = (geometry.HIGH + look.rail / 2, -1) if below else (-look.rail / 2, 1)
    high = min(look.rail * 0.22, 5)
    corner = f"M{geometry.BAR_X - 2 * high:g} {y - way * high:g}"
    yield path("turn", f"{corner}h{4 * high:g}l{-2 * high:g} {2 * way * high:g}z")


def _pips(seen: Position, look: DiagramOptions) -> Iterator[str]:
    if not look.show_pips:
        return
    x = geometry.FAR + geometry.TRAY / 2
    yield text("number", (x, -_RAIL / 2), str(seen.turned.pips), size=15)
    yield text("number", (x, geometry.HIGH + _RAIL / 2), str(seen.pips), size=15)


def _names(seen: Position, look: DiagramOptions) -> Iterator[str]:
    names = look.names or ("", "")
    edge = geometry.RIGHT + geometry.HALF
    far = look.rail + _NAMES / 2
    for side, position, y in (
        (look.bottom.other, seen.turned, -far),
        (look.bottom, seen, geometry.HIGH + far),
    ):
        name = _short(names[side - 1])
        yield circle(of_side("checker", side), (geometry.LEFT + 9, y), 8)
        yield text("name", (geometry.LEFT + 26, y), name, size=20, anchor="start")
        if look.show_pips:
            pips = str(position.pips)
            drawn = text("name", (edge, y), pips, size=20, anchor="end")
            whose = "own" if side == look.bottom else "other"
            yield f'<g data-pips="{whose}">{drawn}</g>' if look.has_places else drawn


def _short(name: str) -> str:
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{name[: _LONGEST_NAME - 1].rstrip()}…"


def _moved(seen: Position, situation: Situation, look: DiagramOptions) -> Iterator[str]:
    mover = look.mover or situation.on_roll.other
    below = mover == look.bottom
    points = (seen if below else seen.turned).points
    left: Counter[int] = Counter()
    came: Counter[int] = Counter()
    for begin, end in _starts_and_ends(look.moved):
        start = _spot(begin, max(points[begin], 0) + left[begin], below=below)
        goal = _spot(end, max(points[end] - 1 - came[end], 0), below=below)
        left[begin] += 1
        came[end] += 1
        yield circle("left", start, geometry.RADIUS - 3)
        yield arrow(start, goal, bow=_BOW if _bends(start, goal) else -_BOW)
        if end != OFF:
            yield circle(of_side("mark", mover), goal, 5.5)


def _starts_and_ends(steps: Iterable[Step]) -> list[Step]:
    trips: list[Step] = []
    for begin, end in steps:
        ends = [trip[1] for trip in trips]
        if begin in ends:
            number = ends.index(begin)
            trips[number] = (trips[number][0], end)
        else:
            trips.append((begin, end))
    return trips


def _spot(place: int, number: int, *, below: bool) -> Spot:
    if place == OFF:
        return geometry.FAR + 14, geometry.HIGH - 60 if below else 60
    return geometry.place_of(place if below else BAR - place).at(number)


def _bends(start: Spot, goal: Spot) -> bool:
    """Return True if an arrow bends clockwise: away from the edge beside it."""
    return (goal[0] >= start[0]) == (start[1] < geometry.MIDDLE)


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
        _turn_words(situation, names),
    ]
    if bottom is not None:
        parts.append(direction_words(name_of(bottom, names)))
    return " ".join(parts)


def checkers_words(position: Position, name: str) -> str:
    # Translators: a position in words, as "Black: 2 on 24, 5 on 13, 3 on 8, 5 on 6."
    return gettext("%(name)s: %(checkers)s.") % {
        "name": name,
        "checkers": ", ".join(_checkers_words(position)),
    }


def direction_words(name: str) -> str:
    return gettext(
        "The points are numbered for %(name)s, who bears off at the lower right."
    ) % {"name": name}


def _checkers_words(position: Position) -> Iterator[str]:
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


def _turn_words(situation: Situation, names: Names | None) -> str:
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
