"""PDFs: what they may read, what they share, and what is said where they fail."""

import builtins
import gc
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pypdfium2
import pytest
from pypdf import PdfReader

from matches.documents import pdf as documents_pdf
from matches.documents.masters import Placement
from matches.documents.papers import A4, A5, LETTER, Paper, printing_on
from matches.documents.pdf import (
    PRINTING_UNAVAILABLE,
    printing_problems,
    render_fitting,
    render_pdf,
)
from matches.documents.text import FONT_FAMILY
from matches.rules.refusals import RuleError
from tests import paper
from tests.conftest import missing
from tests.refusals import raises

ROOT = Path(documents_pdf.__file__).resolve().parents[2]
DOT = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVQI12NgAAAA"
    "AgAB4iG8MwAAAABJRU5ErkJggg=="
)


@pytest.fixture(autouse=True)
def _pango() -> None:
    try:
        documents_pdf._engine()
    except RuleError as error:
        assert error.refusal is documents_pdf.PRINTING_UNAVAILABLE
        missing("libpango-1.0-0")


def read(content: bytes) -> PdfReader:
    return PdfReader(BytesIO(content), strict=True)


def images(pdf: PdfReader) -> int:
    return sum(len(page.images) for page in pdf.pages)


def fonts(pdf: PdfReader) -> set[str]:
    used = set()
    for page in pdf.pages:
        for font in page["/Resources"]["/Font"].values():
            used.add(font.get_object()["/BaseFont"].partition("+")[2])
    return used


class TestReading:
    @pytest.fixture
    def site(self) -> Iterator[tuple[str, list[str]]]:
        asked: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join()
        server.server_close()

    def test_neither_network_nor_disk(
        self, site: tuple[str, list[str]], tmp_path: Path
    ) -> None:
        address, asked = site
        secret = tmp_path / "secret.txt"
        secret.write_text("the secret of the house")
        picture = tmp_path / "picture.svg"
        picture.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg"><text y="9">secret</text></svg>'
        )
        everywhere = "".join(
            f'<link rel="stylesheet" href="{base}">'
            f'<link rel="attachment" href="{base}">'
            f'<a rel="attachment" href="{base}">a</a><img src="{base}">'
            f'<object data="{base}">o</object><embed src="{base}">'
            f'<style>@import url("{base}"); p {{ background: url("{base}");'
            f' list-style-image: url("{base}") }}'
            f'@font-face {{ font-family: x; src: url("{base}") }}</style>'
            f'<svg><image href="{base}"/></svg><p>text</p>'
            for base in (f"{address}/page", secret.as_uri(), picture.as_uri())
        )
        styles = "".join(
            f'@import url("{base}"); body {{ background: url("{base}") }}'
            for base in (f"{address}/style", secret.as_uri(), picture.as_uri())
        )
        pdf = read(render_pdf(everywhere, stylesheet=styles))
        assert asked == []
        assert pdf.attachments == {}
        assert images(pdf) == 0
        assert "secret" not in "".join(page.extract_text() for page in pdf.pages)

    def test_pictures_that_the_page_carries(self) -> None:
        assert images(read(render_pdf(f'<img src="{DOT}">'))) == 1

    def test_only_the_bundled_font(self) -> None:
        content = render_pdf(
            f"<p style=\"font-family: '{FONT_FAMILY}'\">Æ <b>Ø</b> Å</p>"
        )
        assert fonts(read(content)) == {"Crawford-Print", "Crawford-Print-Bold"}

    def test_the_licence_is_at_hand(self) -> None:
        folder = Path(documents_pdf.__file__).parent / "fonts"
        assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text()


class TestMasters:
    html = "".join(
        f'<p style="break-before: page">{text}</p>'
        for text in ("form A", "form B", "Anna", "Ole", "Per")
    )

    def test_lie_beneath_the_pages(self) -> None:
        beneath = [
            [Placement(0), Placement(1, 100)],
            [Placement(1)],
            [],
        ]
        pages = read(render_pdf(self.html, beneath=beneath)).pages
        words = ("form A", "form B", "Anna", "Ole", "Per")
        found = [{w for w in words if w in page.extract_text()} for page in pages]
        assert found == [{"form A", "form B", "Anna"}, {"form B", "Ole"}, {"Per"}]

    def test_are_moved_by_millimetres(self) -> None:
        beneath = [[Placement(0), Placement(1, 100)], [], []]
        page = read(render_pdf(self.html, beneath=beneath)).pages[0]
        lefts: dict[str, float] = {}

        def visit(text: str, cm: list[float], tm: list[float], *_rest: object) -> None:
            if text.strip():
                lefts[text.strip()] = cm[4] + tm[4] * cm[0]

        page.extract_text(visitor_text=visit)
        moved = (lefts["form B"] - lefts["form A"]) / 72 * 25.4
        assert moved == pytest.approx(100, abs=0.1)

    def test_are_stored_once(self) -> None:
        page = '<p style="break-before: page">x</p>'
        form = "".join(f"<p>line {number} of the form</p>" for number in range(20))
        one, many = (
            render_pdf(
                form + page * count,
                beneath=[[Placement(0)]] * count,
            )
            for count in (1, 50)
        )
        assert len(many) - len(one) < 50 * 300

    def test_a_page_too_many_is_a_bug(self) -> None:
        with pytest.raises(ValueError, match="zip"):
            render_pdf(self.html, beneath=[[Placement(0)]])


class TestCollector:
    def test_works_again_afterwards(self) -> None:
        render_pdf("<p>text</p>")
        assert gc.isenabled()
        assert gc.get_freeze_count() == 0

    def test_works_again_after_a_failure(self) -> None:
        with pytest.raises(ValueError, match="zip"):
            render_pdf("<p>text</p>", beneath=[[Placement(0)]])
        assert gc.isenabled()

    def test_stays_off_where_it_was_off(self) -> None:
        gc.disable()
        try:
            render_pdf("<p>text</p>")
            assert not gc.isenabled()
        finally:
            gc.enable()

    def test_leaves_nothing_behind(self) -> None:
        page = "<p>text</p>" * 300
        render_pdf(page)
        gc.collect()
        before = len(gc.get_objects())
        for _ in range(3):
            render_pdf(page)
        assert len(gc.get_objects()) - before < 2000


class TestProblems:
    def test_names_the_packages_without_pango(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(documents_pdf, "library_named", lambda names: None)
        (problem,) = printing_problems()
        assert "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" in problem

    def test_tells_what_is_only_slow(self, monkeypatch: pytest.MonkeyPatch) -> None:
        library = documents_pdf.library_named
        monkeypatch.setattr(
            documents_pdf,
            "library_named",
            lambda names: None if "subset" in names[0] else library(names),
        )
        (problem,) = printing_problems()
        assert "apt-get install libharfbuzz-subset0" in problem

    def test_tells_of_missing_fonts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(documents_pdf, "_FONTS", {"normal": Path("gone.ttf")})
        assert any("gone.ttf" in problem for problem in printing_problems())
        monkeypatch.setattr(documents_pdf, "font_count", lambda: 0)
        assert any("no font at all" in problem for problem in printing_problems())

    def test_counts_the_fonts_that_there_are(self, tmp_path: Path) -> None:
        count = (
            "from matches.documents.fontconfig import font_count; print(font_count())"
        )
        assert int(run_python(count)) >= len(documents_pdf._FONTS)
        assert int(run_python(count, FONTCONFIG_FILE=str(nothing(tmp_path)))) == 0

    def test_refusal_names_the_packages(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = builtins.__import__

        def without_pango(name: str, *rest: object) -> object:
            if name == "weasyprint":
                raise OSError("cannot load library 'libpango-1.0-0'")
            return real(name, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(builtins, "__import__", without_pango)
        with raises(PRINTING_UNAVAILABLE):
            documents_pdf._engine.__wrapped__()


class TestMachine:
    def test_the_library_is_loaded_only_to_print(self) -> None:
        code = (
            "import sys; from matches.documents.pdf import printing_problems;"
            "printing_problems(); print('weasyprint' in sys.modules)"
        )
        assert run_python(code) == "False"

    def test_pango_stays_in_memory_when_its_library_is_closed(self) -> None:
        # As cffi closes it when Python ends, while a thread of Pango may still run.
        code = (
            "from matches.documents.pdf import render_pdf; render_pdf('<p>Anna');"
            "from weasyprint.text.ffi import ffi, pango, pangoft2;"
            "ffi.dlclose(pangoft2); ffi.dlclose(pango);"
            "print('/libpangoft2-1.0.so' in open('/proc/self/maps').read())"
        )
        assert run_python(code) == "True"

    def test_prints_where_there_is_no_other_font(self, tmp_path: Path) -> None:
        config = nothing(tmp_path)
        folder = Path(documents_pdf.__file__).parent / "fonts"
        config.write_text(
            f"<fontconfig><dir>{folder}</dir>"
            f"<cachedir>{tmp_path}</cachedir></fontconfig>"
        )
        code = (
            "from matches.documents.pdf import render_pdf;"
            "print(render_pdf('<p>Anna \u5c71\u7530 \u0645\u062d\u0645\u062f')[:4])"
        )
        assert run_python(code, FONTCONFIG_FILE=str(config)) == "b'%PDF'"

    def test_a_system_without_fonts_still_has_ours(self) -> None:
        config = (ROOT / "matches" / "documents" / "fonts" / "fonts.conf").read_text()
        assert '<include ignore_missing="yes">' in config
        assert '<dir prefix="relative">.</dir>' in config


def nothing(folder: Path) -> Path:
    """A Fontconfig configuration that knows no font."""
    config = folder / "fonts.conf"
    config.write_text(f"<fontconfig><cachedir>{folder}</cachedir></fontconfig>")
    return config


def run_python(code: str, **environment: str) -> str:
    kept = {
        name: value for name, value in os.environ.items() if name != "FONTCONFIG_FILE"
    }
    answer = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**kept, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return answer.stdout.strip()


def test_a_score_between_names_from_right_to_left_is_printed_as_it_is() -> None:
    html = "<p>فاطمة الزهراء 9–2 דנה כהן</p>"
    assert "9–2" in read(render_pdf(html)).pages[0].extract_text()


def kinds(node: Any) -> Iterator[str]:
    found = node.get_object()
    if isinstance(found, dict):
        yield str(found.get("/S", ""))
        below = found.get("/K", [])
        for each in below if isinstance(below, list) else [below]:
            if not isinstance(each, int):
                yield from kinds(each)


def test_headings_tables_and_pictures_are_tagged() -> None:
    html = f"<h1>Rules</h1><table><tr><th>1<td>2</table><img alt=Dot src='{DOT}'>"
    root = read(render_pdf(f"<html lang=da>{html}")).trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "da"
    assert {"/H1", "/Table", "/TH", "/TD", "/Figure"} <= set(
        kinds(root["/StructTreeRoot"])
    )
    fitting = render_fitting([html], pages=1, stylesheet="")
    assert read(fitting).trailer["/Root"]["/MarkInfo"]["/Marked"]


def test_a_checker_of_pdf_ua_finds_a_heading_that_is_not_the_first() -> None:
    page = "<html lang=en><title>Cup</title><h{}>Cup</h{}>"
    assert paper.breaks_pdf_ua(render_pdf(page.format(1, 1))) == []
    (rule,) = paper.breaks_pdf_ua(render_pdf(page.format(2, 2)))
    assert rule.startswith("PDFUA1-HEADING-NESTING")


class TestTagsOverMasters:
    sheet = (
        "<section style='break-before: page'><article><h1 data-part=1>Cup</h1>"
        "<p data-part=3>Anna</p><p data-part=5>printed</p></article></section>"
    )
    form = (
        "<section style='break-before: page'><article>"
        "<svg width=9 height=9 data-part=4><title>Grid</title><path d='M0 0h9'/></svg>"
        "<svg width=9 height=9><path d='M0 0h9'/></svg>"
        "<p data-part=2>to 7 points</p><p data-part=3>Player</p></article></section>"
    )
    told: Final = [
        ("H1", "Cup"),
        ("P", "to 7 points"),
        ("P", "Player", "Anna"),
        ("Figure", "Grid"),
        ("P", "printed"),
    ]

    def test_a_page_is_read_with_its_master_in_order(self) -> None:
        beneath = [[Placement(0)]] * 2
        content = render_pdf(self.form + self.sheet * 2, beneath=beneath)
        assert [paper.spoken(content, page) for page in (0, 1)] == [self.told] * 2
        assert paper.unmarked(read(content)) == []

    def test_a_master_twice_on_a_page_is_read_twice(self) -> None:
        two = self.sheet.replace("</section>", "") + "<article><p data-part=3>Bo</p>"
        beneath = [[Placement(0), Placement(0, 100)]]
        content = render_pdf(self.form + two, beneath=beneath)
        assert paper.spoken(content) == [
            *self.told,
            ("P", "to 7 points"),
            ("P", "Player", "Bo"),
            ("Figure", "Grid"),
        ]
        assert paper.unmarked(read(content)) == []

    def test_pages_without_masters_have_their_tables(self) -> None:
        table = "<table style='break-before: page'><tr><th>1<td>2</table>"
        links = f"<a href='https://example.org'>page</a>{table}"
        content = render_pdf(
            f"<html lang=da><title>Cup</title>{self.form}",
            f"{links}{self.sheet}",
            beneath=[(), (), [Placement(0)]],
        )
        assert ("Link", "page") in paper.spoken(content, 0)
        tags = PdfReader(BytesIO(content)).trailer["/Root"]["/StructTreeRoot"]
        assert {"/Table", "/TH", "/TD", "/H1"} <= set(kinds(tags))
        assert paper.spoken(content, 2) == self.told
        assert paper.untold(content) == []

    def test_a_mistake_does_not_change_the_tags_of_others(self) -> None:
        before = render_pdf(self.sheet)
        with pytest.raises(ValueError, match="zip"):
            render_pdf(self.form, beneath=[[Placement(0)], [Placement(0)]])
        assert render_pdf(self.sheet) == before


class TestPlaces:
    """What a PDF says of places on its pages is where they are drawn."""

    page = (
        f'<h1>Title</h1><p><a href="https://bg.example.org/">Link</a></p>'
        f'<img data-part="2" src="{DOT}" alt="Dot" style="position: absolute;'
        f' top: 60mm; left: 50mm; width: 30mm; height: 20mm">'
    )
    style = "@page { size: A4; margin: 0 }"

    @pytest.mark.parametrize("keeps_size", [False, True])
    @pytest.mark.parametrize("size", [A4, LETTER, A5])
    @pytest.mark.parametrize("is_over_a_master", [False, True])
    def test_on_any_paper(
        self, size: Paper, *, keeps_size: bool, is_over_a_master: bool
    ) -> None:
        master = '<p style="break-after: page">form</p>' if is_over_a_master else ""
        html = f"<html lang=en><title>Title</title>{master}{self.page}"
        beneath = [[Placement(0)]] if is_over_a_master else []
        with printing_on(size, keeps_size=keeps_size):
            content = render_pdf(html, stylesheet=self.style, beneath=beneath)
        (page,) = read(content).pages
        wanted = (0, 0, size.width * paper.MM, size.height * paper.MM)
        for name in ("/MediaBox", "/TrimBox", "/BleedBox"):
            assert [float(edge) for edge in page[name]] == pytest.approx(wanted, abs=1)
        seen = pypdfium2.PdfDocument(content)[0]
        (drawn,) = seen.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])
        (told,) = paper.places_of_pictures(content)
        assert told == pytest.approx(drawn.get_bounds(), abs=0.1)
        if is_over_a_master:
            return
        texts = seen.get_textpage()
        words = {
            texts.get_text_bounded(*texts.get_rect(at)): texts.get_rect(at)
            for at in range(texts.count_rects())
        }
        (link,) = (one.get_object()["/Rect"] for one in page["/Annots"])
        left, low, right, high = words["Link"]
        assert sorted((link[0], link[2])) == pytest.approx((left, right), abs=3)
        assert min(link[1], link[3]) - 1 <= low < high <= max(link[1], link[3]) + 1
        (mark,) = read(content).outline
        assert mark["/Top"] == pytest.approx(words["Title"][3], abs=15)
