"""Match files: read, judged by the rules, written. Standard library only."""

from matches.transcripts.judge import judge
from matches.transcripts.judge.results import How, JudgedFile, JudgedGame
from matches.transcripts.read import read
from matches.transcripts.read.headers import MAX_BYTES
from matches.transcripts.record import (
    Action,
    ActKind,
    Dialect,
    FileFormat,
    Transcript,
    WrittenGame,
)
from matches.transcripts.replay import ReplayFrame, frames
from matches.transcripts.write import resolved
from matches.transcripts.write.from_ledger import from_ledger, from_session
from matches.transcripts.write.mat import write_mat
from matches.transcripts.write.sgf import write_sgf
