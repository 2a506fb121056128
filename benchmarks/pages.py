"""What one person waits for: pages, a save, a draw and papers.

`benchmarks/acts.py` measures in a process of its own, here or in another checkout. A
*ping* is a view that returns ten bytes behind the usual middlewares: what a person
waits for is told in pings, so that the machine does not matter.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.acts import FIELDS, SHEETS
from benchmarks.measure import ROOT, Line, Row, milliseconds, note

Costs = dict[str, dict[str, float]]

SMALL, LARGE = FIELDS[0], FIELDS[-1]
MOST_PAGES: Final = {SMALL: 500, LARGE: 2000}
MOST_SAVES: Final = {SMALL: 300, LARGE: 1000}
ALLOWED: Final = {"pages": 2, "save": 2, "draw": 2, "paper": 6}
"""How many times the CPU of another commit a plainer one may take."""
TABLE_CSS: Final = """
@page { size: A4 landscape; margin: 8mm }
body { font-family: sans-serif; font-size: 8pt; margin: 0 }
.sheet { float: left; width: 132mm; margin-right: 8mm; height: 190mm }
.page { break-after: page; overflow: hidden }
table { border-collapse: collapse; width: 100% }
td { border: .2mm solid black; height: 6.5mm; text-align: center; padding: 0 }
"""


def run() -> Iterator[Line]:
    costs = _measured(ROOT)
    ping = costs["ping"][""]
    yield f"Pages, made anew, and saves (CPU ms; a ping takes {ping:.3f})"
    for size in dict.fromkeys(FIELDS):
        path, most = max(costs[f"pages of {size}"].items(), key=lambda page: page[1])
        what = f"{size} players: {path} / pings"
        goal = "W1" if size == SMALL else "W2"
        yield Row(goal=goal, what=what, ours=most, peer=ping, most=MOST_PAGES[size])
        saved = costs[f"save of {size}"][""]
        what = f"{size} players: a result at the desk / pings"
        yield Row(goal="W3", what=what, ours=saved, peer=ping, most=MOST_SAVES[size])
    what = f"{LARGE} players: largest page / 1 MB"
    size_of = costs[f"megabytes of {LARGE}"][""]
    yield Row(goal="W2", what=what, ours=size_of, peer=1, most=1)
    yield ""
    yield "Jobs (CPU seconds; MB)"
    jobs = costs["jobs"]
    for goal, key, what, limit in (
        ("J1", "draw", "a draw of 512, published / limit", 2),
        ("D2", "chart", "wall chart of 256 / limit", 10),
        ("D2", "list", "pairings A–Z of 512 / limit", 10),
    ):
        yield Row(goal=goal, what=what, ours=jobs[key] / 1000, peer=limit, most=1)
    what = f"{SHEETS} score sheets / a plain <table>"
    table = _table_seconds()
    yield Row(goal="D1", what=what, ours=jobs["sheets"] / 1000, peer=table, most=1)
    what = "memory after 500 score sheets / limit"
    yield Row(goal="D1", what=what, ours=jobs["megabytes"], peer=400, most=1)


def beside(checkout: Path) -> Iterator[Line]:
    """Yield everything of this checkout beside that of another one."""
    yield f"This checkout beside {checkout.name} (CPU ms; MB)"
    ours, theirs = _measured(ROOT), _measured(checkout)
    for group, costs in ours.items():
        for name, cost in costs.items():
            peer = theirs.get(group, {}).get(name)
            if peer is None or group == "ping":
                continue
            kind = group.split(" ")[0]
            if group == "jobs":
                kind = "draw" if name == "draw" else "paper"
            most = ALLOWED.get(kind) if name != "megabytes" else None
            yield Row(what=f"{group} {name}", ours=cost, peer=peer, most=most)
    yield note("memory may grow by 150 MB")


def _measured(checkout: Path) -> Costs:
    """Run `acts` in a checkout, with its own environment where it has one."""
    python = checkout / ".venv" / "bin" / "python"
    done = subprocess.run(
        [
            str(python if python.is_file() else sys.executable),
            ROOT / "benchmarks/acts.py",
        ],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    costs: Costs = json.loads(done.stdout)
    return costs


def _table_seconds() -> float:
    """Return what the template that comes to mind first takes for as many sheets."""
    import weasyprint

    sheet = (
        '<div class="sheet"><table><tr><td>Club evening<td>Table<td>Match</table>'
        "<table><tr><td>Player One<td>start score 0<tr><td>Player Two<td>0</table>"
        f"<table>{13 * _row()}</table><table><tr><td>signed<td>signed</table></div>"
    )
    pages = f'<div class="page">{sheet}{sheet}</div>' * (SHEETS // 2)
    head = f"<meta charset=utf-8><style>{TABLE_CSS}</style>"
    weasyprint.HTML(string=head + sheet).write_pdf()
    return milliseconds(weasyprint.HTML(string=head + pages).write_pdf) / 1000


def _row() -> str:
    return f"<tr><td>1<td><td>{'<td>2' * 7}<td>G<td>B<td>P<td><td><td>□"
