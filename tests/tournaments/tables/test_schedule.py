"""When rounds end: never before their matches, later with fewer tables."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.tables.minutes import PAUSE, Block, durations, ends

minutes = st.floats(5, 120)


@st.composite
def plans(draw: st.DrawFn) -> list[Block]:
    return [
        Block(
            draw(st.integers(1, 9)),
            draw(minutes),
            tuple(draw(st.lists(minutes, max_size=2))),
            tuple(draw(st.sets(st.integers(0, place - 1)))) if place else (),
        )
        for place in range(draw(st.integers(1, 5)))
    ]


@settings(max_examples=30)
@given(st.integers(1, 200), minutes)
def test_matches_take_their_mean_and_the_slowest_longer(
    count: int, mean: float
) -> None:
    found = durations(count, mean)
    assert len(found) == count
    assert abs(sum(found) / count - mean) < 0.01 * mean
    assert min(found) > 0
    assert (max(found) > mean) == (count > 1)


@settings(max_examples=30)
@given(plans(), st.integers(1, 20))
def test_blocks_end_after_those_they_wait_for(blocks: list[Block], tables: int) -> None:
    found = ends(blocks, tables=tables)
    for block, end in zip(blocks, found, strict=True):
        longest = max(durations(block.matches, block.minutes))
        begins = max((found[one] + PAUSE for one in block.after), default=0)
        assert end >= begins + longest - 0.001
        assert end >= max(block.running, default=0)


@settings(max_examples=30)
@given(plans())
def test_with_all_the_tables_a_block_ends_with_its_slowest_match(
    blocks: list[Block],
) -> None:
    found = ends(blocks)
    for block, end in zip(blocks, found, strict=True):
        longest = max(durations(block.matches, block.minutes))
        begins = max((found[one] + PAUSE for one in block.after), default=0)
        assert abs(end - max((begins + longest, *block.running))) < 0.001


def test_one_table_plays_one_match_after_the_other() -> None:
    (end,) = ends([Block(4, 30)], tables=1)
    assert abs(end - 120) < 0.001
    (end,) = ends([Block(2, 30, (20,))], tables=1)
    assert abs(end - 80) < 0.001


def test_nothing_to_play_is_over_at_once() -> None:
    assert ends([]) == []
    assert ends([Block(0, 30)]) == [0]
