"""Structures in words: the name and the facts of a stage, the line of a card."""

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext, ngettext

from tournaments.engine import RoundsAsked, format_named
from tournaments.structure import plan
from tournaments.structure.names import shown_name

ARROW: Final = " → "
DOT: Final = " · "
_FEWEST_IN_GROUP: Final = 3


def format_message(key: str) -> str:
    """Return the name of a format as a message, to be kept as a name."""
    return plan.format_of(key).label


def format_label(key: str) -> str:
    return gettext(format_message(key))


def stage_name(stage: plan.StagePlan) -> str:
    return shown_name(stage.name) or format_label(stage.format)


def chain(division: plan.DivisionPlan) -> str:
    """Return the stages of a division in one line, with arrows to those they feed."""
    return _chain(division.stages, 0)


def stage_facts(division: plan.DivisionPlan, index: int) -> str:
    """Return one line on the stage at `index`: who plays it and how."""
    stage = division.stages[index]
    return DOT.join([*_who(division.stages, stage), *_what(stage), points(stage)])


def card_line(structure: plan.Structure) -> str:
    """Return one line on the structure of a card."""
    first = structure.divisions[0]
    if structure.is_single:
        stage = first.stages[0]
        return DOT.join([*_what(stage, is_named=True), points(stage)])
    chains = [chain(division) for division in structure.divisions]
    if len(chains) == 1:
        return DOT.join([chains[0], _lengths(first)])
    count = ngettext("%(count)s division", "%(count)s divisions", len(chains)) % {
        "count": len(chains)
    }
    if len(set(chains)) == 1:
        each = gettext("each %(chain)s") % {"chain": chains[0]}
        return DOT.join([count, each])
    return DOT.join([count, *(_titled(division) for division in structure.divisions)])


def misfit_texts(field: int, *, groups: int, takes: Iterable[int]) -> Iterator[str]:
    """Yield what does not fit a field of so many: its groups, and who goes on.

    `takes` are the numbers of those who go on into later stages.
    """
    if groups > 1 and field // groups < _FEWEST_IN_GROUP:
        yield gettext("Groups of %(count)s are too small.") % {
            "count": max(field // groups, 1)
        }
    if any(take >= field for take in takes):
        yield gettext("All %(count)s advance, so the group stage decides nothing.") % {
            "count": field
        }


def points(stage: plan.StagePlan) -> str:
    lengths = {stage.match_length, *stage.lengths}
    return points_between(min(lengths), max(lengths))


def points_between(least: int, most: int) -> str:
    """Return match lengths from `least` to `most` in words."""
    if least < most:
        return gettext("to %(least)s–%(most)s points") % {"least": least, "most": most}
    return ngettext("to %(length)s point", "to %(length)s points", most) % {
        "length": most
    }


def _titled(division: plan.DivisionPlan) -> str:
    if not division.name:
        return chain(division)
    return f"{shown_name(division.name)}: {chain(division)}"


def _lengths(division: plan.DivisionPlan) -> str:
    shown = list(dict.fromkeys(stage.match_length for stage in division.stages))
    if len(shown) == 1:
        return points(division.stages[0])
    return gettext("to %(lengths)s points") % {"lengths": " / ".join(map(str, shown))}


def _chain(stages: tuple[plan.StagePlan, ...], index: int) -> str:
    fed = [_chain(stages, place) for place in plan.children(stages, index)]
    name = stage_name(stages[index])
    if not fed:
        return name
    if len(fed) == 1:
        return name + ARROW + fed[0]
    return f"{name}{ARROW}({'; '.join(fed)})"


def _who(stages: tuple[plan.StagePlan, ...], stage: plan.StagePlan) -> Iterator[str]:
    if stage.parent is not None:
        yield _losers(stage, stage_name(stages[stage.parent]))
    if stage.source is not None:
        yield _taken(stage, stages[stage.source])
        yield from _needed(stage, stages[stage.source])


def _needed(stage: plan.StagePlan, source: plan.StagePlan) -> Iterator[str]:
    groups = source.option.get("groups", 1)
    last = stage.take_from - 1 + stage.take
    if groups > 1 and stage.take:
        yield gettext("with fewer than %(count)s players, whole groups advance") % {
            "count": groups * (-(-last // groups) + 1)
        }


def _losers(stage: plan.StagePlan, name: str) -> str:
    option = stage.option
    if option["pattern"] == "first_loss":
        return gettext("players who lose their first match in %(name)s") % {
            "name": name
        }
    if option["last"]:
        return gettext("losers of %(name)s, rounds %(first)s to %(last)s") % {
            "name": name,
            "first": option["first"],
            "last": option["last"],
        }
    if option["first"] > 1:
        return gettext("losers of %(name)s from round %(first)s to the semi-final") % {
            "name": name,
            "first": option["first"],
        }
    return gettext("losers of %(name)s, up to the semi-final") % {"name": name}


def _taken(stage: plan.StagePlan, source: plan.StagePlan) -> str:
    name = stage_name(source)
    if plan.format_of(source.format).through is not None:
        if stage.take_from == 1:
            return gettext("the winners of %(name)s") % {"name": name}
        return gettext("everyone else from %(name)s") % {"name": name}
    if not stage.take and stage.take_from == 1:
        return gettext("everyone, seeded by the standings of %(name)s") % {"name": name}
    if not stage.take:
        return gettext("from place %(first)s on in %(name)s") % {
            "name": name,
            "first": stage.take_from,
        }
    if stage.take_from == 1:
        return ngettext(
            "the winner of %(name)s", "the top %(count)s of %(name)s", stage.take
        ) % {"name": name, "count": stage.take}
    return gettext("places %(first)s to %(last)s of %(name)s") % {
        "name": name,
        "first": stage.take_from,
        "last": stage.take_from + stage.take - 1,
    }


def _what(stage: plan.StagePlan, *, is_named: bool = False) -> Iterator[str]:
    """Yield the format, unless it is the name already, and the chosen options."""
    if not is_named and stage.name and stage.format != plan.BRANCH:
        yield format_label(stage.format)
    how = plan.format_of(stage.format).rounds_asked
    cut_short = how is RoundsAsked.OPTIONAL and stage.rounds < plan.ALL_ROUNDS
    if how is RoundsAsked.YES or cut_short:
        yield ngettext("%(count)s round", "%(count)s rounds", stage.rounds) % {
            "count": stage.rounds
        }
    yield from _chosen(stage)
    if stage.rebuys:
        yield ngettext("%(count)s re-buy", "%(count)s re-buys", stage.rebuys) % {
            "count": stage.rebuys
        }
    if stage.rebuys_until:
        yield gettext("re-buys until %(time)s") % {"time": stage.rebuys_until}


def _chosen(stage: plan.StagePlan) -> Iterator[str]:
    option = stage.option
    if "lives" in option:
        yield ngettext("%(count)s life", "%(count)s lives", option["lives"]) % {
            "count": option["lives"]
        }
    if option.get("survivors", 1) > 1:
        yield gettext("until %(count)s are left") % {"count": option["survivors"]}
    if option.get("groups", 1) > 1:
        yield ngettext("%(count)s group", "%(count)s groups", option["groups"]) % {
            "count": option["groups"]
        }
    if option.get("times", 1) > 1:
        yield ngettext(
            "everyone meets everyone once",
            "everyone meets everyone %(count)s times",
            option["times"],
        ) % {"count": option["times"]}
    if option.get("legs", 1) > 1 and format_named(stage.format).is_bracket:
        yield gettext("best of %(count)s matches") % {"count": option["legs"]}
    elif option.get("legs", 1) > 1:
        yield gettext("%(count)s matches per pairing") % {"count": option["legs"]}
