"""Joins the scripts that every page loads to one file.

A small file costs a phone a request and 500 bytes of headers. So `page.js` is served
together with all that it imports. Scripts that only some pages load import shared
functions from `page.js`, so that each module is loaded once.

The scripts are only concatenated in the order of their imports, so all top-level names
must differ. A test of the storage parses the result.
"""

import re
from collections.abc import Mapping
from typing import Final

ENTRY: Final = "page.js"
ON_PAGES_OF_THEIR_OWN: Final = frozenset({"scoreboard.js"})
"""Scripts of pages without `page.js`: their imports are loaded as separate files."""

IMPORT: Final = re.compile(r'(?m)^import (?:[^"]* from )?"\./(?P<name>[^"]+)";.*\n')


def joined(scripts: Mapping[str, str]) -> dict[str, str]:
    """Return the scripts that have to be served with another text, by their names."""
    parts = _in_order(scripts, ENTRY, ())
    changed = {ENTRY: "".join(IMPORT.sub("", scripts[part]) for part in parts)}
    for name in scripts.keys() - {*parts, *ON_PAGES_OF_THEIR_OWN}:
        changed[name] = IMPORT.sub(
            lambda found: (
                found[0].replace(found["name"], ENTRY)
                if found["name"] in parts
                else found[0]
            ),
            scripts[name],
        )
    return changed


def _in_order(
    scripts: Mapping[str, str], name: str, known: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the known scripts and this one, each after all that it imports."""
    for found in IMPORT.finditer(scripts[name]):
        if found["name"] not in known:
            known = _in_order(scripts, found["name"], known)
    return (*known, name)
