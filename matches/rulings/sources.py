"""The sources of the rules behind the answers of the ruling desk."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.rulebook import (
    CHAPTERS,
    RuleDocument,
    RuleFact,
    RuleSource,
    Statement,
    facts_in,
)
from matches.rulebook.facts import NAMES, document_of, sources_of
from matches.rulebook.profiles import Profile
from matches.rulebook.switches import SCORING
from matches.rulebook.switches.scoring import POENGSPILL_RULE
from matches.rules import Scoring
from matches.rules.board.illegal_plays import (
    BAR_FIRST,
    BOTH_DICE_PLAYABLE,
    DICE_NOT_PLAYED,
    DICE_USED_UP,
    FARTHER_CHECKER,
    LARGER_DIE,
    NO_WAY_THROUGH,
    NOT_ALL_HOME,
    NOT_ON_DICE,
    PLAYED_BACKWARDS,
    POINT_HELD,
    REST_OF_DOUBLE,
    IllegalPlayError,
)
from matches.rules.refusals import Refusal, RuleError

# NO_CHECKER and the like are missing: a checker that is not there breaks no rule, the
# board is wrong.
FACTS: Final[dict[Refusal[RuleError], RuleFact]] = {
    PLAYED_BACKWARDS: RuleFact.DIRECTIONS,
    BAR_FIRST: RuleFact.ENTER_FIRST,
    POINT_HELD: RuleFact.OPEN_POINT,
    NO_WAY_THROUGH: RuleFact.SEPARATE_DICE,
    NOT_ALL_HOME: RuleFact.BEAR_OFF,
    FARTHER_CHECKER: RuleFact.HIGHEST,
    NOT_ON_DICE: RuleFact.SEPARATE_DICE,
    LARGER_DIE: RuleFact.HIGHER_DIE,
    DICE_USED_UP: RuleFact.SEPARATE_DICE,
    DICE_NOT_PLAYED: RuleFact.ALL_DICE,
    BOTH_DICE_PLAYABLE: RuleFact.ALL_DICE,
    REST_OF_DOUBLE: RuleFact.ALL_DICE,
}
"""The fact that each kind of illegal play breaks."""

# These are the titles of the documents; they are not translated.
_TITLES: Final = {
    RuleDocument.DANISH: "Lektion 0: Reglerne i backgammon (2023)",
    RuleDocument.SWEDISH: "Såhär spelas backgammon (2021)",
    RuleDocument.NORWEGIAN: "Backgammonregler",
    RuleDocument.LEAFLET: "Spilleregler",
    RuleDocument.DUTCH: "Backgammon spelregels",
}
_CHAPTERS: Final = {
    fact: chapter.key for chapter in CHAPTERS for fact in facts_in(chapter)
}


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a document, and the URL of our page about the same rule.

    With `is_common` the rules of the match leave the question open, and the place is in
    another document.
    """

    text: str
    url: str
    is_common: bool = False

    @property
    def sentence(self) -> str:
        """A sentence with the place, and its relation to the rules of this match."""
        words = _("Rule: %(source)s")
        if self.is_common:
            words = _("General rule (this match’s rules do not cover it): %(source)s")
        return words % {"source": self.text}


def source_of(error: IllegalPlayError, profile: Profile | None) -> Citation | None:
    """Return the source of the broken rule, by the rules of a match if there is one."""
    fact = FACTS.get(error.refusal)
    return None if fact is None else cited(fact, profile)


def source_of_verdict(profile: Profile | None) -> Citation:
    """Return the source for the points of a game."""
    plays_poengspill = profile is not None and profile[SCORING] == Scoring.CHECKERS
    return cited(POENGSPILL_RULE if plays_poengspill else RuleFact.WORTH, profile)


def cited(fact: Statement, profile: Profile | None) -> Citation:
    """Return the source of a fact, in the document of the profile if it states it."""
    own = None if profile is None else document_of(profile)
    sources = sources_of(fact)
    source = next((source for source in sources if source.document == own), sources[0])
    return Citation(
        text=_text(source),
        url=_url(source.document, fact),
        is_common=own is not None and source.document != own,
    )


def _text(source: RuleSource) -> str:
    # Translators: whose document it is, its title, and the heading of a section.
    return _("%(name)s, %(title)s, “%(section)s”") % {
        "name": NAMES[source.document],
        "title": _TITLES[source.document],
        "section": source.section,
    }


def _url(document: RuleDocument, fact: Statement) -> str:
    page = reverse("rulebook_profile", args=[document.value])
    return f"{page}#{_CHAPTERS[fact]}"
