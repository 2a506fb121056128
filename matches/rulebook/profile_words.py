"""The rules of a profile as sentences for players."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.rulebook.profiles import Profile, ReadyMade, Reporting, ready_made
from matches.rulebook.switches import TOPICS, Topic, named_values, switches_of

REPORTING_TEXTS: Final[dict[str, Promise]] = {
    Reporting.DIRECTOR: gettext_lazy(
        "Players write the score on paper and bring it to the desk."
    ),
    Reporting.SUGGEST: gettext_lazy(
        "A report from a phone counts once a director accepts it."
    ),
    Reporting.AGREE: gettext_lazy(
        "A report counts when the other player confirms it on another phone. If they "
        "differ, or used one phone, a director decides."
    ),
    Reporting.TRUST: gettext_lazy(
        "A report by either player counts at once. The other player can dispute it, "
        "and a director can correct it."
    ),
}
"""The consequences of each level of trust for players."""


@dataclass(frozen=True, slots=True)
class Section:
    key: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """The ready-made profile from which rules were made, and the changes.

    `changes` are the sentences of the rules that the ready-made profile does not have.
    """

    ready_made: ReadyMade
    changes: tuple[str, ...]


def sections(profile: Profile, *, reporting: str | None = None) -> list[Section]:
    """Return all sections of the rules; one on reports only if `reporting` is set."""
    named = named_values(profile)
    found = [
        Section(topic.key, _(topic.title), tuple(_said(topic, profile, named)))
        for topic in TOPICS
    ]
    if reporting is not None:
        found.append(Section("reports", _("Reports"), reporting_lines(reporting)))
    return found


def origin(profile: Profile) -> Origin:
    """Return the ready-made profile of a profile, and the differences from it."""
    source = ready_made(profile.key)
    known = set(_lines(source.profile))
    return Origin(source, tuple(line for line in _lines(profile) if line not in known))


def reporting_lines(reporting: str) -> tuple[str, ...]:
    """Return two sentences: who may report results, and what a report causes."""
    level = Reporting(reporting)
    return f"{level.label}.", str(REPORTING_TEXTS[level])


def _lines(profile: Profile) -> Sequence[str]:
    return [line for section in sections(profile) for line in section.lines]


def _said(topic: Topic, profile: Profile, named: Mapping[str, object]) -> Iterator[str]:
    for switch in switches_of(topic):
        for rule in switch.rules:
            if rule.when(profile):
                yield _(rule.text) % named
