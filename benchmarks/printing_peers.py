"""The same score sheets, drawn by other programs, in an environment of their own.

`python benchmarks/printing_peers.py NAME COUNT` prints what it took as JSON. Each
draws as its users do: the form once where the program can repeat it.
"""

import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

FONT: Final = (
    Path(__file__).resolve().parent.parent
    / "matches/documents/fonts/SourceSans3-Regular.ttf"
)
"""The font of the product: names have letters of many languages."""
MM: Final = 72 / 25.4
WIDTH: Final = 132.0
HEIGHT: Final = 194.0
ROWS: Final = 13
ROW: Final = 8.0
TOP: Final = 54.0
LEFTS: Final = (0, 9, 22, 35, 70, 98, 111, 124, 132)
HEADINGS: Final = (
    *("game", "points", "score", "cube at end", "not plain?"),
    *("score", "points", "Cr"),
)
FORM: Final = (
    *((3.5, 54.2, "Table"), (3.5, 95, "Match"), (20, 0, "to 7 points")),
    *((25, 99, "start score"), (25, 116, "penalty"), (46, 8, "started")),
    *((46, 58, "finished"), (170, 4, "Final"), (168, 75, "Winner")),
    *((173, 79, "walkover"), (173, 97, "retired"), (173, 115, "penalty/time")),
    *((178, 75, "The winner brings this sheet to the desk."),),
    *((184, 7, "signed"), (184, 71, "signed")),
    (189, 0, "Nothing circled: plain win · G gammon x2 · B backgammon x3 · P pass"),
    (192, 0, "Crawford game: the first game after a player comes within 1 point."),
)
"""Top and left of each text of the form, in millimetres."""

BOXES: Final = (
    *((54.2, 0.2, 30, 16.6), (0.3, 165.5, 131.4, 19)),
    *((25, 167.7, 18, 11.6), (52, 167.7, 18, 11.6)),
    *((93, 167.9, 3.4, 3.4), (108, 167.9, 3.4, 3.4)),
    *((75, 173, 3.4, 3.4), (93, 173, 3.4, 3.4), (111, 173, 3.4, 3.4)),
)
"""Left, top, width and height of each box of the form outside the grid."""
CIRCLES: Final = (
    *((3, 28.5, 2.1), (3, 37.5, 2.1), (20.8, 173.5, 2.1), (47.8, 173.5, 2.1)),
    *((99.5, 169.6, 1.5), (114.5, 169.6, 1.5), (4.8, 182.5, 1.2), (68.8, 182.5, 1.2)),
    *((15.5, TOP - 6, 0.9), (28.5, TOP - 6, 0.9)),
    *((104.5, TOP - 6, 0.9), (117.5, TOP - 6, 0.9)),
)
"""Middle and radius of each circle of the form; every second one is black."""
LINES: Final = (
    *((0, 24, 132, 24), (0, 33, 132, 33), (0, 42, 132, 42)),
    *((98, 24, 98, 42), (115, 24, 115, 42)),
    *((21, 47, 30, 47), (33, 47, 42, 47), (71, 47, 80, 47), (83, 47, 92, 47)),
    *((22, 184, 64, 184), (86, 184, 128, 184)),
)
"""From where to where each line of the form outside the grid goes."""


def texts(number: int) -> Iterator[tuple[float, float, float, str]]:
    """Yield top, left, size and text of what differs from sheet to sheet."""
    code = f"K7{number:04d}"
    yield from (
        (4, 0, 12, "Club evening"),
        (8, 0, 8, "Open · Swiss"),
        (12, 0, 8, "Round 2 of 5 · Thu 12 Nov 2026"),
        (14, 60, 34, str(number)),
        (14, 95, 26, str(number)),
        (20, 95, 10, code),
        (28, 8, 13, f"Player {number} Upper"),
        (31, 8, 8, "North"),
        (37, 8, 13, f"Player {number} Lower"),
        (40, 8, 8, "South"),
        (196, 0, 6, f"printed 13:55 · draw 1 · bg.example.org/m/{code}"),
    )


def marks() -> Iterator[tuple[float, float, str]]:
    """Yield the numbers and letters of the grid."""
    for row in range(ROWS):
        top = TOP + row * ROW + 5
        yield top, 3, str(row + 1)
        for at, value in enumerate((1, 2, 4, 8, 16)):
            yield top, 37 + at * 7, str(value)
        for at, letter in enumerate("GBP"):
            yield top, 74 + at * 9, letter


def _draw_lines(canvas: Any) -> None:
    """Draw the lines, boxes and circles of the form with ReportLab."""
    bottom = TOP + ROWS * ROW
    for row in range(ROWS + 1):
        y = (HEIGHT + 8 - TOP - row * ROW) * MM
        canvas.line(0, y, WIDTH * MM, y)
    for left in LEFTS:
        canvas.line(
            left * MM, (HEIGHT + 8 - TOP) * MM, left * MM, (HEIGHT + 8 - bottom) * MM
        )
    for row in range(ROWS):
        canvas.rect(126.4 * MM, (HEIGHT + 3 - TOP - row * ROW) * MM, 9, 9)
    for left, top, across, down in BOXES:
        y = (HEIGHT + 8 - top - down) * MM
        canvas.rect(left * MM, y, across * MM, down * MM)
    for at, (left, top, radius) in enumerate(CIRCLES):
        canvas.circle(left * MM, (HEIGHT + 8 - top) * MM, radius * MM, fill=at % 2)
    for left, top, right, end in LINES:
        ends = ((HEIGHT + 8 - top) * MM, (HEIGHT + 8 - end) * MM)
        canvas.line(left * MM, ends[0], right * MM, ends[1])


def reportlab(count: int) -> bytes:
    """Draw with ReportLab: the form is stored once."""
    import segno  # noqa: PLC0415 - each peer loads its own
    from reportlab.lib.pagesizes import A4, landscape  # noqa: PLC0415 - same
    from reportlab.pdfbase.pdfmetrics import registerFont  # noqa: PLC0415 - same
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415 - same
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - same

    registerFont(TTFont("Print", str(FONT)))
    out = BytesIO()
    width, height = landscape(A4)
    canvas = Canvas(out, pagesize=(width, height))

    def say(at: tuple[float, float], size: float, text: str) -> None:
        canvas.setFont("Print", size)
        canvas.drawString(at[1] * MM, (HEIGHT + 8 - at[0]) * MM, text)

    canvas.beginForm("form")
    _draw_lines(canvas)
    for left, heading in zip(LEFTS, HEADINGS, strict=False):
        say((TOP - 2, left + 1), 6.5, heading)
    for top, left, text in FORM:
        say((top, left), 7, text)
    for top, left, text in marks():
        say((top, left), 10, text)
    canvas.endForm()
    for number in range(1, count + 1):
        canvas.saveState()
        canvas.translate((8.25 + 148.5 * ((number - 1) % 2)) * MM, 0)
        canvas.doForm("form")
        for top, left, size, text in texts(number):
            say((top, left), size, text)
        code = segno.make(f"HTTPS://BG.EXAMPLE.ORG/M/K7{number:04d}/", micro=False)
        side = 18 / code.symbol_size()[0]
        path = canvas.beginPath()
        for y, line in enumerate(code.matrix):
            for x, dark in enumerate(line):
                if dark:
                    left = (WIDTH - 18 + (x + 4) * side) * MM
                    path.rect(left, (HEIGHT + 4 - y * side) * MM, side * MM, side * MM)
        canvas.drawPath(path, stroke=0, fill=1)
        canvas.restoreState()
        if number % 2 == 0 or number == count:
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def typst(count: int) -> bytes:
    """Draw with Typst, in one call."""
    import segno  # noqa: PLC0415 - as above
    import typst as program  # noqa: PLC0415 - same

    def placed(at: tuple[float, float], size: float, text: str) -> str:
        said = f"text(size: {size}pt, {text!r})"
        return f"#place(dx: {at[1]}mm, dy: {at[0] - 3}mm, {said})\n"

    quoted = (
        *(placed((top, left), 7, text) for top, left, text in FORM),
        *(placed((top, left), 10, text) for top, left, text in marks()),
        *(
            placed((TOP - 2, left + 1), 6.5, text)
            for left, text in zip(LEFTS, HEADINGS, strict=False)
        ),
        *(
            f"#place(dy: {TOP + row * ROW}mm, line(length: {WIDTH}mm))\n"
            for row in range(ROWS + 1)
        ),
        *(
            f"#place(dx: {left}mm, dy: {TOP}mm,"
            f" line(length: {ROWS * ROW}mm, angle: 90deg))\n"
            for left in LEFTS
        ),
    )
    parts = [
        "#set page(width: 297mm, height: 210mm, margin: 0mm)\n",
        '#set text(font: "Source Sans 3")\n',
        f"#let form = [{''.join(quoted)}]\n".replace("'", '"'),
    ]
    for number in range(1, count + 1):
        code = segno.make(f"HTTPS://BG.EXAMPLE.ORG/M/K7{number:04d}/", micro=False)
        svg = code.svg_inline().replace(
            "<svg", '<svg xmlns="http://www.w3.org/2000/svg"'
        )
        said = "".join(placed(one[:2], *one[2:]) for one in texts(number)).replace(
            "'", '"'
        )
        left = 8.25 + 148.5 * ((number - 1) % 2)
        parts.append(
            f"#place(dx: {left}mm, dy: 8mm)[#form {said} #place(dx: 114mm,"
            f' image(bytes({json.dumps(svg)}), format: "svg", width: 18mm))]\n'
        )
        if number % 2 == 0 and number < count:
            parts.append("#pagebreak()\n")
    content: bytes = program.compile(
        "".join(parts).encode(), format="pdf", font_paths=[str(FONT.parent)]
    )
    return content


PEERS: Final[dict[str, Callable[[int], bytes]]] = {
    "reportlab": reportlab,
    "typst": typst,
}


def main(name: str, count: int) -> dict[str, Any]:
    """Return what a peer took: CPU seconds, memory in megabytes, bytes."""
    start = time.process_time()
    content = PEERS[name](count)
    return {
        "cpu": time.process_time() - start,
        "rss": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "bytes": len(content),
        "sheets": count,
    }


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]))))
