"""Phones do not wait while the collector looks through the connections of a hall."""

import gc

from clubsite.server.serving import collect_seldom


class Connection:
    """Something that lives as long as a phone looks on, in a circle."""

    def __init__(self) -> None:
        self.protocol = [self]


def test_thousands_of_connections_are_not_looked_through() -> None:
    before = gc.get_threshold()
    try:
        collect_seldom()
        assert gc.get_freeze_count()
        earlier = [age["collections"] for age in gc.get_stats()]
        connections = [Connection() for _ in range(20_000)]
        later = [age["collections"] for age in gc.get_stats()]
        looks = [now - then for now, then in zip(later, earlier, strict=True)]
        assert len(connections) == 20_000
        assert looks[0] < 20  # Python's own way: more than fifty
        assert looks[2] == 0
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
