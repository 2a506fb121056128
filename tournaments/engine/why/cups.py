"""Reasons in a cup that is drawn round by round: the lines, and the parts that meet."""

from collections.abc import Iterator

from matches.rules.text import gettext_noop
from tournaments.engine.state import DrawnRound, Note, Pairing, StageState
from tournaments.engine.why.brackets import LINE, MEET, VACANT_LINE

PART = gettext_noop(
    "%(entrant)s has come through lines %(first)s to %(last)s of the bracket."
)
EMPTY_PART = gettext_noop("Nobody has come through lines %(first)s to %(last)s.")


def facts(state: StageState, drawn: DrawnRound, pairing: Pairing) -> Iterator[Note]:
    """Yield which parts of the bracket meet here."""
    lines = {one.number: one.lot for one in state.entrants if one.lot is not None}
    lines |= drawn.lots
    size = 2 ** (drawn.round - 1)
    sides = [number for number in (pairing.one, pairing.two) if number is not None]
    blocks = [(lines[number] - 1) // size for number in sides]
    for number, block in zip(sides, blocks, strict=True):
        params = {"first": block * size + 1, "last": (block + 1) * size}
        if drawn.round == 1:
            yield Note(LINE, {"entrant": number, "line": block + 1})
        else:
            yield Note(PART, {"entrant": number, **params})
    if drawn.round > 1:
        if pairing.two is None:
            empty = blocks[0] ^ 1
            yield Note(
                EMPTY_PART, {"first": empty * size + 1, "last": (empty + 1) * size}
            )
        return
    if pairing.two is None:
        count = 2 ** max(len(lines) - 1, 0).bit_length()
        params = {"line": (blocks[0] ^ 1) + 1, "lines": count, "count": len(lines)}
        yield Note(VACANT_LINE, params)
        return
    first = blocks[0] // 2 * 2 + 1
    yield Note(MEET, {"line": first, "next": first + 1})
