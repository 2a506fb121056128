"""Pairs in a pasted list: a line with two names is one entry of two people."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from matches.rules.names import LONGEST_NAME, fold
from tournaments.engine.roster import Known, ListLine, Verdict
from tournaments.errors import PairMembersError
from tournaments.services.pairs import (
    is_one_person,
    names_of_pair,
    pair_name,
    pair_sort_name,
)

Both = frozenset[str]


def with_pairs(
    lines: Iterable[ListLine], *, known: Iterable[Known], entered: Collection[str]
) -> tuple[ListLine, ...]:
    """Return the lines with those that name two people read as pairs."""
    pairs = {
        _both(names): player
        for player in known
        if (names := names_of_pair(player.name)) is not None
    }
    earlier: dict[Both, int] = {}
    found = []
    for line in lines:
        names = names_of_pair(line.name)
        if names is None or line.verdict is Verdict.INVALID:
            found.append(line)
            continue
        player = pairs.get(_both(names))
        found.append(_pair(line, names, player=player, entered=entered))
        number = earlier.setdefault(_both(names), line.number)
        if number != line.number:
            found[-1] = replace(
                found[-1], verdict=Verdict.DUPLICATE, known=None, duplicate_of=number
            )
    return tuple(found)


def _pair(
    line: ListLine,
    names: tuple[str, str],
    *,
    player: Known | None,
    entered: Collection[str],
) -> ListLine:
    if is_one_person(names):
        return replace(line, verdict=Verdict.INVALID, error=PairMembersError())
    verdict = Verdict.NEW
    if player is not None:
        verdict = Verdict.ENTERED if player.key in entered else Verdict.KNOWN
    return replace(
        line,
        name=pair_name(names)[:LONGEST_NAME],
        sort_name=pair_sort_name(names),
        verdict=verdict,
        candidates=() if player is None else (player,),
        known=player,
        duplicate_of=None,
    )


def _both(names: tuple[str, str]) -> Both:
    return frozenset(fold(name) for name in names)
