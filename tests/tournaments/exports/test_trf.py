"""The report for federations, read back by a program that is not ours."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf, TrfParser

from tests.simulate import MOST, NONE, Mishaps, play
from tournaments.engine import Entrant, Outcome, StageState
from tournaments.engine.state import ABSENT, HALF_BYE, Rest
from tournaments.exports.trf import Reported, ReportHead, trf16

EVENT = ReportHead("Ærø Åben", "Marstal", date(2026, 11, 20))


def read(text: str, folder: Path) -> ParsedTrf:
    """Return what py4swiss understands; a line that it does not know fails."""
    file = folder / "report.trf"
    file.write_bytes(text.encode())
    return TrfParser.parse(file, strict=True)


def people_of(state: StageState) -> dict[int, Reported]:
    return {
        one.number: Reported(f"Åse Ødegård {one.number}", 1500 + one.number, place)
        for place, one in enumerate(state.entrants, start=1)
    }


def results(parsed: ParsedTrf) -> dict[int, list[str]]:
    """Return the result of each player in each round, with the opponent."""
    return {
        one.starting_number: [
            f"{result.id}{result.result.value}" for result in one.results
        ]
        for one in parsed.player_sections
    }


@pytest.mark.parametrize("mishaps", [NONE, MOST], ids=["all well", "mishaps"])
@pytest.mark.parametrize(("size", "seed"), [(8, 1), (11, 2), (24, 3)])
def test_a_swiss_is_read_back_as_it_was_played(
    size: int, seed: int, mishaps: Mishaps, tmp_path: Path
) -> None:
    state = play("swiss", size, 4, seed=seed, mishaps=mishaps).final
    people = people_of(state)
    parsed = read(trf16(EVENT, state, people), tmp_path)
    numbers = {entrant: place for place, entrant in enumerate(sorted(people), 1)}
    assert len(parsed.player_sections) == len(people)
    found = {one.starting_number: one for one in parsed.player_sections}
    for one in state.outcomes:
        if one.two is None:
            continue
        for mine, other in ((one.one, one.two), (one.two, one.one)):
            told = found[numbers[mine]].results[one.round - 1]
            assert told.id == numbers[other]
            is_won = one.winner == mine
            expected = (
                ("1" if is_won else "0") if one.played else "+" if is_won else "-"
            )
            assert told.result.value == expected
    for entrant, number in numbers.items():
        wins = sum(one.winner == entrant for one in state.outcomes)
        assert found[number].points_times_ten == 10 * wins
        assert found[number].name == people[entrant].name
        assert found[number].fide_rating == people[entrant].rating


def test_the_next_round_can_be_paired_from_it(tmp_path: Path) -> None:
    state = play("swiss", 11, 4, seed=5).final
    shorter = tuple(one for one in state.outcomes if one.round <= 3)
    state = replace(state, outcomes=shorter, rounds=5)
    parsed = read(trf16(EVENT, state, people_of(state)), tmp_path)
    pairings = DutchEngine.generate_pairings(parsed)
    assert len(pairings) == 6


def test_byes_and_rests_have_their_letters(tmp_path: Path) -> None:
    state = StageState(
        "swiss",
        3,
        5,
        tuple(Entrant(number) for number in (2, 5, 7, 9)),
        outcomes=(
            Outcome(1, 2, None, 2),
            Outcome(1, 5, 7, None, nobody=True),
            Outcome(2, 2, 5, 5, 3, 5),
            Outcome(2, 7, 9, 7, 5, 0, played=False),
            Outcome(3, 2, 7, None),
        ),
        rests=(Rest(1, 9, HALF_BYE), Rest(3, 5, ABSENT)),
    )
    parsed = read(trf16(EVENT, state, people_of(state)), tmp_path)
    assert results(parsed) == {
        1: ["0U", "20"],
        2: ["3-", "11"],
        3: ["2-", "4+"],
        4: ["0H", "3-"],
    }, "the third round is open, so it is left out"
    assert [one.points_times_ten for one in parsed.player_sections] == [10, 10, 10, 5]
    half = replace(state, bye=Fraction(1, 2))
    assert results(read(trf16(EVENT, half, people_of(half)), tmp_path))[1][0] == "0H"


def test_a_name_is_one_line_and_fits(tmp_path: Path) -> None:
    state = play("swiss", 4, 1, seed=1).final
    people = people_of(state)
    people[1] = Reported("Long Name " * 9, 0, 1)
    text = trf16(ReportHead("A\r\n001 x", "", EVENT.day), state, people)
    parsed = read(text, tmp_path)
    assert len(parsed.player_sections) == 4
    assert parsed.player_sections[0].fide_rating in {None, 0}
