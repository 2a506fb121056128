"""Draws the boards of a picture and describes the positions in words."""

from base64 import b64encode
from typing import Final

from django.utils.html import format_html
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
_IMAGE: Final = '<img class="board" src="{source}" alt="{words}">'


def boards(picture: Picture) -> tuple[SafeString, ...]:
    """Return the boards of a picture as SVG: after its play, or before and after."""
    return tuple(
        _drawn(picture, position, name, moved=moved)
        for name, (position, moved) in _positions(picture).items()
    )


def _positions(picture: Picture) -> dict[str, tuple[Position, tuple[Move, ...]]]:
    """Return the positions of a picture by their names, with what moved before them."""
    before = picture.position
    if picture.dice is None or not picture.play:
        return {"only": (before, ())}
    after = judge_play(before, picture.dice, picture.play).after
    shown = {"after": (after, picture.play)}
    return {"before": (before, ())} | shown if picture.shows_before else shown


def paper_boards(picture: Picture) -> tuple[SafeString, ...]:
    """Return the boards of a picture for print, as images, with the position in words.

    Their numbers are larger. They are images because WeasyPrint would lay out every
    shape of an inline SVG like a paragraph, which doubles the time for the document.
    """
    shown = (position for position, _moved in _positions(picture).values())
    return tuple(
        format_html(_IMAGE, source=_address(board), words=_in_words(position))
        for board, position in zip(boards(picture), shown, strict=True)
    )


def _address(board: str) -> str:
    svg = board.replace(_NUMBERS, _LARGER_NUMBERS).replace("<svg", _SVG, 1)
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
