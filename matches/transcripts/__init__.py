"""Match files: read, judged by the rules, written. No framework."""

from matches.transcripts.detecting import read
from matches.transcripts.encoding import MAX_BYTES
from matches.transcripts.errors import TranscriptError
from matches.transcripts.frames import Frame, frames
from matches.transcripts.from_ledger import from_ledger, from_session
from matches.transcripts.judging import judge
from matches.transcripts.mat_out import write_mat
from matches.transcripts.record import (
    Act,
    ActKind,
    Dialect,
    Format,
    Transcript,
    WrittenGame,
)
from matches.transcripts.refused import ForeignFileError
from matches.transcripts.resolving import resolved
from matches.transcripts.results import How, Judged, JudgedGame
from matches.transcripts.sgf_out import write_sgf

__all__ = [
    "MAX_BYTES",
    "Act",
    "ActKind",
    "Dialect",
    "ForeignFileError",
    "Format",
    "Frame",
    "How",
    "Judged",
    "JudgedGame",
    "Transcript",
    "TranscriptError",
    "WrittenGame",
    "frames",
    "from_ledger",
    "from_session",
    "judge",
    "read",
    "resolved",
    "write_mat",
    "write_sgf",
]
