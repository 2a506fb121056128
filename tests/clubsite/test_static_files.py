"""Style sheets and scripts as they are served: hashed names, compressed, all there."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.core.management import call_command
from django.test import override_settings

from tests.scripts.node import SCRIPTS as FOLDER

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "clubsite.storage.StaticFilesStorage"},
}
IMPORT = re.compile(r'(?m)^import[^"]*"\./([^"]+)"')
SCRIPTS = {
    path.stem: set(re.findall(r'(?m)^import [^"]*"\./(.+)\.js"', path.read_text()))
    for path in FOLDER.glob("*.js")
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the web server hands out; no test changes it."""
    folder = tmp_path_factory.mktemp("served")
    with override_settings(STATIC_ROOT=folder, STORAGES=STORAGES):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def test_every_file_has_a_hashed_name_and_is_compressed(served: Path) -> None:
    for suffix in ("css", "js"):
        for source in (FOLDER.parent / suffix).glob(f"*.{suffix}"):
            (hashed,) = (served / suffix).glob(f"{source.stem}.*.{suffix}")
            packed = hashed.with_name(f"{hashed.name}.gz")
            assert packed.is_file() or hashed.stat().st_size < 1_000


def test_style_sheets_import_one_another_under_hashed_names(served: Path) -> None:
    (path,) = (served / "css").glob("every-page.*.css")
    imported = re.findall(r'@import url\("([^"]+)"\)', path.read_text())
    assert len(imported) == 4
    for name in imported:
        assert name.count(".") == 2
        assert (served / "css" / name).is_file()


def test_scripts_import_one_another_under_hashed_names(served: Path) -> None:
    for path in (served / "js").glob("*.*.js"):
        imported = IMPORT.findall(path.read_text())
        names = {name.partition(".")[0] for name in imported}
        assert names == SCRIPTS[path.name.partition(".")[0]]
        for name in imported:
            assert name.count(".") == 2, f"{path.name} imports {name}"
            assert (served / "js" / name).is_file()


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
