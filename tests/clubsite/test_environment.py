"""Values from the environment: read, or refused with the reason."""

import os
import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubsite import environment


@pytest.mark.parametrize("value", ["1", "true", "YES", " on "])
def test_switch_on(monkeypatch, value):
    monkeypatch.setenv("CRAWFORD_DEBUG", value)
    assert environment.env_bool("CRAWFORD_DEBUG") is True


@pytest.mark.parametrize("value", ["", "0", "False", "no", "off"])
def test_switch_off(monkeypatch, value):
    monkeypatch.setenv("CRAWFORD_DEBUG", value)
    assert environment.env_bool("CRAWFORD_DEBUG") is False


def test_switch_neither(monkeypatch):
    monkeypatch.setenv("CRAWFORD_DEBUG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="'maybe'; write 1 or 0"):
        environment.env_bool("CRAWFORD_DEBUG")


def test_list(monkeypatch):
    monkeypatch.setenv("CRAWFORD_HOSTS", " a.example, ,b.example,")
    assert environment.env_list("CRAWFORD_HOSTS") == ["a.example", "b.example"]
    monkeypatch.delenv("CRAWFORD_HOSTS")
    assert environment.env_list("CRAWFORD_HOSTS") == []


@pytest.mark.parametrize(
    "value",
    ["https://club.example", "http://192.0.2.7:8000/", "https://a.example/club/bg"],
)
def test_url(monkeypatch, value):
    monkeypatch.setenv("CRAWFORD_URL", value)
    assert environment.env_url("CRAWFORD_URL") == value.rstrip("/")


@pytest.mark.parametrize(
    "value",
    [
        "club.example",
        "ftp://club.example",
        "https://",
        "https://club.example/a path",
        "https://club.example/club?x=1",
        "https://club.example/../x",
        "https://club.example:port",
        "https://user@club.example",
        "https://club example",
    ],
)
def test_url_refused(monkeypatch, value):
    monkeypatch.setenv("CRAWFORD_URL", value)
    with pytest.raises(ImproperlyConfigured, match="write an address"):
        environment.env_url("CRAWFORD_URL")


def test_choice_refused(monkeypatch):
    monkeypatch.setenv("CRAWFORD_LANGUAGE", "de")
    with pytest.raises(ImproperlyConfigured, match="one of en, da"):
        environment.env_choice("CRAWFORD_LANGUAGE", ("en", "da"), "en")


def test_zone_asked_for(monkeypatch):
    monkeypatch.setenv("CRAWFORD_TIME_ZONE", "Europe/Oslo")
    assert environment.env_zone("CRAWFORD_TIME_ZONE") == "Europe/Oslo"


@pytest.mark.parametrize("value", ["Europe/Atlantis", "../etc/passwd", "Oslo"])
def test_zone_unknown(monkeypatch, value):
    monkeypatch.setenv("CRAWFORD_TIME_ZONE", value)
    with pytest.raises(ImproperlyConfigured, match="write a time zone"):
        environment.env_zone("CRAWFORD_TIME_ZONE")


@pytest.mark.parametrize(
    ("machine", "zone"),
    [
        ("", "Europe/Copenhagen"),
        ("Etc/UTC", "Europe/Copenhagen"),
        ("Europe/Amsterdam", "Europe/Amsterdam"),
    ],
)
def test_zone_of_the_machine(monkeypatch, machine, zone):
    monkeypatch.delenv("CRAWFORD_TIME_ZONE", raising=False)
    monkeypatch.setattr(environment, "machine_zone", lambda _link: machine)
    assert environment.env_zone("CRAWFORD_TIME_ZONE") == zone


def test_machine_zone(tmp_path):
    zone = tmp_path / "zoneinfo" / "Europe" / "Oslo"
    zone.parent.mkdir(parents=True)
    zone.touch()
    (tmp_path / "good").symlink_to(zone)
    (tmp_path / "dangling").symlink_to(zone.with_name("Nowhere"))
    (tmp_path / "copy").touch()
    found = [environment.machine_zone(tmp_path / n) for n in ("good", "dangling")]
    assert [*found, environment.machine_zone(tmp_path / "copy")] == [
        "Europe/Oslo",
        "",
        "",
    ]


class TestSecret:
    name = "CRAWFORD_SECRET_KEY"
    value = "x" * 40

    @pytest.fixture
    def file(self, monkeypatch, tmp_path):
        monkeypatch.delenv(self.name, raising=False)
        return tmp_path / "secret_key"

    def test_from_the_variable(self, monkeypatch, file):
        monkeypatch.setenv(self.name, self.value)
        assert environment.env_secret(self.name, file) == self.value

    def test_from_the_file(self, file):
        file.touch(0o600)
        file.write_text(self.value + "\n", encoding="ascii")
        assert environment.env_secret(self.name, file) == self.value

    def test_none(self, file):
        with pytest.raises(ImproperlyConfigured, match=r"Start with \./run"):
            environment.env_secret(self.name, file)

    def test_too_short(self, monkeypatch, file):
        monkeypatch.setenv(self.name, "secret")
        with pytest.raises(ImproperlyConfigured, match="too short"):
            environment.env_secret(self.name, file)

    def test_file_that_others_can_read(self, file):
        file.write_text(self.value, encoding="ascii")
        file.chmod(0o644)
        with pytest.raises(ImproperlyConfigured, match="chmod 600"):
            environment.env_secret(self.name, file)


class TestDatabase:
    default = "sqlite:////data/crawford.sqlite3"

    def database(self):
        return environment.env_database("DATABASE_URL", self.default)

    def test_without_the_variable(self, monkeypatch):
        monkeypatch.delenv("DATABASE_URL", raising=False)
        assert self.database()["NAME"] == "/data/crawford.sqlite3"

    def test_a_password_of_other_signs(self, monkeypatch):
        monkeypatch.setenv("DATABASE_URL", "postgres://crawford:a%2Fb%40c@db/crawford")
        found = self.database()
        assert (found["PASSWORD"], found["HOST"]) == ("a/b@c", "db")

    @pytest.mark.parametrize(
        "address", ["postgres://crawford:ab/c+d@db/crawford", "postgress://db", "db"]
    )
    def test_no_address(self, monkeypatch, address):
        monkeypatch.setenv("DATABASE_URL", address)
        with pytest.raises(ImproperlyConfigured, match="%2F") as raised:
            self.database()
        assert "ab/c+d" not in str(raised.value)


def test_data_folder_is_private(tmp_path, monkeypatch):
    monkeypatch.setenv("CRAWFORD_DATA", "deep/var")
    folder = environment.data_folder(tmp_path)
    assert folder == tmp_path / "deep" / "var"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert environment.data_folder(tmp_path, os.environ) == folder


@pytest.mark.parametrize("holds", [(), ("crawford.sqlite3", "notes.txt")])
def test_a_data_folder_that_others_can_read_is_closed(tmp_path, holds):
    tmp_path.chmod(0o755)
    for name in holds:
        (tmp_path / name).touch()
    given = {"CRAWFORD_DATA": str(tmp_path)}
    assert environment.data_folder(tmp_path, given) == tmp_path
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700


def test_a_folder_of_other_things_is_not_closed(tmp_path):
    tmp_path.chmod(0o755)
    (tmp_path / "notes.txt").touch()
    with pytest.raises(ImproperlyConfigured, match=f"chmod 700 {tmp_path}"):
        environment.data_folder(tmp_path, {"CRAWFORD_DATA": str(tmp_path)})
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_every_variable_is_read_and_documented():
    root = Path(environment.__file__).parent
    code = "".join(file.read_text(encoding="utf-8") for file in root.rglob("*.py"))
    for variable in environment.VARIABLES:
        assert code.count(f'"{variable.name}"') > 1, f"{variable.name} is not read"


def test_networks_are_read_or_stop_the_start(monkeypatch):
    name = "CRAWFORD_WEBHOOK_NETWORKS"
    monkeypatch.setenv(name, "192.168.1.0/24, fd00::/8")
    assert [str(one) for one in environment.env_networks(name)] == [
        "192.168.1.0/24",
        "fd00::/8",
    ]
    for wrong in ("the hall", "192.168.1.20/24"):
        monkeypatch.setenv(name, wrong)
        with pytest.raises(ImproperlyConfigured, match=name):
            environment.env_networks(name)
