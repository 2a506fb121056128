"""Replaces names in texts, in JSON and in bytes. Pure."""

import re
import zlib
from collections.abc import Iterable, Mapping
from typing import Final

_ENCODINGS: Final = ("utf-8", "cp1252", "latin-1", "utf-16-le", "utf-16-be")
_PART: Final = r"(?:^|(?<=[\u2068,:(–&/+]\s)|(?<=[\u2068,:(–&/+]))"
_PART_ENDS: Final = r"(?=\s?[\u2069,:)–&/+]|$)"


class Replacing:
    """Replaces names: several words anywhere, a single word only where it stands alone.

    "Bo" is replaced in "Bo – Ane" but not in "Bo Open"; "Ane Alm" not in "Ane Almer".
    """

    def __init__(self, names: Iterable[str], new: str) -> None:
        self._new = new
        self._names = sorted({name for name in names if name}, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_pattern, self._names)))
        self._bytes = self._byte_patterns()

    def in_text(self, text: str) -> str:
        """Return the text without the names."""
        return self._pattern.sub(lambda _found: self._new, text)

    def in_json(self, value: object) -> object:
        """Return a value of JSON without the names in its texts."""
        if isinstance(value, str):
            return self.in_text(value)
        if isinstance(value, list | tuple):
            return [self.in_json(part) for part in value]
        if isinstance(value, Mapping):
            return {key: self.in_json(part) for key, part in value.items()}
        return value

    def in_bytes(self, content: bytes) -> bytes:
        """Return a file without the names, of the same length: columns stay aligned.

        A compressed file is unpacked and packed again.
        """
        unpacked = _unpacked(content)
        if unpacked is not None:
            changed = self._in_plain(unpacked)
            return content if changed == unpacked else zlib.compress(changed)
        return self._in_plain(content)

    def _in_plain(self, content: bytes) -> bytes:
        for pattern, new in self._bytes:
            content = pattern.sub(new, content)
        return content

    def _byte_patterns(self) -> list[tuple[re.Pattern[bytes], bytes]]:
        found: dict[bytes, bytes] = {}
        for name in self._names:
            for encoding in _ENCODINGS:
                try:
                    old = name.encode(encoding)
                    new = self._new.ljust(len(name))[: len(name)].encode(encoding)
                except UnicodeEncodeError:
                    continue
                found.setdefault(old, new.ljust(len(old))[: len(old)])
        return [(_whole(old), new) for old, new in found.items()]


def _pattern(name: str) -> str:
    words = r"\s+".join(map(re.escape, name.split()))
    if len(name.split()) > 1:
        return rf"(?<!\w){words}(?!\w)"
    return f"{_PART}{words}{_PART_ENDS}"


def _whole(name: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![A-Za-z])" + re.escape(name) + rb"(?![A-Za-z])", re.I)


def _unpacked(content: bytes) -> bytes | None:
    try:
        return zlib.decompress(content) if content[:1] == b"x" else None
    except zlib.error:
        return None
