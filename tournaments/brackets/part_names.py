"""Names of sections and rounds of a bracket as values of lines."""

from dataclasses import dataclass

from django.utils.translation import get_language

from tournaments.brackets.queries import Bracket
from tournaments.brackets.words import BracketWords
from tournaments.structure.models import Stage


class BracketNames:
    """The names of the parts of one bracket, found when a line is shown."""

    def __init__(self, bracket: Bracket) -> None:
        """Name the parts of `bracket`."""
        self._bracket = bracket
        self._words: dict[str | None, BracketWords] = {}

    @property
    def root(self) -> Stage:
        return self._bracket.root

    def here(self) -> BracketWords:
        """Return the names in the language that is active now."""
        # Kept for each language: counting the rounds of a large bracket takes longer
        # than naming one of them.
        language = get_language()
        if language not in self._words:
            self._words[language] = BracketWords(self._bracket)
        return self._words[language]

    def round(self, section: str, number: int) -> "BracketPart":
        """Return the name of a round of a section, as a value of a line."""
        return BracketPart(self, section, number)

    def section(self, section: str) -> "BracketPart":
        """Return the name of a section, as a value of a line."""
        return BracketPart(self, section)


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A section of a bracket, or one of its rounds; `str()` gives its name."""

    names: BracketNames
    section: str
    round: int | None = None

    def __str__(self) -> str:
        words = self.names.here()
        if self.round is None:
            return words.section(self.section)
        return words.round_here(self.section, self.round)
