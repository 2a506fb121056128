"""Tournaments, divisions and stages as pages need them, their addresses and titles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from matches.accounts.people import NamedEvent
from matches.rulebook.profiles import Profile
from matches.rules.refusals import Message
from matches.web.sentences import sentence_of
from tournaments.engine import format_named
from tournaments.structure.models import Division, Entry, Stage, Tournament
from tournaments.structure.names import shown_name
from tournaments.structure.plan import HouseRules, StagePlan
from tournaments.structure.words import stage_name

FIRST: Final = 1


def stage_url(stage: Stage, name: str, *args: object) -> str:
    """Return the address of a page of a stage, by the name of its URL pattern.

    The caller has fetched the division and the tournament of the stage.
    """
    slug = stage.division.tournament.slug
    return reverse(name, args=[slug, stage.number, *args])


def entries_of_keys(tournament: Tournament, keys: Sequence[str]) -> list[int]:
    """Return the numbers of the entries of players, by their keys. One query."""
    entries = Entry.objects.filter(tournament=tournament, player__key__in=keys)
    return list(entries.order_by("number").values_list("number", flat=True))


def rules_of(division: Division) -> HouseRules:
    return HouseRules(
        profile=division.profile.profile,
        reporting=division.reporting,
        equity_table=division.equity_table,
        rated=division.rated,
    )


class PlayedRules(NamedTuple):
    """The rules that one division or several play by.

    `name` has the names of these divisions; it is empty if the whole tournament plays
    by the same rules. `number` is that of the first of the divisions.
    """

    number: int
    name: str
    profile: Profile


def played_rules(divisions: Iterable[Division]) -> list[PlayedRules]:
    """Return the rules that divisions play by; shared rules are returned once."""
    sharing: dict[int, list[Division]] = {}
    for division in divisions:
        sharing.setdefault(division.profile_id, []).append(division)
    return [
        PlayedRules(
            same[0].number,
            ", ".join(map(str, same)) if len(sharing) > 1 else "",
            same[0].profile.profile,
        )
        for same in sharing.values()
    ]


def stage_label(stage: Stage) -> str:
    """Return the name of a stage, or that of its format if it has none."""
    return stage_name(
        StagePlan(name=stage.name, format=stage.format, match_length=stage.match_length)
    )


LAST: Final = "last"


def main_stage(tournament: Tournament) -> Stage:
    """Return the first stage, with its division. One query."""
    return stages_of(tournament)[0]


def stage_at(tournament: Tournament, number: int) -> Stage:
    """Return the stage with this number. One query. Raises Stage.DoesNotExist."""
    return _stages(tournament).get(number=number)


def stages_of(tournament: Tournament | int) -> list[Stage]:
    """Return all stages of a tournament with their divisions, in order. One query.

    Each knows its source and its parents, which are among them. `tournament` may be a
    primary key.
    """
    key = tournament if isinstance(tournament, int) else tournament.pk
    return linked(stages_in_order(key))


def linked(stages: Iterable[Stage]) -> list[Stage]:
    """Return all stages of a tournament; each knows its source and its parents now."""
    known = {stage.pk: stage for stage in stages}
    for stage in known.values():
        if stage.source_id in known:
            stage.source = known[stage.source_id]
        if stage.parent_id in known:
            stage.parent = known[stage.parent_id]
    return list(known.values())


def stages_in_order(tournament: int) -> QuerySet[Stage]:
    stages = Stage.objects.filter(tournament=tournament)
    together = stages.select_related("division__tournament", "division__profile")
    return together.order_by("division__number", "number")


def title_of(stage: Stage) -> str:
    """Return the title of a stage: division and stage, as far as they have names."""
    names = [shown_name(stage.division.name), title_in_division(stage)]
    return " · ".join(dict.fromkeys(name for name in names if name))


def title_in_division(stage: Stage) -> str:
    if name := shown_name(stage.name):
        return name
    if stage.is_branch:
        last = gettext("Last chance")
        return last if stage.section == LAST else gettext("Consolation")
    return gettext(format_named(stage.format).label)


def _stages(tournament: Tournament) -> QuerySet[Stage]:
    return Stage.objects.filter(tournament=tournament).select_related(
        *("division__tournament", "division__profile", "source"),
        *("parent__parent", "parent__division__profile"),
    )


def in_drawn_stages(division_id: int) -> set[int]:
    """Return the numbers of the entries that are in a drawn stage of a division.

    Those without a match are among them: a bye in a bracket is no pairing. One query.
    """
    stages: set[int] = set()
    rows = Stage.objects.filter(division=division_id)
    for lots, pins, numbers in rows.values_list("lots", "pins", "field"):
        stages.update(int(number) for number in lots)
        stages.update(pin[2] for pin in pins if pin[2])
        stages.update(numbers or ())
    return stages


def named_events(events: Iterable[int]) -> dict[int, NamedEvent]:
    """Return names and addresses of tournaments, by primary key. One query."""
    rows = Tournament.objects.filter(pk__in=list(events))
    return {
        pk: NamedEvent(
            name,
            desk_url=reverse("tournament_desk", args=[slug]),
            helpers_url=reverse("helpers", args=[slug]),
        )
        for pk, name, slug in rows.values_list("pk", "name", "slug")
    }


class StageConverter:
    """The number of a stage in an address: `stages/3/`; nothing stands for the first.

    Most tournaments have one stage, and their addresses are printed and read aloud.
    """

    regex = r"(?:stages/[1-9][0-9]*/)?"

    def to_python(self, value: str) -> int:
        return int(value.split("/")[1]) if value else FIRST

    def to_url(self, value: int | str) -> str:
        number = int(value)
        return "" if number == FIRST else f"stages/{number}/"


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
