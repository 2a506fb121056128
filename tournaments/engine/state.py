"""Immutable values: the input and the output of the engine."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum, auto
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from matches.rules.refusals import Message, Param
from tournaments.engine.plan import BracketPlan

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def group_name(group: int) -> str:
    """Return the letter of a group, from 1: A to Z, then AA and so on."""
    letters = ""
    while group > 0:
        group, letter = divmod(group - 1, len(ALPHABET))
        letters = ALPHABET[letter] + letters
    return letters


Wins = int | Fraction
"""A number of wins, an int where it is whole: a bye may be worth half a win."""

_NUMBER = attrgetter("number")
BYE_BY_LOT = "lots"
"""The value of `Options.bye_to` if byes are drawn."""

HALF_BYE = "bye"
"""The kind of a `Rest` that was asked for: see `Options.asked_worth`."""

ABSENT = "absent"
"""The kind of a `Rest` of an entrant who said beforehand that they miss the round."""

BAKU = "baku"
"""The value of `Options.accelerated` for Baku acceleration: see `acceleration`."""

BY_PR = "pr"
"""The value of `Options.seeds_by` if the lowest PR is the best seed."""

MOST_LEGS = 5
"""The largest number of matches of one pairing."""

BY_WINS = "wins:1"
"""The value of `Options.scoring` of a stage that ranks by wins."""

ENTRANT_PARAMS = frozenset({"entrant", "other"})
"""Parameters of a `Note` that are the number of an entrant, not a count."""

REMATCH = Message("draw.rematch", "Rematch: no pairing without rematches exists.")
SECOND_BYE = Message(
    "draw.second_bye",
    "Second bye: giving it to someone else would cause more rematches or unwanted "
    "pairings.",
)
BYE_HIGHER = Message(
    "draw.bye_higher",
    "Bye above the lowest score, because of earlier meetings or pairs to be kept "
    "apart.",
)
NOT_TO_MEET = Message(
    "draw.not_to_meet",
    "These two should not meet, but any other round has more rematches, or none is "
    "possible.",
)
LIST_LEFT = Message(
    "draw.list_left",
    "Not neighbours in the standings, because of pairs to be kept apart.",
)


_QUARTERS = {0: "", 1: "¼", 2: "½", 3: "¾"}


def shown_wins(wins: Wins) -> int | str:
    """Three halves become "1½", whole numbers stay numbers: fit for JSON."""
    whole = int(wins)
    if wins == whole:
        return whole
    part = _QUARTERS[int(abs(Fraction(wins) - whole) * 4)]
    return f"{whole or ('-' if wins < 0 else '')}{part}"


@dataclass(frozen=True, slots=True)
class Note:
    """A remark for people: a message and its parameters.

    Parameters called `entrant` or `other` are entrant numbers, because the engine knows
    no names; `named` replaces them by names.
    """

    message: Message
    params: Mapping[str, Param | Fraction] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message.english % self.params

    def named(self, names: Mapping[int, str]) -> dict[str, object]:
        return {
            key: names[value]
            if key in ENTRANT_PARAMS and isinstance(value, int)
            else value
            for key, value in self.params.items()
        }


Notes = Iterator[Note]


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry of a division as the engine sees it.

    `number` runs from 1 and never changes. `present`: to be paired in the next round
    (checked in, not withdrawn); in a drawn bracket: not withdrawn. `joined`: the first
    round that the entrant can play. `lot`: Monrad player number, place in the round
    robin or line of the bracket, given by the first draw. `club`, `country` and
    `family`: entrants with the same value are kept apart if the stage asks for it.
    `seed`: rank in the source stage, 1 the best, None without one. `wants_bye`: asked
    for the bye of the next round. `group`: group in the source stage, if it had
    several. `pr`: performance rating, lower is better.
    """

    number: int
    rating: Decimal | None = None
    club: str = ""
    present: bool = True
    joined: int = 1
    lot: int | None = None
    country: str = field(default="", kw_only=True)
    family: str = field(default="", kw_only=True)
    seed: int | None = field(default=None, kw_only=True)
    wants_bye: bool = field(default=False, kw_only=True)
    group: str = field(default="", kw_only=True)
    pr: Decimal | None = field(default=None, kw_only=True)


def strength(entrant: Entrant) -> tuple[bool, int, bool, Decimal]:
    """Return a sort key: place in the source stage, then rating; missing ones last."""
    seed, rating = entrant.seed, entrant.rating
    return seed is None, seed or 0, rating is None, -(rating or Decimal(0))


@dataclass(frozen=True, slots=True)
class Rest:
    """A round that an entrant sits out, as was said before it was drawn.

    `kind` is `HALF_BYE` or `ABSENT`. It is no `Outcome`: the bye of an odd field is
    given by the draw, a rest is not.
    """

    round: int
    entrant: int
    kind: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one match or bye.

    `two` is None for a bye, which `one` wins. `winner` is None while the match is open.
    A walk-over (`played` False) counts as a win, but the two have not met. `nobody`: a
    double forfeit, decided with `winner` None; both lose, and they have not met. Points
    are match points, 0 or more; points beyond the match length are ignored. `length` is
    the length of this match, None for that of the stage. `slot`: in a bracket, the
    number of the node. `disputed`, in a bracket: the match counts as open, although
    there may be later matches that follow from its winner. A pairing of two matches
    (`Options.legs`) has two outcomes with the same round and the same entrants.
    """

    round: int
    one: int
    two: int | None
    winner: int | None
    points_one: int = 0
    points_two: int = 0
    played: bool = True
    length: int | None = None
    nobody: bool = field(default=False, kw_only=True)
    slot: int | None = field(default=None, kw_only=True)
    disputed: bool = field(default=False, kw_only=True)

    @property
    def is_open(self) -> bool:
        return self.disputed or (self.winner is None and not self.nobody)


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A bracket for the losers of another section of the same plan.

    `section` is its name, and `of` the section whose losers enter. `pattern`:
    "first_loss" (losers of their first match), "unshifted" or "shifted" (progressive,
    see `bracket.loser_rounds`). `first` and `last` are the rounds of `of` whose losers
    drop; `last` 0 means every round but the final.
    """

    section: str = "consolation"
    of: str = "main"
    pattern: str = "unshifted"
    first: int = 1
    last: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The choices of a director for a stage beyond format, rounds and length.

    `Format.options` names the fields that a format uses.

    - `byes`, of a bracket: "spread" (opposite the best seeds), "top", "bottom" or
      "lots" (drawn by lot)
    - `bye_to`, of a format of rounds: "lowest", or "lots" (see `pairing.wishes`)
    - `seeded`: the number of entrants placed by rank; the others are placed by lot
    - `seeds_by`: the value by which a field is ranked that comes from no other stage:
      "rating", or `BY_PR`, with which all entrants have a `seed`
    - `branches`: the brackets of losers
    - `reset`: the winner of the lower bracket must win the final twice
    - `lives`: the number of losses after which an entrant is out
    - `survivors`: the number of entrants left at which a stage of lives ends
    - `times`: how often all meet each other in a round robin
    - `groups`: the number of groups
    - `legs`: matches of one pairing, 1 to `MOST_LEGS`, each of which counts; 2 in
      consultation, so that it can end 1-1. In a bracket the best of so many goes on
    - `apart`: kinds of entrants that do not meet if that costs nothing else, the most
      important first: "club", "country", "family"
    - `apart_rounds`: the number of first rounds in which `apart` holds, 0 for all
    - `forbidden`: pairs of entrant numbers, the lower first, that do not meet unless
      more rematches would be the price; in a bracket they meet as late as possible
    - `tiebreaks`: codes of the tie-breaks between equal wins, the most important first,
      and last `PLAY_OFF` if equals play for their place; `SHARED_AT_ONCE` alone for
      none; empty for the order of stages from before there was a choice (see
      `standings.tiebreaks`)
    - `scoring`: the code of the scoring scheme by which a stage ranks, see
      `standings.schemes`
    - `unplayed`: what a match that was not played counts in tie-breaks by the scores of
      opponents: "nothing"; "virtual", for an opponent with one's own wins before that
      round who won it if one did not, and won half of what followed; or "own_score",
      for an opponent with one's own wins
    - `half_byes`: the number of rounds in which an entrant may ask for a bye instead of
      a match
    - `asked_worth`: the part of a win that such a bye counts, "1/2" or "1"
    - `bye_free`: the number of last rounds in which that is not possible
    - `absent_worth`: the part of a win that an announced absence counts, "0" or "1/2"
    - `late_worth`: the same for each round that a latecomer has missed
    - `accelerated`: "none" or `BAKU`
    """

    byes: str = "spread"
    bye_to: str = "lowest"
    seeded: int = 0
    seeds_by: str = "rating"
    branches: tuple[Branch, ...] = ()
    reset: bool = True
    lives: int = 3
    survivors: int = 1
    times: int = 1
    groups: int = 1
    legs: int = 1
    apart: tuple[str, ...] = ()
    apart_rounds: int = 1
    forbidden: tuple[tuple[int, int], ...] = ()
    tiebreaks: tuple[str, ...] = ()
    scoring: str = BY_WINS
    unplayed: str = "nothing"
    half_byes: int = 0
    asked_worth: str = "1/2"
    bye_free: int = 1
    absent_worth: str = "0"
    late_worth: str = "0"
    accelerated: str = "none"

    def worth_of(self, kind: str) -> Fraction:
        """Return the part of a win that a rest of a kind counts."""
        return Fraction(self.absent_worth if kind == ABSENT else self.asked_worth)


@dataclass(frozen=True, slots=True)
class Pin:
    """An entrant fixed to a side of a bracket match, whatever the results say.

    `side` is 1 (top) or 2; `entrant` None makes the side vacant. Corrections use pins
    to keep later matches as they were played.
    """

    slot: int
    side: int
    entrant: int | None


@dataclass(frozen=True, slots=True)
class StageState:
    """Everything on which a draw or the standings may depend, in any order.

    `format` is the key of a format, `rounds` the number of planned rounds, `length` the
    points of a match, 1 to 99. `bye` is the part of a win that a bye counts: 1, 1/2 or
    0; in a bracket the entrant always advances. `walkover` is the score of a walk-over
    in the point difference, for a match of N points: "none", "full" for N to 0, or
    "half" for N to N // 2; a bye counts nothing there. `ahead`: the next round is drawn
    although results are missing; an open match counts half a win to either, and the two
    have met. `at_once`: on a club night two play again at once although they could wait
    for others. `same_person`: pairs of entrants that share a person, the lower number
    first; such entrants never meet. `lots_seed` is the seed of the first round if lots
    decide between equals, else empty. `rests` are the rounds that entrants sit out, of
    earlier rounds and of the next one. `pins` and `plan` belong to a bracket. The
    `plan` is stored when the bracket is drawn, and never computed again. `next_round`
    is the number of the round that would be drawn now, from 1.
    """

    format: str
    rounds: int
    length: int
    entrants: tuple[Entrant, ...]
    outcomes: tuple[Outcome, ...] = ()
    bye: Fraction = Fraction(1)
    walkover: str = "none"
    options: Options = field(default_factory=Options, kw_only=True)
    pins: tuple[Pin, ...] = field(default=(), kw_only=True)
    plan: BracketPlan | None = field(default=None, kw_only=True)
    ahead: bool = field(default=False, kw_only=True)
    at_once: bool = field(default=False, kw_only=True)
    same_person: tuple[tuple[int, int], ...] = field(default=(), kw_only=True)
    lots_seed: str = field(default="", kw_only=True)
    rests: tuple[Rest, ...] = field(default=(), kw_only=True)
    next_round: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        last = max({outcome.round for outcome in self.outcomes}, default=0)
        object.__setattr__(self, "next_round", last + 1)

    def here(self) -> list[Entrant]:
        """Return who is in the event in the next round, those resting as well."""
        number, resting = self.next_round, {rest.entrant for rest in self.resting()}
        entrants = [
            entrant
            for entrant in self.entrants
            if (entrant.present or entrant.number in resting)
            and entrant.joined <= number
        ]
        entrants.sort(key=_NUMBER)
        return entrants

    def only(self, numbers: Collection[int]) -> "StageState":
        """Return the stage with these entrants alone, and what they played."""
        return replace(
            self,
            entrants=tuple(one for one in self.entrants if one.number in numbers),
            outcomes=tuple(one for one in self.outcomes if one.one in numbers),
        )

    def due(self) -> list[Entrant]:
        resting = {rest.entrant for rest in self.resting()}
        here = self.here()
        if not resting:
            return here
        return [entrant for entrant in here if entrant.number not in resting]

    def resting(self) -> list[Rest]:
        number = self.next_round if self.rests else 0
        return sorted(
            (rest for rest in self.rests if rest.round == number),
            key=lambda rest: rest.entrant,
        )

    def rested(self) -> list[Rest]:
        number = self.next_round if self.rests else 0
        return [rest for rest in self.rests if rest.round < number]


class DrawnPairing(NamedTuple):
    """Two entrants who play each other, or one with a bye (`two` None)."""

    one: int
    two: int | None
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """`pairings` in table order, the bye last; `lots` given by this draw."""

    round: int
    pairings: tuple[DrawnPairing, ...]
    lots: Mapping[int, int] = field(default_factory=dict)


CHANGED = Message("pairing.changed", "Changed by the director.")
WAS_SWAPPED = Message(
    "pairing.was_swapped",
    "Changed by the director: %(entrant)s and %(other)s swapped places.",
)


def swapped(drawn: DrawnRound, first: int, second: int) -> DrawnRound | None:
    """Return the round with two entrants swapped, None if they are in one pairing.

    If this draw gave both a lot, the lots are swapped, too. The notes of the two
    pairings are removed, because they no longer hold.
    """
    locked = [
        place
        for place, pairing in enumerate(drawn.pairings)
        if {first, second} & {pairing.one, pairing.two}
    ]
    if first == second or len(locked) != 2:  # noqa: PLR2004 - it takes two to change
        return None
    other: dict[int | None, int] = {first: second, second: first}
    pairings = list(drawn.pairings)
    for place in locked:
        one, two = pairings[place].one, pairings[place].two
        pairings[place] = DrawnPairing(other.get(one, one), other.get(two, two))
    lots = dict(drawn.lots)
    if first in lots and second in lots:
        lots[first], lots[second] = lots[second], lots[first]
    return DrawnRound(drawn.round, tuple(pairings), lots)


class Promise(Enum):
    """One property of a drawn round that can be checked without knowing the format.

    A format declares which of them hold; `audit` checks each by counting everything
    again. The first group says who takes part, the second what holds of the pairs.
    """

    EVERYBODY_PLAYS = auto()
    """All due entrants are in a pairing."""
    ONE_MAY_WAIT = auto()
    """The same, except that one of an odd number waits and has no bye."""
    EVERY_GROUP_PLAYS = auto()
    """All due entrants are in a pairing, as long as their group has rounds left."""
    LIVES_END = auto()
    """An entrant that has lost `Options.lives` rounds is not due."""
    ONE_MATCH_EACH = auto()
    """An entrant that has been in a match is not due."""
    BUSY_ARE_LEFT_OUT = auto()
    """An entrant with a match without a result is not due."""

    NO_REMATCH = auto()
    """Two that have met do not meet again, unless the pairing states that they must."""
    FEWEST_BYES_FIRST = auto()
    """One bye, in an odd field only, for an entrant with the fewest byes."""
    LOWEST_BYE_FIRST = auto()
    """The same, and of those for an entrant with the fewest wins."""
    MOST_MATCHES_WAIT = auto()
    """No entrant waits that has played less than another one."""
    EVERYBODY_EQUALLY_OFTEN = auto()
    """In a group all meet `Options.times` times at most, and byes go round."""
    NEIGHBOURS_BY_WINS = auto()
    """In the order of pairs, the best first, no entrant comes after fewer wins."""
    LIST_BY_POINTS = auto()
    """Points of a scoring scheme stand in place of wins in the other promises."""
    LINES = auto()
    """Lots are lines of a bracket: neighbours meet, byes and seeds stand in place."""
    FORBIDDEN_APART = auto()
    """`Options.forbidden` is kept."""
    KEPT_APART = auto()
    """The same, and `Options.apart` where an exchange of two would keep it for free."""
    LINES_KEPT_APART = auto()
    """The same in a bracket, where seeds keep their lines and groups are apart, too."""
