"""The structure of a tournament as values: divisions, and stages that feed others.

A template card, a club's own template and a tournament about to be made have the same
structure. Stages refer to each other by their place in the division, so a structure can
be written down without a database.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from matches.rulebook.profiles import DEFAULT, Profile, Reporting
from tournaments.engine import Branch, Format, Options, RoundsAsked, format_named
from tournaments.engine.standings.event import NOTHING, VIRTUAL
from tournaments.engine.standings.tiebreaks import tiebreak_of
from tournaments.structure.names import LOSERS

BRANCH: Final = "branch"
"""The format of a stage that is the bracket of another one's losers."""

ALL_ROUNDS: Final = 99
"""The number of rounds that means “as many as needed”, for round robin and lives."""

ORDER: Final[tuple[str, ...]] = ("tiebreaks", "scoring", "unplayed")
"""The options that decide places: what a match counts, and the tie-breaks."""

BRANCH_OPTIONS: Final = ("pattern", "first", "last")
VERSION: Final = 1
_SECTIONS: Final = ("consolation", "last")


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    profile: Profile = DEFAULT
    reporting: str = Reporting.DIRECTOR
    equity_table: str = ""
    rated: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """A stage that is about to be made.

    `parent` and `source` are indices in the division's list of stages and stand before
    this one. With a `parent` it is a branch: the format is `BRANCH`, `section` is its
    name in the parent's plan and `options` are those of `engine.Branch`. With a
    `source` it is played by `take` entrants in the places from `take_from` on there; 0:
    all. `rebuys` is how often a player can enter again, 0 for any number, and
    `rebuys_until` the last time for it (15:00), "" for none.
    """

    format: str
    match_length: int
    name: str = ""
    rounds: int = 1
    lengths: tuple[int, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    parent: int | None = None
    section: str = ""
    source: int | None = None
    take: int = 0
    take_from: int = 1
    rebuys: int = 0
    rebuys_until: str = ""

    @property
    def is_branch(self) -> bool:
        return self.parent is not None

    @property
    def option(self) -> Mapping[str, Any]:
        """Every option of the format by name: as chosen, or with its default."""
        usual: Branch | Options = Branch() if self.format == BRANCH else Options()
        names = offered_options(self.format)
        return {name: self.options.get(name, getattr(usual, name)) for name in names}


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionPlan:
    """A division that is about to be made; without `rules` it has the tournament's."""

    stages: tuple[StagePlan, ...]
    name: str = ""
    rules: HouseRules | None = None
    starts_at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """All divisions of a tournament; `rules` is None where they are not part of it."""

    divisions: tuple[DivisionPlan, ...]
    rules: HouseRules | None = None

    @property
    def first(self) -> StagePlan:
        return self.divisions[0].stages[0]

    @property
    def is_single(self) -> bool:
        return len(self.divisions) == 1 and len(self.divisions[0].stages) == 1

    def to_json(self) -> dict[str, object]:
        """Return plain values for JSON, without those that are defaults."""
        return {
            "version": VERSION,
            "rules": _rules_to_json(self.rules),
            "divisions": [
                {
                    "name": division.name,
                    "rules": _rules_to_json(division.rules),
                    "stages": [_stage_to_json(stage) for stage in division.stages],
                    **({"starts_at": division.starts_at} if division.starts_at else {}),
                }
                for division in self.divisions
            ],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Structure":
        """Read what `to_json` wrote."""
        return cls(
            rules=_rules_from_json(data["rules"]),
            divisions=tuple(
                DivisionPlan(
                    name=division["name"],
                    rules=_rules_from_json(division["rules"]),
                    stages=tuple(map(_stage_from_json, division["stages"])),
                    starts_at=division.get("starts_at", 0),
                )
                for division in data["divisions"]
            ),
        )


_BRANCH: Final = replace(
    format_named("elimination"),
    key=BRANCH,
    label=LOSERS,
    options=(*BRANCH_OPTIONS, "branches"),
    essential_options=("pattern",),
)


def format_of(key: str) -> Format:
    """Return a format; the bracket of another stage's losers has one here as well."""
    return _BRANCH if key == BRANCH else format_named(key)


def offered_options(format_key: str) -> tuple[str, ...]:
    # Brackets of losers are stages here; pairs kept apart belong to people.
    apart_from = {"branches", "forbidden"}
    names = format_of(format_key).options
    return tuple(name for name in names if name not in apart_from)


def own_options(format_key: str, given: Mapping[str, object]) -> dict[str, object]:
    """Return the options of the format that differ from their defaults, as JSON."""
    usual: Branch | Options = Branch() if format_key == BRANCH else Options()
    options: dict[str, Any] = {}
    for name in offered_options(format_key):
        value = given.get(name, getattr(usual, name))
        if isinstance(value, (list, tuple)):
            value = tuple(value)
        if value != getattr(usual, name):
            options[name] = list(value) if isinstance(value, tuple) else value
    if format_of(format_key).is_bracket and options.get("legs", 1) % 2 == 0:
        del options["legs"]  # somebody has to win a tie
    return options


def with_tiebreaks(format_key: str, options: Mapping[str, object]) -> dict[str, object]:
    """Return the options of a new stage, with tie-breaks even if none are chosen.

    They are written out, because a stage without tie-breaks in its options was made
    before there was a choice, and keeps the order of that time.
    """
    known = format_of(format_key)
    if "tiebreaks" not in known.options or options.get("tiebreaks"):
        return dict(options)
    by_opponents = any(
        tiebreak is not None and tiebreak.by_opponents
        for tiebreak in map(tiebreak_of, known.tiebreaks)
    )
    usual = {
        "tiebreaks": known.tiebreaks,
        "unplayed": VIRTUAL if by_opponents else NOTHING,
    }
    return {**options, **own_options(format_key, usual)}


def without_tiebreaks(options: Mapping[str, object]) -> dict[str, object]:
    """Return options without an order, for a stage that gets another format."""
    return {name: options[name] for name in options if name not in ORDER}


def rounds_to_keep(format_key: str, asked: int | None) -> int:
    known = format_of(format_key)
    if known.rounds_asked is RoundsAsked.YES:
        return asked or 1
    if known.rounds_asked is RoundsAsked.OPTIONAL:
        return asked or ALL_ROUNDS
    return 1 if known.is_bracket else ALL_ROUNDS


def new_section_name(of_root: bool, taken: Collection[str]) -> str:
    """Return a section name for a new branch that no other branch of the root has.

    `of_root`: it takes losers of the main bracket, not those of a branch.
    """
    stem = _SECTIONS[0] if of_root else _SECTIONS[1]
    number, name = 1, stem
    while name in taken:
        number += 1
        name = f"{stem}{number}"
    return name


def dropping_rounds(options: Mapping[str, Any]) -> range:
    """Return the rounds whose losers a branch takes; `ALL_ROUNDS` if it has no last."""
    branch = Branch(**options)
    if branch.last:
        return range(branch.first, branch.last + 1)
    end = branch.first + 1 if branch.pattern == "first_loss" else ALL_ROUNDS
    return range(branch.first, end + 1)


def children(stages: tuple[StagePlan, ...], index: int) -> Iterator[int]:
    """Yield the indices of the stages that the one at `index` feeds."""
    for place, stage in enumerate(stages):
        if index in (stage.parent, stage.source):
            yield place


def renewed(stage: StagePlan) -> StagePlan:
    """Return a stage for a new tournament, without options that are defaults."""
    return replace(stage, options=own_options(stage.format, stage.options))


def _stage_to_json(stage: StagePlan) -> dict[str, object]:
    usual = StagePlan(format="", match_length=0)
    values = {name: getattr(stage, name) for name in StagePlan.__slots__}
    stored = {
        name: value for name, value in values.items() if value != getattr(usual, name)
    }
    if "lengths" in stored:
        stored["lengths"] = list(stage.lengths)
    return stored


def _stage_from_json(stored: Mapping[str, Any]) -> StagePlan:
    return StagePlan(**{**stored, "lengths": tuple(stored.get("lengths", ()))})


def _rules_to_json(rules: HouseRules | None) -> dict[str, object] | None:
    if rules is None:
        return None
    return {
        "profile": rules.profile.values,
        "reporting": str(rules.reporting),
        "equity_table": rules.equity_table,
        "rated": rules.rated,
    }


def _rules_from_json(stored: Mapping[str, Any] | None) -> HouseRules | None:
    if stored is None:
        return None
    return HouseRules(**{**stored, "profile": Profile.from_values(stored["profile"])})
