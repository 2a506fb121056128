"""A language that nobody speaks: from right to left, with long words.

Every message is written in Hebrew letters that mean nothing, so that what is left in
Latin letters on a page was not translated.
"""

import re
from pathlib import Path
from typing import Final

import django
import polib
from django.conf import settings

CODE: Final = "qrt"
"""Kept free for private use, so that it is never one of the product's own."""
NAME: Final = "תשרק"

_LETTERS: Final = {chr(97 + n): chr(0x5D0 + n) for n in range(26)}
_TWICE: Final = "aeiou"
_KEPT: Final = re.compile(
    r"%\(\w+\)[sd]|%[sd%]|\{\w+\}|&\w+;|</?\w[^>]*>|https?://\S+|\b(?:bar|off)(?=/)|(?<=/)off\b"
)


def spoken(message: str) -> str:
    """Return a message in this language; placeholders stay, words grow."""
    parts, at = [], 0
    for kept in _KEPT.finditer(message):
        parts += [_grown(message[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join([*parts, _grown(message[at:])])


def _grown(text: str) -> str:
    return "".join(
        _LETTERS.get(letter.lower(), letter) * (2 if letter.lower() in _TWICE else 1)
        for letter in text
    )


def write(folder: Path) -> None:
    """Write the catalogue of this language into a folder of locales."""
    made = polib.POFile(wrapwidth=0)
    made.metadata = {
        "Language": CODE,
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    own = Path(settings.BASE_DIR) / "clubsite/locale/da/LC_MESSAGES/django.po"
    djangos = Path(django.__file__).parent / "conf/locale/da/LC_MESSAGES/django.po"
    known = set()
    for entry in (*polib.pofile(str(own)), *polib.pofile(str(djangos))):
        key = (entry.msgctxt, entry.msgid)
        if entry.obsolete or key in known:
            continue
        known.add(key)
        new = polib.POEntry(msgctxt=entry.msgctxt, msgid=entry.msgid)
        if entry.msgid_plural:
            new.msgid_plural = entry.msgid_plural
            forms = (entry.msgid, entry.msgid_plural)
            new.msgstr_plural = {n: spoken(form) for n, form in enumerate(forms)}
        else:
            new.msgstr = spoken(entry.msgid)
        made.append(new)
    place = folder / CODE / "LC_MESSAGES"
    place.mkdir(parents=True)
    made.save(str(place / "django.po"))
