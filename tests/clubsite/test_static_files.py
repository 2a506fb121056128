"""Style sheets and scripts as they are served: hashed names, compressed, all there."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.core.management import call_command, get_commands
from django.test import override_settings

from clubsite.environment import VARIABLES
from tests.live import ROOT
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
def served(tmp_path_factory):
    """The folder that the web server hands out; no test changes it."""
    folder = tmp_path_factory.mktemp("served")
    with override_settings(STATIC_ROOT=folder, STORAGES=STORAGES):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def test_every_file_has_a_hashed_name_and_is_compressed(served):
    for suffix in ("css", "js"):
        for source in (FOLDER.parent / suffix).glob(f"*.{suffix}"):
            (hashed,) = (served / suffix).glob(f"{source.stem}.*.{suffix}")
            packed = hashed.with_name(f"{hashed.name}.gz")
            assert packed.is_file() or hashed.stat().st_size < 1_000


def test_style_sheets_import_one_another_under_hashed_names(served):
    (path,) = (served / "css").glob("every-page.*.css")
    imported = re.findall(r'@import url\("([^"]+)"\)', path.read_text())
    assert len(imported) == 4
    for name in imported:
        assert name.count(".") == 2
        assert (served / "css" / name).is_file()


def test_scripts_import_one_another_under_hashed_names(served):
    for path in (served / "js").glob("*.*.js"):
        imported = IMPORT.findall(path.read_text())
        names = {name.partition(".")[0] for name in imported}
        assert names == SCRIPTS[path.name.partition(".")[0]]
        for name in imported:
            assert name.count(".") == 2, f"{path.name} imports {name}"
            assert (served / "js" / name).is_file()


def test_scripts_import_in_one_direction():
    """A hash is of a file with the hashes in it, so a circle would have none."""
    order = tuple(TopologicalSorter(SCRIPTS).static_order())
    assert set(order) == set(SCRIPTS)


def test_every_script_says_what_it_is_for():
    for name in SCRIPTS:
        source = find(f"js/{name}.js")
        assert Path(str(source)).read_text().startswith("/**\n * "), name


def test_every_icon_can_be_drawn():
    icons = (FOLDER.parent / "icons" / "icons.svg").read_text()
    shapes = re.findall(r"<(?:path|circle|rect|line|polyline|ellipse) ([^>]*)/>", icons)
    assert len(shapes) > 100
    for values in shapes:
        for name, value in re.findall(r'([\w-]+)="([^"]*)"', values):
            is_drawn = re.compile(r"[Mm][-\d., a-zA-Z]+" if name == "d" else r"[\d.]+")
            assert name in {"fill", "stroke", "points"} or is_drawn.fullmatch(value), (
                values
            )


SERVER = ROOT / "docs" / "server"
UNITS = sorted(SERVER.glob("*.service"))
KNOWN = {variable.name for variable in VARIABLES}


def text(*names):
    return "\n".join(Path(ROOT / name).read_text(encoding="utf-8") for name in names)


def test_the_image_has_the_packages_of_the_script():
    (listed,) = re.findall(r'^RUN_PACKAGES="(.*)"$', text("run"), re.MULTILINE)
    assert set(listed.split()) <= set(text("Containerfile").split())


def test_the_image_holds_what_runs_crawford_and_no_secret():
    lines = [line for line in text(".dockerignore").splitlines() if line[:1] != "#"]
    assert lines[0] == "*", "a folder of an administrator has more: .env above all"
    named = {line.removeprefix("!") for line in lines if line.startswith("!")}
    packages = {app.partition(".")[0] for app in settings.INSTALLED_APPS}
    ours = {package for package in packages if (ROOT / package).is_dir()}
    assert {"clubsite", "matches", "tournaments"} <= ours
    read = {"manage.py", "pyproject.toml", "requirements.txt", "templates", "LICENSE"}
    read.add("docs/manual")  # the help on the site
    assert named == ours | read
    assert lines[-2:] == ["**/*.mo", "**/__pycache__"]


def test_commands_exist():
    whole = text("Containerfile", "compose.yaml", *UNITS)
    named = set(re.findall(r'manage\.py"?,? "?(\w+)', whole))
    assert named == {"prepare", "restore", "web", "worker"}
    assert named <= set(get_commands())


def test_the_page_for_administrators_names_services_and_commands_that_exist():
    services = yaml.safe_load(text("compose.yaml"))["services"]
    page = text("docs/running.md").partition("### In containers")[2].partition("###")[0]
    spoken = r"docker compose (?:run|exec|cp|stop|logs|restart)(?: --\S+)* ([\w-]+)"
    named = set(re.findall(spoken, page))
    assert named <= set(services)
    assert {"caddy", "prepare", "restore", "web-1", "worker"} <= named
    commands = set(re.findall(r"manage\.py (\w+)", page))
    assert {"backup", "setup_link", "verify"} == commands <= set(get_commands())
    folder = "/opt/crawford/var"
    assert f"CRAWFORD_DATA={folder}\n" in text("Containerfile")
    assert f"{folder}/backups" in page
    # A restore locks the data folder and writes the secret there.
    assert any(place.startswith(f"{folder}:") for place in services["restore"]["tmpfs"])


def test_variables_exist():
    composed = yaml.safe_load(text("compose.yaml"))
    for service in ("prepare", "restore", "web-1", "web-2", "worker"):
        assert set(composed["services"][service]["environment"]) <= KNOWN
    (config,) = set(re.findall(r"EnvironmentFile=(.*)", text(*UNITS)))
    assert config in text("docs/running.md")


def test_the_proxy_looks_after_every_web_server_by_its_name():
    # Caddy sends no health checks to upstreams that it finds by `dynamic`.
    services = yaml.safe_load(text("compose.yaml"))["services"]
    caddyfile = text("docs/server/Caddyfile")
    (upstreams,) = re.findall(r"reverse_proxy (.*) \{", caddyfile)
    servers = {name for name in services if name.startswith("web")}
    assert {*upstreams.split()} == {f"{name}:8000" for name in servers}
    assert servers == {*services["caddy"]["depends_on"]}
    assert all("healthcheck" in services[name] for name in servers)
    assert "health_uri /healthz" in caddyfile
    assert "lb_try_duration" in caddyfile


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_units_are_hardened(unit):
    content = unit.read_text(encoding="utf-8")
    web = text("docs/server/crawford-web.service")
    hardening = web[web.index("ProtectSystem=") : web.index("\n[Install]")]
    assert len(hardening.splitlines()) > 20
    assert hardening in content
    for setting in ("User=crawford", "ProtectSystem=strict", "NoNewPrivileges=true"):
        assert setting in content
