"""Five languages, complete: nothing missing, doubtful, left over or broken."""

import ast
import os
import re

import polib
import pytest
from django.conf import settings

from tests.messages import Key, catalogue_file, extract, key, load, missing_programs
from tests.syntax import every

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w+\}")


@pytest.fixture(scope="module")
def wanted() -> set[Key]:
    """Every message of the product, read from its sources by the usual extractor."""
    if missing_programs() and "CI" not in os.environ:
        pytest.skip("gettext is not installed (Debian package: gettext)")
    return {key(entry) for entry in extract()}


def _catalogue(language: str) -> polib.POFile:
    return load(catalogue_file(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_has_exactly_the_messages(language: str, wanted: set[Key]) -> None:
    there = {key(entry) for entry in _catalogue(language) if not entry.obsolete}
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
        for said, sources in _pairs(entry)
        if set(PLACEHOLDER.findall(said))
        not in [set(PLACEHOLDER.findall(source)) for source in sources]
    ]
    assert broken == []


def _pairs(entry: polib.POEntry) -> list[tuple[str, tuple[str, ...]]]:
    """Each translation of a message with the texts whose placeholders it may have."""
    if not entry.msgid_plural:
        return [(entry.msgstr, (entry.msgid,))]
    one, *more = entry.msgstr_plural.values()
    either = (entry.msgid, entry.msgid_plural)
    return [(one, either), *((said, (entry.msgid_plural,)) for said in more)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_for_attributes_hold_no_quote(language: str) -> None:
    quoted = [entry.msgstr for entry in _catalogue(language) if '"' in entry.msgstr]
    assert quoted == []


def test_messages_stand_outside_of_f_strings() -> None:
    """The extractor of Python 3.12 and newer does not look into f-strings."""
    inside = [
        f"{file.relative_to(settings.BASE_DIR)}:{string.lineno}"
        for app in ("clubsite", "matches", "tournaments")
        for file in sorted((settings.BASE_DIR / app).rglob("*.py"))
        for string in every(file, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and _translates(call.func)
    ]
    assert inside == []


def _translates(function: ast.expr) -> bool:
    name = ast.unparse(function).rpartition(".")[2]
    return name == "_" or "gettext" in name
