"""Reads a match file of any supported format, which is detected by its content."""

import re
from typing import Final

from matches.transcripts.read.headers import check_size, decode
from matches.transcripts.read.refused import refuse_bytes, refuse_text
from matches.transcripts.read.sgf import decode_sgf, read_sgf
from matches.transcripts.read.text import (
    MOST_ACTS,
    TOO_LONG_MATCH,
    NoTranscriptError,
    read_text,
)
from matches.transcripts.record import Transcript

_SGF: Final = re.compile(r"\s*+\(\s*+(?:;|$)")
_SGF_BELOW: Final = re.compile(r"\(\s*+;\s*+[A-Z]{1,2}\s*+\[")


def read(content: bytes, *, name: str = "") -> Transcript:
    """`name` is that of the file, empty if unknown. Raises RuleError."""
    check_size(content)
    refuse_bytes(content, name)
    text = decode(content)
    if _SGF.match(text):
        return _read_sgf(content, text)
    try:
        return read_text(text)
    except NoTranscriptError:
        if _SGF_BELOW.search(text):
            return _read_sgf(content, text)
        refuse_text(text)
        raise


def _read_sgf(content: bytes, text: str) -> Transcript:
    transcript = read_sgf(decode_sgf(content) or text)
    if sum(len(game.acts) for game in transcript.games) > MOST_ACTS:
        raise TOO_LONG_MATCH()
    return transcript
