"""Style sheets and scripts as they are served: shorter, and all there."""

import re
import subprocess
from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
import tinycss2
from django.contrib.staticfiles.finders import find
from django.core.management import call_command
from django.http import HttpResponse
from django.test import override_settings

from clubsite.run.joined_scripts import ENTRY
from clubsite.run.static_files import StaticFilesMiddleware, joined_css, short_css
from tests.scripts.node import NODE
from tests.scripts.node import SCRIPTS as FOLDER

EVERY_PAGE = "every-page.css"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "clubsite.run.static_files.ShortStaticFilesStorage"},
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the web server hands out; no test changes it."""
    folder = tmp_path_factory.mktemp("served")
    with override_settings(STATIC_ROOT=folder, STORAGES=STORAGES):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def test_every_file_is_served_shorter_under_its_hashed_name(served: Path) -> None:
    for suffix in ("css", "js"):
        for plain in (served / suffix).glob(f"*.{suffix}"):
            if plain.stem.count("."):
                continue
            (hashed,) = (served / suffix).glob(f"{plain.stem}.*.{suffix}")
            source = find(f"{suffix}/{plain.name}")
            assert source is not None
            written = Path(source).stat().st_size
            joins = plain.name == ENTRY or "@import" in Path(source).read_text()
            if joins:  # all that it imports is in it
                written = sum(
                    path.stat().st_size for path in Path(source).parent.iterdir()
                )
            assert 0 < hashed.stat().st_size < written
            assert suffix != "css" or "@import" not in hashed.read_text()
            assert hashed.with_name(f"{hashed.name}.gz").is_file()


def test_files_of_the_start_are_not_served(served: Path) -> None:
    (served / ".sources").write_text("what the files were made from")
    with override_settings(STATIC_ROOT=served, STORAGES=STORAGES):
        files = StaticFilesMiddleware(lambda request: HttpResponse()).files
    assert "/static/.sources" not in files
    assert f"/static/css/{EVERY_PAGE}" in files


def test_comments_go_and_rules_stay(served: Path) -> None:
    (tokens,) = (served / "css").glob("tokens.*.css")
    text = tokens.read_text()
    assert "/*" not in text
    assert "light-dark(" in text


def test_style_sheets_of_every_page_are_one_file(served: Path) -> None:
    (path,) = (served / "css").glob("every-page.*.css")
    whole = path.read_text()
    assert "@import" not in whole
    layers = whole.index("@layer reset,")
    assert not whole[:layers]  # the order of layers is told before the first of them
    assert "@media print{@layer print{@page{" in whole
    source = (FOLDER.parent / "css" / EVERY_PAGE).read_text()
    for name in re.findall(r'@import "([^"]+)"', source):
        text = (FOLDER.parent / "css" / name).read_text()
        assert set(selectors(read(text))) <= set(selectors(read(whole))), name


def test_an_imported_sheet_keeps_its_medium() -> None:
    sheets = {"a.css": "b { c: d }", "e.css": "f { g: h }"}
    text = joined_css('@import "a.css";\n@import "e.css" print;\n', sheets)
    assert short_css(text) == "b{c:d}@media print{f{g:h}}"


SHEETS = sorted(Path(__file__).parents[3].glob("clubsite/static/css/*.css"))


def read(text: str) -> Iterable[Any]:
    rules: Iterable[Any] = tinycss2.parse_stylesheet(
        text, skip_comments=True, skip_whitespace=True
    )
    return rules


def selectors(rules: Iterable[Any]) -> Iterator[str]:
    """Yield what every rule is for, those inside of others too, written in one way."""
    for rule in rules:
        if rule.type not in {"qualified-rule", "at-rule"}:
            continue
        yield re.sub(r"\s*([,>+~(:)])\s*", r"\1", inside_marked(rule.prelude))
        if rule.content and (rule.type == "at-rule" or b"{" in sheet(rule.content)):
            yield from selectors(
                tinycss2.parse_blocks_contents(
                    rule.content, skip_comments=True, skip_whitespace=True
                )
            )


def sheet(tokens: Iterable[Any]) -> bytes:
    return str(tinycss2.serialize(tokens)).encode()


def inside_marked(prelude: Iterable[Any]) -> str:
    """Write a selector with " *" where a pseudo-class is of something inside."""
    text = re.sub(r"\s+", " ", tinycss2.serialize(prelude)).strip()
    return re.sub(r"(?<=[\w)\]*]) :(?=[a-z])", " *:", text)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_shortening_changes_no_selector(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert list(selectors(read(short_css(text)))) == list(selectors(read(text)))


def test_what_is_inside_stays_inside() -> None:
    text = "@layer a { .b { c: d } .table tr :is(td, th) { e: f } .g:hover { h: i } }"
    assert ".table tr *:is(td,th){" in short_css(text)
    assert ".g:hover{" in short_css(text)
    assert list(selectors(read(text))) == [
        *("a", ".b", ".table tr *:is(td,th)", ".g:hover")
    ]


IMPORT = re.compile(r'import[^"]*"\./([^"]+)"')
SCRIPTS = {
    path.stem: set(re.findall(r'(?m)^import [^"]*"\./(.+)\.js"', path.read_text()))
    for path in FOLDER.glob("*.js")
}


def test_scripts_import_one_another_under_hashed_names(served: Path) -> None:
    for path in (served / "js").glob("*.*.js"):
        for name in IMPORT.findall(path.read_text()):
            assert name.count(".") == 2, f"{path.name} imports {name}"
            assert (served / "js" / name).is_file()


def script(served: Path, name: str) -> str:
    (path,) = (served / "js").glob(f"{name}.*.js")
    return path.read_text()


def test_what_every_page_loads_is_one_file(served: Path) -> None:
    whole = script(served, "page")
    assert not IMPORT.findall(whole)
    assert "export function announce" in whole
    parsed = subprocess.run(
        [NODE, "--check", "--input-type=module", "-"],
        input=whole,
        capture_output=True,
        text=True,
        check=False,
    )
    assert parsed.stderr == ""  # no two of them use the same name


def test_the_other_scripts_share_the_modules_of_that_file(served: Path) -> None:
    for name in SCRIPTS.keys() - {"scoreboard", "page", *SCRIPTS["page"]}:
        imported = {
            found.split(".")[0] for found in IMPORT.findall(script(served, name))
        }
        parts = SCRIPTS[name] & (SCRIPTS["page"] | {"elements", "announcements"})
        assert ("page" in imported) == bool(parts), name
        assert imported - {"page"} == SCRIPTS[name] - parts, name


def test_a_script_on_a_page_of_its_own_loads_what_it_needs(served: Path) -> None:
    imported = IMPORT.findall(script(served, "scoreboard"))
    assert {name.split(".")[0] for name in imported} == SCRIPTS["scoreboard"]


def test_scripts_import_in_one_direction() -> None:
    """A hash is of a file with the hashes in it, so a circle would have none."""
    order = tuple(TopologicalSorter(SCRIPTS).static_order())
    assert set(order) == set(SCRIPTS)


def test_every_script_says_what_it_is_for() -> None:
    for name in SCRIPTS:
        source = find(f"js/{name}.js")
        assert Path(str(source)).read_text().startswith("/**\n * "), name


def test_every_icon_can_be_drawn() -> None:
    icons = (FOLDER.parent / "icons" / "icons.svg").read_text()
    shapes = re.findall(r"<(?:path|circle|rect|line|polyline|ellipse) ([^>]*)/>", icons)
    assert len(shapes) > 100
    for values in shapes:
        for name, value in re.findall(r'([\w-]+)="([^"]*)"', values):
            is_drawn = re.compile(r"[Mm][-\d., a-zA-Z]+" if name == "d" else r"[\d.]+")
            assert name in {"fill", "stroke", "points"} or is_drawn.fullmatch(value), (
                values
            )
