"""Two entrants swapped in a drawn round: their pairings, their lots, and no more."""

from matches.rules.refusals import Message
from tournaments.engine import DrawnPairing, DrawnRound, Note
from tournaments.engine.state import swapped

NOTES = (Note(Message("test.lots_decided", "Lots decided.")),)
DRAWN = DrawnRound(
    3,
    (
        DrawnPairing(1, 2, NOTES),
        DrawnPairing(3, 4, NOTES),
        DrawnPairing(5, 6, NOTES),
        DrawnPairing(7, None, NOTES),
    ),
    {1: 10, 2: 20, 3: 30, 5: 50},
)


def test_each_takes_the_place_of_the_other() -> None:
    assert swapped(DRAWN, 2, 3) == DrawnRound(
        3,
        (
            DrawnPairing(1, 3),
            DrawnPairing(2, 4),
            DrawnPairing(5, 6, NOTES),
            DrawnPairing(7, None, NOTES),
        ),
        {1: 10, 2: 30, 3: 20, 5: 50},
    )


def test_the_order_of_the_two_does_not_matter() -> None:
    assert swapped(DRAWN, 3, 2) == swapped(DRAWN, 2, 3)
    assert swapped(DRAWN, 5, 1) == swapped(DRAWN, 1, 5)


def test_a_bye_changes_its_holder() -> None:
    found = swapped(DRAWN, 6, 7)
    assert found is not None
    assert found.pairings[2:] == (DrawnPairing(5, 7), DrawnPairing(6, None))


def test_lots_that_only_one_of_the_two_got_here_stay() -> None:
    for first, second in ((1, 4), (4, 1)):
        found = swapped(DRAWN, first, second)
        assert found is not None
        assert found.lots == DRAWN.lots
        assert found.pairings[:2] == (DrawnPairing(4, 2), DrawnPairing(3, 1))


def test_only_two_of_two_pairings_can_be_swapped() -> None:
    assert swapped(DRAWN, 1, 2) is None
    assert swapped(DRAWN, 1, 1) is None
    assert swapped(DRAWN, 1, 99) is None
    assert swapped(DRAWN, 98, 99) is None
