"""Consolations and last chances: their shape, and everybody's way through them."""

from random import Random

import pytest

from tests.refusals import raises
from tests.tournaments.engine.bracket.notation import (
    drops,
    letters,
    matches_per_round,
    pattern_text,
)
from tests.tournaments.engine.bracket.walking import Event, by_lot, won
from tournaments.engine.bracket.branches import (
    LOSERS_TAKEN,
    NO_SUCH_SECTION,
    SECTION_TAKEN,
    with_branches,
)
from tournaments.engine.bracket.lines import lines_by_seed
from tournaments.engine.bracket.loser_order import earliest_rematch
from tournaments.engine.bracket.shapes import double_elimination, single_elimination
from tournaments.engine.plan import VACANT, BracketPlan, Source
from tournaments.engine.state import Branch

ROWS = [
    (4, "unshifted", "A", [1]),
    (8, "unshifted", "A.B.|", [2, 2, 1]),
    (8, "shifted", "A.B.|", [2, 2, 1]),
    (16, "unshifted", "A.B.|.C.|", [4, 4, 2, 2, 1]),
    (16, "shifted", "AB.C.|.|", [6, 4, 2, 1]),
    (32, "unshifted", "A.B.|.C.|.D.|", [8, 8, 4, 4, 2, 2, 1]),
    (32, "shifted", "A.B.C.D.|.|", [8, 8, 6, 4, 2, 1]),
    (64, "unshifted", "A.B.|.C.|.D.|.E.|", [16, 16, 8, 8, 4, 4, 2, 2, 1]),
    (64, "shifted", "A.B.|.C.D.E.|.|", [16, 16, 8, 8, 6, 4, 2, 1]),
    (
        *(128, "unshifted", "A.B.|.C.|.D.|.E.|.F.|"),
        [32, 32, 16, 16, 8, 8, 4, 4, 2, 2, 1],
    ),
    (128, "shifted", "A.B.|.C.|.D.E.F.|.|", [32, 32, 16, 16, 8, 8, 6, 4, 2, 1]),
    (
        *(256, "shifted", "A.B.|.C.|.D.|.E.F.G.|.|"),
        [64, 64, 32, 32, 16, 16, 8, 8, 6, 4, 2, 1],
    ),
    (
        *(512, "unshifted", "A.B.|.C.|.D.|.E.|.F.|.G.|.H.|"),
        [128, 128, 64, 64, 32, 32, 16, 16, 8, 8, 4, 4, 2, 2, 1],
    ),
]
"""Source: domain facts of lower brackets; 4, 256 and 512 by the same rule."""

MASKS = [
    (8, "unshifted", (1,)),
    (16, "unshifted", (2, 0)),
    (32, "unshifted", (2, 2, 0)),
    (32, "shifted", (2, 2, 0)),
    (64, "unshifted", (8, 6, 1, 1)),
    (64, "shifted", (8, 6, 1, 1)),
    (128, "unshifted", (8, 8, 6, 0, 1)),
    (128, "shifted", (8, 8, 6, 0, 1)),
    (256, "unshifted", (16, 12, 8, 6, 0, 1)),
    (256, "shifted", (16, 12, 8, 6, 0, 1)),
    (512, "unshifted", (16, 16, 12, 8, 6, 0, 1)),
    (512, "shifted", (16, 16, 12, 8, 6, 0, 1)),
]
"""As `python -m tests.crossings` finds them."""

LAST = Branch(section="last", of="consolation", pattern="shifted")
PATTERNS = ("unshifted", "shifted", "first_loss")


def consolation(lines: int, pattern: str = "unshifted", **limits: int) -> BracketPlan:
    branch = Branch(pattern=pattern, **limits)
    return with_branches(single_elimination(lines), [branch])


def vacant(lines: int, entrants: int) -> list[int]:
    """Return the lines of the byes where the best seeds would have them."""
    return list(lines_by_seed(lines)[entrants:])


def event(plan: BracketPlan, entrants: int) -> Event:
    taken = lines_by_seed(plan.lines)[:entrants]
    return Event(plan, dict(enumerate(taken, start=1)))


def dropped(plan: BracketPlan, section: str) -> list[tuple[int, int, int]]:
    """Return main round, position there and position here of all who enter late."""
    nodes = {node.number: node for node in plan.nodes}
    return [
        (nodes[node.bottom.of].round, nodes[node.bottom.of].position, node.position)
        for node in plan.of(section)
        if node.bottom.kind == "loser" and node.top.kind == "winner"
    ]


@pytest.mark.parametrize(("lines", "pattern", "text", "matches"), ROWS)
def test_rows_of_the_table(lines, pattern, text, matches):
    plan = consolation(lines, pattern)
    assert pattern_text(plan, "consolation") == text
    assert matches_per_round(plan, "consolation") == matches
    assert sum(matches) == max(lines - 3, 1)


@pytest.mark.parametrize(("lines", "pattern", "masks"), MASKS)
def test_masks_of_the_table(lines, pattern, masks):
    """Slot i of a drop round is for match i XOR m of the main round, i by block."""
    for main_round, mask in enumerate(masks, start=2):
        entering = [
            position
            for number, position, _ in dropped(
                consolation(lines, pattern), "consolation"
            )
            if number == main_round
        ]
        assert entering == [slot ^ mask for slot in range(len(entering))]


def test_more_survivors_than_entrants():
    """Blocks of four survivors: two meet entrants, the other two each other."""
    third = [
        node for node in consolation(32, "shifted").of("consolation") if node.round == 3
    ]
    assert [node.bottom.kind for node in third] == ["loser", "loser", "winner"] * 2
    winners = [
        side.of
        for node in third
        for side in (node.top, node.bottom)
        if side.kind == "winner"
    ]
    assert winners == sorted(winners)


def test_nodes_follow_the_main_bracket():
    main = single_elimination(16)
    plan = with_branches(main, [Branch(), LAST])
    assert plan.nodes[: len(main.nodes)] == main.nodes
    assert [node.number for node in plan.nodes] == [*range(1, len(plan.nodes) + 1)]
    assert plan.sections() == ("main", "consolation", "last")
    for node in plan.nodes:
        assert all(
            side.kind == "line" or side.of < node.number
            for side in (node.top, node.bottom)
        )


def test_order_of_branches_does_not_matter():
    main = single_elimination(16)
    assert with_branches(main, [LAST, Branch()]) == with_branches(
        main, [Branch(), LAST]
    )


def test_main_of_two_has_no_consolation():
    plan = single_elimination(2)
    assert with_branches(plan, [Branch(), LAST]) == plan


@pytest.mark.parametrize(
    ("pattern", "limits", "text", "matches"),
    [
        ("unshifted", {"last": 1}, "A.|.|.|", [8, 4, 2, 1]),
        ("unshifted", {"last": 2}, "A.B.|.|.|", [8, 8, 4, 2, 1]),
        ("unshifted", {"last": 3}, "A.B.|.C.|.|", [8, 8, 4, 4, 2, 1]),
        ("unshifted", {"last": 5}, "A.B.|.C.|.D.|.E", [8, 8, 4, 4, 2, 2, 1, 1]),
        ("unshifted", {"last": 9}, "A.B.|.C.|.D.|.E", [8, 8, 4, 4, 2, 2, 1, 1]),
        ("unshifted", {"first": 2}, "B.C.|.D.|", [4, 4, 2, 2, 1]),
        ("unshifted", {"first": 3, "last": 3}, "C.|", [2, 1]),
        ("shifted", {"last": 3}, "AB.C.|.|.|", [12, 8, 4, 2, 1]),
        ("shifted", {"last": 5}, "A.B.|.C.D.E.|", [8, 8, 4, 4, 3, 2, 1]),
        ("first_loss", {}, "A.B.|.|.|", [8, 8, 4, 2, 1]),
        ("first_loss", {"last": 1}, "A.|.|.|", [8, 4, 2, 1]),
        ("first_loss", {"last": 3}, "A.B.|.C.|.|", [8, 8, 4, 4, 2, 1]),
    ],
)
def test_only_some_rounds_drop(pattern, limits, text, matches):
    plan = consolation(32, pattern, **limits)
    assert pattern_text(plan, "consolation") == text
    assert matches_per_round(plan, "consolation") == matches


@pytest.mark.parametrize(
    ("lines", "entrants", "pattern", "text", "matches"),
    [
        (32, 24, "shifted", "AB.C.D.|.|", [0, 8, 6, 4, 2, 1]),
        (32, 19, "shifted", "AB.C.D.|.|", [0, 3, 6, 4, 2, 1]),
        (32, 25, "shifted", "A.B.C.D.|.|", [1, 8, 6, 4, 2, 1]),
        (64, 48, "unshifted", "AB.|.C.|.D.|.E.|", [0, 16, 8, 8, 4, 4, 2, 2, 1]),
    ],
)
def test_empty_first_round_is_one_with_the_second(
    lines, entrants, pattern, text, matches
):
    plan = consolation(lines, pattern)
    free = vacant(lines, entrants)
    assert pattern_text(plan, "consolation", vacant=free) == text
    assert matches_per_round(plan, "consolation", vacant=free) == matches


@pytest.mark.parametrize(
    ("lines", "entrants", "pattern", "last", "matches"),
    [
        (4, 4, "unshifted", 0, [1]),
        (8, 8, "unshifted", 3, [2, 2, 1, 1]),
        (8, 6, "unshifted", 3, [0, 2, 1, 1]),
        (16, 16, "unshifted", 4, [4, 4, 2, 2, 1, 1]),
        (16, 11, "unshifted", 4, [0, 3, 2, 2, 1, 1]),
        (16, 16, "unshifted", 3, [4, 4, 2, 2, 1]),
        (16, 16, "unshifted", 2, [4, 4, 2, 1]),
        (32, 32, "unshifted", 5, [8, 8, 4, 4, 2, 2, 1, 1]),
        (32, 19, "unshifted", 5, [0, 3, 4, 4, 2, 2, 1, 1]),
        (32, 24, "unshifted", 5, [0, 8, 4, 4, 2, 2, 1, 1]),
        (32, 24, "unshifted", 3, [0, 8, 4, 4, 2, 1]),
        (32, 24, "unshifted", 2, [0, 8, 4, 2, 1]),
        (8, 6, "first_loss", 0, [0, 2, 1]),
        (16, 11, "first_loss", 0, [0, 3, 2, 1]),
        (32, 19, "first_loss", 0, [0, 3, 4, 2, 1]),
        (32, 24, "first_loss", 0, [0, 8, 4, 2, 1]),
    ],
)
def test_as_many_matches_as_another_program(lines, entrants, pattern, last, matches):
    """As tods-competition-factory 6.38 with a short field: rounds less their byes.

    Its feed-in championship (to the final, to the semi-final, to the quarter-final,
    modified) and its first-match-loser consolation.
    """
    plan = consolation(lines, pattern, last=last)
    free = vacant(lines, entrants)
    assert matches_per_round(plan, "consolation", vacant=free) == matches


def test_full_first_loss_has_places_for_walkovers():
    """In a full field nobody loses a first match in round 2, without walk-overs."""
    plan = consolation(16, "first_loss")
    assert matches_per_round(plan, "consolation") == [4, 4, 2, 1]
    assert matches_per_round(plan, "consolation", vacant=()) == [4, 0, 2, 1]
    assert pattern_text(plan, "consolation", vacant=()) == "A.|.|"


@pytest.mark.parametrize(
    ("pattern", "limits", "entrants", "text", "matches"),
    [
        ("shifted", {}, 24, "FG.GH.I.|.|", [6, 6, 4, 2, 1]),
        ("shifted", {"first": 4, "last": 5}, 24, "H.I.|", [2, 2, 1]),
        ("shifted", {}, 32, "FG.H.HI.J.|.|", [8, 6, 6, 4, 2, 1]),
        ("unshifted", {}, 32, "FG.|.H.HI.IJ.|.|", [8, 4, 4, 4, 4, 2, 1]),
        ("unshifted", {"last": 2}, 32, "FG.|.|.|", [8, 4, 2, 1]),
    ],
)
def test_last_chance(pattern, limits, entrants, text, matches):
    """Source of the first two: tourneygeek, Last chance for some."""
    last = Branch(section="last", of="consolation", pattern=pattern, **limits)
    plan = with_branches(consolation(32, "shifted"), [last])
    free = vacant(32, entrants)
    assert pattern_text(plan, "last", vacant=free) == text
    found = matches_per_round(plan, "last", vacant=free)
    assert [count for count in found if count] == matches


@pytest.mark.parametrize("sections", [1, 2])
def test_odd_numbers_have_a_bye_in_the_plan(sections):
    """Who has it loses nowhere, and so feeds nobody."""
    last = Branch(section="last", of="consolation", first=3, last=3)
    below = Branch(section="below", of="last", last=9)
    plan = with_branches(consolation(32, "shifted"), [last, below][:sections])
    assert matches_per_round(plan, "last") == [3, 1, 1]
    (bye,) = (node for node in plan.nodes if node.bottom == Source("line", VACANT))
    assert (bye.section, bye.round, bye.position) == ("last", 2, 1)
    assert bye.number not in drops(plan)


def test_third_bracket_of_a_double_elimination():
    main = double_elimination(16, reset=True)
    plan = with_branches(main, [Branch(section="third", of="lower", pattern="shifted")])
    losers = 14 - 1
    assert sum(matches_per_round(plan, "third")) == losers - 1
    with raises(LOSERS_TAKEN):
        with_branches(main, [Branch()])


def test_letters_go_on_from_section_to_section():
    plan = with_branches(consolation(16), [LAST])
    assert "".join(letters(plan).values())[:10] == "ABCDEFGHIJ"
    assert letters(plan)["consolation", 1] == "E"
    deep = with_branches(consolation(512), [LAST])
    assert len(set(letters(deep).values())) == len(letters(deep))


def test_drops_name_the_node_that_is_entered():
    plan = consolation(8)
    assert drops(plan) == {1: 8, 2: 8, 3: 9, 4: 9, 6: 10, 5: 11}
    assert drops(consolation(8, "first_loss")).keys() == {1, 2, 3, 4, 5, 6}


def test_refusals():
    main = single_elimination(16)
    with raises(NO_SUCH_SECTION):
        with_branches(main, [LAST])
    with raises(NO_SUCH_SECTION):
        with_branches(main, [Branch(section="self", of="self")])
    with raises(SECTION_TAKEN):
        with_branches(main, [Branch(), Branch()])
    with raises(LOSERS_TAKEN, round=2, of="main"):
        with_branches(main, [Branch(last=2), Branch(section="second", first=2)])
    with pytest.raises(ValueError, match="sideways"):
        with_branches(main, [Branch(pattern="sideways")])


def test_two_branches_of_one_bracket():
    main = single_elimination(16)
    plan = with_branches(main, [Branch(last=2), Branch(section="late", first=3)])
    assert pattern_text(plan, "consolation") == "A.B.|.|"
    assert pattern_text(plan, "late") == "C"


def check_everybody(played: Event, section: str, of: str) -> None:
    """Check that all who should enter do so once, and that all but one lose there."""
    plan, walked = played.plan, played.course()
    where = drops(plan)
    feeding = {node.number for node in plan.of(of)} & where.keys()
    due = []
    for number in feeding:
        slot = walked.slots[number]
        target = walked.slots[where[number]]
        sources = (target.node.top, target.node.bottom)
        is_first = Source("first_loser", number) in sources
        if slot.loser and not (is_first and has_played_before(played, slot)):
            due.append(slot.loser)
            assert target.has(slot.loser)
    assert len(due) == len(set(due))
    slots = [walked.slots[node.number] for node in plan.of(section)]
    there = {one for slot in slots for one in (slot.top, slot.bottom) if one}
    assert there == set(due)
    matches = [slot for slot in slots if slot.state == "decided"]
    assert len({slot.loser for slot in matches}) == len(matches)
    assert len(matches) == max(len(there) - 1, 0)
    if there:
        assert slots[-1].winner in there


def has_played_before(played: Event, slot) -> bool:
    return any(
        one.played and slot.loser in {one.one, one.two} and one.slot < slot.node.number
        for one in played.outcomes
        if one.slot in {node.number for node in played.plan.of(slot.node.section)}
    )


def check_promise(played: Event, section: str) -> None:
    """Check that nobody meets again before the round in which it is possible."""
    earliest = earliest_rematch(played.plan, section)
    nodes = {node.number: node for node in played.plan.nodes}
    met: set[frozenset[int]] = set()
    for one in sorted(played.outcomes, key=lambda outcome: outcome.slot):
        pair = frozenset({one.one, one.two})
        node = nodes[one.slot]
        if node.section == section and pair in met:
            assert earliest is not None
            assert node.round - 1 >= earliest
        if one.played:
            met.add(pair)


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("entrants", range(4, 65))
def test_every_field_to_the_end(entrants, pattern):
    lines = 1 << (entrants - 1).bit_length()
    plan = with_branches(consolation(lines, pattern), [LAST])
    played = event(plan, entrants)
    played.play(by_lot(Random(entrants), walkovers=5))
    check_everybody(played, "consolation", "main")
    check_everybody(played, "last", "consolation")
    check_promise(played, "consolation")
    check_promise(played, "last")


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("entrants", [17, 19, 24, 27])
def test_late_entries_find_places(entrants, pattern):
    """Every vacant line is taken while the first round is played."""
    plan = with_branches(consolation(32, pattern), [LAST])
    played = event(plan, entrants)
    random = Random(entrants)
    played.outcomes += [
        won(slot, random.choice((slot.top, slot.bottom)))
        for slot in played.course().due()
        if slot.node.round == 1
    ]
    for number, line in enumerate(vacant(32, entrants), start=entrants + 1):
        played.lines[number] = line
    played.play(by_lot(random))
    assert len({one for each in played.outcomes for one in (each.one, each.two)}) == 32
    check_everybody(played, "consolation", "main")
    check_everybody(played, "last", "consolation")
    check_promise(played, "consolation")
