"""The fonts of this machine, as Fontconfig knows them; no PDF is made here."""

import ctypes
import os
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext

from matches.rules.game import gettext_noop

FONT_FOLDER: Final = Path(__file__).resolve().parent / "fonts"
PACKAGES: Final = "fonts-noto-core, fonts-noto-cjk, fonts-noto-color-emoji"
"""The Debian packages that have the letters of all scripts, and emoji."""
LETTERS_MISSING: Final = gettext_noop(
    "A name contains letters that no installed font has; boxes are printed instead. "
    "Ask "
    "the administrator to install %(packages)s and restart Crawford."
)

# The names of each library on Debian, then on macOS.
PANGO: Final = (
    ("libpango-1.0.so.0", "libpango-1.0.dylib"),
    ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib"),
)
_FONTCONFIG: Final = ("libfontconfig.so.1", "libfontconfig.1.dylib")
_SYSTEM_FONTS: Final = 0  # FcSetSystem
_ALWAYS_THERE: Final = ("LATIN", "GREEK", "CYRILLIC")
_AFTER_CYRILLIC: Final = "\u0530"
_DRAWN: Final = frozenset({"Ll", "Lm", "Lo", "Lt", "Lu", "So"})
"""The categories of letters and of emoji."""


def font_count() -> int:
    library = _library()
    if library is None:
        return 0
    fonts = library.FcConfigGetFonts(None, _SYSTEM_FONTS)
    return int(fonts.contents.nfont) if fonts else 0


def lacks_letters(text: str) -> bool:
    """Return True if no font here has some letter or emoji of a text."""
    foreign = {mark for mark in text if mark >= _AFTER_CYRILLIC}
    return any(
        not has_glyph(mark)
        for mark in foreign
        if unicodedata.category(mark) in _DRAWN
        and not unicodedata.name(mark, "").startswith(_ALWAYS_THERE)
    )


def letters_missing(*, lacks: bool) -> str:
    return gettext(LETTERS_MISSING) % {"packages": PACKAGES} if lacks else ""


@lru_cache(maxsize=4096)
def has_glyph(mark: str) -> bool:
    """Return True if a font has this character, or if that cannot be found out."""
    library = _library()
    if library is None:
        return True
    charset = library.FcCharSetCreate()
    library.FcCharSetAddChar(charset, ord(mark))
    pattern = library.FcPatternCreate()
    library.FcPatternAddCharSet(pattern, b"charset", charset)
    wanted = library.FcObjectSetCreate()
    fonts = library.FcFontList(None, pattern, wanted)
    found = bool(fonts) and fonts.contents.nfont > 0
    if fonts:
        library.FcFontSetDestroy(fonts)
    library.FcObjectSetDestroy(wanted)
    library.FcPatternDestroy(pattern)
    library.FcCharSetDestroy(charset)
    return found


def use_bundled_fonts() -> None:
    """Add the bundled fonts to Fontconfig; Pango crashes the process without a font."""
    if not os.environ.get("FONTCONFIG_FILE"):
        os.environ["FONTCONFIG_FILE"] = str(FONT_FOLDER / "fonts.conf")


def keep_pango_loaded() -> None:
    """Keep Pango in memory until the process is gone; without it do nothing.

    A process that has loaded WeasyPrint could otherwise end by SIGSEGV. Each font map
    of Pango 1.52 and newer has a thread "[pango] fontconfig", which nothing waits for:
    a freed font map only asks it to end (`pango_fc_font_map_fini` and `fc_thread_func`
    in pangofc-fontmap.c; issue 872 of Pango). When Python ends, it frees the font map
    of WeasyPrint and then the library objects of cffi, which closes the libraries. A
    thread that the system runs only after that continues in code that is no longer
    mapped. GLib is never unmapped (it is linked with `-z nodelete`), Pango is.
    """
    for names in PANGO:
        library_named(names, mode=ctypes.DEFAULT_MODE | os.RTLD_NODELETE)


def library_named(
    names: Sequence[str], mode: int = ctypes.DEFAULT_MODE
) -> ctypes.CDLL | None:
    for name in names:
        try:
            return ctypes.CDLL(name, mode=mode)
        except OSError:
            continue
    return None


class _FontSet(ctypes.Structure):
    _fields_ = [("nfont", ctypes.c_int)]


@cache
def _library() -> Any:
    """Return Fontconfig with the types of its functions, None where it is missing."""
    use_bundled_fonts()
    library = library_named(_FONTCONFIG)
    if library is None:
        return None
    handle, fonts = ctypes.c_void_p, ctypes.POINTER(_FontSet)
    types: dict[str, tuple[Any, list[Any]]] = {
        "FcConfigGetFonts": (fonts, [handle, ctypes.c_int]),
        "FcCharSetCreate": (handle, []),
        "FcCharSetAddChar": (ctypes.c_int, [handle, ctypes.c_uint32]),
        "FcCharSetDestroy": (None, [handle]),
        "FcPatternCreate": (handle, []),
        "FcPatternAddCharSet": (ctypes.c_int, [handle, ctypes.c_char_p, handle]),
        "FcPatternDestroy": (None, [handle]),
        "FcObjectSetCreate": (handle, []),
        "FcObjectSetDestroy": (None, [handle]),
        "FcFontList": (fonts, [handle, handle, handle]),
        "FcFontSetDestroy": (None, [fonts]),
    }
    for name, (result, arguments) in types.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
