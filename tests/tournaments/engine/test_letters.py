"""Letters of groups."""

from tournaments.engine.state import group_name


def test_groups_have_letters():
    names = [group_name(number) for number in (1, 2, 26, 27, 52, 53, 703)]
    assert names == ["A", "B", "Z", "AA", "AZ", "BA", "AAA"]
