"""Idempotency keys: a request with a key is carried out once."""

import hashlib
import re
from collections.abc import Callable
from typing import Any, Final

import msgspec
from django.db import transaction
from django.http import HttpRequest

from matches.accounts.access import signed_in
from matches.api.errors import KEY_INVALID
from matches.api.shapes import Body
from matches.form_keys.services import OTHER_ACT, content_of, use_key
from matches.rules.refusals import RuleError

HEADER: Final = "Idempotency-Key"
LEAST, MOST = 8, 100
_KEY: Final = re.compile(f"[0-9A-Za-z_-]{{{LEAST},{MOST}}}")
_KEPT: Final = 36


def done_once(
    request: HttpRequest, body: Body, act: Callable[[], list[int]]
) -> list[int]:
    """Carry out an act once for each key; return the numbers of what it made.

    The key is the header together with token and address. Without a key the act is
    carried out each time. Raises KEY_INVALID, OTHER_ACT, and what the act raises.
    """
    given = request.headers.get(HEADER, "")
    if not given:
        return act()
    if not _KEY.fullmatch(given):
        raise KEY_INVALID(least=LEAST, most=MOST)
    key = _digest(f"{signed_in(request).pk} {request.path} {given}")[:_KEPT]
    asked = f"api {_digest(msgspec.json.encode(body).decode())}"
    found = _made_before(key, asked)
    if found is not None:
        return found
    try:
        with transaction.atomic():
            made = act()
            use_key(key, " ".join([asked, *map(str, made)]), match=None)
            return made
    except RuleError:
        # The same request was sent at the same moment, and the other one was carried
        # out.
        found = _made_before(key, asked)
        if found is None:
            raise
        return found


def _made_before(key: str, asked: str) -> list[int] | None:
    content = content_of(key)
    if not content:
        return None
    if content != asked and not content.startswith(f"{asked} "):
        raise OTHER_ACT()
    numbers: list[Any] = content.removeprefix(asked).split()
    return [int(number) for number in numbers]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
