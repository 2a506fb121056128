"""Every page in a language made up for it: no English is left, all is mirrored."""

import re
import tempfile
from html import unescape
from pathlib import Path
from unittest import mock

import polib
from django.conf import settings
from django.test import override_settings

from clubsite.run import preparation
from tests import builders, pseudo
from tests.test_litany import Address, World
from tests.test_names_in_sentences import Texts
from tournaments.models import Screen

OWN_LANGUAGE = {"api:openapi-view", "help", "help_page"}
"""What the schema says of the API is English; the manual has its own translations."""
GIVEN = ("Άννα", "Νίκος", "Ελένη", "Πέτρος", "Μαρία", "Γιώργος", "Σοφία", "Ηλίας")
FAMILY = ("Αλκίμος", "Βένος", "Γάλης", "Δούκας", "Ζέρβας", "Κόλλιας", "Λέκκας", "Μάνος")

_WORD = re.compile(r"[A-Za-z]{3,}")
_NOT_SAID = re.compile(r"(?s)<(script|style|code|kbd|svg|template)\b.*?</\1>|\{\w+\}")
# Names that were typed in English, or are the same in every language.
_DATA = re.compile(
    r"\b(Crawford|GNU Backgammon|Club evening|Our evening|Ours|Main|Consolation|Last"
    r"|Open|Low|Weekend|Director|Ada|Ane Alm|It stands|a\.mat|Gammon & Backgammon)\b"
    r"|\bbar/|/off\b|https?://\S+"
)


class EveryPage(World):
    """The world of the litany, of people whose names are in other letters."""

    @classmethod
    def setUpTestData(cls) -> None:
        with mock.patch.multiple(builders, GIVEN=GIVEN, FAMILY=FAMILY):
            super().setUpTestData()
        Screen.objects.update(language=pseudo.CODE)  # each has a language of its own

    def test_no_english_is_left(self) -> None:
        faults: dict[str, str] = {}
        known = words_of_the_product()

        def check(address: Address) -> None:
            if not address.get or address.name in OWN_LANGUAGE:
                return
            for person in ("Ada", "Cy") if address.public else ("Ada",):
                browser = self.browser(person)
                browser.cookies["language"] = pseudo.CODE
                answer = browser.get(self.path(address))
                if not answer.headers.get("Content-Type", "").startswith("text/html"):
                    continue
                page = answer.content.decode()
                if "<html" not in page:
                    continue  # suggestions for a field: names only
                assert f'<html lang="{pseudo.CODE}" dir="rtl"' in page, address.name
                for text in english(page, known):
                    faults.setdefault(text, address.name)

        with tempfile.TemporaryDirectory() as folder:
            pseudo.write(Path(folder))
            with override_settings(
                LANGUAGES=[*settings.LANGUAGES, (pseudo.CODE, pseudo.NAME)],
                LANGUAGES_BIDI=[pseudo.CODE],
                LOCALE_PATHS=[*settings.LOCALE_PATHS, Path(folder)],
            ):
                preparation.compile_catalogues(preparation.catalogues())
                self.each(check)
        assert not faults, "\n".join(
            f"{where}: {text}" for text, where in faults.items()
        )


def words_of_the_product() -> set[str]:
    catalogue = settings.BASE_DIR / "clubsite/locale/da/LC_MESSAGES/django.po"
    messages = [entry.msgid for entry in polib.pofile(str(catalogue))]
    return {word.lower() for text in messages for word in _WORD.findall(text)}


def english(page: str, known: set[str]) -> list[str]:
    """Return the texts with English words of messages that are no names."""
    found = []
    for text in Texts(_NOT_SAID.sub("", page), spoken_alone=True).found:
        told = " ".join(unescape(text).split())
        words = _WORD.findall(_DATA.sub(" ", told))
        is_message = words and all(word.lower() in known for word in words)
        if is_message and not told.isupper():
            found.append(told)
    return found


def test_english_is_found() -> None:
    known = words_of_the_product()
    assert english("<p>Save game</p>", known) == ["Save game"]
    assert english("<a title='Save game'>\u05d0</a>", known) == ["Save game"]
    assert english("<p>Νίκος 7–5</p><td>K7Q2MX</td>", known) == []
