"""Lines of a plan: messages with values, shown in the language of their reader."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from matches.rules.messages import Message
from matches.web.sentences import sentence_of
from tournaments.structure.models import Stage
from tournaments.structure.queries import title_of


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A message and the values of its placeholders: names, numbers, lines.

    `str()` gives the sentence in the language that is active then, so a line can be
    planned in one language and read in another.
    """

    message: Message
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return sentence_of(self.message, self.values)


@dataclass(frozen=True, slots=True)
class StageTitle:
    """A stage; `str()` gives its title."""

    stage: Stage

    def __str__(self) -> str:
        return title_of(self.stage)
