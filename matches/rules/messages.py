"""Messages: a code, which is stored and compared, and an English sentence."""

import re
from typing import Final

_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)s")
_CODE: Final = re.compile(r"[a-z]+(_[a-z]+)*\.[a-z0-9]+(_[a-z0-9]+)*")
_BY_CODE: Final[dict[str, "Message"]] = {}


class Message:
    """An entry of a table of sentences.

    The code never changes; the English sentence may be edited. The sentence is a
    literal, which `makemessages` reads, with %(named)s placeholders. A second entry
    with the same code is a `ValueError`.
    """

    code: str
    english: str
    fields: frozenset[str]

    def __init__(self, code: str, english: str) -> None:
        if not _CODE.fullmatch(code):
            raise ValueError(f"{code!r} is no code: write area.what_is_said")
        if code in _BY_CODE:
            raise ValueError(f"{code!r} is the code of two messages")
        self.code = code
        self.english = english
        self.fields = frozenset(_PLACEHOLDER.findall(english))
        _BY_CODE[code] = self

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.code}>"

    def __reduce__(self) -> tuple[object, ...]:
        return message_of, (self.code,)


def message_of(code: str) -> Message:
    """Return the message with this code; raises KeyError if no table has it."""
    return _BY_CODE[code]


def messages() -> tuple[Message, ...]:
    return tuple(_BY_CODE[code] for code in sorted(_BY_CODE))
