"""Creating, changing, closing and deleting tournaments."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812 - `date` is an argument here
from secrets import token_hex
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.text import slugify

from matches.accounts.models import User
from matches.accounts.services import make_director_of
from matches.ledger.club_matches import lock_matches, profile_row, unlock_matches
from matches.ledger.models.match import Match
from matches.rulebook.profiles import DEFAULT, Profile, Reporting
from matches.rules.refusals import RuleError
from matches.web import form_keys, journal
from tournaments.engine import format_named
from tournaments.rounds.models import DECIDED, Draw, Pairing, PairingQuerySet, Round
from tournaments.setup.errors import (
    RULES_FROZEN,
    STAGE_ENDLESS,
    STAGE_NEEDED,
    TOO_FEW_ROUNDS,
)
from tournaments.standings.finishing import forget_places, keep_places
from tournaments.structure.details import NO_DETAILS, EventDetails
from tournaments.structure.errors import RESULTS_STILL_MISSING
from tournaments.structure.locking import bump, lock_live_matches, lock_open
from tournaments.structure.models import Division, Stage, Tournament
from tournaments.structure.plan import (
    DivisionPlan,
    HouseRules,
    StagePlan,
    format_of,
    own_options,
    with_tiebreaks,
    without_tiebreaks,
)
from tournaments.structure.queries import rules_of, stages_of, title_of

SLUG_TRIES: Final = 50
_MADE: Final = "tournament "
"""Before the slug, in what is kept of a form that made a tournament."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan:
    """The settings of a tournament that is created or changed.

    Without `divisions` it has one, with one stage of `format`.
    """

    name: str
    date: Date
    language: str
    second_language: str = ""
    format: str
    match_length: int
    rounds: int
    lengths: tuple[int, ...] = ()
    profile: Profile = DEFAULT
    reporting: str = Reporting.DIRECTOR
    equity_table: str = ""
    rated: bool = True
    divisions: tuple[DivisionPlan, ...] = ()
    details: EventDetails = NO_DETAILS

    @property
    def rules(self) -> HouseRules:
        """The rules of the divisions that have none of their own."""
        return HouseRules(
            profile=self.profile,
            reporting=self.reporting,
            equity_table=self.equity_table,
            rated=self.rated,
        )

    @property
    def structure(self) -> tuple[DivisionPlan, ...]:
        """The divisions to be made."""
        stage = StagePlan(
            format=self.format,
            match_length=self.match_length,
            rounds=self.rounds,
            lengths=self.lengths,
        )
        return self.divisions or (DivisionPlan(stages=(stage,)),)


def create_tournament(
    *, plan: TournamentPlan, by: User | None, op: str = ""
) -> Tournament:
    """Create a tournament with all its divisions and stages.

    `op` is the key of the form: sent twice, it returns the tournament that it made.
    """
    for attempt in range(SLUG_TRIES):
        if content := form_keys.content_of(op):
            if made := _made_by_form(content):
                return made
            op = ""  # it was deleted since, and is wanted again
        try:
            with transaction.atomic():
                created = _create(plan, slug=_slug(plan, attempt), by=by)
                form_keys.use_key(op, f"{_MADE}{created.slug}", match=None)
                return created
        # Another tournament has this address since `_slug` looked: the next one is
        # tried.
        except IntegrityError:
            continue
        except RuleError as error:
            # The same form was sent at the same moment: the other one has made it.
            if error.refusal is not form_keys.OTHER_ACT:
                raise
    raise AssertionError(f"no free address for {plan.name!r}")


def _made_by_form(content: str) -> Tournament | None:
    """Return the tournament that a form with this content has made, if it is there."""
    if not content.startswith(_MADE):
        return None
    return Tournament.objects.filter(slug=content.removeprefix(_MADE)).first()


def change_tournament(
    *, tournament: Tournament, plan: TournamentPlan, by: User | None
) -> None:
    """Change name, date, language and details, length and rounds of the first stage.

    The rules apply to all divisions with the same rules as the first one; they are
    frozen once a round of such a division is published. Reporting can change at any
    time, for open matches too.

    Raises TOURNAMENT_CLOSED, TOO_FEW_ROUNDS, RULES_FROZEN.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        stages = stages_of(locked)
        stage = stages[0]
        drawn = rounds_published(stage)
        if plan.rounds < drawn and not format_named(stage.format).is_bracket:
            raise TOO_FEW_ROUNDS(drawn=drawn)
        before = rules_of(stage.division)
        for division in {
            stage.division_id: stage.division for stage in stages
        }.values():
            if rules_of(division) == before:
                change_rules(division, plan.rules)
        if not drawn:
            _refuse_misfit(stages, stage, plan.format)
        Tournament.objects.filter(pk=locked.pk).update(
            name=plan.name,
            date=plan.date,
            language=plan.language,
            second_language=plan.second_language,
            **plan.details.columns,
        )
        if plan.date != locked.date:  # the order of results follows from it
            Match.objects.filter(pairing__tournament=locked).rate_again()
        key = stage.format if drawn else plan.format
        Stage.objects.filter(pk=stage.pk).update(
            format=key,
            match_length=plan.match_length,
            rounds=plan.rounds,
            lengths=list(plan.lengths),
            options=stage.options if drawn else kept_options(stage, key),
        )
        bump(locked)
        journal.record_act(
            act="tournament_changed", by=by, subject=locked.subject, name=plan.name
        )


def close_tournament(
    *, tournament: Tournament, by: User | None, unplayed: bool = False
) -> None:
    """Close a tournament: its matches are locked, its drafts discarded.

    `unplayed`: although results are missing; these matches count for nobody. A repeated
    call changes nothing.

    Raises RESULTS_STILL_MISSING, TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if locked.is_closed:
            return
        # A result that is being recorded is finished first and counts as decided, or it
        # waits for this lock and then finds its match locked.
        lock_live_matches(locked)
        open_matches = _live_pairings(locked).exclude(DECIDED)
        labels = [f"M{pairing.match_number}" for pairing in open_matches]
        if labels and not unplayed:
            raise RESULTS_STILL_MISSING(labels=", ".join(labels))
        drafts = Draw.objects.open().filter(stage__division__tournament=locked)
        Pairing.objects.filter(draw__in=drafts).delete()
        drafts.move(Draw.State.DISCARDED)
        lock_matches(_live_pairings(locked).values_list("match_id", flat=True))
        Tournament.objects.filter(pk=locked.pk).update(closed_at=timezone.now())
        bump(locked)
        keep_places(locked)
        journal.record_act(act="tournament_closed", by=by, subject=locked.subject)


def reopen_tournament(*, tournament: Tournament, by: User | None) -> None:
    """Undo closing. A repeated call changes nothing."""
    with transaction.atomic():
        reopened = Tournament.objects.filter(
            pk=tournament.pk, closed_at__isnull=False
        ).update(closed_at=None)
        if not reopened:
            return
        unlock_matches(_live_pairings(tournament).values_list("match_id", flat=True))
        forget_places(tournament)
        bump(tournament)
        journal.record_act(act="tournament_reopened", by=by, subject=tournament.subject)


def _create(plan: TournamentPlan, *, slug: str, by: User | None) -> Tournament:
    with transaction.atomic():
        tournament = Tournament.objects.create(
            slug=slug,
            name=plan.name,
            date=plan.date,
            language=plan.language,
            second_language=plan.second_language,
            **plan.details.columns,
            created_by=by,
            last_division_number=len(plan.structure),
            last_stage_number=sum(len(division.stages) for division in plan.structure),
        )
        first_stage = 1
        for number, division in enumerate(plan.structure, start=1):
            make_division(
                tournament,
                division,
                rules=division.rules or plan.rules,
                number=number,
                first_stage=first_stage,
            )
            first_stage += len(division.stages)
        journal.record_act(
            act="tournament_created", by=by, subject=tournament.subject, name=plan.name
        )
        make_director_of(by, tournament.pk)
    return tournament


def make_division(
    tournament: Tournament,
    plan: DivisionPlan,
    *,
    rules: HouseRules,
    number: int,
    first_stage: int,
) -> Division:
    """Create a division and its stages, which are numbered from `first_stage` on."""
    division = Division.objects.create(
        tournament=tournament,
        number=number,
        name=plan.name,
        profile=profile_row(rules.profile),
        reporting=rules.reporting,
        equity_table=rules.equity_table,
        rated=rules.rated,
        starts_at=plan.starts_at,
    )
    made: list[Stage] = []
    for stage in plan.stages:
        row = new_stage(division, stage, number=first_stage + len(made))
        row.parent = None if stage.parent is None else made[stage.parent]
        row.source = None if stage.source is None else made[stage.source]
        row.save()
        made.append(row)
    return division


def new_stage(division: Division, plan: StagePlan, *, number: int) -> Stage:
    """Return an unsaved row of a stage without a source."""
    return Stage(
        tournament_id=division.tournament_id,
        division=division,
        number=number,
        name=plan.name,
        format=plan.format,
        match_length=plan.match_length,
        rounds=plan.rounds,
        lengths=list(plan.lengths),
        options=with_tiebreaks(plan.format, own_options(plan.format, plan.options)),
        section=plan.section,
        take=plan.take,
        take_from=plan.take_from,
        rebuys=plan.rebuys,
        rebuys_until=plan.rebuys_until,
    )


def kept_options(stage: Stage, format_key: str) -> dict[str, object]:
    """Return the options of a stage that another format keeps.

    They are those that the format heeds, and the pairs that never meet. Another format
    has its own usual order between equal wins.
    """
    chosen = own_options(format_key, stage.options)
    if format_key != stage.format:
        chosen = with_tiebreaks(format_key, without_tiebreaks(chosen))
    forbidden = [list(pair) for pair in stage.chosen.forbidden]
    return {**chosen, "forbidden": forbidden} if forbidden else chosen


def change_rules(division: Division, rules: HouseRules) -> None:
    """Change the rules of a division, and the settings of its open matches.

    Raises RULES_FROZEN.
    """
    # By value: a row of an older version reads the same and has another digest.
    is_same = rules.profile == division.profile.profile
    if not is_same and Round.objects.filter(stage__division=division).exists():
        raise RULES_FROZEN()
    told = {
        "reporting": rules.reporting,
        "equity_table": rules.equity_table,
        "rated": rules.rated,
    }
    Division.objects.filter(pk=division.pk).update(
        profile=division.profile if is_same else profile_row(rules.profile), **told
    )
    if all(getattr(division, name) == value for name, value in told.items()):
        return
    Match.objects.filter(
        pairing__draw__stage__division=division, locked_at__isnull=True
    ).exclude(state=Match.State.DONE).update(**told, revision=F("revision") + 1)


def _refuse_misfit(stages: Sequence[Stage], stage: Stage, format_key: str) -> None:
    """Refuse a format that the branches and the stages after it do not allow.

    Raises STAGE_NEEDED, STAGE_ENDLESS.
    """
    branches = [other for other in stages if other.parent_id == stage.pk]
    if branches and "branches" not in format_of(format_key).options:
        raise STAGE_NEEDED(name=title_of(branches[0]))
    fed = any(other.source_id == stage.pk for other in stages)
    if fed and format_named(format_key).is_endless:
        raise STAGE_ENDLESS()


def _slug(plan: TournamentPlan, attempt: int) -> str:
    stem = slugify(plan.name, allow_unicode=True)[:40].strip("-") or "tournament"
    dated = f"{stem}-{plan.date:%Y-%m-%d}"
    if attempt == SLUG_TRIES - 1:
        return f"{dated}-{token_hex(4)}"
    return dated if attempt == 0 else f"{dated}-{attempt + 1}"


def rounds_published(stage: Stage) -> int:
    """Return the number of a stage's newest published round, 0 if there is none."""
    newest = Round.objects.filter(stage=stage).aggregate(newest=Max("number"))
    return newest["newest"] or 0


def _live_pairings(tournament: Tournament) -> PairingQuerySet:
    return (
        Pairing.objects.live()
        .with_match()
        .filter(tournament=tournament)
        .exclude(match__state=Match.State.VOID)
    )
