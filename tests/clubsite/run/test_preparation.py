"""Before a start: catalogues and static files are brought up to date."""

import gettext
import os

import pytest
from django.contrib.staticfiles import finders

from clubsite.run import preparation

CATALOGUE = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Match"
msgstr "Kamp æøå"

msgid "%(n)s game"
msgid_plural "%(n)s games"
msgstr[0] "%(n)s parti"
msgstr[1] "%(n)s partier"

#, fuzzy
msgid "Draw"
msgstr "Uafgjort"
"""


@pytest.fixture
def catalogue(tmp_path, settings):
    settings.LOCALE_PATHS = [tmp_path]
    file = tmp_path / "da" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    file.write_text(CATALOGUE, encoding="utf-8")
    os.utime(file, (1, 1))
    return file


def test_a_catalogue_is_compiled_once(catalogue):
    assert preparation.catalogues() == [catalogue]
    assert preparation.compile_catalogues(preparation.catalogues()) == [catalogue]
    assert preparation.compile_catalogues(preparation.catalogues()) == []
    with catalogue.with_suffix(".mo").open("rb") as stream:
        found = gettext.GNUTranslations(stream)
    assert found.gettext("Match") == "Kamp æøå"
    assert found.ngettext("%(n)s game", "%(n)s games", 2) == "%(n)s partier"
    assert found.gettext("Draw") == "Draw"  # what nobody confirmed stays English


def test_a_changed_catalogue_is_compiled_again(catalogue):
    preparation.compile_catalogues([catalogue])
    later = catalogue.with_suffix(".mo").stat().st_mtime + 1
    os.utime(catalogue, (later, later))
    assert preparation.compile_catalogues([catalogue]) == [catalogue]


def test_static_files_are_collected_when_they_change(tmp_path, settings):
    source = tmp_path / "source"
    source.mkdir()
    (source / "site.css").write_text("a{}")
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = [
        "django.contrib.staticfiles.finders.FileSystemFinder"
    ]
    settings.STATIC_ROOT = tmp_path / "static"
    finders.get_finder.cache_clear()
    try:
        assert preparation.collect_static() is True
        assert (tmp_path / "static" / "site.css").read_text() == "a{}"
        assert preparation.collect_static() is False
        os.utime(source / "site.css", (0, 0))  # as in an image that was fetched
        assert preparation.collect_static() is False
        (source / "site.css").write_text("a{color:red}")
        assert preparation.collect_static() is True
        assert (tmp_path / "static" / "site.css").read_text() == "a{color:red}"
    finally:
        finders.get_finder.cache_clear()
