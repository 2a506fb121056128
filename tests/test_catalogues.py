"""Five languages, complete: nothing missing, doubtful, left over or broken."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("clubsite", "matches", "tournaments", "templates", "manage.py")
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w+\}")

Key = tuple[str | None, str, str]


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> set[Key]:
    """Every message of the product, read from its sources by the usual extractor."""
    if shutil.which("xgettext") is None and "CI" not in os.environ:
        pytest.skip("xgettext is not installed (Debian package: gettext)")
    copy = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source,
                copy / name,
                ignore=shutil.ignore_patterns("__pycache__", "*.po", "*.mo", "static"),
            )
        else:
            shutil.copy(source, copy / name)
    (copy / "clubsite" / "locale").mkdir(exist_ok=True)
    subprocess.run(
        [
            *(sys.executable, "-m", "django", "makemessages", "--no-location"),
            *("--locale", "da", "--settings", "tests.settings", "--pythonpath", "."),
        ],
        cwd=copy,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
        check=True,
        capture_output=True,
    )
    (catalogue,) = copy.rglob("*.po")
    return {_key(entry) for entry in polib.pofile(str(catalogue))}


def _key(entry: polib.POEntry) -> Key:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def _catalogue(language: str) -> polib.POFile:
    folder = ROOT / "clubsite" / "locale" / language / "LC_MESSAGES"
    return polib.pofile(str(folder / "django.po"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_has_exactly_the_messages(language: str, wanted: set[Key]) -> None:
    there = {_key(entry) for entry in _catalogue(language) if not entry.obsolete}
    assert there - wanted == set()
    assert wanted - there == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    catalogue = _catalogue(language)
    assert catalogue.metadata["Language"] == language
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_intact(language: str) -> None:
    broken = [
        entry.msgid
        for entry in _catalogue(language)
        for said, source in _pairs(entry)
        if set(PLACEHOLDER.findall(said)) != set(PLACEHOLDER.findall(source))
    ]
    assert broken == []


def _pairs(entry: polib.POEntry) -> list[tuple[str, str]]:
    if not entry.msgid_plural:
        return [(entry.msgstr, entry.msgid)]
    return [(said, entry.msgid_plural) for said in entry.msgstr_plural.values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_for_attributes_hold_no_quote(language: str) -> None:
    """Translations stand in double-quoted attributes, where a quote would end them."""
    quoted = [entry.msgstr for entry in _catalogue(language) if '"' in entry.msgstr]
    assert quoted == []
