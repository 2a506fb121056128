"""Papers: score sheets against a plain table, large lists and charts, memory."""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import cache
from html import escape
from pathlib import Path

import django

from benchmarks.measure import at

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from matches.documents.papers import A3, printing_on  # noqa: E402 - as above
from tournaments.paper.chart_tree import Leaf, Subtree  # noqa: E402 - as above
from tournaments.paper.lists import print_list  # noqa: E402 - as above
from tournaments.paper.score_sheets import score_sheets  # noqa: E402 - as above
from tournaments.paper.sheet_values import SheetSide, SheetValues  # noqa: E402 - as above
from tournaments.paper.values import ListColumn, ListGroup, ListHead, PrintedList  # noqa: E402 - as above
from tournaments.paper.wall_charts import ChartSheet, ChartValues, wall_chart  # noqa: E402 - as above

ROOT = Path(__file__).resolve().parent.parent
BATCH = at(64, smallest=1)
ALL = at(500, smallest=1)
PLAYERS = at(512, smallest=2)
CHARTED = at(256, smallest=4)
IS_ONE_PROCESS = at(False, smallest=True)  # without the time to load the libraries
MOST_SECONDS = 10.0
MOST_MEMORY = 400.0
PRINTED = datetime(2026, 11, 12, 13, 55, tzinfo=UTC)
URL = "https://bg.example.org/tournaments/club-evening/"

TABLE_CSS = """
@page { size: A4 landscape; margin: 8mm }
body { font-family: sans-serif; font-size: 8pt; margin: 0 }
.sheet { float: left; width: 132mm; margin-right: 8mm; height: 190mm }
.page { break-after: page; overflow: hidden }
table { border-collapse: collapse; width: 100% }
td, th { border: .2mm solid black; height: 6.5mm; text-align: center; padding: 0 }
.plain td { border: none; text-align: left }
.big { font-size: 30pt; font-weight: bold }
.name { font-size: 13pt; font-weight: bold }
svg { width: 17mm; height: 17mm }
"""


def run() -> None:
    print("Papers (CPU seconds; a process of its own for each)")
    ours, table = _child("sheets", BATCH), _child("table", BATCH)
    _line(f"D1 {BATCH} score sheets / a plain table, s", ours["cpu"], table["cpu"])
    charted, listed = _child("chart", CHARTED), _child("list", PLAYERS)
    _line(f"D2 wall chart of {CHARTED}, s", charted["cpu"], MOST_SECONDS)
    _line(f"D2 find your table, {PLAYERS} names, s", listed["cpu"], MOST_SECONDS)
    _line(f"D3 {ALL} score sheets, MB", _child("sheets", ALL)["rss"], MOST_MEMORY)


def _line(what: str, ours: float, other: float) -> None:
    met = "met" if ours <= other else "MISSED"
    print(f"{what:42} {ours:8.2f} {other:8.2f}  {ours / other:6.2f}  goal 1 {met}")


@cache
def _child(side: str, count: int) -> dict[str, float]:
    if IS_ONE_PROCESS:
        return _measured(side, count)
    answer = subprocess.run(
        [sys.executable, "-m", "benchmarks.printing", side, str(count)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    measured: dict[str, float] = json.loads(answer.stdout)
    return measured


def _measured(side: str, count: int) -> dict[str, float]:
    import weasyprint  # noqa: F401 - the same for all

    sides: dict[str, Callable[[int], bytes]] = {
        "sheets": lambda count: score_sheets([_values(n + 1) for n in range(count)]),
        "table": lambda count: table_sheets([_values(n + 1) for n in range(count)]),
        "list": _names_list,
        "chart": _chart,
    }
    start = time.process_time()
    sides[side](count)
    return {
        "cpu": time.process_time() - start,
        "rss": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def _names_list(count: int) -> bytes:
    head = ListHead(
        tournament="Club evening",
        where="Swiss · Round 2",
        title="Find your table",
        date="12 November 2026",
        url=URL,
        printed_at=PRINTED,
        language="en",
    )
    return print_list(
        PrintedList(
            head=head,
            columns=(
                ListColumn(title="Player", width=44, is_bold=True),
                ListColumn(title="Table", width=13, kind="centre", size=13),
                ListColumn(title="Opponent", width=35, size=11),
            ),
            groups=(ListGroup("", tuple(_lines(count))),),
            strips=2,
        )
    )


def _chart(count: int) -> bytes:
    lines = max(2, min(count, 32))

    def part(first: int, size: int, column: int) -> Subtree | Leaf:
        if size == 1:
            return Leaf(column + 1, str(first), f"Anna Family {first:03d}")
        sides = (part(at, size // 2, column - 1) for at in (first, first + size // 2))
        return Subtree(
            *(column, f"M{first}", "", f"Consolation M{first}", ""),
            *(("", ""), *sides),
        )

    rounds = lines.bit_length() - 1
    roots = [part(first, lines, rounds) for first in range(1, count + 1, lines)]
    sheets = tuple(
        ChartSheet("Main", "", ("",) * (rounds + 1), root)
        for root in roots
        if isinstance(root, Subtree)
    )
    with printing_on(A3):
        return wall_chart(
            ChartValues(
                tournament="Club evening",
                title="Main",
                language="en",
                url=URL,
                draw_number=1,
                printed_at=PRINTED,
                sheets=sheets,
            )
        )


def _lines(count: int) -> Iterator[tuple[str, str, str]]:
    for number in range(count):
        table = str(number // 2 + 1)
        yield f"Family {number:03d}, Anna", table, f"Bo Family {number ^ 1:03d}"


def _values(number: int) -> SheetValues:
    code = f"K7{number:04d}"
    return SheetValues(
        tournament="Club evening",
        division="Open",
        stage="Swiss",
        round_number=2,
        rounds=5,
        date=date(2026, 11, 12),
        length=7,
        table=number,
        match_number=number,
        code=code,
        url=f"https://bg.example.org/m/{code}/",
        one=SheetSide(f"Player {number} Upper", "North"),
        two=SheetSide(f"Player {number} Lower", "South"),
        crawford=True,
        printed_at=PRINTED,
        draw_number=1,
        language="en",
    )


def table_sheets(values: Sequence[SheetValues]) -> bytes:
    """Print the same contents from the template that comes to mind first."""
    import weasyprint

    content: bytes = weasyprint.HTML(string=_table_pages(values)).write_pdf()
    return content


def _table_pages(values: Sequence[SheetValues]) -> str:
    pages = "".join(
        f'<div class="page">{"".join(map(_table_sheet, values[at : at + 2]))}</div>'
        for at in range(0, len(values), 2)
    )
    return f"<meta charset=utf-8><style>{TABLE_CSS}</style>{pages}"


def _table_sheet(sheet: SheetValues) -> str:
    import segno  # noqa: PLC0415 - as above

    rows = "".join(
        f"<tr><td>{game}<td><td>"
        + "".join(f"<td>{value}" for value in sheet.cube_values)
        + "<td>G<td>B<td>P<td><td><td>□"
        for game in range(1, 2 * sheet.length)
    )
    players = "".join(
        f'<tr><td>{dot}<td><span class="name">{escape(side.name)}</span><br>'
        f"{escape(side.club)}<td>start score 0<td>penalty"
        for dot, side in (("●", sheet.one), ("○", sheet.two))
    )
    return f"""<div class="sheet">
<table class="plain"><tr><td><b>{escape(sheet.tournament)}</b><br>
{escape(sheet.division)} · {escape(sheet.stage)}<br>
Round {sheet.round_number} of {sheet.rounds} · {sheet.date:%a %d %b %Y}<br>
<b>to {sheet.length} points</b>
<td>Table<br><span class="big">{sheet.table}</span>
<td>Match<br><span class="big">{sheet.match_number}</span><br>{sheet.code}
<td>{segno.make(sheet.url).svg_inline()}</table>
<table>{players}</table>
<p>started ____:____ finished ____:____</p>
<table><tr><th>game<th>● points<th>● score<th colspan="{len(sheet.cube_values)}">
cube at end<th colspan="3">not plain?<th>○ score<th>○ points<th>Cr{rows}</table>
<table><tr><td>Final<td>●<td width="80"><td>○<td width="80">
<td>Winner □ ● □ ○<br>□ walkover □ retired □ penalty/time<br>
<b>The winner brings this sheet to the desk.</b>
<tr><td colspan="3">● signed<td colspan="3">○ signed</table>
<p>Nothing circled: plain win · G gammon ×2 · B backgammon ×3 · P pass<br>
Crawford game: the first game after a player comes within 1 point. No cube in it.<br>
printed {sheet.printed_at:%H:%M} · draw v{sheet.draw_number} · {sheet.url}</p></div>"""


if __name__ == "__main__":
    print(json.dumps(_measured(sys.argv[1], int(sys.argv[2]))))
