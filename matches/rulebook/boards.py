"""Draws the boards of a picture, and says in words where the checkers are."""

from base64 import b64encode
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.diagrams import Look, board_svg
from matches.rulebook.parts import Move, Picture
from matches.rules import Side
from matches.rules.board import BAR, OFF, POINTS, Position, Situation

READER: Final = Side.TWO
"""Whom the pictures call you: below, with the white checkers."""

# The drawing is a quarter as wide on paper as on a screen.
_NUMBERS: Final = 'font-size="14"'
_LARGER_NUMBERS: Final = 'font-size="23"'
_SVG: Final = '<svg xmlns="http://www.w3.org/2000/svg"'


def boards(picture: Picture) -> tuple[SafeString, ...]:
    """Return the boards of a picture as SVG: after its play, or before and after."""
    before = picture.position
    if not picture.play:
        return (_drawn(picture, before, "only"),)
    after = _drawn(picture, played(before, picture.play), "after", moved=picture.play)
    if not picture.shows_before:
        return (after,)
    return _drawn(picture, before, "before"), after


def paper_boards(picture: Picture) -> tuple[str, ...]:
    """Return the boards of a picture for print, as addresses of small images.

    Their numbers are larger. As part of the page each shape would be styled like a
    paragraph, which doubles the time that it takes to set.
    """
    return tuple(
        _address(board.replace(_NUMBERS, _LARGER_NUMBERS).replace("<svg", _SVG, 1))
        for board in boards(picture)
    )


def _address(svg: str) -> str:
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode("ascii")


def played(position: Position, play: tuple[Move, ...]) -> Position:
    """Return the board after a play, which nobody judges here."""
    points = list(position.points)
    for begin, end in play:
        points[begin] -= 1
        if end == OFF:
            continue
        if points[end] < 0:
            points[end] += 1
            points[OFF] -= 1
        points[end] += 1
    return Position(tuple(points), position.checkers)


def _drawn(
    picture: Picture, position: Position, name: str, *, moved: tuple[Move, ...] = ()
) -> SafeString:
    look = Look(
        label=_(picture.title),
        description=_in_words(position),
        bottom=READER,
        size="is-small",
        id=f"{picture.key}-{name}",
        show_turn=False,
        moved=moved,
        mover=READER,
    )
    situation = Situation(position=position, on_roll=READER, dice=picture.dice)
    # All of it comes from here and from the catalogues, and texts are escaped there.
    return SafeString(board_svg(situation, look=look))


def _in_words(position: Position) -> str:
    return _("White: %(own)s. Black, who counts from the other side: %(other)s.") % {
        "own": _places(position),
        "other": _places(position.turned),
    }


def _places(position: Position) -> str:
    """List where the mover's checkers are: "24: 2, 13: 5"."""
    points = position.points
    found = [(str(each), points[each]) for each in reversed(POINTS)]
    everywhere = [(_("bar"), points[BAR]), *found, (_("off"), position.off)]
    return ", ".join(f"{name}: {count}" for name, count in everywhere if count > 0)
