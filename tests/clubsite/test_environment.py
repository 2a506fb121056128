"""Values from the environment: read, or refused with the reason."""

import os
import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubsite import environment
from clubsite.environment import Hsts

NAME = "CRAWFORD_ANYTHING"


def env_language(name):
    return environment.env_choice(name, ("en", "da"), "en")


def env_networks(name):
    return [str(network) for network in environment.env_networks(name)]


@pytest.mark.parametrize(
    ("read", "typed"),
    [
        *(
            (environment.env_bool, {each: True})
            for each in ("1", "true", "YES", " on ")
        ),
        (environment.env_bool, dict.fromkeys(("", "0", "False", "no", "off"), False)),
        (environment.env_list, {" a.example, ,b.example,": ["a.example", "b.example"]}),
        (environment.env_list, {"": []}),
        (
            environment.env_url,
            {
                "https://club.example": "https://club.example",
                "http://192.0.2.7:8000/": "http://192.0.2.7:8000",
                "https://a.example/club/bg": "https://a.example/club/bg",
            },
        ),
        (env_language, {"": "en", "da": "da"}),
        (environment.env_zone, {"Europe/Oslo": "Europe/Oslo"}),
        (env_networks, {"192.168.1.0/24, fd00::/8": ["192.168.1.0/24", "fd00::/8"]}),
        (
            environment.env_hsts,
            {
                "": Hsts(),
                "0": Hsts(0),
                "31536000; includeSubDomains; preload": Hsts(31_536_000, True, True),
                "86400 includeSubDomains": Hsts(86_400, True),
            },
        ),
    ],
)
def test_what_is_meant_is_read(monkeypatch, read, typed):
    for value, meant in typed.items():
        monkeypatch.setenv(NAME, value)
        assert read(NAME) == meant, value
        if value == "":
            monkeypatch.delenv(NAME)
            assert read(NAME) == meant


@pytest.mark.parametrize(
    ("read", "refusal", "values"),
    [
        (environment.env_bool, "'maybe'; write 1 or 0", ["maybe"]),
        (
            environment.env_url,
            "write an address",
            [
                *("club.example", "ftp://club.example", "https://"),
                *("https://club.example/a path", "https://club.example/club?x=1"),
                *("https://club.example/../x", "https://club.example:port"),
                *("https://user@club.example", "https://club example"),
            ],
        ),
        (env_language, "one of en, da", ["de"]),
        (
            environment.env_zone,
            "write a time zone",
            ["Europe/Atlantis", "../etc/passwd", "Oslo"],
        ),
        (env_networks, NAME, ["the hall", "192.168.1.20/24"]),
        (environment.env_hsts, NAME, ["a year", "-1", "3600 everything", ";"]),
    ],
)
def test_what_cannot_be_meant_is_refused(monkeypatch, read, refusal, values):
    for value in values:
        monkeypatch.setenv(NAME, value)
        with pytest.raises(ImproperlyConfigured, match=refusal):
            read(NAME)


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
