"""Tournaments, their divisions and stages, and who entered."""

from typing import Any, ClassVar, Final, Literal, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models, transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.columns.constraints import one_of
from matches.players.models import Player
from matches.rulebook.models import RulesProfile
from matches.rulebook.profiles import Reporting
from tournaments.engine import FORMATS, Options, Pin, format_named
from tournaments.structure.columns import (
    LotsField,
    NumbersField,
    OptionsField,
    PinsField,
    PlanField,
    SomeNumbersField,
)

LIVE_MATCH: Final = Q(pairing__draw__round__isnull=False)
"""Matches of published rounds; for pairings there is `PairingQuerySet.live`."""


def format_choices() -> list[tuple[str, str]]:
    """The formats of the engine, as choices of a form."""
    return [(known.key, gettext(known.label)) for known in FORMATS]


def language_choices() -> list[tuple[str, str]]:
    """The languages of the site. A function: another one needs no migration."""
    return list(settings.LANGUAGES)


NumberedKind = Literal["division", "stage", "entry", "match"]


class EntryQuerySet(models.QuerySet["Entry"]):
    """Who entered, and who left since."""

    def active(self) -> Self:
        """Leave out who withdrew."""
        return self.filter(withdrawn_at__isnull=True)

    def withdrawn(self) -> Self:
        """Keep who withdrew."""
        return self.filter(withdrawn_at__isnull=False)


class Tournament(models.Model):
    """A dated event: a club evening or a championship.

    `revision` grows with every fact that changes entries, draws or rounds; the
    revisions of its matches are counted by the matches themselves.

    Divisions, stages, entries and matches are numbered through the whole tournament,
    and no number is given twice: the button of an old page must not hit another one.
    The last of each kind is kept here, see `take_numbers`.
    """

    slug = models.SlugField(max_length=60, unique=True, allow_unicode=True)
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    language = models.CharField(
        _("language of printed sheets"), max_length=5, choices=language_choices
    )
    closed_at = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=0)
    last_division_number = models.PositiveIntegerField(default=0)
    last_stage_number = models.PositiveIntegerField(default=0)
    last_entry_number = models.PositiveIntegerField(default=0)
    last_match_number = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("-date", "-pk")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def subject(self) -> str:
        """How the journal names this tournament."""
        return f"tournament:{self.pk}"

    @property
    def is_closed(self) -> bool:
        """Whether the results are final."""
        return self.closed_at is not None

    def take_numbers(self, kind: NumberedKind, how_many: int = 1) -> int:
        """Return the first of so many new numbers, which nobody else is given.

        The update comes first: it locks the row until the transaction ends, so that
        two of them at the same time cannot read the same number.
        """
        column = f"last_{kind}_number"
        mine = Tournament.objects.filter(pk=self.pk)
        with transaction.atomic():
            mine.update(**{column: F(column) + how_many})
            last: int = mine.values_list(column, flat=True).get()
        return last - how_many + 1


class Division(models.Model):
    """A field of entrants within a tournament.

    `profile` is what they play by; it stays as it is once a round is published.
    `equity_table` names the table of the winning chances shown live, empty for none.

    Profile, `reporting`, `rated` and `equity_table` are what a new match begins with.
    Each match has its own copy, because it keeps its conditions when those of the
    division change, and matches outside of tournaments have no division.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=60, blank=True)
    profile = models.ForeignKey(RulesProfile, models.PROTECT, related_name="+")
    reporting = models.CharField(
        max_length=8, choices=Reporting.choices, default=Reporting.DIRECTOR
    )
    equity_table = models.CharField(max_length=20, blank=True)
    rated = models.BooleanField(default=True)

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_division_per_number", fields=("tournament", "number")
            ),
            one_of("division", "reporting", Reporting.values),
        ]

    def __str__(self) -> str:
        return self.name or str(self.tournament)


class Stage(models.Model):
    """One structure inside a division: who plays whom, how long, how often.

    `number` counts the stages of the whole tournament; for that to be unique,
    `tournament` is here too, always that of the division. `lengths` are those of the
    first rounds where they differ from `match_length`; `options` are the engine's
    where they are not what is usual.

    A branch is the bracket of those who lose in another one: it has a `parent` and a
    `section` of the parent's plan, and no draw of its own. A stage with a `source` is
    played by those who take the places from `take_from` on there, `take` of them (0:
    all). Once its first round is published, `field` holds who they were, the best
    first, `lots` who drew what, by entry number, and `plan` the graph of a bracket.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    division = models.ForeignKey(Division, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=60, blank=True)
    format = models.CharField(_("format"), max_length=20, choices=format_choices)
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(999)]
    )
    match_length = models.PositiveSmallIntegerField(
        _("match length"), validators=[MinValueValidator(1), MaxValueValidator(99)]
    )
    lengths = NumbersField(default=list)
    options = OptionsField(default=dict)
    parent = models.ForeignKey(
        "self", models.CASCADE, null=True, related_name="branches"
    )
    section = models.CharField(max_length=20, blank=True)
    source = models.ForeignKey("self", models.PROTECT, null=True, related_name="fed")
    take = models.PositiveSmallIntegerField(default=0)
    take_from = models.PositiveSmallIntegerField(default=1)
    field = SomeNumbersField(null=True)
    lots = LotsField(default=dict)
    plan = PlanField(null=True)
    pins = PinsField(default=list)

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_stage_per_number", fields=("tournament", "number")
            ),
            models.CheckConstraint(
                name="stage_match_length_1_to_99",
                condition=Q(match_length__range=(1, 99)),
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.division} {self.format}"

    def save(self, *args: Any, **options: Any) -> None:
        """Write the row; the tournament of a new one is that of its division."""
        if self._state.adding:
            self.tournament_id = self.division.tournament_id
        super().save(*args, **options)

    @property
    def is_branch(self) -> bool:
        """Whether it is fed by the losers of another stage's bracket."""
        return self.parent_id is not None

    @property
    def is_plan(self) -> bool:
        """Whether it is drawn once and its matches follow from the results."""
        return self.is_branch or format_named(self.format).plan is not None

    @property
    def root(self) -> "Stage":
        """The stage whose draw this one is played by: itself unless it is a branch."""
        stage = self
        while stage.parent is not None:
            stage = stage.parent
        return stage

    @property
    def lot_of(self) -> dict[int, int]:
        """Player numbers, places or lines by entry number."""
        return {int(number): lot for number, lot in self.lots.items()}

    @property
    def chosen(self) -> Options:
        """The options of its format; those of a branch are read with its root's."""
        given = {} if self.is_branch else dict(self.options)
        given["apart"] = tuple(given.get("apart", ()))
        given["forbidden"] = tuple(tuple(pair) for pair in given.get("forbidden", ()))
        return Options(**given)

    @property
    def pinned(self) -> tuple[Pin, ...]:
        """Who stands in a slot of the bracket by hand."""
        return tuple(Pin(*pin) for pin in self.pins)

    def length_of(self, round_number: int) -> int:
        """The match length of a round, counted from 1."""
        if round_number <= len(self.lengths):
            return self.lengths[round_number - 1]
        return self.match_length


class Entry(models.Model):
    """A player in a division.

    `number` counts the entries of the whole tournament and is never given twice; for
    that to be unique, `tournament` is here too, always that of the division. `again`
    counts the re-entries of the same player, 0 for the first entry. `family`: entries
    of the same word are kept apart where the stage wishes so. `bye_round`: the round in
    which a bye is welcome.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    division = models.ForeignKey(Division, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    again = models.PositiveSmallIntegerField(default=0)
    family = models.CharField(max_length=40, blank=True)
    bye_round = models.PositiveSmallIntegerField(null=True)
    joined_round = models.PositiveSmallIntegerField(default=1)
    checked_in_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    entered_at = models.DateTimeField(default=timezone.now)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ("number",)
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_entry_per_player", fields=("division", "player", "again")
            ),
            models.UniqueConstraint(
                name="one_entry_per_number", fields=("tournament", "number")
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)

    def save(self, *args: Any, **options: Any) -> None:
        """Write the row; the tournament of a new one is that of its division."""
        if self._state.adding:
            self.tournament_id = self.division.tournament_id
        super().save(*args, **options)
