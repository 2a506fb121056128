"""Bytes to text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.refusals import RuleError
from matches.transcripts.read.headers import (
    EMPTY_FILE,
    FILE_TOO_LARGE,
    MAX_BYTES,
    NO_TEXT,
    decode,
)
from tests.refusals import raises

TEXT = " Åse Ødegård : 0\r\n žluť\n"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]
)
def test_unicode(encoding: str) -> None:
    assert decode(TEXT.encode(encoding)) == TEXT


def test_windows() -> None:
    assert decode("Åse – Bo’s".encode("cp1252")) == "Åse – Bo’s"


def test_bytes_windows_does_not_know() -> None:
    assert decode(b"\xc5se \x81") == "Åse \x81"


def test_a_big_endian_mark() -> None:
    assert decode(b"\xfe\xff" + TEXT.encode("utf-16-be")) == TEXT


def test_stray_nulls_are_left_out() -> None:
    text = " 7 point match\n\n Game 1\n Ada : 0                        Bo : 0\n"
    assert decode(text.replace("\n\n", "\n\0\0\n").encode()) == text


@pytest.mark.parametrize("content", [b"", b"  \r\n\t", b"\xef\xbb\xbf", bytes(100)])
def test_nothing(content: bytes) -> None:
    with raises(EMPTY_FILE):
        decode(content)


def test_too_much() -> None:
    assert decode(b"a" * MAX_BYTES)
    with raises(FILE_TOO_LARGE) as caught:
        decode(b"a" * (MAX_BYTES + 1))
    assert caught.value.params == {"most": 5}


def test_the_old_mark_of_the_end_is_no_text() -> None:
    assert decode(b"Wins 1 point\r\n\x1a") == "Wins 1 point\r\n"


def test_no_text() -> None:
    with raises(NO_TEXT):
        decode(bytes(range(256)))


@given(st.binary(max_size=500))
def test_any_bytes_give_text_or_a_reason(content: bytes) -> None:
    try:
        text = decode(content)
    except RuleError:
        return
    assert "\0" not in text
