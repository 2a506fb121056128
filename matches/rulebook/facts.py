"""The facts that the five rule documents state, and the sections that state them.

The rule book of a profile has what its document states, what its switches say, and the
facts of the game itself, because a document may be short and omit some of those.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.rulebook.profiles import Profile, ready_made
from matches.rulebook.switches import SWITCHES, Rule, has_cube


class RuleDocument(StrEnum):
    """A rule document. The value is the key of the profile that follows it."""

    DANISH = "danish"
    SWEDISH = "swedish"
    NORWEGIAN = "norwegian"
    LEAFLET = "leaflet"
    DUTCH = "dutch"


NAMES: Final[Mapping[RuleDocument, Promise]] = {
    RuleDocument.DANISH: _("Danish federation"),
    RuleDocument.SWEDISH: _("Swedish federation"),
    RuleDocument.NORWEGIAN: _("Norwegian rules"),
    RuleDocument.LEAFLET: _("Older Norwegian leaflet"),
    RuleDocument.DUTCH: _("Dutch leaflet"),
}
"""The short name of the publisher of each document."""


class RuleFact(StrEnum):
    """One thing that players have to know."""

    # Facts of the game itself: they hold for every profile (`GAME`).
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

    # Facts that only some documents state.
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

    # Facts about gaps: the document says nothing about a subject.
    DICE_OPEN = "dice left open"
    MISTAKES_OPEN = "mistakes left open"


Statement: TypeAlias = RuleFact | Rule
"""A statement of the rule book: a fact of the game or of a document, or a switch's
rule."""


@dataclass(frozen=True, slots=True)
class RuleSource:
    """The place where a document states a fact: the heading of its section."""

    document: RuleDocument
    section: str


_DA_SETUP: Final = RuleSource(RuleDocument.DANISH, "Startopstilling")
_DA_MOVES: Final = RuleSource(RuleDocument.DANISH, "Flyt af brikker")
_DA_HIT: Final = RuleSource(RuleDocument.DANISH, "At slå en brik")
_DA_POINTS: Final = RuleSource(RuleDocument.DANISH, "At lave punkter")
_DA_OFF: Final = RuleSource(RuleDocument.DANISH, "Udtagning af brikker")
_DA_WORTH: Final = RuleSource(RuleDocument.DANISH, "Gammon & Backgammon")
_DA_WRONG: Final = RuleSource(RuleDocument.DANISH, "Ugyldige slag & ulovlige ryk")
_DA_CUBE: Final = RuleSource(RuleDocument.DANISH, "Dobleterningen")

_SV_SETUP: Final = RuleSource(RuleDocument.SWEDISH, "Uppställning vid spelets början")
_SV_OPENING: Final = RuleSource(RuleDocument.SWEDISH, "Spelet börjar")
_SV_MOVES: Final = RuleSource(RuleDocument.SWEDISH, "Slå och flytta")
_SV_CLOSED: Final = RuleSource(RuleDocument.SWEDISH, "Stängda fält")
_SV_HIT: Final = RuleSource(RuleDocument.SWEDISH, "Slå ut")
_SV_ENTER: Final = RuleSource(
    RuleDocument.SWEDISH, "Utslagna brickor flyttas in i spel igen"
)
_SV_OFF: Final = RuleSource(RuleDocument.SWEDISH, "Flytta ut egna brickor ur spelet")
_SV_WORTH: Final = RuleSource(RuleDocument.SWEDISH, "Gammon och Backgammon")
_SV_CUBE: Final = RuleSource(RuleDocument.SWEDISH, "Dubbling")
_SV_REST: Final = RuleSource(RuleDocument.SWEDISH, "Övrigt")

_NB_AIM: Final = RuleSource(RuleDocument.NORWEGIAN, "Poenget med backgammonspillet")
_NB_OPENING: Final = RuleSource(RuleDocument.NORWEGIAN, "Å begynne spillet")
_NB_MOVES: Final = RuleSource(RuleDocument.NORWEGIAN, "Flytting av brikkene")
_NB_HIT: Final = RuleSource(RuleDocument.NORWEGIAN, "Å slå ut og å sette inn igjen")
_NB_OFF: Final = RuleSource(RuleDocument.NORWEGIAN, "Flytte av brettet")
_NB_CUBE: Final = RuleSource(RuleDocument.NORWEGIAN, "Doblingsterningen")
_NB_WORTH: Final = RuleSource(RuleDocument.NORWEGIAN, "Gammon og Backgammon")

_LF_PREPARING: Final = RuleSource(RuleDocument.LEAFLET, "2. Forberedelse til spillet")
_LF_SETUP: Final = RuleSource(RuleDocument.LEAFLET, "3. Brikkenes startoppstilling")
_LF_MOVES: Final = RuleSource(RuleDocument.LEAFLET, "4. Spillets gang")
_LF_BLOCKS: Final = RuleSource(RuleDocument.LEAFLET, "5. Blokkering")
_LF_BAR: Final = RuleSource(RuleDocument.LEAFLET, "6. På barrieren")
_LF_OFF: Final = RuleSource(RuleDocument.LEAFLET, "7. Sluttspillet")
_LF_POINTS: Final = RuleSource(RuleDocument.LEAFLET, "8. Poengberegningen")

_NL_PARTS: Final = RuleSource(RuleDocument.DUTCH, "Inhoud")
_NL_AIM: Final = RuleSource(RuleDocument.DUTCH, "Doel van het spel")
_NL_SETUP: Final = RuleSource(RuleDocument.DUTCH, "Startopstelling")
_NL_DICE: Final = RuleSource(RuleDocument.DUTCH, "Het gooien van de dobbelstenen")
_NL_HIT: Final = RuleSource(RuleDocument.DUTCH, "Stukken slaan")
_NL_OFF: Final = RuleSource(RuleDocument.DUTCH, "Stukken verzamelen / uitspelen")
_NL_MORE: Final = RuleSource(RuleDocument.DUTCH, "Verduidelijking regels")
_NL_CUBE: Final = RuleSource(RuleDocument.DUTCH, "Verdubbelaar")

STATED: Final[Mapping[RuleFact, tuple[RuleSource, ...]]] = {
    RuleFact.BOARD: (
        RuleSource(RuleDocument.SWEDISH, "Såhär spelas backgammon"),
        _LF_PREPARING,
        _NL_PARTS,
    ),
    RuleFact.SETUP: (_DA_SETUP, _SV_SETUP, _LF_SETUP, _NL_SETUP),
    RuleFact.AIM: (_SV_SETUP, _NB_AIM, _LF_MOVES, _NL_AIM),
    RuleFact.DIRECTIONS: (_DA_MOVES, _SV_SETUP, _NB_OPENING, _LF_MOVES, _NL_SETUP),
    RuleFact.OPENING: (_DA_MOVES, _SV_OPENING, _NB_OPENING, _NL_DICE),
    RuleFact.TIE: (_SV_OPENING, _NB_OPENING),
    RuleFact.TURNS: (_SV_MOVES, _NB_OPENING, _LF_MOVES),
    RuleFact.OPEN_POINT: (_DA_MOVES, _SV_MOVES, _NB_MOVES, _LF_BLOCKS, _NL_DICE),
    RuleFact.STACKING: (_SV_MOVES, _LF_MOVES),
    RuleFact.BLOCKED_COUNTS: (_SV_CLOSED,),
    RuleFact.SEPARATE_DICE: (_DA_MOVES, _SV_MOVES, _NB_MOVES, _LF_MOVES, _NL_DICE),
    RuleFact.DOUBLET: (_DA_MOVES, _SV_MOVES, _LF_MOVES, _NL_DICE),
    RuleFact.ALL_DICE: (_DA_MOVES, _SV_MOVES, _NB_MOVES, _LF_OFF, _NL_DICE),
    RuleFact.HIGHER_DIE: (_DA_MOVES, _SV_MOVES, _NB_MOVES, _NL_DICE),
    RuleFact.ONLY_DIE: (_SV_MOVES, _NB_MOVES, _NL_DICE),
    RuleFact.NO_PLAY: (_DA_MOVES, _NB_MOVES, _NL_DICE, _NL_MORE),
    RuleFact.HITTING: (_DA_HIT, _SV_HIT, _NB_HIT, _LF_BAR, _NL_HIT),
    RuleFact.HIT_AND_ON: (_DA_HIT, _SV_HIT, _LF_BAR),
    RuleFact.ENTER_FIRST: (_DA_HIT, _SV_ENTER, _NB_HIT, _LF_BAR, _NL_HIT),
    RuleFact.ENTER_SOME: (_NB_HIT,),
    RuleFact.DANCE: (_SV_ENTER, _NB_HIT, _NL_HIT),
    RuleFact.SHUT_OUT: (_DA_HIT, _LF_BAR),
    RuleFact.MAKING_POINTS: (_DA_POINTS, _SV_CLOSED, _NB_MOVES, _LF_BLOCKS, _NL_HIT),
    RuleFact.BEAR_OFF: (_DA_OFF, _SV_OFF, _NB_OFF, _LF_OFF, _NL_OFF),
    RuleFact.BEAR_OFF_CHOICE: (_DA_OFF, _NB_OFF, _LF_OFF, _NL_OFF),
    RuleFact.GAP: (_SV_OFF, _NB_OFF, _NL_OFF),
    RuleFact.HIGHEST: (_DA_OFF, _SV_OFF, _NB_OFF, _LF_OFF, _NL_OFF, _NL_MORE),
    RuleFact.HIT_LATE: (_NB_OFF, _LF_OFF, _NL_OFF),
    RuleFact.WORTH: (_DA_WORTH, _SV_WORTH, _NB_WORTH, _LF_POINTS, _NL_MORE),
    RuleFact.DOUBLING: (_DA_CUBE, _SV_CUBE, _NB_CUBE, _LF_POINTS, _NL_CUBE),
    RuleFact.DROP: (_DA_CUBE, _SV_CUBE, _NB_CUBE, _LF_POINTS, _NL_CUBE),
    RuleFact.TAKE: (_DA_CUBE, _SV_CUBE, _NB_CUBE, _LF_POINTS, _NL_CUBE),
    RuleFact.REDOUBLE: (_DA_CUBE, _SV_CUBE, _NB_CUBE, _LF_POINTS, _NL_CUBE),
    RuleFact.ONE_NUMBERING: (_SV_SETUP,),
    RuleFact.HIGH_THROW_CHOOSES: (_LF_PREPARING, _LF_SETUP),
    RuleFact.CLOCKWISE: (_NL_SETUP,),
    RuleFact.BAR_IS_NO_POINT: (_NB_MOVES,),
    RuleFact.PRIME_NAMES: (_DA_POINTS,),
    RuleFact.CUBE_IN_EVERY_MATCH: (_DA_CUBE,),
    RuleFact.CUBE_64_OR_1_UP: (_DA_CUBE,),
    RuleFact.CUBE_64_UP: (_SV_CUBE,),
    RuleFact.CUBE_2_UP: (_LF_POINTS,),
    RuleFact.LATE_DOUBLE: (_DA_CUBE,),
    RuleFact.HOW_TO_DOUBLE: (_DA_CUBE,),
    RuleFact.TOUCHING_DOUBLES: (_DA_CUBE,),
    RuleFact.DOUBLE_STANDS: (_DA_CUBE,),
    RuleFact.RIGHT_HALF: (_DA_WRONG,),
    RuleFact.BOTH_AT_ONCE: (_SV_REST, _LF_MOVES),
    RuleFact.COCKED: (_SV_REST,),
    RuleFact.FLOOR: (_LF_MOVES,),
    RuleFact.TURN_ENDS_AT_A_DIE: (_DA_WRONG,),
    RuleFact.TURN_ENDS_AT_BOTH: (_SV_REST,),
    RuleFact.EARLY_ROLL_CHOICE: (_DA_WRONG,),
    RuleFact.EARLY_ROLL_AGAIN: (_SV_REST,),
    RuleFact.WRONG_PLAY_CHOICE: (_DA_WRONG,),
    RuleFact.WRONG_PLAY_POINTED_OUT: (_SV_REST,),
    RuleFact.STAKE_AGREED: (_NB_CUBE, _LF_POINTS),
    RuleFact.STAKE_PER_POINT: (_NL_CUBE,),
}
"""The places of every fact that a document states. For rules see `Rule.stated`."""

_ALL: Final = tuple(RuleFact)
GAME: Final = frozenset(_ALL[: _ALL.index(RuleFact.ONE_NUMBERING)])
"""The facts of backgammon itself, which hold even if a document omits them."""

_DICE: Final = frozenset({RuleFact.RIGHT_HALF, RuleFact.COCKED, RuleFact.FLOOR})
_MISTAKES: Final = frozenset(
    {RuleFact.WRONG_PLAY_CHOICE, RuleFact.WRONG_PLAY_POINTED_OUT}
)
_ABOUT_THE_CUBE: Final = frozenset(
    {
        *(RuleFact.CUBE_IN_EVERY_MATCH, RuleFact.CUBE_64_OR_1_UP, RuleFact.CUBE_64_UP),
        *(RuleFact.CUBE_2_UP, RuleFact.LATE_DOUBLE, RuleFact.HOW_TO_DOUBLE),
        *(RuleFact.TOUCHING_DOUBLES, RuleFact.DOUBLE_STANDS),
        *(RuleFact.DOUBLING, RuleFact.DROP, RuleFact.TAKE, RuleFact.REDOUBLE),
    }
)


def book_rules() -> Iterator[Rule]:
    """Yield the rules of all switches in the rule book, whether or not they hold."""
    return (rule for switch in SWITCHES for rule in switch.in_book)


def sources_of(statement: Statement) -> tuple[RuleSource, ...]:
    """Return the places where documents state something; empty if there are none."""
    if isinstance(statement, RuleFact):
        return STATED.get(statement, ())
    return tuple(
        RuleSource(RuleDocument(key), section)
        for key, section in statement.stated.items()
    )


def stated_in(document: RuleDocument) -> frozenset[Statement]:
    """Return the facts and rules that a document states."""
    statements: list[Statement] = [*STATED, *book_rules()]
    return frozenset(
        statement
        for statement in statements
        if any(source.document == document for source in sources_of(statement))
    )


def document_of(profile: Profile) -> RuleDocument:
    """Return the document that the profile follows."""
    return RuleDocument(ready_made(profile.key).key)


def facts_of(profile: Profile) -> frozenset[Statement]:
    """Return the statements that hold under a profile.

    These are the facts of the game, the facts that its document states or leaves open,
    and the rules of its switches that hold. Without a cube, facts about the cube are
    left out.
    """
    document = document_of(profile)
    said = {
        fact
        for fact, sources in STATED.items()
        if any(source.document == document for source in sources)
    }
    silent = {
        fact
        for fact, answers in (
            (RuleFact.DICE_OPEN, _DICE),
            (RuleFact.MISTAKES_OPEN, _MISTAKES),
        )
        if not said & answers
    }
    facts = GAME | said | silent
    if not has_cube(profile):
        facts -= _ABOUT_THE_CUBE
    return facts | {rule for rule in book_rules() if rule.when(profile)}
