"""Draws the boards of a picture and describes the positions in words."""

from base64 import b64encode
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.diagrams import DiagramOptions, drawn
from matches.diagrams.words import checkers_words, colours
from matches.rulebook.blocks import Picture
from matches.rules import Side
from matches.rules.board import Move, Position, Situation, judge_play

READER: Final = Side.TWO
"""The side of the reader in all pictures: below, with the white checkers."""

# On paper a drawing has a quarter of its width on a screen, so its numbers are larger.
_NUMBERS: Final = 'font-size="14"'
_LARGER_NUMBERS: Final = 'font-size="23"'
_SVG: Final = '<svg xmlns="http://www.w3.org/2000/svg"'


def boards(picture: Picture) -> tuple[SafeString, ...]:
    """Return the boards of a picture as SVG: after its play, or before and after."""
    before = picture.position
    if picture.dice is None or not picture.play:
        return (_drawn(picture, before, "only"),)
    play = judge_play(before, picture.dice, picture.play)
    after = _drawn(picture, play.after, "after", moved=picture.play)
    if not picture.shows_before:
        return (after,)
    return _drawn(picture, before, "before"), after


def paper_boards(picture: Picture) -> tuple[str, ...]:
    """Return the boards of a picture for print, as `data:` URLs of SVG images.

    Their numbers are larger. They are images because WeasyPrint would lay out every
    shape of an inline SVG like a paragraph, which doubles the time for the document.
    """
    return tuple(
        _address(board.replace(_NUMBERS, _LARGER_NUMBERS).replace("<svg", _SVG, 1))
        for board in boards(picture)
    )


def _address(svg: str) -> str:
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode("ascii")


def _drawn(
    picture: Picture, position: Position, name: str, *, moved: tuple[Move, ...] = ()
) -> SafeString:
    look = DiagramOptions(
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
    return drawn(situation, look=look)


def _in_words(position: Position) -> str:
    black, white = colours()
    other = checkers_words(position.turned, black)
    return f"{checkers_words(position, white)} {other}"
