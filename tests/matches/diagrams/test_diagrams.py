"""The drawing of a board: what stands where, and nothing that a page may not hold."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.diagrams import DiagramOptions, board_svg, movable_shapes
from matches.diagrams.geometry import STACK, reach_of
from matches.rules import Side
from matches.rules.board import START, Position, Situation, position_of

NAME = "{http://www.w3.org/2000/svg}"


def drawn(situation, **look):
    """Return the drawing as a tree."""
    return ElementTree.fromstring(  # noqa: S314 - our own text
        board_svg(situation, look=DiagramOptions(label="Board", **look))
    )


def of_class(tree, name):
    """Return the shapes with all these classes."""
    wanted = set(name.split())
    return [
        each for each in tree.iter() if wanted <= set(each.get("class", "").split())
    ]


def checkers(tree, side):
    """Return where the checkers of one colour lie flat."""
    return [
        (float(each.get("cx", 0)), float(each.get("cy", 0)))
        for each in of_class(tree, f"board__checker {side}")
        if each.get("cx")
    ]


def texts(tree, name):
    """Return what is written with a class."""
    return [each.text or "" for each in of_class(tree, name)]


def test_the_start_shows_thirty_checkers_and_the_cube_at_64():
    tree = drawn(Situation())
    assert len(checkers(tree, "is-one")) == len(checkers(tree, "is-two")) == 15
    assert texts(tree, "board__value") == ["64"]
    assert sorted(map(int, texts(tree, "board__number"))) == list(range(1, 25))


def test_the_player_below_has_the_home_board_below_on_the_right():
    position = position_of({1: 1}, {6: 1})
    tree = drawn(Situation(position=position))
    ((x, y),) = checkers(tree, "is-one")
    assert x > 333
    assert y > 225
    turned = drawn(Situation(position=position), bottom=Side.TWO)
    ((x, y),) = checkers(turned, "is-one")
    assert x > 333
    assert y < 225


def test_both_views_of_one_board_are_the_same_drawing():
    mine = Situation(position=START, on_roll=Side.ONE)
    his = Situation(position=START.turned, on_roll=Side.TWO)
    look = DiagramOptions(label="Board", show_turn=False)
    assert board_svg(mine, look=look) == board_svg(his, look=look)


def test_a_high_stack_ends_with_its_number():
    tree = drawn(Situation(position=position_of({6: 9}, {13: 2})))
    assert len(checkers(tree, "is-one")) == STACK
    assert texts(tree, "board__count is-one") == ["9"]


def test_what_has_been_borne_off_stands_in_the_tray():
    tree = drawn(Situation(position=position_of({1: 2}, {1: 15})))
    edges = [
        each for each in of_class(tree, "board__checker is-one") if not each.get("cx")
    ]
    assert len(edges) == 13


@pytest.mark.parametrize(
    ("cube", "owner", "doubled", "shown"),
    [
        (2, Side.ONE, False, "2"),
        (2, None, False, "2"),
        (2, Side.ONE, True, "4"),
        (1, None, True, "2"),
        (1024, Side.TWO, False, "1024"),
    ],
)
def test_the_cube_shows_its_value(cube, owner, doubled, shown):
    situation = Situation(cube=cube, owner=owner, doubled=doubled)
    assert texts(drawn(situation), "board__value") == [shown]


def test_the_cube_lies_with_its_owner():
    def height(owner):
        tree = drawn(Situation(cube=2, owner=owner))
        return float(of_class(tree, "board__cube")[0].get("y", 0))

    assert height(Side.ONE) > 225 > height(Side.TWO)


def test_the_dice_lie_on_the_right_of_whoever_threw_them():
    tree = drawn(Situation(dice=(6, 1)))
    spots = [
        each for each in of_class(tree, "board__count is-one") if each.tag.endswith("e")
    ]
    assert len(spots) == 7
    assert min(float(each.get("cx", 0)) for each in spots) > 333
    other = drawn(Situation(dice=(6, 1), on_roll=Side.TWO, position=START))
    spots = of_class(other, "board__count is-two")
    assert max(float(each.get("cx", 0)) for each in spots) < 333


def test_a_checker_that_goes_on_gets_one_arrow():
    after = position_of({13: 6, 8: 3, 6: 5, 24: 1}, {13: 5, 8: 3, 6: 5, 24: 2})
    situation = Situation(position=after.turned, on_roll=Side.TWO)
    tree = drawn(situation, moved=((24, 18), (18, 13)))
    assert len(of_class(tree, "board__path")) == 1
    assert len(of_class(tree, "board__mark is-one")) == 1
    assert len(of_class(tree, "board__left")) == 1


def test_names_and_words_are_escaped():
    tree = drawn(
        Situation(), names=("<b>Ane", 'Bo "&"'), description="2 < 3 & 4", show_pips=True
    )
    assert texts(tree, "board__name") == ['Bo "&"', "167", "<b>Ane", "167"]
    (words,) = tree.iter("desc")
    assert words.text == "2 < 3 & 4"
    assert tree.get("aria-describedby") == words.get("id")


def test_a_page_may_hold_the_drawing():
    look = DiagramOptions(
        label="Board", names=("A", "B"), moved=((8, 5),), has_places=True
    )
    text = board_svg(Situation(dice=(3, 1)), look=look)
    assert re.search(r"\sstyle=|<style|<script|\son\w+=|url\(", text) is None
    assert 'role="img"' in text


counts = st.lists(st.integers(0, 24), min_size=0, max_size=15)


@given(own=counts, other=counts, bottom=st.sampled_from(Side), places=st.booleans())
def test_any_board_can_be_drawn(own, other, bottom, places):
    points = [0] * 26
    for place in own:
        points[place + 1] += 1
    for place in other:
        if points[24 - place] <= 0:
            points[24 - place] -= 1
    situation = Situation(position=Position(tuple(points)))
    tree = drawn(situation, bottom=bottom, has_places=places)
    shown = len(checkers(tree, "is-one"))
    tall = sum(min(count, STACK) for count in points[1:25] if count > 0)
    assert shown == tall + min(points[25], 4)


def test_a_script_gets_what_every_place_means():
    start = Situation().position
    tree = drawn(Situation(), has_places=True)
    places = [group for group in tree.iter("g") if group.get("data-place")]
    assert len(places) == 26
    for whose, seen in (("own", start), ("other", start.turned)):
        numbers = [int(group.get(f"data-{whose}", "")) for group in places]
        assert sorted(numbers) == list(range(26))
        pips = sum(number * max(seen.points[number], 0) for number in numbers)
        assert pips == seen.pips
    bars = {group.get("data-place"): group.get("data-only") for group in places}
    assert {place: whose for place, whose in bars.items() if whose} == {
        "25": "own",
        "0": "other",
    }


def test_what_can_be_tapped_covers_the_board_once():
    boxes = [reach_of(place) for place in range(26)]
    assert {box[1:] for box in boxes} == {(0, 42, 222), (228, 42, 222)}
    for top in (0, 228):
        lefts = sorted(box[0] for box in boxes if box[1] == top)
        assert len(lefts) == 13
        assert all(right - left >= 42 for left, right in pairwise(lefts))


def test_shapes_to_move_are_those_of_the_drawing():
    tree = ElementTree.fromstring(movable_shapes())  # noqa: S314 - our own text
    names = [group.get("data-shape", "") for group in tree.iter("g")]
    for kind in ("checker", "count", "edge"):
        assert {f"{kind}-1", f"{kind}-2"} <= set(names)
    moved = of_class(tree, "board__checker is-one")[0].attrib
    still = of_class(drawn(Situation()), "board__checker is-one")[0].attrib
    assert moved == still | {"cx": "0", "cy": "0"}
