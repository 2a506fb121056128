"""Refusals: a table of codes, and the exception that carries one of them.

Each room has its table, mostly in `errors.py`:

    CUBE_TOO_HIGH = Refusal("game.cube_too_high", "…", GameError)

Calling an entry makes the exception: `raise CUBE_TOO_HIGH(number=3, cube=8, cap=4)`.
"""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final, Generic, TypeAlias, TypeVar, overload

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


Param: TypeAlias = str | int
"""A value a message may name; a job stores it as JSON."""


class RuleError(Exception):
    """A refusal with a message that tells the user what to do.

    Raised by calling an entry of a table of refusals. There is a subclass only where
    product code catches it or where it carries behaviour; other code asks
    `error.refusal is MATCH_OVER`. Pages translate it by `matches.web.answers.sentence`.

    Errors of one refusal with the same params are equal. They can be pickled, so that a
    worker can pass one to another process.
    """

    def __init__(self, refusal: "Refusal[RuleError]", /, **params: Param) -> None:
        super().__init__()
        self.refusal = refusal
        self.params: Mapping[str, Param] = params

    @property
    def code(self) -> str:
        return self.refusal.code

    @property
    def message(self) -> str:
        return self.refusal.english

    def __str__(self) -> str:
        return self.message % self.params

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r}, {str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleError):
            return NotImplemented
        return (self.code, self.params) == (other.code, other.params)

    def __hash__(self) -> int:
        return hash((self.code, frozenset(self.params.items())))

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.code, dict(self.params))


ErrorT_co = TypeVar("ErrorT_co", bound=RuleError, covariant=True)


class Refusal(Message, Generic[ErrorT_co]):
    """`kind` is the class of its exceptions, `status` that of the HTTP answer."""

    kind: type[ErrorT_co]
    status: int

    @overload
    def __init__(
        self: "Refusal[RuleError]",
        code: str,
        english: str,
        *,
        status: int = HTTPStatus.UNPROCESSABLE_ENTITY,
    ) -> None: ...

    @overload
    def __init__(
        self,
        code: str,
        english: str,
        kind: type[ErrorT_co],
        *,
        status: int = HTTPStatus.UNPROCESSABLE_ENTITY,
    ) -> None: ...

    def __init__(
        self,
        code: str,
        english: str,
        kind: type[Any] = RuleError,
        *,
        status: int = HTTPStatus.UNPROCESSABLE_ENTITY,
    ) -> None:
        super().__init__(code, english)
        self.kind = kind
        self.status = int(status)

    def __call__(self, **params: Param) -> ErrorT_co:
        """Return a new exception; raises TypeError if a placeholder has no value."""
        missing = self.fields - params.keys()
        if missing:
            raise TypeError(f"{self.code} needs {', '.join(sorted(missing))}")
        return self.kind(self, **params)


def refusal_of(code: str) -> Refusal[RuleError]:
    refusal = message_of(code)
    if not isinstance(refusal, Refusal):
        raise KeyError(code)
    return refusal


def remembered(code: str, params: Mapping[str, Param]) -> RuleError:
    """Return an error that was stored, `REASON_UNKNOWN` if no table has its code."""
    try:
        refusal = refusal_of(code)
    except KeyError:
        return REASON_UNKNOWN(code=code)
    if refusal.fields - params.keys():
        return REASON_UNKNOWN(code=code)
    return refusal(**params)


def refusals() -> tuple[Refusal[RuleError], ...]:
    return tuple(entry for entry in messages() if isinstance(entry, Refusal))


REASON_UNKNOWN = Refusal("refusal.unknown", "The reason is no longer known (%(code)s).")


def _restored(code: str, params: dict[str, Param]) -> RuleError:
    refusal = refusal_of(code)
    return refusal.kind(refusal, **params)
