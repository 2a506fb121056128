"""Reads settings from the environment; an invalid value stops the start."""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

import dj_database_url
from dj_database_url import DBConfig
from django.core.exceptions import ImproperlyConfigured

FALLBACK_ZONE = "Europe/Copenhagen"
SECRET_BYTES_LEAST = 32
PASSING_SECRET = "for one command: "  # noqa: S105 - a mark in front of one
"""How a secret begins that `manage.py` made because nothing is signed."""
_ADDRESS = re.compile(
    r"https?://([A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(:\d{1,5})?(/[A-Za-z0-9_-]+)*"
)
_ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?")
_FOR_OTHERS = stat.S_IRGRP | stat.S_IWGRP | stat.S_IROTH | stat.S_IWOTH
_OURS = frozenset({"crawford.sqlite3", "run.lock", "secret_key"})
"""Files by which a data folder of this product is recognised."""
_HSTS_WORDS = frozenset({"includeSubDomains", "preload"})
_MAIL_PORTS = {"smtps": 465, "smtp": 587, "smtp+plain": 25}
_MAIL_ADDRESS = re.compile(r"[^@\s<>,\"]+@[^@\s<>,\"]+")
_NO_MAIL_SERVER = (
    "{name} is no address of a mail server; write one such as "
    "smtps://user:password@mail.example.org. Of a user or a password, write / as %2F, "
    "@ as %40 and % as %25."
)
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"", "0", "false", "no", "off"})
_UNSET_ZONES = frozenset({"", "UTC", "Etc/UTC", "Etc/UCT", "Universal", "Zulu"})


@dataclass(frozen=True, slots=True)
class Variable:
    """One environment variable that the product reads."""

    name: str
    default: str
    meaning: str


VARIABLES = (
    Variable("CRAWFORD_DATA", "var", "folder of the data, made for its owner alone"),
    Variable(
        "CRAWFORD_BACKUP_FOLDER",
        "",
        "second folder for backups, such as a USB stick; it has to exist",
    ),
    Variable(
        "CRAWFORD_SECRET_KEY",
        "made once in the data folder by `./run`",
        "secret that signs sessions and makes personal links; 32 characters or more",
    ),
    Variable(
        "CRAWFORD_SECRET_KEY_FALLBACKS",
        "",
        "older secrets still accepted, separated by commas",
    ),
    Variable(
        "CRAWFORD_URL",
        "the address `./run` listens on",
        "public address, with a path if the club has one of a site; https switches on "
        "everything that belongs to it",
    ),
    Variable("CRAWFORD_HOSTS", "", "further host names, separated by commas"),
    Variable(
        "CRAWFORD_PROXY",
        "0",
        "how many reverse proxies stand in front; each must append to X-Forwarded-For",
    ),
    Variable(
        "CRAWFORD_HSTS",
        "3600",
        "seconds for which browsers insist on https, then includeSubDomains, preload",
    ),
    Variable(
        "CRAWFORD_WEB_PROCESSES",
        "1",
        "web servers on this machine, 1 to 9; more than one with PostgreSQL and Redis",
    ),
    Variable(
        "CRAWFORD_SMTP",
        "no e-mail is sent",
        "mail server, such as smtps://user:password@mail.example.org; smtp:// begins "
        "with STARTTLS, smtp+plain:// does not encrypt",
    ),
    Variable(
        "CRAWFORD_MAIL_FROM",
        "the user of CRAWFORD_SMTP",
        "address from which e-mail is sent",
    ),
    Variable(
        "CRAWFORD_WEBHOOK_NETWORKS",
        "",
        "networks beside the public ones that webhooks and push may reach, such as "
        "192.168.1.0/24, separated by commas",
    ),
    Variable(
        "CRAWFORD_EMBED_SITES",
        "",
        "sites that may show tournaments in a frame, such as https://club.example.org, "
        "separated by commas",
    ),
    Variable(
        "CRAWFORD_TIME_ZONE",
        f"the machine's, or {FALLBACK_ZONE}",
        "time zone of the club, such as Europe/Oslo",
    ),
    Variable("CRAWFORD_LANGUAGE", "en", "language of first visit, such as da"),
    Variable("CRAWFORD_DEBUG", "0", "1 shows errors in the browser; never in public"),
    Variable("CRAWFORD_DEMO", "0", "1 marks every page as a demonstration"),
    Variable("CRAWFORD_LOG_LEVEL", "INFO", "DEBUG, INFO, WARNING or ERROR"),
    Variable("DATABASE_URL", "SQLite in the data folder", "postgresql://… address"),
    Variable("REDIS_URL", "files in the data folder", "redis://… address"),
)


def env_text(name: str, default: str = "") -> str:
    """Return the variable without surrounding spaces; unset and empty are the same."""
    return os.environ.get(name, "").strip() or default


def env_bool(name: str) -> bool:
    """Return the variable as a switch, off when unset."""
    value = env_text(name).lower()
    if value not in _TRUE | _FALSE:
        raise ImproperlyConfigured(f"{name} is {value!r}; write 1 or 0.")
    return value in _TRUE


def env_count(name: str) -> int:
    """Return the variable as a small number; 0 when unset, 1 for a bare yes."""
    value = env_text(name).lower()
    if value in _TRUE | _FALSE:
        return int(value in _TRUE)
    if not re.fullmatch("[0-9]", value):
        raise ImproperlyConfigured(f"{name} is {value!r}; write a number from 0 to 9.")
    return int(value)


@dataclass(frozen=True, slots=True)
class Hsts:
    """How long browsers insist on https, and whether for more than this name."""

    seconds: int = 3600
    subdomains: bool = False
    preload: bool = False


def env_hsts(name: str) -> Hsts:
    """Return the parts of Strict-Transport-Security; one hour when unset.

    The default is short because a browser refuses http for the whole time.
    """
    seconds, *words = env_text(name, "3600").replace(";", " ").split() or [""]
    if not re.fullmatch("[0-9]{1,9}", seconds) or set(words) - _HSTS_WORDS:
        raise ImproperlyConfigured(
            f"{name} is {env_text(name)!r}; write seconds, such as 31536000, and then, "
            "if wished, includeSubDomains and preload."
        )
    return Hsts(int(seconds), "includeSubDomains" in words, "preload" in words)


def env_list(name: str) -> list[str]:
    """Return the variable split at commas, empty parts left out."""
    return [part.strip() for part in env_text(name).split(",") if part.strip()]


def env_sites(name: str) -> list[str]:
    """Return the variable as origins such as https://club.example.org."""
    sites = env_list(name)
    for site in sites:
        if not _ORIGIN.fullmatch(site):
            raise ImproperlyConfigured(
                f"{name}: {site!r} is no site; write https://club.example.org."
            )
    return sites


def env_networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Return the variable as networks, separated by commas."""
    try:
        return [ip_network(part) for part in env_list(name)]
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name}: {error}. Write networks such as 192.168.1.0/24."
        ) from error


def env_choice(name: str, choices: tuple[str, ...], default: str) -> str:
    """Return the variable, which must be one of the choices."""
    value = env_text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(
            f"{name} is {value!r}; write one of {', '.join(choices)}."
        )
    return value


def env_url(name: str) -> str:
    """Return the variable as an http or https address without a slash at its end."""
    value = env_text(name).rstrip("/")
    if value and not _ADDRESS.fullmatch(value):
        raise ImproperlyConfigured(
            f"{name} is {value!r}; write an address such as https://club.example."
        )
    return value


@dataclass(frozen=True, slots=True)
class MailServer:
    """A mail server and how to log in there; without a host no e-mail is sent."""

    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    starts_tls: bool = False
    is_tls: bool = False
    sender: str = ""


def env_mail(name: str, sender: str) -> MailServer:
    """Return the mail server of an address, and the address that e-mail is from."""
    text = env_text(name)
    if not text:
        return MailServer()
    try:
        parts = urlsplit(text)
        port = parts.port or _MAIL_PORTS[parts.scheme]
    except (ValueError, KeyError) as error:  # the password is not repeated
        raise ImproperlyConfigured(_NO_MAIL_SERVER.format(name=name)) from error
    user = unquote(parts.username or "")
    address = env_text(sender, user)
    if not parts.hostname:
        raise ImproperlyConfigured(_NO_MAIL_SERVER.format(name=name))
    if not _MAIL_ADDRESS.fullmatch(address):
        raise ImproperlyConfigured(
            f"{sender} is {address!r}; write an e-mail address of the club."
        )
    return MailServer(
        host=parts.hostname,
        port=port,
        user=user,
        password=unquote(parts.password or ""),
        starts_tls=parts.scheme == "smtp",
        is_tls=parts.scheme == "smtps",
        sender=address,
    )


def env_database(name: str, default: str) -> DBConfig:
    """Return the database of an address as Django's settings name it."""
    try:
        return dj_database_url.parse(
            env_text(name, default), conn_max_age=600, conn_health_checks=True
        )
    except ValueError as error:  # the address has a password: it is not repeated
        raise ImproperlyConfigured(
            f"{name} is no address of a database; write one such as "
            "postgres://crawford@localhost/crawford. A password of letters and digits "
            "needs no more; of any other, write / as %2F, @ as %40 and % as %25."
        ) from error


def env_zone(name: str) -> str:
    """Return the configured time zone, else the machine's, else the fallback.

    UTC on the machine means that no zone was configured there, so the fallback is used.
    """
    asked = env_text(name)
    if asked:
        return _known_zone(name, asked)
    machine = machine_zone(Path("/etc/localtime"))
    return FALLBACK_ZONE if machine in _UNSET_ZONES else machine


def machine_zone(link: Path) -> str:
    """Return the zone name to which a localtime link points, empty if unknown."""
    _, _, name = str(link.resolve()).partition("/zoneinfo/")
    return name if name and link.exists() else ""


def _known_zone(name: str, value: str) -> str:
    try:
        return ZoneInfo(value).key
    except (ValueError, OSError, LookupError) as error:
        raise ImproperlyConfigured(
            f"{name} is {value!r}; write a time zone such as Europe/Oslo."
        ) from error


def env_secret(name: str, file: Path) -> str:
    """Return the secret from the variable, else from the file, else raise an error."""
    value = env_text(name)
    if not value and file.exists():
        value = _private_text(file)
    if not value:
        raise ImproperlyConfigured(
            f"No secret key. Start with ./run, which makes one, or set {name}."
        )
    if len(value) < SECRET_BYTES_LEAST:
        raise ImproperlyConfigured(
            f"{name} is too short; use {SECRET_BYTES_LEAST} characters or more."
        )
    return value


def _private_text(file: Path) -> str:
    if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise ImproperlyConfigured(f"Others can read {file}. Run: chmod 600 {file}")
    return file.read_text(encoding="ascii").strip()


def data_folder(base: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Return the data folder; create it with access only for its owner.

    Other users lose access to a folder that holds only data of this product.
    """
    folder = base / (environ.get("CRAWFORD_DATA", "").strip() or "var")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_mode & _FOR_OTHERS:
            _close_to_others(folder)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data folder {folder} cannot be used ({error.strerror}). Check it and "
            "its permissions, or set CRAWFORD_DATA to another one."
        ) from error
    return folder


def _close_to_others(folder: Path) -> None:
    """Close a folder to other users. Raises ImproperlyConfigured if that is unwise."""
    names = {file.name for file in folder.iterdir()}
    if not names or names & _OURS:
        folder.chmod(0o700)
    if folder.stat().st_mode & _FOR_OTHERS:
        raise ImproperlyConfigured(
            f"Others can read the data folder {folder}. Type: chmod 700 {folder} – or "
            "set CRAWFORD_DATA to an empty folder."
        )
