"""Score sheets and wall charts against plain tables and other programs."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import cache
from html import escape
from pathlib import Path
from statistics import median
from unittest import mock

from benchmarks.measure import at
from matches.documents.fontconfig import keep_pango_loaded
from tests.chromium import CHROMIUM_ARGUMENTS, CHROMIUM_PATHS
from tournaments.paper.score_sheets import SheetSide, SheetValues, score_sheets
from tournaments.paper.score_sheets import pdf as score_sheets_pdf
from tournaments.paper.score_sheets.drawing import SheetDrawing
from tournaments.paper.score_sheets.layout import SheetLayout

ROOT = Path(__file__).resolve().parent.parent
BATCH = at(64, smallest=1)
ALL = at(500, smallest=BATCH)
TABLE_SIZES = (BATCH, at(192, smallest=2))
PLAYERS = at(512, smallest=2)
CHARTED = at(256, smallest=4)
MOST_OF_REPORTLAB = 1.25
PEERS = ("reportlab", "typst", "chromium")
PEER_PACKAGES = ("reportlab==5.1.0", "typst==0.15.2", "segno==1.6.6")
PEER_FOLDER = at(
    ROOT / ".pytest_cache" / "printing-peers", smallest=Path("left", "out", "here")
)
"""Their environment, which the first run makes; they are used by nothing else."""
REPEATS = at(15, smallest=1)
IS_ONE_PROCESS = at(False, smallest=True)  # without the time to load the libraries

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
    print("Score sheets (CPU seconds; a process of its own for each side)")
    ours, table = _child("ours", BATCH), _child("table", BATCH)
    _line(f"D1 {BATCH} sheets, from cold, s", ours["cpu"], table["cpu"], goal=0.25)
    print(f"   a sheet: {_a_sheet(ours)} and {_a_sheet(table)}")
    many, more = _child("ours", ALL), _child("table", TABLE_SIZES[1])
    slope = (more["rss"] - table["rss"]) / (TABLE_SIZES[1] - TABLE_SIZES[0])
    whole = table["rss"] + slope * (ALL - TABLE_SIZES[0])
    _line(f"D3 {ALL} sheets, peak memory, MB", many["rss"], whole, goal=0.2)
    print(
        f"   ours measured, goal 300 MB; the table's continued in a straight line "
        f"from {table['rss']:.0f} and {more['rss']:.0f} MB at {TABLE_SIZES[0]} and "
        f"{TABLE_SIZES[1]} sheets"
    )
    for peer in PEERS if PEER_FOLDER.parent.is_dir() else ():
        drawn = _peer(peer, ALL)
        goal = f"  goal {MOST_OF_REPORTLAB}" if peer == PEERS[0] else ""
        ratio = many["cpu"] / drawn["cpu"]
        met = "met" if ratio <= MOST_OF_REPORTLAB else "MISSED"
        print(
            f"{'D2 ' if goal else ''}{ALL} sheets beside {peer}, s".ljust(35)
            + f" {many['cpu']:8.3f} {drawn['cpu']:9.3f}  {ratio:6.3f}"
            + (f"{goal} {met}" if goal else "")
        )
        print(f"   {peer}: {_a_sheet(drawn)}, {drawn['rss']:.0f} MB")
    warm = _child("warm", REPEATS)
    _line("D4 one sheet, warm, s", warm["full"], warm["bare"], goal=2.2)
    print("   against the same sheet without grid and QR code")
    listed, cells = _child("list", PLAYERS), _child("list_table", PLAYERS)
    _line(f"find your table, {PLAYERS} names, s", listed["cpu"], cells["cpu"], goal=0.8)
    print("   goal for 512 names 1 s; against a table with a cell for each text")
    charted, table = _child("chart", CHARTED), _child("chart_table", CHARTED)
    _line(f"D5 wall chart of {CHARTED}, s", charted["cpu"], table["cpu"], goal=0.35)
    print("   against a table with two columns for each round")


def _line(what: str, ours: float, peer: float, *, goal: float) -> None:
    ratio = ours / peer
    met = "met" if ratio <= goal else "MISSED"
    print(f"{what:35} {ours:8.3f} {peer:9.3f}  {ratio:6.3f}  goal {goal} {met}")


def _a_sheet(measured: dict[str, float]) -> str:
    count = measured["sheets"]
    size = measured["bytes"] / count / 1024
    return f"{measured['cpu'] / count * 1000:.1f} ms, {size:.1f} KB"


@cache
def _child(side: str, count: int) -> dict[str, float]:
    if IS_ONE_PROCESS and side != "chart":
        return _side(side, count)
    answer = subprocess.run(
        [sys.executable, "-m", "benchmarks.printing", side, str(count)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    measured: dict[str, float] = json.loads(answer.stdout)
    return measured


def _side(side: str, count: int) -> dict[str, float]:
    if side == "chart":
        _product_settings()
    else:
        _settings()
    keep_pango_loaded()  # the tables load WeasyPrint without the product
    import weasyprint  # noqa: F401 - the same for both sides

    sides: dict[str, Callable[[int], dict[str, float]]] = {
        "ours": lambda count: _measured(score_sheets, count),
        "table": lambda count: _measured(table_sheets, count),
        "warm": _warm,
        "list": lambda count: _timed(_names_list, count),
        "list_table": lambda count: _timed(_names_table, count),
        "chart": lambda count: _timed(_chart, count),
        "chart_table": lambda count: _timed(_chart_table, count),
    }
    return sides[side](count)


def _peer(name: str, count: int) -> dict[str, float]:
    """Return what another program takes for the same sheets."""
    if name == "chromium":
        return _chromium(count)
    python = PEER_FOLDER / "bin" / "python"
    if not python.is_file():
        subprocess.run([sys.executable, "-m", "venv", str(PEER_FOLDER)], check=True)
        install = (str(python), "-m", "pip", "install", "-q", *PEER_PACKAGES)
        subprocess.run(install, check=True, capture_output=True)
    answer = subprocess.run(
        [str(python), str(ROOT / "benchmarks" / "printing_peers.py"), name, str(count)],
        check=True,
        capture_output=True,
        text=True,
    )
    measured: dict[str, float] = json.loads(answer.stdout)
    return measured


def _chromium(count: int) -> dict[str, float]:
    """Print the plain table in a browser; the CPU time is that of its processes."""
    _settings()
    program = next(path for path in CHROMIUM_PATHS if Path(path).is_file())
    with tempfile.TemporaryDirectory() as folder:
        page, content = Path(folder, "sheets.html"), Path(folder, "sheets.pdf")
        page.write_text(_table_pages([_values(n + 1) for n in range(count)]), "utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [
                *(program, *CHROMIUM_ARGUMENTS, "--headless", "--no-pdf-header-footer"),
                *(f"--user-data-dir={folder}/profile", f"--print-to-pdf={content}"),
                page.as_uri(),
            ],
            check=True,
            capture_output=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return {
            "sheets": count,
            "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            "rss": after.ru_maxrss / 1024,
            "bytes": content.stat().st_size,
        }


@cache
def _settings() -> None:
    import django  # noqa: PLC0415 - configured here, without the product's database
    from django.conf import settings  # noqa: PLC0415

    settings.configure(
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "DIRS": [ROOT / "templates"],
                "OPTIONS": {"builtins": ["matches.templatetags.components"]},
            }
        ],
        USE_TZ=True,
        SITE_PATH="",
    )
    django.setup()


def _product_settings() -> None:
    """Set the whole product up: its wall charts know its brackets."""
    import django  # noqa: PLC0415 - as above

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()


def _measured(
    render: Callable[[Sequence[SheetValues]], bytes], count: int
) -> dict[str, float]:
    values = [_values(number) for number in range(1, count + 1)]
    start = time.process_time()
    content = render(values)
    return {
        "sheets": count,
        "cpu": time.process_time() - start,
        "rss": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "bytes": len(content),
    }


def _warm(repeats: int) -> dict[str, float]:
    """Time one sheet in a worker that has printed before, complete and bare."""
    values = [_values(1)]

    without_code = [replace(sheet, url="") for sheet in values]

    def timed(sheets: Sequence[SheetValues]) -> float:
        start = time.process_time()
        score_sheets(sheets)
        return time.process_time() - start

    timed(values)
    full = median(timed(values) for _ in range(repeats))
    drawing = score_sheets_pdf.drawing

    def empty(form: SheetLayout) -> SheetDrawing:
        nothing = {"numbers": "", "hairlines": "", "rules": "", "boxes": ""}
        return replace(drawing(form), headings=(), marks=(), **nothing)

    with mock.patch.object(score_sheets_pdf, "drawing", empty):
        timed(without_code)
        bare = median(timed(without_code) for _ in range(repeats))
    return {"full": full, "bare": bare}


def _timed(render: Callable[[int], bytes], count: int) -> dict[str, float]:
    """Time a list in a worker that has printed before."""
    render(1)
    start = time.process_time()
    content = render(count)
    return {"cpu": time.process_time() - start, "bytes": len(content)}


def _names_list(count: int) -> bytes:
    from tournaments.paper import pdf, values  # noqa: PLC0415 - configured

    head = values.ListHead(
        tournament="Club evening",
        where="Swiss · Round 2",
        title="Find your table",
        date="12 November 2026",
        url="https://bg.example.org/tournaments/club-evening/rounds/2/",
        printed_at=datetime(2026, 11, 12, 13, 55),  # noqa: DTZ001 - local on paper
        language="en",
    )
    return pdf.print_list(
        values.PrintedList(
            head=head,
            columns=(
                values.ListColumn(title="Player", width=44, is_bold=True),
                values.ListColumn(title="Table", width=13, kind="centre", size=13),
                values.ListColumn(title="Opponent", width=35, size=11),
            ),
            groups=(values.ListGroup("", tuple(_lines(count))),),
            strips=2,
        )
    )


def _names_table(count: int) -> bytes:
    from matches.documents.pdf import render_pdf  # noqa: PLC0415 - as above

    rows = "".join(
        f"<tr><td>{name}<td>{table}<td>{other}" for name, table, other in _lines(count)
    )
    return render_pdf(
        f'<html lang="en"><title>Names</title><table>{rows}</table>',
        stylesheet=TABLE_CSS,
    )


def _chart(count: int) -> bytes:
    from tournaments.brackets import chart_layout, chart_pdf  # noqa: PLC0415 - configured
    from tournaments.paper.chart_tree import Leaf, Subtree  # noqa: PLC0415 - same

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
        chart_layout.ChartSheet("Main", "", ("",) * (rounds + 1), root)
        for root in roots
        if isinstance(root, Subtree)
    )
    return chart_pdf.wall_chart(
        chart_layout.ChartValues(
            tournament="Club evening",
            title="Main",
            language="en",
            url="https://bg.example.org/tournaments/club-evening/stages/1/",
            draw_number=1,
            printed_at=datetime(2026, 11, 12, 13, 55),  # noqa: DTZ001 - local
            sheets=sheets,
        )
    )


def _chart_table(count: int) -> bytes:
    from matches.documents.pdf import render_pdf  # noqa: PLC0415 - as above

    columns = min(count, 32).bit_length()

    def cells(line: int) -> Iterator[str]:
        """Yield a cell for the text and one for the box of each column."""
        yield f"<td>{line + 1} Anna Family {line + 1:03d}<td>"
        for column in range(1, columns):
            is_said = line % 2**column == 0
            yield f"<td>{f'M{line + 1} t___ L→ M{line + 1}' if is_said else ''}<td>"

    rows = (f"<tr>{''.join(cells(line))}" for line in range(count))
    return render_pdf(
        f'<html lang="en"><title>Chart</title><table>{"".join(rows)}</table>',
        stylesheet=f"{TABLE_CSS} @page {{ size: A3 landscape }}",
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
        printed_at=datetime(2026, 11, 12, 13, 55),  # noqa: DTZ001 - local on paper
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
    print(json.dumps(_side(sys.argv[1], int(sys.argv[2]))))
