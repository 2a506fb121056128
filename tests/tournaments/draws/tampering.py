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
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent.parent.parent
SPECIFICATION = FOLDER / "docs" / "draw-record.md"
BEGIN, END = "<!-- tampering: begin -->", "<!-- tampering: end -->"
VERIFIERS = ("browser", "command", "file")

CELLS: dict[str, tuple[str, ...]] = {
    "state.entrants": (
        *("number", "rating", "club", "present", "joined", "lot"),
        *("country", "family", "seed", "wants_bye", "group"),
    ),
    "state.outcomes": (
        *("round", "one", "two", "winner", "points_one", "points_two"),
        *("played", "length", "nobody", "slot"),
    ),
    "state.rests": ("round", "entrant", "kind"),
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
}
"""What the cells of rows mean."""
NUMBERED = ("lots", "names", "salts", "hidden")
"""Objects whose keys are entrant numbers."""

Record = dict[str, Any]
Tampered = tuple[str, Record]


def records(keys: list[str] | None = None) -> list[Record]:
    """Return a record of each kind for each format, with all that a record can hold."""
    from tests.tournaments.engine.record.documents import (  # noqa: PLC0415 - Django
        bound,
        document,
        later,
        mixed_field,
        stage,
    )
    from tournaments.engine import FORMATS, Branch, Options, draw  # noqa: PLC0415
    from tournaments.engine.record.announcement import digest_of  # noqa: PLC0415
    from tournaments.engine.state import Rest  # noqa: PLC0415

    found = []
    for known in FORMATS:
        if keys and known.key not in keys:
            continue
        heeded = {
            "forbidden": ((1, 2), (3, 8)),
            "apart": ("club",),
            "groups": 2,
            "branches": (Branch(),),
        }
        chosen = {name: heeded[name] for name in heeded if name in known.options}
        state = stage(
            *(known.key, 11),
            rounds=5,
            options=Options(**chosen),
            entrants=mixed_field(11),
            same_person=((4, 9),),
        )
        if known.plan is None:
            state = later(state, 1)
        if known.plan is None and known.has_byes:
            state = replace(state, rests=(Rest(state.next_round, 11, "absent"),))
        pairings = draw(state, "s").pairings
        first = bound(state, parts={"secret": "1" * 32})["announcement"]
        told = {
            **{"number": 2, "place": 2, "before": digest_of(first)},
            **{"reason": "The dice fell down", "differs": [["club", 3]]},
        }
        parts = {
            **{"dice": "53-66-41-22-11-64", "numbers": [7, 482913]},
            **{"public": "12 3 44", "secret": "2" * 32},
        }
        plain = bound(state, parts=parts, told=told, chain=[first])
        one, two = plain["pairs"][0][0], plain["pairs"][1][0]
        found.append(
            bound(
                state,
                swaps=((one, two, "They are a couple"),),
                parts=parts,
                told=told,
                chain=[first],
            )
        )
        one, two = pairings[0].one, pairings[1].one
        found.append(document(state, "s", swaps=((one, two),)))
    return found


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
        # The first, the last and one in the middle stand for all rows.
        for place in sorted(
            {0, len(value) // 2, len(value) - 1} & {*range(len(value))}
        ):
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
