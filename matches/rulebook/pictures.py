"""The boards of the rule book: positions made for this product; tests judge them."""

import re
from base64 import b64encode
from dataclasses import dataclass
from typing import Final

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from matches.diagrams import DiagramOptions, drawn
from matches.diagrams.svg import checkers_words, colours
from matches.rulebook.switches.scoring import POENGSPILL_RULE
from matches.rulebook.switches.switch import When, always
from matches.rules import Side
from matches.rules.board import (
    BAR,
    OFF,
    START,
    Dice,
    Move,
    Position,
    Situation,
    judge_play,
    position_of,
)

READER: Final = Side.TWO
"""The side of the reader in all pictures: below, with the white checkers."""

# On paper a drawing has a quarter of its width on a screen, so its numbers are larger.
_NUMBERS: Final = 'font-size="14"'
_LARGER_NUMBERS: Final = 'font-size="23"'
_SVG: Final = '<svg xmlns="http://www.w3.org/2000/svg"'
_IMAGE: Final = '<img class="board" src="data:image/svg+xml;base64,{}" alt="{}">'
# A play: from, to, further stops, each with the star of a hit, and a count: bar/22*,
# 13/7*/4*, 8/5(2).
_PLAY: Final = re.compile(r"\b(?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?)+(?:\(\d\))?(?!\w)")


def with_whole_plays(text: str) -> SafeString:
    """Return escaped text for a page, with every play marked against line breaks.

    An invisible character would also prevent the break, but a play copied from the page
    would then contain it.
    """
    marked = _PLAY.sub(r'<span class="nowrap">\g<0></span>', escape(text))
    return SafeString(marked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A board with its texts, seen by the reader, who has the white checkers.

    `play` is the play that the picture shows. `impossible` are plays that the caption
    calls impossible; tests check both with the rules. With `shows_before` the position
    before the play is drawn as well.
    """

    key: str
    title: str
    caption: str
    when: When = always
    position: Position = START
    dice: Dice | None = None
    play: tuple[Move, ...] = ()
    impossible: tuple[tuple[Move, ...], ...] = ()
    shows_before: bool = False

    @property
    def name(self) -> str:
        return gettext(self.title)

    @property
    def text(self) -> str:
        return gettext(self.caption)

    @property
    def words(self) -> SafeString:
        """The caption for a page, with every play kept on one line."""
        return with_whole_plays(self.text)

    @property
    def boards(self) -> tuple[SafeString, ...]:
        """The drawings as SVG: after the play, or before and after."""
        return tuple(drawing for _position, drawing in self._drawn())

    @property
    def paper_boards(self) -> tuple[SafeString, ...]:
        """The drawings for print, as images with larger numbers.

        WeasyPrint would lay out every shape of an inline SVG like a paragraph, which
        doubles the time for the document.
        """
        return tuple(
            format_html(_IMAGE, _encoded(drawing), _in_words(position))
            for position, drawing in self._drawn()
        )

    def _drawn(self) -> list[tuple[Position, SafeString]]:
        before = self.position
        shown: dict[str, tuple[Position, tuple[Move, ...]]] = {"only": (before, ())}
        if self.dice is not None and self.play:
            after = judge_play(before, self.dice, self.play).after
            shown = {"before": (before, ())} if self.shows_before else {}
            shown["after"] = (after, self.play)
        return [
            (position, self._board(name, position, moved))
            for name, (position, moved) in shown.items()
        ]

    def _board(
        self, name: str, position: Position, moved: tuple[Move, ...]
    ) -> SafeString:
        look = DiagramOptions(
            label=self.name,
            description=_in_words(position),
            bottom=READER,
            size="is-small",
            id=f"{self.key}-{name}",
            show_turn=False,
            moved=moved,
            mover=READER,
        )
        situation = Situation(position=position, on_roll=READER, dice=self.dice)
        return drawn(situation, look=look)


def _encoded(drawing: str) -> str:
    svg = drawing.replace(_NUMBERS, _LARGER_NUMBERS).replace("<svg", _SVG, 1)
    return b64encode(svg.encode()).decode("ascii")


def _in_words(position: Position) -> str:
    black, white = colours()
    other = checkers_words(position.turned, black)
    return f"{checkers_words(position, white)} {other}"


@dataclass(frozen=True, slots=True)
class Count:
    where: str
    points_each: int
    checkers: int

    @property
    def name(self) -> str:
        return gettext(self.where)

    @property
    def points(self) -> int:
        return self.points_each * self.checkers


_OPENING: Final = {24: 2, 13: 5, 8: 3, 6: 5}
_BEARING_OFF: Final = {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}

SETUP: Final = Picture(
    key="setup",
    title=_("Starting position"),
    caption=_("The board before the first roll."),
)
BOTH_DICE: Final = Picture(
    key="both-dice",
    title=_("One checker plays both dice"),
    caption=_(
        "You rolled 6-5 and play 24/13. After the 6, your checker touches down on the "
        "18 point, which is open. Starting with the 5 is not possible because Black "
        "holds the 19 point."
    ),
    dice=(6, 5),
    play=((24, 18), (18, 13)),
    impossible=(((24, 19), (19, 13)), ((24, 19), (8, 2))),
    shows_before=True,
)
EQUAL_DICE: Final = Picture(
    key="equal-dice",
    title=_("Rolling doubles"),
    caption=_("You rolled 3-3 and move four times: 8/5(2) 6/3(2)."),
    dice=(3, 3),
    play=((8, 5), (8, 5), (6, 3), (6, 3)),
)
TWO_HITS: Final = Picture(
    key="two-hits",
    title=_("Double hit"),
    caption=_(
        "You rolled 6-3 and hit twice with one checker: 13/7*/4*. Both black checkers "
        "are now on the bar."
    ),
    position=position_of(_OPENING, {21: 1, 18: 1, 13: 5, 8: 3, 6: 5}),
    dice=(6, 3),
    play=((13, 7), (7, 4)),
)
BLOCKED: Final = Picture(
    key="blocked",
    title=_("Cannot enter"),
    caption=_(
        "You have rolled 6-4. Black holds the 19 and the 21 point, so the checker on "
        "the bar cannot enter, and no other checker may move."
    ),
    position=position_of(
        {BAR: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {24: 1, 13: 3, 8: 3, 6: 4, 5: 2, 4: 2}
    ),
    dice=(6, 4),
    impossible=(((BAR, 19),), ((BAR, 21),), ((13, 7), (13, 9)), ((8, 4),)),
)
ENTERING: Final = Picture(
    key="entering",
    title=_("Entering from the bar"),
    caption=_(
        "You have rolled 6-3. The 6 is blocked, but with the 3 you enter on the 22 "
        "point and hit the blot there. Only then may you play the 6: bar/22* 13/7."
    ),
    position=position_of(
        {BAR: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {24: 1, 13: 4, 8: 3, 6: 4, 4: 2, 3: 1}
    ),
    dice=(6, 3),
    play=((BAR, 22), (13, 7)),
    impossible=(((BAR, 19), (13, 10)), ((13, 7), (13, 10))),
)
PRIME: Final = Picture(
    key="prime",
    title=_("A three-point prime"),
    caption=_(
        "You rolled 6-1 and make your 7 point: 13/7 8/7. Together with the 6 and 8 "
        "points it blocks the two black checkers behind it."
    ),
    dice=(6, 1),
    play=((13, 7), (8, 7)),
)
HIGHEST: Final = Picture(
    key="highest",
    title=_("Bearing off with a larger number"),
    caption=_(
        "You have rolled 6-5. The 6 takes the checker from the 5 point, your highest. "
        "Then the 4 point is your highest, and the 5 takes one from there: 5/off 4/off."
    ),
    position=position_of({5: 1, 4: 2, 3: 2, 1: 2}, _BEARING_OFF),
    dice=(6, 5),
    play=((5, OFF), (4, OFF)),
    impossible=(((5, OFF), (3, OFF)),),
)
GAP: Final = Picture(
    key="gap",
    title=_("A gap in the home board"),
    caption=_(
        "You have rolled 4-1 and have nothing on the 4 point. As there are checkers on "
        "the 5 and the 6 point, the 4 moves one of them: here 6/2 1/off. Taking one "
        "from the 3 point with the 4 is not possible."
    ),
    position=position_of({6: 2, 5: 1, 3: 2, 1: 1}, _BEARING_OFF),
    dice=(4, 1),
    play=((6, 2), (1, OFF)),
    impossible=(((3, OFF), (1, OFF)),),
)
GAMMON: Final = Picture(
    key="gammon",
    # Translators: a win against somebody who has not borne off a single checker.
    title=_("A gammon"),
    caption=_(
        "You have borne off all your checkers, Black has not borne off any. None of "
        "them is in your home board or on the bar."
    ),
    position=position_of({}, {13: 1, 8: 1, 6: 5, 5: 4, 4: 3, 3: 1}),
)
BACKGAMMON: Final = Picture(
    key="backgammon",
    # Translators: the win that counts most, not the game of backgammon.
    title=_("A backgammon"),
    caption=_("The same, but one black checker is still in your home board."),
    position=position_of({}, {21: 1, 8: 2, 6: 5, 5: 4, 4: 3}),
)
COUNTED: Final = Picture(
    key="poengspill",
    title=_("Poengspill"),
    caption=_("You have borne off all your checkers. Black still has all 15."),
    when=POENGSPILL_RULE.when,
    position=position_of(
        {}, {BAR: 1, 22: 1, 15: 1, 13: 2, 10: 1, 8: 3, 6: 3, 5: 2, 4: 1}
    ),
)
COUNTED_ROWS: Final = (
    Count(_("In the loser’s home board"), 1, 6),
    Count(_("In the loser’s outer board"), 2, 4),
    Count(_("In the winner’s outer board"), 3, 3),
    Count(_("In the winner’s home board or on the bar"), 4, 2),
)
