"""Tournaments of rounds with everything that goes wrong on a long evening."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from random import Random
from typing import Any

from matches.rules.refusals import RuleError
from tests.simulate import (
    LATE_ROUNDS,
    MOST,
    NONE,
    Mishaps,
    disturbed,
    drawn_without_strangers,
    happens,
    is_over,
    result,
    with_lots,
)
from tournaments.engine import (
    DrawnRound,
    Entrant,
    Options,
    Outcome,
    StageState,
    round_count,
)
from tournaments.engine.errors import SAME_PERSON, TooFewEntrantsError
from tournaments.engine.state import ABSENT, HALF_BYE, Rest

LONGEST = 150
"""A tournament of more rounds than this is a fault of its own."""

Chosen = dict[str, Any]
"""What a stage is made of: `rounds` asked for, `options` and other fields."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One way to play a format.

    `choose` gives what a stage of so many entrants is made of. `ahead`: how many
    results in a hundred come in later than the next draw. `corrections`: how many
    rounds in a hundred see an earlier result turned round. `most`: entrants. `rests`:
    how many entrants in a hundred say before a round that they sit it out.
    """

    name: str
    format: str
    choose: Callable[[Random, int], Chosen]
    ahead: int = 0
    corrections: int = 0
    mishaps: tuple[Mishaps, ...] = (NONE, MOST)
    most: int = 512
    rests: int = 0


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as the engine saw and drew it."""

    state: StageState
    drawn: DrawnRound
    seed: str


@dataclass(slots=True)
class Story:
    """A tournament of rounds to its end; `is_smooth`: nothing went wrong."""

    kind: Kind
    rounds: list[Drawn] = field(default_factory=list)
    final: StageState = field(default_factory=lambda: StageState("swiss", 1, 7, ()))
    is_smooth: bool = True
    has_corrections: bool = False


def play_rounds(kind: Kind, size: int, seed: int) -> Story:
    """Play until it is finished, nobody is left to play, or it does not end."""
    random = Random(f"{kind.name} {size} {seed}")
    mishaps = kind.mishaps[random.randrange(len(kind.mishaps))]
    is_smooth = mishaps == NONE and not kind.corrections and not kind.rests
    story = Story(kind, is_smooth=is_smooth)
    state = _stage(kind, random, size)
    while not is_over(state) and len(story.rounds) < LONGEST:
        if story.rounds:
            state = _between(story, state, random, mishaps)
        if state.next_round > state.rounds and kind.format != "lives":
            if not any(one.is_open for one in state.outcomes):
                break
            state = caught_up(state, random, percent=100)
            continue
        if is_over(state):
            break
        text = f"{seed}-{state.next_round}"
        state = with_rests(state, random, percent=kind.rests)
        try:
            state, drawn = drawn_without_strangers(state, text)
        except TooFewEntrantsError:
            if state.resting():
                state = replace(state, rests=tuple(state.rested()))
                kind = replace(kind, rests=0)
                continue
            if not any(one.is_open for one in state.outcomes):
                break
            state = caught_up(state, random, percent=100)
            continue
        except RuleError as error:
            if error.refusal is not SAME_PERSON:
                raise
            state = without(state, error.params["other"])
            continue
        story.rounds.append(Drawn(state, drawn, text))
        state = caught_up(state, random, percent=70)
        state = with_results(state, drawn, random, mishaps=mishaps, ahead=kind.ahead)
    story.final = caught_up(state, random, percent=100)
    return story


def with_rests(state: StageState, random: Random, *, percent: int) -> StageState:
    """Return the state in which some have said that they sit out the next round."""
    number, rests = state.next_round, list(state.rests)
    if not percent or any(one.round == number for one in rests):
        return state
    options, last = state.options, state.rounds - state.options.bye_free
    for one in state.here():
        if not happens(random, percent):
            continue
        asked = sum(
            rest.kind == HALF_BYE for rest in rests if rest.entrant == one.number
        )
        may_ask = asked < options.half_byes and number <= last
        kind = random.choice((HALF_BYE, ABSENT)) if may_ask else ABSENT
        rests.append(Rest(number, one.number, kind))
    return replace(state, rests=tuple(rests))


def without(state: StageState, number: object) -> StageState:
    """Return the state in which an entry sits out, as the refusal advises."""
    entrants = tuple(
        replace(one, present=one.present and one.number != number)
        for one in state.entrants
    )
    return replace(state, entrants=entrants)


def _stage(kind: Kind, random: Random, size: int) -> StageState:
    chosen = kind.choose(random, size)
    options = chosen.pop("options", Options())
    asked = chosen.pop("rounds", 0)
    rounds = round_count(kind.format, size, asked, options=options)
    entrants = tuple(person(random, number) for number in range(1, size + 1))
    return StageState(
        kind.format,
        rounds,
        7,
        entrants,
        options=options,
        ahead=bool(kind.ahead),
        **chosen,
    )


def person(random: Random, number: int, *, joined: int = 1) -> Entrant:
    """Return somebody with a club, a country, perhaps a rating and a family."""
    rating = Decimal(random.randrange(1200, 2100)) if happens(random, 80) else None
    return Entrant(
        number,
        rating=rating,
        club=random.choice(("", "a", "b", "c")),
        joined=joined,
        country=random.choice(("", "x", "y")),
        family=random.choice(("", "", "", "", "m", "n")),
    )


def _between(
    story: Story, state: StageState, random: Random, mishaps: Mishaps
) -> StageState:
    """Return the state before the next draw."""
    if state.next_round > LATE_ROUNDS:
        mishaps = replace(mishaps, late_entry=0)
    state = disturbed(state, random, mishaps)
    known = {one.number for one in story.rounds[-1].state.entrants}
    state = replace(
        state,
        entrants=tuple(
            replace(
                one
                if one.number in known
                else person(random, one.number, joined=one.joined),
                wants_bye=happens(random, 5),
            )
            for one in state.entrants
        ),
    )
    if happens(random, story.kind.corrections):
        story.has_corrections = True
        state = corrected(state, random)
    return state


def corrected(state: StageState, random: Random) -> StageState:
    """Turn an earlier result round, or let both lose.

    What was drawn since then stays as it is.
    """
    places = [
        place
        for place, one in enumerate(state.outcomes)
        if one.two is not None and not one.is_open
    ]
    if not places:
        return state
    outcomes = list(state.outcomes)
    place = random.choice(places)
    outcomes[place] = turned(outcomes[place], random)
    return replace(state, outcomes=tuple(outcomes))


def turned(one: Outcome, random: Random) -> Outcome:
    """Return the same match with another winner, or with none."""
    if one.two is None:
        raise AssertionError(one)
    if one.winner is None:
        return replace(one, winner=one.one, played=False, nobody=False)
    if happens(random, 15):
        return replace(one, winner=None, played=False, nobody=True)
    loser = one.two if one.winner == one.one else one.one
    return replace(
        one, winner=loser, points_one=one.points_two, points_two=one.points_one
    )


def caught_up(state: StageState, random: Random, *, percent: int) -> StageState:
    """Decide so many of the matches that are open."""
    outcomes = tuple(
        replace(one, winner=random.choice((one.one, one.two)), points_one=7)
        if one.is_open and happens(random, percent)
        else one
        for one in state.outcomes
    )
    return replace(state, outcomes=outcomes)


def with_results(
    state: StageState,
    drawn: DrawnRound,
    random: Random,
    *,
    mishaps: Mishaps,
    ahead: int,
) -> StageState:
    outcomes = []
    for pairing in drawn.pairings:
        for _ in range(state.options.legs if pairing.two else 1):
            one = result(random, drawn.round, pairing, mishaps=mishaps)
            if pairing.two and happens(random, ahead):
                one = replace(one, winner=None, nobody=False, played=True)
            outcomes.append(one)
    return replace(
        state, entrants=with_lots(state, drawn), outcomes=(*state.outcomes, *outcomes)
    )
