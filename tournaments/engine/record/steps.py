"""One step of the check of a draw record."""

from dataclasses import dataclass
from typing import Final

from matches.rules.messages import Message
from matches.rules.refusals import Param
from tournaments.engine.state import Note

OK: Final = "ok"
WRONG: Final = "wrong"
REMARK: Final = "remark"


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One step of a check.

    `mark` is "ok", "wrong" or "remark": a fact that is no difference.
    """

    mark: str
    note: Note


def step(mark: str, message: Message, **params: Param) -> CheckStep:
    return CheckStep(mark, Note(message, params))
