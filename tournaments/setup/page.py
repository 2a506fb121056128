"""Values that several pages of settings share."""

from collections.abc import Sequence
from dataclasses import dataclass

from matches.rulebook.profile_words import Origin, Section


@dataclass(frozen=True, slots=True)
class RulesPanel:
    """The rules beside a form: what they say once they are fixed, and their source.

    `filled_in`: the switches of other rules were asked for, and nothing was saved.
    """

    rules: Sequence[Section] = ()
    origin: Origin | None = None
    filled_in: bool = False
