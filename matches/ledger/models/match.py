"""A match or money session, and the rules it is played by."""

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.players.codes import new_match_code, new_sheet_code
from matches.players.models import Player
from matches.rulebook.models import RulesProfile
from matches.rulebook.profiles import Profile, Reporting
from matches.rules import MatchRules, MoneyRules, Score, Side
from matches.web.columns import SeatsField, one_of


class MatchState(models.TextChoices):
    """The state of a match, which follows from its facts; see `TRANSITIONS`."""

    READY = "ready", _("Ready")
    PLAYING = "playing", _("Playing")
    REPORTED = "reported", _("Reported")
    DISPUTED = "disputed", _("Disputed")
    UNFINISHED = "unfinished", _("Unfinished")
    DONE = "done", _("Done")
    VOID = "void", _("Cancelled")


class MatchEnding(models.TextChoices):
    """The way in which a match was decided; NOBODY: both players lose."""

    OPEN = "", ""
    PLAYED = "played", _("played")
    WALKOVER = "walkover", _("walkover")
    FORFEIT = "forfeit", _("forfeit")
    RETIRED = "retired", _("retired")
    PENALTY = "penalty", _("decided by penalty")
    TIME = "time", _("decided on time")
    NOBODY = "nobody", _("double forfeit")


TRANSITIONS: Final[Mapping[str, frozenset[str]]] = {
    # The recorded facts decide the state, and an undo returns to any earlier state.
    **{
        state: frozenset(MatchState) - {state}
        for state in MatchState
        if state != MatchState.VOID
    },
    # A cancelled match only returns as it was: `MatchQuerySet.restore`.
    MatchState.VOID: frozenset(),
}
"""The states that a match may enter from each state."""


ENDED: Final = Coalesce(F("finished_at"), F("created_at"))
"""When a match ended; of an open one, when it was opened."""

NOT_DONE: Final = ~Q(state=MatchState.DONE)
"""The condition of an index: the few matches that are open, disputed or cancelled."""


# A result that is taken back must leave the rating lists, so a match that leaves DONE
# is due for them as well.
_DUE_IF_DONE: Final = Case(
    When(state=MatchState.DONE, then=True), default=F("ratings_due")
)


class MatchQuerySet(models.QuerySet["Match"]):
    def move(self, state: str, **columns: object) -> int:
        """Set the state of matches where the table allows it; return their number.

        The same UPDATE writes `columns` and adds one to the revisions. It compares the
        stored state, so a row that another transaction changed first is not counted.
        """
        sources = [source for source, goals in TRANSITIONS.items() if state in goals]
        if state != MatchState.VOID:
            sources.append(state)  # no change of state, such as one more game
        is_done = Value(True) if state == MatchState.DONE else _DUE_IF_DONE
        return self.filter(state__in=sources).update(
            state=state, revision=F("revision") + 1, ratings_due=is_done, **columns
        )

    def restore(self, state: str) -> int:
        """Give cancelled matches their former state back; return their number."""
        return self.filter(state=MatchState.VOID).update(
            state=state, revision=F("revision") + 1, ratings_due=True
        )

    def rate_again(self) -> int:
        """Mark these matches for the rating lists; return their number."""
        return self.filter(state=MatchState.DONE).update(ratings_due=True)


class Match(models.Model):
    """A match to `length` points between two players, or a money session.

    `length` is 0 for a money session, which ends when the players end it. The scores,
    `balance`, `winner`, `claimed`, `how` and `state` are derived from the facts and
    written in the same transaction as the fact that changed them. `claimed` is the
    winner by a report that is not confirmed yet. `balance` is the lead of player 1 in a
    money session, in points; below 0, player 2 leads. `opened_via` says how the person
    was identified who opened a match outside tournaments: see `Reporter.via`.
    `in_event`: it was opened by an event, such as a tournament, and is no club match.
    `ratings_due`: its result counts, or counted, and the rating lists have not read it
    since; the UPDATE that changes the state sets it, so that no result is missed.
    `seats` are the browsers that chose a side at its score sheet, null for none.
    """

    State = MatchState
    How = MatchEnding

    code = models.CharField(max_length=6, unique=True, default=new_match_code)
    sheet_code = models.CharField(max_length=8, unique=True, default=new_sheet_code)
    length = models.PositiveSmallIntegerField()
    profile = models.ForeignKey(RulesProfile, models.PROTECT, related_name="matches")
    start_1 = models.PositiveSmallIntegerField(default=0)
    start_2 = models.PositiveSmallIntegerField(default=0)
    player_1 = models.ForeignKey(Player, models.PROTECT, related_name="matches_as_1")
    player_2 = models.ForeignKey(Player, models.PROTECT, related_name="matches_as_2")
    reporting = models.CharField(
        max_length=8, choices=Reporting.choices, default=Reporting.DIRECTOR
    )
    rated = models.BooleanField(default=True)
    equity_table = models.CharField(max_length=20, blank=True)
    score_1 = models.PositiveSmallIntegerField(default=0)
    score_2 = models.PositiveSmallIntegerField(default=0)
    balance = models.DecimalField(max_digits=20, decimal_places=2, default=0)
    winner = models.PositiveSmallIntegerField(null=True)
    claimed = models.PositiveSmallIntegerField(null=True)
    how = models.CharField(max_length=8, choices=How.choices, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.READY)
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    opened_via = models.CharField(max_length=10, blank=True)
    in_event = models.BooleanField(default=False)
    finished_at = models.DateTimeField(null=True)
    locked_at = models.DateTimeField(null=True)
    ratings_due = models.BooleanField(default=False)
    seats = SeatsField(null=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        indexes: ClassVar = [
            # The index for the list of club matches: few matches of many.
            models.Index(
                ENDED.desc(),
                F("id").desc(),
                name="club_matches_newest_first",
                condition=Q(in_event=False),
            ),
            models.Index(fields=("id",), name="matches_not_done", condition=NOT_DONE),
            # The index is small: matches that the rating lists have not read yet.
            models.Index(
                fields=("id",),
                name="matches_due_for_ratings",
                condition=Q(ratings_due=True),
            ),
        ]
        constraints: ClassVar = [
            one_of("match", "state", MatchState.values),
            one_of("match", "how", MatchEnding.values),
            one_of("match", "reporting", Reporting.values),
            models.CheckConstraint(
                name="match_balance_of_sessions_only",
                condition=Q(length=0) | Q(balance=0),
            ),
            models.CheckConstraint(
                name="match_length_0_to_99", condition=Q(length__range=(0, 99))
            ),
            models.CheckConstraint(
                name="match_between_two_players", condition=~Q(player_1=F("player_2"))
            ),
            models.CheckConstraint(
                name="match_winner_1_or_2", condition=Q(winner__in=(1, 2))
            ),
            models.CheckConstraint(
                name="match_claimed_1_or_2", condition=Q(claimed__in=(1, 2))
            ),
            models.CheckConstraint(
                name="match_won_or_claimed",
                condition=Q(winner__isnull=True) | Q(claimed__isnull=True),
            ),
            models.CheckConstraint(
                name="match_done_is_decided",
                condition=~Q(state="done")
                | Q(winner__isnull=False)
                | Q(how="nobody")
                | Q(length=0),
            ),
            models.CheckConstraint(
                name="match_score_within_length",
                condition=Q(length=0)
                | Q(score_1__lte=F("length"), score_2__lte=F("length")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.player_1} – {self.player_2}"

    @property
    def is_money(self) -> bool:
        return self.length == 0

    @property
    def rules(self) -> MatchRules:
        start = Score(self.start_1, self.start_2)
        return _match_rules(self.profile.profile, self.length, start)

    @property
    def money_rules(self) -> MoneyRules:
        return self.profile.profile.money_rules()

    @property
    def game_rules(self) -> MatchRules | MoneyRules:
        return self.money_rules if self.is_money else self.rules

    @property
    def is_over(self) -> bool:
        return is_decided(self.state, self.winner)

    @property
    def shows_score(self) -> bool:
        """Whether the score is known: in a dispute no version is the score."""
        return shows_score(self.state)

    @property
    def is_walkover(self) -> bool:
        return self.is_over and self.how not in {self.How.OPEN, self.How.PLAYED}

    def player(self, side: int) -> Player:
        return self.player_1 if side == Side.ONE else self.player_2


class FormerSheetCode(models.Model):
    """A sheet code that a director replaced; its users are told so."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="former_codes")
    code = models.CharField(max_length=8, unique=True)
    replaced_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.code


class MatchCounts(models.Model):
    """The `GameCounts` of both sides of a match that is over and has games.

    Written with the result (`matches.ledger.book`), so that the page of a player
    adds up thousands of matches without reading their games. The columns are named as
    the fields of `GameCounts`, with the number of the side.
    """

    match = models.OneToOneField(
        Match, models.CASCADE, primary_key=True, related_name="counts"
    )
    games_1 = models.PositiveSmallIntegerField()
    games_2 = models.PositiveSmallIntegerField()
    points_1 = models.PositiveIntegerField()
    points_2 = models.PositiveIntegerField()
    gammons_1 = models.PositiveSmallIntegerField()
    gammons_2 = models.PositiveSmallIntegerField()
    backgammons_1 = models.PositiveSmallIntegerField()
    backgammons_2 = models.PositiveSmallIntegerField()
    drops_1 = models.PositiveSmallIntegerField()
    drops_2 = models.PositiveSmallIntegerField()
    crawford_1 = models.PositiveSmallIntegerField()
    crawford_2 = models.PositiveSmallIntegerField()
    deciding_1 = models.PositiveSmallIntegerField()
    deciding_2 = models.PositiveSmallIntegerField()
    cubes_1 = models.PositiveBigIntegerField()
    cubes_2 = models.PositiveBigIntegerField()

    class Meta:
        verbose_name_plural = "match counts"

    def __str__(self) -> str:
        return f"counts of match {self.match_id}"


@lru_cache(maxsize=256)
def _match_rules(profile: Profile, length: int, start: Score) -> MatchRules:
    """Return the rules of a match, cached because most matches share a few."""
    return profile.match_rules(length, start=start)


def is_decided(state: str, winner: int | None) -> bool:
    """Return True for a match with a winner, and for a double forfeit."""
    return winner is not None or state == Match.State.DONE


def shows_score(state: str) -> bool:
    """Return True where the score is known: in a dispute no version is the score."""
    return state != Match.State.DISPUTED
