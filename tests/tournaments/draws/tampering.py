"""Every field of a draw record changed, cut or exchanged."""

import copy
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.tournaments.engine.record.documents import (
    DICE,
    document,
    later,
    mixed_field,
    stage,
)
from tournaments.engine import FORMATS, Branch, Format, Options, StageState
from tournaments.engine.formats import REBUY_ROUND
from tournaments.engine.record.announcement import digest_of, salted
from tournaments.engine.state import Pin, Rest

CELLS: dict[str, tuple[str, ...]] = {
    "state.entrants": (
        *("number", "rating", "club", "present", "joined", "lot"),
        *("country", "family", "seed", "wants_bye", "group", "pr"),
    ),
    "state.outcomes": (
        *("round", "one", "two", "winner", "points_one", "points_two"),
        *("played", "length", "nobody", "slot"),
    ),
    "state.rests": ("round", "entrant", "kind"),
    "state.pins": ("slot", "side", "entrant"),
    "state.same_person": ("one", "two"),
    "state.options.forbidden": ("one", "two"),
    "state.options.branches": ("section", "of", "pattern", "first", "last"),
    "pairs": ("one", "two"),
    "swaps": ("one", "two", "reason"),
    "plan.nodes": (
        *("number", "section", "round", "position", "top kind", "top of"),
        *("bottom kind", "bottom of", "is reset"),
    ),
    "announcement.differs": ("kind", "number"),
    "chain[].differs": ("kind", "number"),
}
"""What the cells of rows mean."""
NUMBERED = ("lots", "names", "salts", "hidden")
"""Objects whose keys are entrant numbers."""

Record = dict[str, Any]
Tampered = tuple[str, Record]


def records(*keys: str) -> list[Record]:
    """Return records of these formats, else of all, with all that a record can hold.

    Of each format a field as it is often, and one in which nothing is as usual; of
    both an announced draw that was changed by hand, and a draw made at once.
    """
    return [
        record
        for known in FORMATS
        if known.key in keys or (not keys and known is not REBUY_ROUND)
        for state in _states(known)
        for record in (_announced(state), document(state))
    ]


def _states(known: Format) -> Iterator[StageState]:
    """Yield two fields of a format: as it is often, and with everything unusual."""
    often = {
        **{"forbidden": ((1, 2), (3, 8)), "apart": ("club",), "groups": 2},
        "branches": (Branch(),),
    }
    unusual = often | {
        **{"byes": "lots", "bye_to": "lots", "seeded": 4, "seeds_by": "pr"},
        **{"reset": False, "lives": 5, "survivors": 2, "times": 2, "legs": 2},
        **{"apart": ("club", "country"), "apart_rounds": 0, "unplayed": "virtual"},
        **{"tiebreaks": ("direct:2", "lots:1"), "scoring": "three_one:1"},
        **{"half_byes": 2, "bye_free": 2, "accelerated": "baku"},
        **{"asked_worth": "1", "absent_worth": "1/2", "late_worth": "1/2"},
    }
    for chosen in (often, unusual):
        more: dict[str, Any] = {"same_person": ((4, 9),)}
        entrants = mixed_field(11)
        if chosen is unusual:
            more |= {"bye": Fraction(1, 2), "walkover": "half", "lots_seed": "3 1 6"}
            entrants = tuple(
                replace(one, group="AB"[one.number % 2], pr=Decimal(one.number))
                for one in entrants
            )
        options = {name: chosen[name] for name in chosen if name in known.options}
        state = stage(
            *(known.key, 11),
            rounds=5,
            options=Options(**options),
            entrants=entrants,
            **more,
        )
        if known.plan is None:
            state = later(state, 1)
        if known.plan is None and known.has_byes:
            state = replace(state, rests=(Rest(state.next_round, 11, "absent"),))
        if chosen is unusual:
            nobody = {"winner": None, "nobody": True, "slot": 1, "played": False}
            state = replace(
                state,
                outcomes=(
                    *(replace(one, **nobody) for one in state.outcomes[:1]),
                    *state.outcomes[1:],
                ),
                pins=(Pin(1, 2, 3),) if known.plan else (),
                ahead=known.plan is None and known.key != "lives",
                at_once=known.is_endless,
            )
        yield state


def _announced(state: StageState) -> Record:
    first = document(state, dice=DICE, told={"differs": [["nothing", 0]]})
    before = first["announcement"]
    told = {
        **{"number": 2, "place": 2, "before": digest_of(before)},
        **{"reason": "The dice fell down", "differs": [["club", 3]]},
    }
    more: Any = {"dice": DICE, "secret": "2" * 32, "told": told, "chain": [before]}
    pairs = document(state, **more)["pairs"]
    swap = (pairs[0][0], pairs[1][0], "They are a couple")
    changed = document(state, swaps=(swap,), **more)
    salt, name = (changed[part].pop("5") for part in ("salts", "names"))
    changed["hidden"] = {"5": salted(salt, name)}
    return changed


def tampered(record: Record) -> Iterator[Tampered]:
    """Yield the record with every field changed, cut or exchanged, by its name."""
    for name, path in _places(record, "", ()):
        for other in _others(_at(record, path)):
            changed = copy.deepcopy(record)
            _at(changed, path[:-1])[path[-1]] = other
            yield name, changed
        cut = copy.deepcopy(record)
        del _at(cut, path[:-1])[path[-1]]
        yield name, cut


def _places(
    value: Any, name: str, path: tuple[Any, ...]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            inside = f"{name}.{key}" if name else key
            if name in NUMBERED:
                inside = f"{name}[]"
            yield inside, (*path, key)
            yield from _places(inner, inside, (*path, key))
    elif isinstance(value, list):
        for place in _sample(value):
            cells = CELLS.get(name.removesuffix("[]"))
            inside = f"{name}[]"
            if name.endswith("[]") and cells:
                inside = f"{name}.{cells[place]}"
            yield inside, (*path, place)
            if name.endswith("[]") or not isinstance(value[place], list):
                yield from _places(value[place], inside, (*path, place))
                continue
            for cell in range(len(value[place])):
                label = CELLS[name][cell] if name in CELLS else "…"
                yield f"{name}[].{label}", (*path, place, cell)


def _sample(rows: list[Any]) -> list[int]:
    """Return where the first, a middle, the last and the longest row stand."""
    found = {0, len(rows) // 2, len(rows) - 1} & {*range(len(rows))}
    if rows and isinstance(rows[0], list):
        found.add(max(range(len(rows)), key=lambda place: len(rows[place])))
    return sorted(found)


def _others(value: Any) -> Iterator[Any]:
    """Yield other values of the same sort."""
    if isinstance(value, bool):
        yield not value
    elif value is None:
        yield 1
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield from _other_texts(value)
    elif isinstance(value, list) and len(value) > 1:
        yield [*value[1:], value[0]]
        yield [*value, value[0]]
    elif isinstance(value, dict) and len(value) > 1:
        one, two, *_ = value
        if value[one] != value[two]:
            yield {**value, one: value[two], two: value[one]}


def _other_texts(value: str) -> Iterator[str]:
    """Yield the text with another digit, or with a letter more."""
    for place, letter in enumerate(value):
        if letter.isdigit():
            digit = str((int(letter) + 1) % 10)
            yield value[:place] + digit + value[place + 1 :]
            break
    else:
        yield f"{value}x"


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value
