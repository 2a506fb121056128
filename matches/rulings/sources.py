"""The chapters of the rule book behind the answers of the ruling desk."""

from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from matches.rulebook.book import CHAPTERS, default_book
from matches.rulebook.profiles import Profile, ready_made
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
BROKEN: Final[dict[Refusal[RuleError], str]] = {
    PLAYED_BACKWARDS: "aim",
    BAR_FIRST: "bar",
    POINT_HELD: "moving",
    NO_WAY_THROUGH: "moving",
    NOT_ALL_HOME: "off",
    FARTHER_CHECKER: "off",
    NOT_ON_DICE: "moving",
    LARGER_DIE: "must",
    DICE_USED_UP: "moving",
    DICE_NOT_PLAYED: "must",
    BOTH_DICE_PLAYABLE: "must",
    REST_OF_DOUBLE: "must",
}
"""The chapter that each kind of illegal play breaks."""
_TITLES: Final = {chapter.key: chapter.title for chapter in CHAPTERS}


class Source(NamedTuple):
    """A chapter of the rule book, and its URL."""

    title: str
    url: str


def source_of(error: IllegalPlayError, profile: Profile | None) -> Source | None:
    """Return the chapter of the broken rule; None if none is broken."""
    chapter = BROKEN.get(error.refusal)
    return None if chapter is None else _source(chapter, profile)


def source_of_verdict(profile: Profile | None) -> Source:
    """Return the chapter on the points of a game."""
    return _source("worth", profile)


def _source(chapter: str, profile: Profile | None) -> Source:
    book = ready_made(profile.key) if profile else default_book(get_language())
    page = reverse("rulebook_profile", args=[book.key])
    return Source(_(_TITLES[chapter]), f"{page}#{chapter}")
