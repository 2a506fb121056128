"""Every field of a draw record changed, cut or exchanged, and who finds it.

`python -m tests.tournaments.draws.tampering` writes the table into docs/draw-record.md.
"""

import copy
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent.parent.parent
SPECIFICATION = FOLDER / "docs" / "draw-record.md"
BEGIN, END = "<!-- tampering: begin -->", "<!-- tampering: end -->"
VERIFIERS = ("browser", "command", "file")

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


def records(keys: list[str] | None = None) -> list[Record]:
    """Return records of each kind for each format, with all that a record can hold.

    Of each format a field as it is often, one in which nothing is as usual, and the
    draw of the latter changed by hand.
    """
    from tests.tournaments.engine.record.documents import bound  # noqa: PLC0415
    from tournaments.engine import FORMATS  # noqa: PLC0415 - after Django is set up

    found = []
    for known in FORMATS:
        if keys and known.key not in keys:
            continue
        for state in _states(known):
            found += _records_of(state)
        found.append(bound(state, parts={"typed": "lucky"}, told={"open": False}))
    return found


def _states(known: Any) -> Iterator[Any]:
    """Yield two fields of a format: as it is often, and with everything unusual."""
    from tests.tournaments.engine.record.documents import (  # noqa: PLC0415
        later,
        mixed_field,
        stage,
    )
    from tournaments.engine import Branch, Options  # noqa: PLC0415
    from tournaments.engine.state import Pin, Rest  # noqa: PLC0415

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
        **{"absent_worth": "1/2", "late_worth": "1/2"},
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


def _records_of(state: Any) -> Iterator[Record]:
    """Yield the records of a draw by all sources, and of one of the first kind."""
    from tests.tournaments.engine.record.documents import (  # noqa: PLC0415 - Django
        bound,
        document,
    )
    from tournaments.engine import draw  # noqa: PLC0415
    from tournaments.engine.record.announcement import (  # noqa: PLC0415
        digest_of,
        salted,
    )

    parts = {
        **{"dice": "53-66-41-22-11-64", "numbers": [7, 482913]},
        **{"public": "12 3 44", "secret": "1" * 32},
    }
    first = bound(state, parts=parts, told={"differs": [["nothing", 0]]})
    before = first["announcement"]
    told = {
        **{"number": 2, "place": 2, "before": digest_of(before)},
        **{"reason": "The dice fell down", "differs": [["club", 3]]},
    }
    more = {"parts": parts | {"secret": "2" * 32}, "told": told, "chain": [before]}
    plain = bound(state, **more)
    one, two = plain["pairs"][0][0], plain["pairs"][1][0]
    changed = bound(state, swaps=((one, two, "They are a couple"),), **more)
    salt, name = (changed[each].pop("5") for each in ("salts", "names"))
    changed["hidden"] = {"5": salted(salt, name)}
    yield changed
    pairings = draw(state, "s").pairings
    one, two = pairings[0].one, pairings[1].one
    times = dict.fromkeys(("announced", "drawn_at", "published_at"), "22 November")
    earlier = {"number": 1, "seed": "r", "reason": "", "state": "discarded"}
    unbound = document(state, "s", swaps=((one, two),))
    yield unbound | times | {"earlier": [earlier | {"fingerprint": "5D21"}]}


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


def outcomes(some: list[Record]) -> dict[str, list[str]]:
    """Return what each verifier says of records."""
    from clubsite.settings import BASE_DIR  # noqa: PLC0415 - after Django is set up
    from tests.scripts.node import in_node  # noqa: PLC0415
    from tournaments.engine.record.checking import check_text  # noqa: PLC0415

    folder = str(BASE_DIR / "clubsite" / "static")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    import verify_draw  # noqa: PLC0415 - a file that is downloaded, in no package

    texts = [json.dumps(one) for one in some]
    examined = "given.map((text) => examineText(text).outcome)"
    return {
        "browser": in_node("draw-record.js", examined, texts),
        "command": [check_text(text).outcome for text in texts],
        "file": [str(verify_draw.check(json.loads(text))[0]) for text in texts],
    }


def found_by(some: list[Record]) -> dict[str, dict[str, bool]]:
    """Return for each field and verifier whether every tampering with it is found."""
    sound = outcomes(some)
    for said in sound.values():
        assert set(said) <= {"same", "changed", "0", "3"}, said
    names, changed, expected = [], [], []
    for place, record in enumerate(some):
        for name, other in tampered(record):
            if other != record:
                names.append(f"{record['crawford_draw']} {name}")
                changed.append(other)
                expected.append(place)
    said = outcomes(changed)
    table: defaultdict[str, dict[str, bool]] = defaultdict(
        lambda: dict.fromkeys(VERIFIERS, True)
    )
    for verifier in VERIFIERS:
        for name, what, place in zip(names, said[verifier], expected, strict=True):
            if what == sound[verifier][place]:
                table[name][verifier] = False
            else:
                table[name].setdefault(verifier, True)
    return dict(table)


def as_markdown(table: dict[str, dict[str, bool]]) -> str:
    """Return the table for the specification."""
    lines = [
        "| kind | field | browser | `manage verify_draw` | `verify_draw.py` |",
        "|---|---|---|---|---|",
    ]
    for name, found in sorted(table.items()):
        kind, field = name.split(" ", 1)
        cells = ["found" if found[one] else "**outside**" for one in VERIFIERS]
        lines.append(f"| {kind} | `{field}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def written() -> str:
    """Return the table that stands in the specification."""
    text = SPECIFICATION.read_text("utf-8")
    return text[text.index(BEGIN) + len(BEGIN) : text.index(END)].strip()


def main() -> None:
    """Write the table into the specification."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django  # noqa: PLC0415

    django.setup()
    table = as_markdown(found_by(records()))
    text = SPECIFICATION.read_text("utf-8")
    before, after = text[: text.index(BEGIN)], text[text.index(END) :]
    SPECIFICATION.write_text(f"{before}{BEGIN}\n{table}\n{after}", "utf-8")


if __name__ == "__main__":
    main()
