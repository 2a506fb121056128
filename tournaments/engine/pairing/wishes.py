"""Wishes: the criteria of a draw that entries and directors bring into it.

One of them is no wish but a rule: entrants that share a person never meet. Most of the
others choose among rounds that are equally good without them. `optimum` has the order
in which they count.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.pairing.acceleration import upper_half, virtual_wins
from tournaments.engine.standings.tally import given_wins
from tournaments.engine.state import NOT_TO_MEET, Note, Outcome, StageState, Wins

TOGETHER: Mapping[str, Message] = {
    "club": Message(
        "pairing.together_club",
        gettext_noop(
            "These two are from the same club: no round that is otherwise as good has "
            "fewer such pairs."
        ),
    ),
    "country": Message(
        "pairing.together_country",
        gettext_noop(
            "These two are from the same country: no round that is otherwise as good "
            "has fewer such pairs."
        ),
    ),
    "family": Message(
        "pairing.together_family",
        gettext_noop(
            "These two are from the same family: no round that is otherwise as good "
            "has fewer such pairs."
        ),
    ),
}
DOWN_AGAIN = Message(
    "pairing.down_again",
    gettext_noop("%(entrant)s floats down for the second time running."),
)
UP_AGAIN = Message(
    "pairing.up_again",
    gettext_noop("%(entrant)s floats up for the second time running."),
)
BYE_WANTED = Message(
    "pairing.bye_wanted", gettext_noop("%(entrant)s asked for the bye.")
)
BYE_NOT_GIVEN = Message(
    "pairing.bye_not_given",
    gettext_noop(
        "%(entrant)s asked for the bye, which is due to another player this round."
    ),
)
NO_BYE = Message(
    "pairing.no_bye",
    gettext_noop(
        "%(entrant)s asked for a bye, but the number of players is even this round."
    ),
)


@dataclass(frozen=True, slots=True)
class Wishes:
    """Wishes of one round, by entrant number.

    `forbidden`: pairs, the lower number first. `same`: pairs that share a person,
    written in the same way. `apart`: kinds ("club", …), the most
    important first, each with the value of every entrant that has one. `byes`: entrants
    that asked for the bye. `down` and `up`: entrants that floated down or up in their
    last pairing.
    """

    forbidden: frozenset[tuple[int, int]] = frozenset()
    apart: tuple[tuple[str, Mapping[int, str]], ...] = ()
    byes: frozenset[int] = frozenset()
    down: frozenset[int] = frozenset()
    up: frozenset[int] = frozenset()
    same: frozenset[tuple[int, int]] = frozenset()

    def repeats(self, high: int, low: int) -> int:
        """Return the number of entrants of a pair that repeat their float.

        `high` has more wins than `low`.
        """
        return (high in self.down) + (low in self.up)

    def is_forbidden(self, one: int, two: int) -> bool:
        """Return True if two should never meet."""
        return bool(self.forbidden) and (min(one, two), max(one, two)) in self.forbidden

    def is_same(self, one: int, two: int) -> bool:
        """Return True if two share a person, so that they cannot meet."""
        return bool(self.same) and (min(one, two), max(one, two)) in self.same

    def bars(self, one: int, two: int) -> bool:
        """Return True if two cannot or should never meet."""
        return self.is_same(one, two) or self.is_forbidden(one, two)

    def shared(self, one: int, two: int) -> list[str]:
        """Return the kinds in which two should be kept apart."""
        return [
            kind
            for kind, values in self.apart
            if one in values and values[one] == values.get(two)
        ]

    def breaks(self, one: int, two: int, heights: Mapping[int, int]) -> bool:
        """Return True if a pair is against any wish."""
        if (self.forbidden or self.same) and self.bars(one, two):
            return True
        if self.apart and self.shared(one, two):
            return True
        if heights[one] == heights[two]:
            return False
        high, low = (one, two) if heights[one] > heights[two] else (two, one)
        return self.repeats(high, low) > 0

    def pair_notes(self, one: int, two: int) -> tuple[Note, ...]:
        """Return notes on the wishes that a pair breaks, without floats."""
        notes = [Note(NOT_TO_MEET)] if self.is_forbidden(one, two) else []
        return (*notes, *(Note(TOGETHER[kind]) for kind in self.shared(one, two)))

    def float_notes(self, high: int, low: int) -> tuple[Note, ...]:
        """Return notes on repeated floats of a pair with unequal wins."""
        notes = [Note(DOWN_AGAIN, {"entrant": high})] if high in self.down else []
        notes += [Note(UP_AGAIN, {"entrant": low})] if low in self.up else []
        return tuple(notes)

    def bye_notes(self, numbers: Collection[int], *, odd: bool) -> tuple[Note, ...]:
        """Return notes on the entrants that play although they asked for the bye."""
        message = BYE_NOT_GIVEN if odd else NO_BYE
        return tuple(
            Note(message, {"entrant": number})
            for number in numbers
            if number in self.byes
        )


NO_WISHES = Wishes()


def barred_pairs(state: StageState) -> Wishes:
    """Return the pairs that should or can never meet, and no other wishes."""
    return Wishes(
        forbidden=_ordered(state.options.forbidden), same=_ordered(state.same_person)
    )


def former_wishes(state: StageState) -> Wishes:
    """Return the wishes as version 2 of the Swiss system counts floats.

    There a bye counts once, however many matches a pairing has.
    """
    down, up = _last_floats(state, legs=1)
    return replace(wishes_of(state), down=down, up=up)


def wishes_of(state: StageState) -> Wishes:
    """Return the wishes for the next round of a stage."""
    down, up = _last_floats(state, legs=state.options.legs)
    options = state.options
    asking = [one for one in state.entrants if one.wants_bye]
    due = state.due() if options.apart or asking else []
    heeded = not options.apart_rounds or state.next_round <= options.apart_rounds
    return Wishes(
        forbidden=_ordered(options.forbidden),
        same=_ordered(state.same_person),
        apart=tuple(
            (
                kind,
                {
                    one.number: value
                    for one in due
                    if (value := getattr(one, kind))  # a field of Entrant
                },
            )
            for kind in (options.apart if heeded else ())
        ),
        byes=frozenset([one.number for one in due if one.wants_bye]),
        down=down,
        up=up,
    )


def _ordered(pairs: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    return frozenset((min(pair), max(pair)) for pair in pairs if pair[0] != pair[1])


def _beside(state: StageState, number: int) -> Iterator[tuple[int, Wins]]:
    """Yield the wins that count in the draw of a round beside those of its results."""
    yield from given_wins(state, before=number).items()
    if virtual := virtual_wins(state, number):
        for one in upper_half({one.number: one.lot for one in state.entrants}):
            yield one, virtual


def _last_floats(
    state: StageState, *, legs: int
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the entrants that floated down, and up, in their last pairing.

    An entrant floats down if they had more wins than the opponent before the round. The
    result of the pairing does not matter; a bye is no float. Wins are counted in
    halves, an open match as one half for each, a bye once for each of `legs`. Wins for
    rounds that were missed, and those of an accelerated round, are counted too.
    """
    halves = dict.fromkeys([one.number for one in state.entrants], 0)
    bye = int(2 * legs * state.bye)
    rounds = defaultdict(list)
    for outcome in state.outcomes:
        rounds[outcome.round].append(outcome)
    newest_first = sorted(rounds, reverse=True)
    for number in newest_first[1:]:
        _count(halves, rounds[number], bye=bye, win=2)
    last: dict[int, int] = {}
    for number in newest_first:
        if len(last) == len(halves):
            break  # most have played in the newest round
        if number < newest_first[0]:
            _count(halves, rounds[number], bye=-bye, win=-2)
        before = halves.copy()
        for one, wins in _beside(state, number):
            before[one] += int(2 * wins)
        for outcome in reversed(rounds[number]):
            two = outcome.two
            if two is not None:
                lead = before[outcome.one] - before[two]
                last.setdefault(outcome.one, lead)
                last.setdefault(two, -lead)
    return (
        frozenset([number for number, lead in last.items() if lead > 0]),
        frozenset([number for number, lead in last.items() if lead < 0]),
    )


def _count(
    halves: dict[int, int], outcomes: Iterable[Outcome], *, bye: int, win: int
) -> None:
    """Add what outcomes are worth, an open match half of a win for each of the two."""
    for outcome in outcomes:
        winner, two = outcome.winner, outcome.two
        if two is None:
            halves[outcome.one] += bye
        elif winner is not None:
            halves[winner] += win
        elif outcome.is_open:
            halves[outcome.one] += win // 2
            halves[two] += win // 2
