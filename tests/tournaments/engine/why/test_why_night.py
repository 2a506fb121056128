"""Why this pair at a club night: who was free, who has met, who waits, who is near."""

from decimal import Decimal

from matches.rules.refusals import Message
from tournaments.engine import DrawnPairing, Entrant, Note, Outcome, StageState, draw
from tournaments.engine import explain as why
from tournaments.engine.formats import night
from tournaments.engine.formats.night.pairing import BLOCK
from tournaments.engine.state import CHANGED, DrawnRound
from tournaments.engine.why import PairReasons


def played(number: int, one: int, two: int) -> Outcome:
    return Outcome(number, one, two, one, 7, 3)


def club(*ratings: int | None, outcomes: tuple[Outcome, ...] = ()) -> StageState:
    """A night on which entrant n has the rating at place n, None for no rating."""
    entrants = tuple(
        Entrant(number, rating=None if rating is None else Decimal(rating))
        for number, rating in enumerate(ratings, start=1)
    )
    return StageState("night", 99, 7, entrants, outcomes, ahead=True)


def reasons(state: StageState, one: int, two: int) -> PairReasons:
    """The reasons of a pairing that the draw of this state has made."""
    drawn = draw(state, "s")
    both = {one, two}
    (pairing,) = (each for each in drawn.pairings if {each.one, each.two} == both)
    return why(state, drawn, pairing)


def messages(notes: tuple[Note, ...]) -> list[Message]:
    return [note.message for note in notes]


def test_nobody_has_a_rating() -> None:
    found = reasons(club(None, None), 1, 2)
    assert found.facts == (
        Note(night.FREE, {"count": 2}),
        Note(night.NEW, {"entrant": 1, "other": 2}),
        Note(night.PLAYED, {"entrant": 1, "count": 0}),
        Note(night.PLAYED, {"entrant": 2, "count": 0}),
        Note(night.NO_RATINGS),
    )
    assert found.unavailable == ()


def test_who_has_no_rating_stands_in_the_middle() -> None:
    """1700 is in the middle: entrant 3 shares the second place with entrant 2."""
    outcomes = (
        *(played(1, 1, 2), played(1, 3, 4)),
        *(played(2, 1, 3), played(2, 2, 4)),
    )
    state = club(1900, 1700, None, 1500, outcomes=outcomes)
    assert reasons(state, 2, 3).facts[-2:] == (
        Note(night.PLACES, {"count": 0}),
        Note(night.UNRATED, {"entrant": 3}),
    )
    assert reasons(state, 1, 4).facts[-1] == Note(night.PLACES, {"count": 2})


def test_places_between_the_two_are_counted() -> None:
    """The four have met as neighbours, so that the first plays the third."""
    outcomes = (
        *(played(1, 1, 2), played(1, 3, 4)),
        *(played(2, 1, 4), played(2, 2, 3)),
    )
    found = reasons(club(1900, 1800, 1700, 1600, outcomes=outcomes), 1, 3)
    assert Note(night.PLACES, {"count": 1}) in found.facts
    assert found.unavailable == (
        Note(night.RECENTLY, {"entrant": 1, "other": 2, "round": 1}),
        Note(night.RECENTLY, {"entrant": 1, "other": 4, "round": 2}),
        Note(night.RECENTLY, {"entrant": 3, "other": 2, "round": 2}),
        Note(night.RECENTLY, {"entrant": 3, "other": 4, "round": 1}),
    )


def test_who_has_met_before_is_told_the_last_draw() -> None:
    outcomes = (played(1, 1, 2), played(3, 1, 2))
    found = reasons(club(1900, 1800, outcomes=outcomes), 1, 2)
    assert found.facts[2] == Note(night.MET, {"entrant": 1, "other": 2, "round": 3})
    assert night.NEW not in messages(found.facts)
    assert Note(night.PLAYED, {"entrant": 1, "count": 2}) in found.facts


def test_who_waits_has_played_most() -> None:
    outcomes = (played(1, 1, 3), played(2, 2, 3))
    found = reasons(club(1900, 1800, 1700, outcomes=outcomes), 1, 2)
    assert found.facts[-1] == Note(night.WAITS, {"entrant": 3, "count": 2})
    assert Note(night.WAITING, {"before": 2, "after": 1}) in found.next_best


def test_who_was_at_a_table_is_named_five_at_most() -> None:
    at_tables = tuple(Outcome(1, one, one + 1, None) for one in range(1, 7, 2))
    found = reasons(club(*[1800] * 8, outcomes=at_tables), 7, 8)
    assert found.unavailable == tuple(
        Note(night.BUSY, {"other": number}) for number in range(1, 6)
    )
    assert found.facts[0] == Note(night.FREE, {"count": 2})


def test_a_large_night_is_drawn_in_parts_and_not_compared() -> None:
    ratings = range(2000, 2000 - BLOCK - 2, -1)
    state = club(*ratings)
    drawn = draw(state, "s")
    assert why(state, drawn, drawn.pairings[0]).next_best == (Note(night.IN_PARTS),)


def test_a_correction_can_put_in_somebody_who_was_at_a_table() -> None:
    """3 met 4, until a correction gave the place of 4 to 1, who was at a table."""
    state = club(1900, 1800, 1700, 1600, outcomes=(Outcome(1, 1, 2, None),))
    pairing = DrawnPairing(1, 3, (Note(CHANGED),))
    found = why(state, DrawnRound(2, (pairing,)), pairing)
    assert found.facts[:2] == (Note(CHANGED), Note(night.FREE, {"count": 2}))
    assert night.WAITS not in messages(found.facts)


def test_more_than_two_wait_together() -> None:
    """Among the free, 1 meets nobody of 2 and 3 again at once."""
    state = club(1900, 1800, 1700, 1600)
    pairing = DrawnPairing(1, 2)
    found = why(state, DrawnRound(1, (pairing,)), pairing)
    assert Note(night.WAIT_TOGETHER, {"count": 2}) in found.facts
    assert found.next_best == ()
