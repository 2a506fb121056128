"""The facts of a match: rows that are voided, never changed or deleted."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import ClassVar, Self, TypeVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from matches.accounts.models import User
from matches.ledger.models.match import Match
from matches.ledger.versions import exact
from matches.rules import (
    AdjustmentFact,
    AdjustmentReason,
    AwardReason,
    Checkers,
    Ending,
    GameResult,
    Kind,
    PaymentFact,
    Side,
)
from matches.web.columns import CheckersField, one_of, side_of

_Row = TypeVar("_Row", bound=models.Model)


class FactQuerySet(models.QuerySet[_Row]):
    def valid(self) -> Self:
        """Leave out voided rows."""
        return self.filter(voided_at__isnull=True)


class InterruptionQuerySet(FactQuerySet["Interruption"]):
    def open(self) -> Self:
        return self.valid().filter(resumed_at__isnull=True)


class Fact(models.Model):
    """A reported row: who, when, from where. It is voided, never changed.

    `reported_side` is the player's own side if a player reported; `via` says how the
    player was identified and `device` is a label of the browser.
    """

    reported_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    reported_side = models.PositiveSmallIntegerField(null=True)
    via = models.CharField(max_length=10, blank=True)
    device = models.CharField(max_length=6, blank=True)
    reported_at = models.DateTimeField(default=timezone.now)
    voided_at = models.DateTimeField(null=True)
    voided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    voided_side = models.PositiveSmallIntegerField(null=True)

    objects = FactQuerySet.as_manager()

    class Meta:
        abstract = True


class MatchFile(Fact):
    """A file with the moves of a match, stored byte for byte.

    `digest` is the SHA-256 of `content`, in hexadecimal. With `swapped`, its left
    column (or White) is player 2. The file is in use while a valid game refers to it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="files")
    name = models.CharField(max_length=120)
    content = models.BinaryField()
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, db_index=True)
    swapped = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="file_once_in_a_match",
                fields=("match", "digest"),
                condition=Q(voided_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} of match {self.match_id}"


class Game(Fact):
    """One game as it was reported. A correction voids the row and adds another.

    `file` is the match file with its moves, if the game was imported from one.
    `remark_side` is the side of the player who wrote the remark, None for a director;
    what a player wrote is public only once a director shows it (`is_remark_shown`).
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
    checkers = CheckersField(null=True)
    awarded = models.DecimalField(max_digits=10, decimal_places=2, null=True)
    reason = models.CharField(
        max_length=20, blank=True, choices=[(r.value, r.value) for r in AwardReason]
    )
    remark = models.CharField(max_length=200, blank=True)
    remark_side = models.PositiveSmallIntegerField(null=True)
    is_remark_shown = models.BooleanField(default=False)

    class Meta:
        ordering = ("number", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_live_game_per_number",
                fields=("match", "number"),
                condition=Q(voided_at__isnull=True),
            ),
            one_of("game", "kind", (k.value for k in Kind)),
            one_of("game", "ending", (e.value for e in Ending)),
            one_of("game", "reason", ("", *(r.value for r in AwardReason))),
            side_of("game", "winner"),
            side_of("game", "remark_side"),
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
    """Points or a decision of a director, before game number `before`.

    `points` may be negative; 0 only for a ruling. Only directors see `decision` unless
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
            one_of("adjustment", "reason", (r.value for r in AdjustmentReason)),
            side_of("adjustment", "side"),
        ]

    def __str__(self) -> str:
        return f"{self.points:+} before game {self.before} of match {self.match_id}"

    @property
    def fact(self) -> AdjustmentFact:
        return AdjustmentFact(
            Side(self.side),
            self.points,
            reason=AdjustmentReason(self.reason),
            in_play=self.in_play,
        )


class Ruling(models.Model):
    """The question about a position that a decision answered.

    `xgid` is the position with cube, score and dice; `question` and `play` are the
    input of the ruling desk.
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
    match = models.ForeignKey(Match, models.CASCADE, related_name="payments")
    after = models.PositiveSmallIntegerField()
    payer = models.PositiveSmallIntegerField()
    amount = models.DecimalField(max_digits=10, decimal_places=2)

    class Meta:
        ordering = ("after", "pk")
        constraints: ClassVar = [
            side_of("payment", "payer"),
            models.CheckConstraint(
                name="payment_above_zero", condition=Q(amount__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} in match {self.match_id}"

    @property
    def fact(self) -> PaymentFact:
        return PaymentFact(Side(self.payer), Fraction(self.amount))


class FinalScore(Fact):
    """A result that does not follow from the games. At most one of a match is valid.

    It is a score of two numbers, or a way in which the match ended without being played
    out. `winner` is null for a double forfeit and for a closed money session.
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
            side_of("final_score", "winner"),
            one_of("final_score", "how", Match.How.values),
        ]

    def __str__(self) -> str:
        return f"{self.score_1}–{self.score_2} in match {self.match_id}"

    @property
    def is_walkover(self) -> bool:
        return self.how != Match.How.PLAYED


class Interruption(Fact):
    """A match put aside in the middle of game `game`, to be resumed as it stood.

    The clocks are the seconds left; `cube_owner` is null while the cube is centred.
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

    objects: ClassVar = InterruptionQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_live_interruption",
                fields=("match",),
                condition=Q(voided_at__isnull=True, resumed_at__isnull=True),
            ),
            side_of("interruption", "cube_owner"),
            side_of("interruption", "on_roll"),
        ]

    def __str__(self) -> str:
        return f"match {self.match_id} put aside in game {self.game}"


class SheetPhoto(Fact):
    """A photo of the score sheet, re-encoded and private to those who played."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="photos")
    content = models.BinaryField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"photo of match {self.match_id}"


# The order in which they happened ---------------------------------------------


def in_order(
    games: Sequence[Game], adjustments: Sequence[Adjustment]
) -> list[GameResult | AdjustmentFact]:
    """Return the games by number, each after the adjustments made before it."""
    if not adjustments:
        return [game.result for game in games]
    rows = [(game.number, 1, game.pk, game.result) for game in games] + [
        (row.before, 0, row.pk, row.fact) for row in adjustments
    ]
    rows.sort(key=lambda row: row[:3])
    return [row[3] for row in rows]


def reported_in_order(
    games: Sequence[GameResult], adjustments: Iterable[Adjustment]
) -> list[GameResult | AdjustmentFact]:
    """Return a typed list of games, each after the points given before it.

    Decisions without points, and those after the last game listed, are left out.
    """
    given = sorted(adjustments, key=lambda row: (row.before, row.pk))
    facts: list[GameResult | AdjustmentFact] = []
    for number, result in enumerate(games, start=1):
        facts += [row.fact for row in given if row.before == number and row.points]
        facts.append(result)
    return facts


def session_in_order(
    games: Sequence[Game], payments: Sequence[Payment]
) -> list[GameResult | PaymentFact]:
    """Return the games by number, each payment after the game that it follows."""
    rows = [(game.number, 0, game.pk, game.result) for game in games] + [
        (row.after, 1, row.pk, row.fact) for row in payments
    ]
    rows.sort(key=lambda row: row[:3])
    return [row[3] for row in rows]
