"""Players, matches and their games; accounts and the journal of every act."""

from datetime import timedelta
from fractions import Fraction
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.codes import (
    new_link_key,
    new_match_code,
    new_player_key,
    new_sheet_code,
)
from matches.profiles import Profile, Reporting
from matches.rules import (
    Adjustment as AdjustmentFact,
)
from matches.rules import (
    AdjustmentReason,
    AwardReason,
    Checkers,
    Ending,
    GameResult,
    Kind,
    MatchRules,
    MoneyRules,
    Score,
    Side,
)
from matches.rules import (
    Payment as PaymentFact,
)
from matches.versions import Version, exact, game_results


class User(AbstractUser):
    """An account. Players need none; directors have one."""

    is_director = models.BooleanField(_("director"), default=False)

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Invitation(models.Model):
    """A one-time link that makes its user a director. Only the hash is stored.

    `only_first`: printed at start-up, and worthless as soon as there is a director.
    """

    LIFETIME: ClassVar = timedelta(hours=1)

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, related_name="invitations"
    )
    only_first = models.BooleanField(default=False)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class Player(models.Model):
    """A person the club knows.

    `link_key` opens the personal link, by which a player without an account reports.
    """

    key = models.CharField(max_length=10, unique=True, default=new_player_key)
    link_key = models.CharField(max_length=20, unique=True, default=new_link_key)
    name = models.CharField(_("name"), max_length=80)
    sort_name = models.CharField(_("sort as"), max_length=90, db_index=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    rating = models.DecimalField(
        _("rating"), max_digits=6, decimal_places=2, null=True, blank=True
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("sort_name", "pk")

    def __str__(self) -> str:
        return self.name


class RulesProfile(models.Model):
    """The conditions of matches, written once: other conditions are another row.

    `digest` is that of `values`, so that equal conditions share a row.
    """

    digest = models.CharField(max_length=32, unique=True)
    values = models.JSONField()

    def __str__(self) -> str:
        return f"rules {self.digest}"

    @property
    def profile(self) -> Profile:
        """The conditions as a value."""
        return Profile.from_values(self.values)


class Match(models.Model):
    """A race to `length` points between two players, or a money session.

    `length` is 0 for a money session, which ends when the players end it. The scores,
    `balance`, `winner`, `claimed`, `how` and `state` are consequences of the facts,
    written in the same transaction as the fact that changed them. `claimed` is the
    winner by a report that nobody has confirmed yet. `balance` is what player 1 is
    ahead in a money session, in points.
    """

    class State(models.TextChoices):
        READY = "ready", _("Ready")
        PLAYING = "playing", _("Playing")
        REPORTED = "reported", _("Reported")
        DISPUTED = "disputed", _("Disputed")
        UNFINISHED = "unfinished", _("Unfinished")
        DONE = "done", _("Done")
        VOID = "void", _("Cancelled")

    class How(models.TextChoices):
        OPEN = "", ""
        PLAYED = "played", _("played")
        WALKOVER = "walkover", _("walk-over")
        FORFEIT = "forfeit", _("forfeit")
        RETIRED = "retired", _("retired")
        PENALTY = "penalty", _("decided by penalty or time")
        NOBODY = "nobody", _("double forfeit")

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
    finished_at = models.DateTimeField(null=True)
    locked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "matches"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="match_length_0_to_99", condition=Q(length__range=(0, 99))
            ),
            models.CheckConstraint(
                name="match_between_two_players",
                condition=~Q(player_1=F("player_2")),
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
        """Whether this is a session for money, without an end of its own."""
        return self.length == 0

    @property
    def rules(self) -> MatchRules:
        """The rules this match is scored by."""
        start = Score(self.start_1, self.start_2)
        return self.profile.profile.match_rules(self.length, start=start)

    @property
    def money_rules(self) -> MoneyRules:
        """The rules this money session is scored by."""
        return self.profile.profile.money_rules()

    @property
    def is_over(self) -> bool:
        """Whether the match has been decided, also against both."""
        return self.winner is not None or self.state == self.State.DONE

    @property
    def walkover(self) -> bool:
        """Whether the winner did not win it on the board."""
        return self.is_over and self.how not in {self.How.OPEN, self.How.PLAYED}

    def player(self, side: int) -> Player:
        """The player on one side."""
        return self.player_1 if side == Side.ONE else self.player_2


class Fact(models.Model):
    """A row somebody reported: who, when, from where. It is voided, never changed.

    `reported_side` is the player's own side when a player reported; `via` says how he
    was known and `device` is a label of the browser.
    """

    reported_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    reported_side = models.PositiveSmallIntegerField(null=True)
    via = models.CharField(max_length=10, blank=True)
    device = models.CharField(max_length=6, blank=True)
    reported_at = models.DateTimeField(default=timezone.now)
    voided_at = models.DateTimeField(null=True)
    voided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    voided_side = models.PositiveSmallIntegerField(null=True)

    class Meta:
        abstract = True


class MatchFile(Fact):
    """A file of the moves of a match, kept as it came.

    `digest` is the SHA-256 of `content`, in hexadecimal. `swapped`: its left column, or
    White, is player 2. `imported`: games of the ledger were taken from it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="files")
    name = models.CharField(max_length=120)
    content = models.BinaryField()
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, db_index=True)
    swapped = models.BooleanField(default=False)
    imported = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="file_once_in_a_match",
                fields=("match", "digest"),
                condition=Q(voided_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} of match {self.match_id}"


class Game(Fact):
    """One game as it was reported. Corrections void a row and add another.

    `file` is the match file that tells its moves, if it came from one.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="games")
    file = models.ForeignKey(
        MatchFile, models.SET_NULL, null=True, related_name="games"
    )
    number = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=[(k.value, k.value) for k in Kind])
    cube = models.PositiveIntegerField(default=1)
    ending = models.CharField(
        max_length=8, choices=[(e.value, e.value) for e in Ending]
    )
    automatic = models.PositiveSmallIntegerField(default=0)
    beavers = models.PositiveSmallIntegerField(default=0)
    checkers = models.JSONField(null=True)
    awarded = models.DecimalField(max_digits=10, decimal_places=2, null=True)
    reason = models.CharField(
        max_length=20, blank=True, choices=[(r.value, r.value) for r in AwardReason]
    )
    remark = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("number", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_live_game_per_number",
                fields=("match", "number"),
                condition=Q(voided_at__isnull=True),
            ),
            models.CheckConstraint(
                name="game_winner_1_or_2", condition=Q(winner__in=(1, 2))
            ),
            models.CheckConstraint(name="game_cube_from_1", condition=Q(cube__gte=1)),
            models.CheckConstraint(
                name="game_award_has_reason",
                condition=Q(awarded__isnull=True, reason="")
                | Q(awarded__isnull=False) & ~Q(reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of match {self.match_id}"

    @property
    def result(self) -> GameResult:
        """The game as the rules see it."""
        return GameResult(
            winner=Side(self.winner),
            kind=Kind(self.kind),
            cube=self.cube,
            ending=Ending(self.ending),
            automatic=self.automatic,
            beavers=self.beavers,
            checkers=None if self.checkers is None else Checkers(*self.checkers),
            awarded=None if self.awarded is None else exact(self.awarded),
            reason=AwardReason(self.reason) if self.reason else None,
        )


class Adjustment(Fact):
    """Points or a decision that no game gave, before game number `before`.

    `points` may be negative; 0 only for a ruling. `decision` is for directors unless
    `is_public`.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="adjustments")
    before = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    points = models.SmallIntegerField()
    reason = models.CharField(
        max_length=12, choices=[(r.value, r.value) for r in AdjustmentReason]
    )
    in_play = models.BooleanField(default=False)
    rule = models.CharField(max_length=80, blank=True)
    decision = models.CharField(max_length=500, blank=True)
    is_public = models.BooleanField(default=False)

    class Meta:
        ordering = ("before", "pk")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="adjustment_side_1_or_2", condition=Q(side__in=(1, 2))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points:+} before game {self.before} of match {self.match_id}"

    @property
    def fact(self) -> AdjustmentFact:
        """The adjustment as the rules see it."""
        return AdjustmentFact(
            Side(self.side),
            self.points,
            reason=AdjustmentReason(self.reason),
            in_play=self.in_play,
        )


class Ruling(models.Model):
    """The question on the board that a decision answered.

    `xgid` is the position with cube, score and dice; `question` and `play` are what the
    ruling desk was asked.
    """

    adjustment = models.OneToOneField(Adjustment, models.CASCADE, related_name="ruling")
    xgid = models.CharField(max_length=120)
    question = models.CharField(max_length=12, blank=True)
    dice = models.CharField(max_length=2, blank=True)
    play = models.CharField(max_length=80, blank=True)
    kept_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"ruling {self.pk} on {self.xgid}"


class Payment(Fact):
    """Money handed over in a money session, after game number `after`."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="payments")
    after = models.PositiveSmallIntegerField()
    payer = models.PositiveSmallIntegerField()
    amount = models.DecimalField(max_digits=10, decimal_places=2)

    class Meta:
        ordering = ("after", "pk")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="payment_payer_1_or_2", condition=Q(payer__in=(1, 2))
            ),
            models.CheckConstraint(
                name="payment_above_zero", condition=Q(amount__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} in match {self.match_id}"

    @property
    def fact(self) -> PaymentFact:
        """The payment as the rules see it."""
        return PaymentFact(Side(self.payer), Fraction(self.amount))


class FinalScore(Fact):
    """A result that the games do not tell. At most one is valid.

    Two numbers, or how the match ended without being played out. `winner` is empty
    for a double forfeit, and for a money session that was closed.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="final_scores")
    score_1 = models.PositiveSmallIntegerField()
    score_2 = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField(null=True)
    how = models.CharField(
        max_length=8, choices=Match.How.choices, default=Match.How.PLAYED
    )
    remark = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_live_final_score",
                fields=("match",),
                condition=Q(voided_at__isnull=True),
            ),
            models.CheckConstraint(
                name="final_winner_1_or_2", condition=Q(winner__in=(1, 2))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.score_1}–{self.score_2} in match {self.match_id}"

    @property
    def walkover(self) -> bool:
        """Whether this is not a score that was reached on the board."""
        return self.how != Match.How.PLAYED


class Interruption(Fact):
    """A match put aside in the middle of game `game`, to be resumed as it stood.

    Clocks in seconds left; `cube_owner` is empty while the cube is in the middle.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="interruptions")
    game = models.PositiveSmallIntegerField()
    cube = models.PositiveIntegerField(default=1)
    cube_owner = models.PositiveSmallIntegerField(null=True)
    on_roll = models.PositiveSmallIntegerField(null=True)
    clock_1 = models.PositiveIntegerField(null=True)
    clock_2 = models.PositiveIntegerField(null=True)
    position = models.CharField(max_length=120, blank=True)
    note = models.CharField(max_length=500, blank=True)
    resumed_at = models.DateTimeField(null=True)
    resumed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_live_interruption",
                fields=("match",),
                condition=Q(voided_at__isnull=True, resumed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.match_id} put aside in game {self.game}"


class Report(models.Model):
    """What one player says a match ended like: a version, with its games if known.

    `games` is the list of game values as `matches.versions` writes it. A report waits,
    is confirmed by the opponent or a director, disputed by another one, and decided.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for the opponent")
        RECORDED = "recorded", _("recorded")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        CHOSEN = "chosen", _("chosen by the director")
        REJECTED = "rejected", _("not chosen")
        REPLACED = "replaced", _("replaced by a newer one")

    match = models.ForeignKey(Match, models.CASCADE, related_name="reports")
    side = models.PositiveSmallIntegerField()
    via = models.CharField(max_length=10, blank=True)
    device = models.CharField(max_length=6, blank=True)
    score_1 = models.PositiveSmallIntegerField()
    score_2 = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField()
    games = models.JSONField(default=list)
    comment = models.CharField(max_length=500, blank=True)
    revision = models.PositiveIntegerField()
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.WAITING
    )
    at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    closed_side = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_live_report_per_side",
                fields=("match", "side"),
                condition=Q(state__in=("waiting", "disputed", "recorded")),
            ),
            models.CheckConstraint(
                name="report_side_1_or_2", condition=Q(side__in=(1, 2))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.score_1}–{self.score_2} by side {self.side} ({self.state})"

    @property
    def version(self) -> Version:
        """What was reported, as a value."""
        return Version(
            self.score_1, self.score_2, Side(self.winner), game_results(self.games)
        )

    @property
    def is_open(self) -> bool:
        """Whether nobody has answered it yet."""
        return self.state in {
            self.State.WAITING,
            self.State.DISPUTED,
            self.State.RECORDED,
        }


class SheetPhoto(Fact):
    """A photo of the score sheet, re-encoded and private to those who played."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="photos")
    content = models.BinaryField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"photo of match {self.match_id}"


class JournalEntry(models.Model):
    """One act: who did what, when, to what. Rows are only ever added."""

    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    act = models.CharField(max_length=40)
    match = models.ForeignKey(
        Match, models.CASCADE, null=True, related_name="journal_entries"
    )
    subject = models.CharField(max_length=40, blank=True)
    details = models.JSONField(default=dict)
    op = models.CharField(max_length=36, null=True, unique=True)  # noqa: DJ001 - unique

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "journal entries"
        indexes: ClassVar = [
            models.Index(fields=("subject", "-id"), name="journal_by_subject")
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.act}"

    def parameters(self) -> dict[str, Any]:
        """The values a sentence about this act may name."""
        actor = str(self.actor) if self.actor else self.details.get("player", "")
        return {**self.details, "actor": actor}
