"""Answers that several formats share. Each format imports those that it uses."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.errors import TOO_FEW_ENTRANTS
from tournaments.engine.formats.base import (
    BYES,
    Joining,
    LateEntry,
    Leaving,
    LotPlace,
    open_rounds,
)
from tournaments.engine.pairing.foresight import unavoidable
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.pairing.one_person import refuse_against_self
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.standings import Standings, by_wins
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.schemes import list_scores, shown_points
from tournaments.engine.standings.tally import Tally
from tournaments.engine.standings.tiebreaks import tiebreaks_of
from tournaments.engine.state import (
    BYE_HIGHER,
    REMATCH,
    SECOND_BYE,
    DrawnPairing,
    Note,
    Options,
    StageState,
    shown_wins,
)

FEWEST = 2
"""The smallest number of entrants of a round."""

BYE_LOWEST = Message(
    "draw.bye_lowest",
    "Bye for the lowest-placed player among those with the fewest byes (%(wins)s "
    "wins).",
)
BYE_LOT = Message("draw.bye_lot", "Random bye among the players with the fewest byes.")
PLACES_BY_WINS: Mapping[Fraction, str] = {
    Fraction(1): gettext_noop(
        "Ranked by wins (a bye counts as a win), then %(tiebreaks)s. Players still "
        "tied share the place."
    ),
    Fraction(1, 2): gettext_noop(
        "Ranked by wins (a bye counts as half a win), then %(tiebreaks)s. Players "
        "still tied share the place."
    ),
    Fraction(0): gettext_noop(
        "Ranked by wins (a bye counts for nothing), then %(tiebreaks)s. Players still "
        "tied share the place."
    ),
}

HAS_WINS = Message("draw.has_wins", "wins: %(wins)s")
HAS_POINTS = Message("draw.has_points", "points: %(points)s")
HAS_LOSSES = Message("draw.has_losses", "losses: %(losses)s")
NO_WINS_YET = Message("draw.no_wins_yet", "Wins credited for missed rounds: none.")
WINS_MISSED = Message("draw.wins_missed", "Wins credited for missed rounds: %(wins)s.")

ASKED_BYES = ("half_byes", "bye_free")
MISSED_ROUNDS = (*ASKED_BYES, "absent_worth", "late_worth")
"""The options on rounds that an entrant does not play."""

LEAVES_ROUNDS = Leaving(
    title=Message("leaving.rounds", "Withdraws; not drawn again."),
    effects=(),
    can_void=False,
)
LEAVES_BRACKET = Leaving(
    title=Message("leaving.bracket", "Withdraws; the next opponent advances."),
    effects=(),
    can_void=False,
)


def for_every_bye(text: str) -> Mapping[Fraction, str]:
    return dict.fromkeys(BYES, text)


def due_numbers(state: StageState) -> list[int]:
    """Return the numbers of the entrants to be paired. Raises TooFewEntrantsError."""
    numbers = [entrant.number for entrant in state.due()]
    if len(numbers) < FEWEST:
        raise TOO_FEW_ENTRANTS(needed=FEWEST, present=len(numbers))
    return numbers


def due_in_round(state: StageState) -> list[int]:
    """Return the numbers of the entrants that one round must pair, all of them.

    Raises TooFewEntrantsError, and SAME_PERSON if some could only meet themselves.
    """
    numbers = due_numbers(state)
    refuse_against_self(state, numbers)
    return numbers


def foresees(state: StageState) -> tuple[Note, ...]:
    numbers = [entrant.number for entrant in state.due()]
    tally = tallies.count_for_draw(state)
    return tuple(unavoidable(numbers, tally, barred_pairs(state)))


def nothing_foreseen(state: StageState) -> tuple[Note, ...]:
    return ()


def doubling_rounds(entrants: int) -> int:
    """Return ceil(log2 n): the rounds after which at most one is undefeated."""
    return max(entrants - 1, 0).bit_length()


def rounds_asked(entrants: int, asked: int, options: Options) -> int:
    """Return the rounds asked for, else those that leave one undefeated; at least 1."""
    return asked or max(doubling_rounds(entrants), 1)


def all_rounds_played(state: StageState) -> bool:
    return state.next_round > state.rounds and not open_rounds(state)


def rounds_planned(state: StageState) -> int | None:
    return state.rounds


def unknown_beforehand(state: StageState) -> int | None:
    """Return None: the last round is not known beforehand."""
    return None


def rematch_notes(tally: Tally, one: int, two: int) -> tuple[Note, ...]:
    return (Note(REMATCH),) if tally.have_met(one, two) else ()


def bye_pairing(
    tally: Tally, heights: Mapping[int, int], holder: int, *, by_lot: bool = False
) -> DrawnPairing:
    """Return the bye with its reason; `heights` holds all entrants to be paired."""
    fewest = min(tally.byes[number] for number in heights)
    eligible = [number for number in heights if tally.byes[number] == fewest]
    if holder not in eligible:
        note = Note(SECOND_BYE)
    elif by_lot:
        note = Note(BYE_LOT)
    elif heights[holder] > min(heights[number] for number in eligible):
        note = Note(BYE_HIGHER)
    else:
        note = Note(BYE_LOWEST, {"wins": shown_wins(tally.wins[holder])})
    return DrawnPairing(holder, None, (note,))


def standings_by_wins(state: StageState) -> Standings:
    """Rank by wins and the tie-breaks of the stage; equal entrants share the place."""
    return by_wins(state, tiebreaks_of(state))


def no_groups(state: StageState) -> Mapping[int, Standings]:
    """Return no standings of groups: all entrants are in one list."""
    return {}


def plain_lot(lot: int) -> LotPlace:
    return LotPlace(0, lot)


def wins_so_far(state: StageState) -> Mapping[int, Note]:
    """Return a note with the wins of each entrant; an open match counts half a win."""
    tally = tallies.count_for_draw(state)
    return {
        number: Note(HAS_WINS, {"wins": shown_wins(wins)})
        for number, wins in tally.wins.items()
    }


def list_so_far(state: StageState) -> Mapping[int, Note]:
    """Return a note with what the list of the next draw is sorted by."""
    points = list_scores(state)
    if not points:
        return wins_so_far(state)
    return {
        number: Note(HAS_POINTS, {"points": shown_points(score)})
        for number, score in points.items()
    }


def missed_so_far(state: StageState, joined: int) -> Note:
    worth = Fraction(state.options.late_worth) * state.options.legs
    wins = worth * (joined - 1)
    return Note(WINS_MISSED, {"wins": shown_wins(wins)}) if wins else Note(NO_WINS_YET)


def _joins(state: StageState, number: int) -> Joining:
    return Joining(effects=(missed_so_far(state, state.next_round),))


def _plays_bye(state: StageState, bye: DrawnPairing) -> Joining | None:
    # The round with the bye is drawn already, so the latecomer has not missed it.
    note = missed_so_far(state, state.next_round - 1)
    return Joining(effects=(note,) if note.message is WINS_MISSED else ())


JOINS_LATE = LateEntry(next_round=_joins, bye=_plays_bye)
"""Late entry with the wins that the stage gives for missed rounds.

The latecomer enters the next round, or plays the holder of a bye in the present one.
"""


def player_numbers(
    state: StageState, numbers: Sequence[int], seed: str, *, purpose: str
) -> dict[int, int]:
    """Return new player numbers: for all in the first round, then for latecomers.

    `purpose` is that of the lots, so that two formats draw other numbers of one seed.
    """
    given: dict[int, int] = {}
    if state.outcomes:
        given = {
            entrant.number: entrant.lot
            for entrant in state.entrants
            if entrant.lot is not None
        }
    newcomers = [number for number in numbers if number not in given]
    drawn = by_lot(seed, f"{purpose}:{state.next_round}", newcomers)
    first = max(given.values(), default=0) + 1
    return {number: lot for lot, number in enumerate(drawn, start=first)}
