"""The program that checks a draw anywhere, as one file: `verify_draw.pyz`."""

import io
import zipfile
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCES: Final = (
    "matches/__init__.py",
    "matches/rules/*.py",
    "tournaments/__init__.py",
    "tournaments/engine/**/*.py",
)
"""The pure engine, and the rules that it imports."""
MAIN: Final = """\
import sys

if sys.version_info < (3, 11):
    sys.exit("verify_draw needs Python 3.11 or newer.")
sys.stdout.reconfigure(encoding="utf-8", errors="replace")

from verify_draw import main

sys.exit(main(sys.argv[1:]))
"""
THE_SAME_DAY: Final = (1980, 1, 1, 0, 0, 0)


@cache
def verifier_file() -> bytes:
    """Return the file; the same sources make the same bytes."""
    paths = sorted({path for pattern in SOURCES for path in ROOT.glob(pattern)})
    texts = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}
    texts["__main__.py"] = MAIN.encode()
    texts["verify_draw.py"] = Path(__file__).with_name("verify_draw.py").read_bytes()
    packed = io.BytesIO(b"#!/usr/bin/env python3\n")
    packed.seek(0, io.SEEK_END)
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            entry = zipfile.ZipInfo(name, THE_SAME_DAY)
            archive.writestr(entry, text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
