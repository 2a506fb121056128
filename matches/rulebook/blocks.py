"""The parts of a chapter of the rules, and what a profile shows of them.

Texts are English message ids. The profile fills in their `%(named)s` values. A plain
text holds for every profile, a `Rule` under its condition.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.rulebook.pictures import Count, Picture, with_whole_plays
from matches.rulebook.profiles import ready_made
from matches.rulebook.switches import Rule, SwitchValues, has_cube
from matches.rulebook.switches.switch import When, always

Sentence: TypeAlias = str | Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A paragraph, or pictures side by side, or the table of poengspill.

    `text` is the paragraph for one profile and language. On paper it may have one
    picture `beside` it.
    """

    sentences: tuple[Rule, ...] = ()
    pictures: tuple[Picture, ...] = ()
    counts: tuple[Count, ...] = ()
    when: When = always
    text: str = ""
    beside: Picture | None = None

    def shown(self, rules: SwitchValues, named: Mapping[str, object]) -> "Part | None":
        """Return what holds by these rules, in the active language; None if nothing."""
        if not self.when(rules):
            return None
        texts = [_(rule.text) % named for rule in self.sentences if rule.when(rules)]
        pictures = tuple(picture for picture in self.pictures if picture.when(rules))
        if not (texts or pictures or self.counts):
            return None
        return replace(self, text=" ".join(texts), pictures=pictures)

    @property
    def words(self) -> SafeString:
        """The text for a page, with every play kept on one line."""
        return with_whole_plays(self.text)

    @property
    def checkers(self) -> int:
        return sum(row.checkers for row in self.counts)

    @property
    def points(self) -> int:
        return sum(row.points for row in self.counts)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter with its anchor. It is left out if none of its parts is shown."""

    key: str
    title: str
    parts: tuple[Part, ...]
    number: int = 0

    @property
    def name(self) -> str:
        return _(self.title)

    @property
    def rules(self) -> Iterator[Rule]:
        for part in self.parts:
            yield from part.sentences


def chapter(key: str, title: str, *parts: Part) -> Chapter:
    return Chapter(key, title, parts)


def says(*sentences: Sentence) -> Part:
    """`makemessages` collects the first argument; further ones are rules."""
    rules = (Rule(said) if isinstance(said, str) else said for said in sentences)
    return Part(sentences=tuple(rules))


def shows(*pictures: Picture) -> Part:
    return Part(pictures=pictures)


def counts(rule: Rule, *rows: Count) -> Part:
    return Part(counts=rows, when=rule.when)


def for_rules(keys: str, text: str) -> Rule:
    """Return a sentence of some ready-made rules: their keys with spaces between."""
    return Rule(text, lambda values: ready_made(values.key).key in keys.split())


def with_cube(text: str, *, only: str = "") -> Rule:
    """Return a sentence about the cube, of all ready-made rules or `only` of one."""

    def when(values: SwitchValues) -> bool:
        return has_cube(values) and only in {"", ready_made(values.key).key}

    return Rule(text, when)
