"""What the five rule documents say, fact by fact, and where.

A page shows what its document states, what its switches say, and what belongs to the
game itself, where a document leaves it open because it is short.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.rulebook.profiles import Profile, ready_made
from matches.rulebook.switches import SWITCHES, Rule, has_cube


class Document(StrEnum):
    """A rule document, by the key of the profile that follows it."""

    DANISH = "danish"
    SWEDISH = "swedish"
    NORWEGIAN = "norwegian"
    LEAFLET = "leaflet"
    DUTCH = "dutch"


NAMES: Final[Mapping[Document, Promise]] = {
    Document.DANISH: _("Danish federation"),
    Document.SWEDISH: _("Swedish federation"),
    Document.NORWEGIAN: _("Norwegian rules"),
    Document.LEAFLET: _("Older Norwegian leaflet"),
    Document.DUTCH: _("Dutch leaflet"),
}
"""Whose document it is, in few words."""


class Fact(StrEnum):
    """One thing that players have to know."""

    # The game itself
    BOARD = "board"
    SETUP = "setup"
    AIM = "aim"
    DIRECTIONS = "directions"
    OPENING = "opening"
    TIE = "tie"
    TURNS = "turns"
    OPEN_POINT = "open point"
    STACKING = "stacking"
    BLOCKED_COUNTS = "blocked points are counted"
    SEPARATE_DICE = "separate dice"
    DOUBLET = "equal dice"
    ALL_DICE = "all dice"
    HIGHER_DIE = "higher die"
    ONLY_DIE = "only die"
    NO_PLAY = "no play"
    HITTING = "hitting"
    HIT_AND_ON = "hit and move on"
    ENTER_FIRST = "enter first"
    ENTER_SOME = "enter as many as possible"
    DANCE = "dance"
    SHUT_OUT = "shut out"
    MAKING_POINTS = "making points"
    BEAR_OFF = "bear off"
    BEAR_OFF_CHOICE = "bearing off is a choice"
    GAP = "gap"
    HIGHEST = "highest point"
    HIT_LATE = "hit while bearing off"
    WORTH = "worth of a game"
    DOUBLING = "doubling"
    DROP = "drop"
    TAKE = "take"
    REDOUBLE = "redouble"
    MATCH = "match"

    # What only some of them say
    ONE_NUMBERING = "one numbering"
    HIGH_THROW_CHOOSES = "high throw chooses"
    CLOCKWISE = "clockwise"
    BAR_IS_NO_POINT = "bar is no point"
    PRIME_NAMES = "prime names"
    CUBE_IN_EVERY_MATCH = "cube in every match"
    CUBE_64_OR_1_UP = "64 or 1 up"
    CUBE_64_UP = "64 up"
    CUBE_2_UP = "2 up"
    LATE_DOUBLE = "late double"
    HOW_TO_DOUBLE = "how to double"
    TOUCHING_DOUBLES = "touching doubles"
    DOUBLE_STANDS = "double stands"
    RIGHT_HALF = "right half"
    BOTH_AT_ONCE = "both at once"
    COCKED = "cocked"
    FLOOR = "floor"
    TURN_ENDS_AT_A_DIE = "turn ends at a die"
    TURN_ENDS_AT_BOTH = "turn ends at both dice"
    EARLY_ROLL_CHOICE = "early roll, choice"
    EARLY_ROLL_AGAIN = "early roll, again"
    WRONG_PLAY_CHOICE = "wrong play, choice"
    WRONG_PLAY_POINTED_OUT = "wrong play, pointed out"
    STAKE_AGREED = "stake agreed"
    STAKE_PER_POINT = "stake per point"

    # What a document leaves out
    DICE_OPEN = "dice left open"
    MISTAKES_OPEN = "mistakes left open"


Statement: TypeAlias = Fact | Rule
"""What the rule book says: a fact of the game or of a document, or a switch's rule."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a document states a fact: the heading of its section."""

    document: Document
    section: str


_DA_SETUP: Final = Source(Document.DANISH, "Startopstilling")
_DA_MOVES: Final = Source(Document.DANISH, "Flyt af brikker")
_DA_HIT: Final = Source(Document.DANISH, "At slå en brik")
_DA_POINTS: Final = Source(Document.DANISH, "At lave punkter")
_DA_OFF: Final = Source(Document.DANISH, "Udtagning af brikker")
_DA_WORTH: Final = Source(Document.DANISH, "Gammon & Backgammon")
_DA_WRONG: Final = Source(Document.DANISH, "Ugyldige slag & ulovlige ryk")
_DA_CUBE: Final = Source(Document.DANISH, "Dobleterningen")

_SV_SETUP: Final = Source(Document.SWEDISH, "Uppställning vid spelets början")
_SV_OPENING: Final = Source(Document.SWEDISH, "Spelet börjar")
_SV_MOVES: Final = Source(Document.SWEDISH, "Slå och flytta")
_SV_CLOSED: Final = Source(Document.SWEDISH, "Stängda fält")
_SV_HIT: Final = Source(Document.SWEDISH, "Slå ut")
_SV_ENTER: Final = Source(Document.SWEDISH, "Utslagna brickor flyttas in i spel igen")
_SV_OFF: Final = Source(Document.SWEDISH, "Flytta ut egna brickor ur spelet")
_SV_WORTH: Final = Source(Document.SWEDISH, "Gammon och Backgammon")
_SV_CUBE: Final = Source(Document.SWEDISH, "Dubbling")
_SV_REST: Final = Source(Document.SWEDISH, "Övrigt")

_NB_AIM: Final = Source(Document.NORWEGIAN, "Poenget med backgammonspillet")
_NB_OPENING: Final = Source(Document.NORWEGIAN, "Å begynne spillet")
_NB_MOVES: Final = Source(Document.NORWEGIAN, "Flytting av brikkene")
_NB_HIT: Final = Source(Document.NORWEGIAN, "Å slå ut og å sette inn igjen")
_NB_OFF: Final = Source(Document.NORWEGIAN, "Flytte av brettet")
_NB_CUBE: Final = Source(Document.NORWEGIAN, "Doblingsterningen")
_NB_BEAVERS: Final = Source(Document.NORWEGIAN, "Å spille med bevre")
_NB_WORTH: Final = Source(Document.NORWEGIAN, "Gammon og Backgammon")

_LF_PREPARING: Final = Source(Document.LEAFLET, "2. Forberedelse til spillet")
_LF_SETUP: Final = Source(Document.LEAFLET, "3. Brikkenes startoppstilling")
_LF_MOVES: Final = Source(Document.LEAFLET, "4. Spillets gang")
_LF_BLOCKS: Final = Source(Document.LEAFLET, "5. Blokkering")
_LF_BAR: Final = Source(Document.LEAFLET, "6. På barrieren")
_LF_OFF: Final = Source(Document.LEAFLET, "7. Sluttspillet")
_LF_POINTS: Final = Source(Document.LEAFLET, "8. Poengberegningen")

_NL_PARTS: Final = Source(Document.DUTCH, "Inhoud")
_NL_AIM: Final = Source(Document.DUTCH, "Doel van het spel")
_NL_SETUP: Final = Source(Document.DUTCH, "Startopstelling")
_NL_DICE: Final = Source(Document.DUTCH, "Het gooien van de dobbelstenen")
_NL_HIT: Final = Source(Document.DUTCH, "Stukken slaan")
_NL_OFF: Final = Source(Document.DUTCH, "Stukken verzamelen / uitspelen")
_NL_MORE: Final = Source(Document.DUTCH, "Verduidelijking regels")
_NL_CUBE: Final = Source(Document.DUTCH, "Verdubbelaar")

STATED: Final[Mapping[Fact, tuple[Source, ...]]] = {
    Fact.BOARD: (
        Source(Document.SWEDISH, "Såhär spelas backgammon"),
        _LF_PREPARING,
        _NL_PARTS,
    ),
    Fact.SETUP: (_DA_SETUP, _SV_SETUP, _LF_SETUP, _NL_SETUP),
    Fact.AIM: (_SV_SETUP, _NB_AIM, _LF_MOVES, _NL_AIM),
    Fact.DIRECTIONS: (_DA_MOVES, _SV_SETUP, _NB_OPENING, _LF_MOVES, _NL_SETUP),
    Fact.OPENING: (_DA_MOVES, _SV_OPENING, _NB_OPENING, _NL_DICE),
    Fact.TIE: (_SV_OPENING, _NB_OPENING),
    Fact.TURNS: (_SV_MOVES, _NB_OPENING, _LF_MOVES),
    Fact.OPEN_POINT: (_DA_MOVES, _SV_MOVES, _NB_MOVES, _LF_BLOCKS, _NL_DICE),
    Fact.STACKING: (_SV_MOVES, _LF_MOVES),
    Fact.BLOCKED_COUNTS: (_SV_CLOSED,),
    Fact.SEPARATE_DICE: (_DA_MOVES, _SV_MOVES, _NB_MOVES, _LF_MOVES, _NL_DICE),
    Fact.DOUBLET: (_DA_MOVES, _SV_MOVES, _LF_MOVES, _NL_DICE),
    Fact.ALL_DICE: (_DA_MOVES, _SV_MOVES, _NB_MOVES, _LF_OFF, _NL_DICE),
    Fact.HIGHER_DIE: (_DA_MOVES, _SV_MOVES, _NB_MOVES, _NL_DICE),
    Fact.ONLY_DIE: (_SV_MOVES, _NB_MOVES, _NL_DICE),
    Fact.NO_PLAY: (_DA_MOVES, _NB_MOVES, _NL_DICE, _NL_MORE),
    Fact.HITTING: (_DA_HIT, _SV_HIT, _NB_HIT, _LF_BAR, _NL_HIT),
    Fact.HIT_AND_ON: (_DA_HIT, _SV_HIT, _LF_BAR),
    Fact.ENTER_FIRST: (_DA_HIT, _SV_ENTER, _NB_HIT, _LF_BAR, _NL_HIT),
    Fact.ENTER_SOME: (_NB_HIT,),
    Fact.DANCE: (_SV_ENTER, _NB_HIT, _NL_HIT),
    Fact.SHUT_OUT: (_DA_HIT, _LF_BAR),
    Fact.MAKING_POINTS: (_DA_POINTS, _SV_CLOSED, _NB_MOVES, _LF_BLOCKS, _NL_HIT),
    Fact.BEAR_OFF: (_DA_OFF, _SV_OFF, _NB_OFF, _LF_OFF, _NL_OFF),
    Fact.BEAR_OFF_CHOICE: (_DA_OFF, _NB_OFF, _LF_OFF, _NL_OFF),
    Fact.GAP: (_SV_OFF, _NB_OFF, _NL_OFF),
    Fact.HIGHEST: (_DA_OFF, _SV_OFF, _NB_OFF, _LF_OFF, _NL_OFF, _NL_MORE),
    Fact.HIT_LATE: (_NB_OFF, _LF_OFF, _NL_OFF),
    Fact.WORTH: (_DA_WORTH, _SV_WORTH, _NB_WORTH, _LF_POINTS, _NL_MORE),
    Fact.DOUBLING: (_DA_CUBE, _SV_CUBE, _NB_CUBE, _LF_POINTS, _NL_CUBE),
    Fact.DROP: (_DA_CUBE, _SV_CUBE, _NB_CUBE, _LF_POINTS, _NL_CUBE),
    Fact.TAKE: (_DA_CUBE, _SV_CUBE, _NB_CUBE, _LF_POINTS, _NL_CUBE),
    Fact.REDOUBLE: (_DA_CUBE, _SV_CUBE, _NB_CUBE, _LF_POINTS, _NL_CUBE),
    Fact.ONE_NUMBERING: (_SV_SETUP,),
    Fact.HIGH_THROW_CHOOSES: (_LF_PREPARING, _LF_SETUP),
    Fact.CLOCKWISE: (_NL_SETUP,),
    Fact.BAR_IS_NO_POINT: (_NB_MOVES,),
    Fact.PRIME_NAMES: (_DA_POINTS,),
    Fact.CUBE_IN_EVERY_MATCH: (_DA_CUBE,),
    Fact.CUBE_64_OR_1_UP: (_DA_CUBE,),
    Fact.CUBE_64_UP: (_SV_CUBE,),
    Fact.CUBE_2_UP: (_LF_POINTS,),
    Fact.LATE_DOUBLE: (_DA_CUBE,),
    Fact.HOW_TO_DOUBLE: (_DA_CUBE,),
    Fact.TOUCHING_DOUBLES: (_DA_CUBE,),
    Fact.DOUBLE_STANDS: (_DA_CUBE,),
    Fact.RIGHT_HALF: (_DA_WRONG,),
    Fact.BOTH_AT_ONCE: (_SV_REST, _LF_MOVES),
    Fact.COCKED: (_SV_REST,),
    Fact.FLOOR: (_LF_MOVES,),
    Fact.TURN_ENDS_AT_A_DIE: (_DA_WRONG,),
    Fact.TURN_ENDS_AT_BOTH: (_SV_REST,),
    Fact.EARLY_ROLL_CHOICE: (_DA_WRONG,),
    Fact.EARLY_ROLL_AGAIN: (_SV_REST,),
    Fact.WRONG_PLAY_CHOICE: (_DA_WRONG,),
    Fact.WRONG_PLAY_POINTED_OUT: (_SV_REST,),
    Fact.STAKE_AGREED: (_NB_CUBE, _LF_POINTS),
    Fact.STAKE_PER_POINT: (_NL_CUBE,),
}
"""Every fact that a document states, with its places; `Rule.stated` has the others."""

_ALL: Final = tuple(Fact)
GAME: Final = frozenset(_ALL[: _ALL.index(Fact.ONE_NUMBERING)])
"""What holds for everybody who plays backgammon, whether or not a document says it."""

_DICE: Final = frozenset({Fact.RIGHT_HALF, Fact.COCKED, Fact.FLOOR})
_MISTAKES: Final = frozenset({Fact.WRONG_PLAY_CHOICE, Fact.WRONG_PLAY_POINTED_OUT})
_ABOUT_THE_CUBE: Final = frozenset(
    {
        *(Fact.CUBE_IN_EVERY_MATCH, Fact.CUBE_64_OR_1_UP, Fact.CUBE_64_UP),
        *(Fact.CUBE_2_UP, Fact.LATE_DOUBLE, Fact.HOW_TO_DOUBLE),
        *(Fact.TOUCHING_DOUBLES, Fact.DOUBLE_STANDS),
        *(Fact.DOUBLING, Fact.DROP, Fact.TAKE, Fact.REDOUBLE),
    }
)


def book_rules() -> Iterator[Rule]:
    """Yield what the switches say in the rule book, whether or not it holds."""
    return (rule for switch in SWITCHES for rule in switch.in_book)


def sources_of(statement: Statement) -> tuple[Source, ...]:
    """Return where documents state something, nothing where none does."""
    if isinstance(statement, Fact):
        return STATED.get(statement, ())
    return tuple(
        Source(Document(key), section) for key, section in statement.stated.items()
    )


def stated_in(document: Document) -> frozenset[Statement]:
    """Return what a document says."""
    statements: list[Statement] = [*STATED, *book_rules()]
    return frozenset(
        statement
        for statement in statements
        if any(source.document == document for source in sources_of(statement))
    )


def document_of(profile: Profile) -> Document:
    """Return the document that a profile was made from."""
    return Document(ready_made(profile.key).key)


def facts_of(profile: Profile) -> frozenset[Statement]:
    """Return what holds by a profile: its switches win over its document."""
    document = document_of(profile)
    said = {
        fact
        for fact, sources in STATED.items()
        if any(source.document == document for source in sources)
    }
    silent = {
        fact
        for fact, answers in (
            (Fact.DICE_OPEN, _DICE),
            (Fact.MISTAKES_OPEN, _MISTAKES),
        )
        if not said & answers
    }
    facts = GAME | said | silent
    if not has_cube(profile):
        facts -= _ABOUT_THE_CUBE
    return facts | {rule for rule in book_rules() if rule.when(profile)}
