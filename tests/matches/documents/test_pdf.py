"""PDFs: what they may read, what they share, and what is said where they fail."""

import builtins
import gc
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from matches.documents import pdf as documents_pdf
from matches.documents.joined import joined, telling
from matches.documents.languages import FONT_FAMILY
from matches.documents.pdf import (
    in_batches,
    print_in_parts,
    printing_problems,
    render_fitting,
    render_pdf,
)
from matches.documents.registry import PRINTING_UNAVAILABLE
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
def _pango():
    try:
        documents_pdf.engine()
    except RuleError as error:
        assert error.refusal is PRINTING_UNAVAILABLE
        missing("libpango-1.0-0")


def read(content):
    return PdfReader(BytesIO(content), strict=True)


def images(pdf):
    return sum(len(page.images) for page in pdf.pages)


def fonts(pdf):
    used = set()
    for page in pdf.pages:
        for font in page["/Resources"]["/Font"].values():
            used.add(font.get_object()["/BaseFont"].partition("+")[2])
    return used


class TestReading:
    @pytest.fixture
    def site(self):
        asked = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                self.send_response(200)
                self.end_headers()

            def log_message(self, format, *args):
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join()
        server.server_close()

    def test_neither_network_nor_disk(self, site, tmp_path):
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

    def test_pictures_that_the_page_carries(self):
        assert images(read(render_pdf(f'<img src="{DOT}">'))) == 1

    def test_only_the_bundled_font(self):
        content = render_pdf(
            f"<p style=\"font-family: '{FONT_FAMILY}'\">Æ <b>Ø</b> Å</p>"
        )
        assert fonts(read(content)) == {"Crawford-Print", "Crawford-Print-Bold"}

    def test_the_licence_is_at_hand(self):
        folder = Path(documents_pdf.__file__).parent / "fonts"
        assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text()


class TestProblems:
    def test_names_the_packages_without_pango(self, monkeypatch):
        monkeypatch.setattr(documents_pdf, "library_named", lambda names: None)
        (problem,) = printing_problems()
        assert "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" in problem

    def test_tells_what_is_only_slow(self, monkeypatch):
        library = documents_pdf.library_named
        monkeypatch.setattr(
            documents_pdf,
            "library_named",
            lambda names: None if "subset" in names[0] else library(names),
        )
        (problem,) = printing_problems()
        assert "apt-get install libharfbuzz-subset0" in problem

    def test_tells_of_missing_fonts(self, monkeypatch):
        monkeypatch.setattr(documents_pdf, "_FONT_FILES", ("gone.ttf",))
        assert any("gone.ttf" in problem for problem in printing_problems())
        monkeypatch.setattr(documents_pdf, "font_count", lambda: 0)
        assert any("no font at all" in problem for problem in printing_problems())

    def test_counts_the_fonts_that_there_are(self, tmp_path):
        count = (
            "from matches.documents.fontconfig import font_count; print(font_count())"
        )
        assert int(run_python(count)) >= 2
        assert int(run_python(count, FONTCONFIG_FILE=str(nothing(tmp_path)))) == 0

    def test_refusal_names_the_packages(self, monkeypatch):
        real = builtins.__import__

        def without_pango(name, *rest):
            if name == "weasyprint":
                raise OSError("cannot load library 'libpango-1.0-0'")
            return real(name, *rest)

        monkeypatch.setattr(builtins, "__import__", without_pango)
        with raises(PRINTING_UNAVAILABLE):
            documents_pdf.engine.__wrapped__()


class TestMachine:
    def test_the_library_is_loaded_only_to_print(self):
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

    def test_prints_where_there_is_no_other_font(self, tmp_path):
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

    def test_a_system_without_fonts_still_has_ours(self):
        config = (ROOT / "matches" / "documents" / "fonts" / "fonts.conf").read_text()
        assert '<include ignore_missing="yes">' in config
        assert '<dir prefix="relative">.</dir>' in config


def nothing(folder):
    """A Fontconfig configuration that knows no font."""
    config = folder / "fonts.conf"
    config.write_text(f"<fontconfig><cachedir>{folder}</cachedir></fontconfig>")
    return config


def run_python(code, **environment):
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


def test_a_score_between_names_from_right_to_left_is_printed_as_it_is():
    html = "<p>فاطمة الزهراء 9–2 דנה כהן</p>"
    assert "9–2" in read(render_pdf(html)).pages[0].extract_text()


def kinds(node):
    found = node.get_object()
    if isinstance(found, dict):
        yield str(found.get("/S", ""))
        below = found.get("/K", [])
        for each in below if isinstance(below, list) else [below]:
            if not isinstance(each, int):
                yield from kinds(each)


def test_headings_tables_and_pictures_are_tagged():
    html = f"<h1>Rules</h1><table><tr><th>1<td>2</table><img alt=Dot src='{DOT}'>"
    root = read(render_pdf(f"<html lang=da>{html}")).trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "da"
    assert {"/H1", "/Table", "/TH", "/TD", "/Figure"} <= set(
        kinds(root["/StructTreeRoot"])
    )
    fitting = render_fitting([html], pages=1, stylesheet="")
    assert read(fitting).trailer["/Root"]["/MarkInfo"]["/Marked"]


def test_a_checker_of_pdf_ua_finds_a_heading_that_is_not_the_first():
    page = "<html lang=en><title>Cup</title><h{}>Cup</h{}>"
    assert paper.breaks_pdf_ua(render_pdf(page.format(1, 1))) == []
    (rule,) = paper.breaks_pdf_ua(render_pdf(page.format(2, 2)))
    assert rule.startswith("PDFUA1-HEADING-NESTING")


class TestParts:
    page = (
        "<html lang=en><title>{0}</title><h1>{0}</h1><p>of {0}</p>"
        "<img alt={0} src='{1}'>"
    )

    def part(self, name):
        return render_pdf(self.page.format(name, DOT))

    def test_are_one_tagged_file_in_their_order(self):
        content = joined([self.part("Ann"), self.part("Bo"), self.part("Cy")])
        pages = read(content).pages
        assert [
            "of " + name in page.extract_text()
            for name, page in zip(("Ann", "Bo", "Cy"), pages, strict=True)
        ] == [True] * 3
        assert paper.untold(content) == []
        assert paper.breaks_pdf_ua(content) == []
        for number, name in enumerate(("Ann", "Bo", "Cy")):
            told = [said for _kind, *said in paper.spoken(content, number)]
            assert told == [[name], [f"of {name}"], [name]]

    def test_the_title_is_that_of_the_first(self):
        content = joined([self.part("Ann"), self.part("Bo")])
        metadata = read(content).metadata
        assert metadata.title == "Ann"

    def test_a_few_items_at_a_time_and_how_far_it_is(self):
        told = []
        built = []

        def build(items):
            built.append(list(items))
            return self.part(str(items[0]))

        with telling(lambda *done: told.append(done)):
            content = print_in_parts(range(5), build, at_a_time=2)
        assert built == [[0, 1], [2, 3], [4]]
        assert told == [(1, 3), (2, 3), (3, 3)]
        assert len(read(content).pages) == 3
        assert in_batches("abcde", 2) == ["ab", "cd", "e"]

    def test_the_first_text_that_fits_its_pages(self):
        long, short = ("<p>line" * count for count in (200, 3))
        variants = [f"<html lang=en><title>x</title>{one}" for one in (long, short)]
        assert len(read(render_fitting(variants, pages=1, stylesheet="")).pages) == 1
        assert len(read(render_fitting(variants[:1], pages=1, stylesheet="")).pages) > 1


def test_no_garbage_is_looked_for_until_a_pdf_is_made(monkeypatch):
    during = []

    def failing(_html, _stylesheet):
        during.append(gc.isenabled())
        raise ValueError

    monkeypatch.setattr(documents_pdf, "_laid_out", failing)
    with pytest.raises(ValueError):
        render_pdf("<p>Anna")
    assert during == [False]
    assert gc.isenabled()
