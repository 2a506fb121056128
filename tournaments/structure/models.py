"""The rows of tournaments, divisions, stages and entries."""

import secrets
from collections.abc import Collection
from decimal import Decimal
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
from matches.documents.languages import both
from matches.players.models import Player
from matches.players.shown import is_nameless
from matches.rulebook.models import RulesProfile
from matches.rulebook.profiles import Reporting
from matches.web.columns import one_of
from tournaments.engine import FORMATS, Display, Options, Pin, format_named
from tournaments.structure import columns
from tournaments.structure.names import shown_name

LIVE_MATCH: Final = Q(pairing__draw__round__isnull=False)
"""Keeps matches of published rounds; for pairings there is `PairingQuerySet.live`."""


def format_choices() -> list[tuple[str, str]]:
    return [(known.key, gettext(known.label)) for known in FORMATS]


def language_choices() -> list[tuple[str, str]]:
    """Return the site's languages. A function, so that a new one needs no migration."""
    return list(settings.LANGUAGES)


def second_language_choices() -> list[tuple[str, str]]:
    return [("", gettext("None")), *settings.LANGUAGES]


NumberedKind = Literal["division", "stage", "entry", "match"]


def new_identity() -> str:
    """Return a new identity of a tournament: 128 random bits, in hexadecimal."""
    return secrets.token_hex(16)


class EntryQuerySet(models.QuerySet["Entry"]):
    def active(self) -> Self:
        return self.filter(withdrawn_at__isnull=True)

    def placed(self) -> Self:
        """Keep the entries that count: those that wait for a place do not."""
        return self.exclude(placing=Placing.WAITS)

    def withdrawn(self) -> Self:
        return self.filter(withdrawn_at__isnull=False)

    def of_open_tournaments(self) -> Self:
        """Keep the entries of tournaments that are neither closed nor in the bin."""
        return self.filter(
            tournament__closed_at__isnull=True, tournament__deleted_at__isnull=True
        )


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def listed(self, seen: Collection[int] | None = ()) -> Self:
        """Keep the tournaments in the lists of a reader who sees the desks of `seen`.

        None: the desks of all, as `matches.accounts.access.events_of` says.
        """
        if seen is None:
            return self.all()
        return self.filter(Q(visibility=Visibility.PUBLIC) | Q(pk__in=seen))

    def open(self) -> Self:
        return self.filter(closed_at__isnull=True)

    def shown(self) -> Self:
        return self.filter(deleted_at__isnull=True)


_Tournaments = models.Manager.from_queryset(TournamentQuerySet)


class ShownTournaments(_Tournaments["Tournament"]):
    """Tournaments that are not in the bin."""

    def get_queryset(self) -> TournamentQuerySet:
        return TournamentQuerySet(self.model, using=self._db).shown()


class Visibility(models.TextChoices):
    PUBLIC = "public", _("Public, listed everywhere")
    UNLISTED = "unlisted", _("Unlisted: anyone with the link")
    PRIVATE = "private", _("Private: directors and helpers only")
    PRACTICE = ("practice", _("Practice: anyone with the link; counts for nothing"))


class Tournament(models.Model):
    """A dated event: a club evening or a championship.

    `revision` grows with every change of entries, draws or rounds; the matches count
    their own revisions. `structure.details` reads the columns from `start_time` to
    `contact`, about which players ask before they come.

    `over_by` is the time at which everything must be over, and `over_by_reason` says
    why; only directors see both.

    Documents are printed in `language`, with labels in `second_language` as well if
    there is one.


    `keeps_money`: its fees and prizes are kept here (`tournaments.money`), and its page
    shows the prizes with `shows_prizes`.

    `identity` stays the same where the tournament is opened from a file
    (`tournaments.tournament_file`), so that it is not opened twice.

    A tournament with `deleted_at` is in the bin (`setup.bin`), and `states_in_bin` has
    the primary keys of its matches by the state that they had before.

    Divisions, stages, entries and matches are each numbered through the whole
    tournament. No number is used twice, so that a button on an old page cannot hit
    another row. The last number of each kind is kept here: see `take_numbers`.
    """

    slug = models.SlugField(max_length=60, unique=True, allow_unicode=True)
    identity = models.CharField(max_length=32, unique=True, default=new_identity)
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    start_time = models.TimeField(null=True)
    end_date = models.DateField(null=True)
    end_time = models.TimeField(null=True)
    over_by = models.TimeField(null=True)
    over_by_reason = models.CharField(max_length=60, blank=True)
    place = models.CharField(max_length=120, blank=True)
    fee = models.CharField(max_length=120, blank=True)
    programme = models.TextField(max_length=4000, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    visibility = models.CharField(
        max_length=8, choices=Visibility, default=Visibility.PUBLIC
    )
    language = models.CharField(
        _("language of printed sheets"), max_length=5, choices=language_choices
    )
    second_language = models.CharField(
        max_length=5, choices=language_choices, blank=True
    )
    keeps_money = models.BooleanField(default=False)
    shows_prizes = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    states_in_bin = columns.NumbersByKeyField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    last_division_number = models.PositiveIntegerField(default=0)
    last_stage_number = models.PositiveIntegerField(default=0)
    last_entry_number = models.PositiveIntegerField(default=0)
    last_match_number = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    objects = ShownTournaments()
    everything = models.Manager["Tournament"]()

    class Meta:
        ordering = ("-date", "-pk")
        constraints: ClassVar = [one_of("tournament", "visibility", Visibility.values)]
        indexes: ClassVar = [
            models.Index(fields=("-date", "-id"), name="tournaments_newest_first"),
            models.Index(
                fields=("end_date",),
                name="tournaments_of_several_days",
                condition=Q(end_date__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def is_listed(self) -> bool:
        """Whether lists and search engines may name it."""
        return self.visibility == Visibility.PUBLIC

    @property
    def is_practice(self) -> bool:
        """Whether it is played by invented people, and counts nowhere."""
        return self.visibility == Visibility.PRACTICE

    @property
    def paper_languages(self) -> str:
        """The language of what is printed, or both: see `languages.speaking`."""
        return both(self.language, self.second_language)

    @property
    def subject(self) -> str:
        return f"tournament:{self.pk}"

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    def take_numbers(self, kind: NumberedKind, how_many: int = 1) -> int:
        """Reserve `how_many` new numbers of one kind and return the first of them.

        The UPDATE comes first and locks the row until the transaction ends, so that two
        transactions cannot read the same number.
        """
        column = f"last_{kind}_number"
        mine = Tournament.objects.filter(pk=self.pk)
        # A transaction of its own if the caller has none: the UPDATE and the read after
        # it must see one row.
        with transaction.atomic():
            mine.update(**{column: F(column) + how_many})
            last: int = mine.values_list(column, flat=True).get()
        return last - how_many + 1


class Division(models.Model):
    """A field of entrants within a tournament.

    `profile` are the rules; they are frozen once a round is published. `equity_table`
    names the table of the winning chances that are shown live, empty for none.
    `starts_at` is the number of players at which it is drawn without a director, and
    the next list like it opens; 0: never.

    A new match copies profile, `reporting`, `rated` and `equity_table`: it keeps its
    own conditions when those of the division change, and matches outside tournaments
    have no division.
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
    starts_at = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_division_per_number", fields=("tournament", "number")
            ),
            one_of("division", "reporting", Reporting.values),
        ]

    def __str__(self) -> str:
        return shown_name(self.name) or str(self.tournament)


class Stage(models.Model):
    """One structure inside a division: its format, match lengths and rounds.

    `number` counts the stages of the whole tournament; the constraint on it needs
    `tournament`, which is always that of the division. `lengths` are those of the first
    rounds where they differ from `match_length`. `options` are the engine's options
    that differ from the usual ones.

    A branch is a bracket for the losers of another one: it has a `parent`, a `section`
    of the parent's plan, and no draw of its own. A stage with a `source` is played by
    the entrants in the places from `take_from` on there, `take` of them (0: all). From
    its first published round on, `field` holds their entry numbers, the best first,
    `lots` the lots by entry number, and `plan` the graph of a bracket.

    In a format with re-buys, a player can enter again `rebuys` times (0: any number)
    until `rebuys_until` (15:00, empty for no limit).

    `match_numbers` are the numbers that the matches of a drawn bracket have before they
    are opened, slot by slot from slot 1 on; 0 for a slot without a match. They are
    printed on the wall, so a match keeps its number however the results come in.
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
    lengths = columns.NumbersField(default=list)
    options = columns.OptionsField(default=dict)
    parent = models.ForeignKey(
        "self", models.CASCADE, null=True, related_name="branches"
    )
    section = models.CharField(max_length=20, blank=True)
    source = models.ForeignKey("self", models.PROTECT, null=True, related_name="fed")
    take = models.PositiveSmallIntegerField(default=0)
    take_from = models.PositiveSmallIntegerField(default=1)
    rebuys = models.PositiveSmallIntegerField(default=0)
    rebuys_until = models.CharField(max_length=5, blank=True)
    field = columns.SomeNumbersField(null=True)
    lots = columns.LotsField(default=dict)
    plan = columns.PlanField(null=True)
    match_numbers = columns.NumbersField(default=list)
    pins = columns.PinsField(default=list)
    call_rank = models.PositiveSmallIntegerField(default=1)

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
        return shown_name(self.name) or f"{self.division} {self.format}"

    def save(self, *args: Any, **options: Any) -> None:
        # The column repeats that of the division, so that numbers can be unique in a
        # tournament; it is set here and nowhere else.
        if self._state.adding:
            self.tournament_id = self.division.tournament_id
        super().save(*args, **options)

    @property
    def is_branch(self) -> bool:
        """Whether losers of another stage's bracket play here."""
        return self.parent_id is not None

    @property
    def is_plan(self) -> bool:
        """Whether the format draws once, and matches then follow from the results."""
        return self.is_branch or format_named(self.format).plan is not None

    @property
    def has_crosstable(self) -> bool:
        if self.is_branch or not self.lots:
            return False
        return format_named(self.format).display is Display.CROSSTABLE

    @property
    def is_endless(self) -> bool:
        return format_named(self.root.format).is_endless

    @property
    def is_in_rounds(self) -> bool:
        return not self.is_plan and not self.is_endless

    @property
    def root(self) -> "Stage":
        """The stage whose draw this one belongs to: its own, unless it is a branch."""
        stage = self
        while stage.parent is not None:
            stage = stage.parent
        return stage

    @property
    def lot_of(self) -> dict[int, int]:
        """Player numbers, places or lines, by entry number."""
        return {int(number): lot for number, lot in self.lots.items()}

    def number_of(self, slot: int) -> int:
        """Return the match number kept for a slot of the bracket, 0 for none."""
        kept = self.match_numbers
        return kept[slot - 1] if slot <= len(kept) else 0

    @property
    def chosen(self) -> Options:
        """The options of the format; a branch is read with those of its root."""
        given = {} if self.is_branch else dict(self.options)
        given["apart"] = tuple(given.get("apart", ()))
        given["tiebreaks"] = tuple(given.get("tiebreaks", ()))
        given["forbidden"] = tuple(tuple(pair) for pair in given.get("forbidden", ()))
        return Options(**given)

    @property
    def pinned(self) -> tuple[Pin, ...]:
        """The entries that a director has put on a side of a slot."""
        return tuple(Pin(*pin) for pin in self.pins)

    def length_of(self, round_number: int) -> int:
        """Return the match length of a round in points; rounds count from 1."""
        if round_number <= len(self.lengths):
            return self.lengths[round_number - 1]
        return self.match_length


class CheckedIn(models.TextChoices):
    AT_DESK = "", _("at the desk")
    BY_PHONE = "phone", _("by phone")
    AT_DOOR = "door", _("at the door")


class Placing(models.TextChoices):
    USUAL = "", ""
    WAITS = "waits", _("no place yet")
    BY_LOT = "lot", _("late, drawn")
    BY_HAND = "hand", _("late, placed by hand")


class Entry(models.Model):
    """A player, or a doubles pair, entered in a division.

    `number` counts the entries of the whole tournament; the constraint on it needs
    `tournament`, which is always that of the division. `again` counts the re-entries of
    the same player, 0 for the first entry. Entries with the same `family` are kept
    apart if the stage has that option. `bye_round` is the round in which a bye is
    welcome. `rests` are the rounds of the first stage that the entry sits out, with the
    kind of each; after a round is published those of the entries that did. `asked` are
    rounds that a player asks to sit out on a phone, which a director has not accepted.
    `placing_reason` is why a director gave it another place than the lot. An entry that
    waits for a place (`Placing.WAITS`) counts nowhere: no standings, prizes or fees.
    `checked_in_by` says how the player was checked in. `rating` is that of this
    tournament, if it is not the player's own, and `pr` a performance rating. `seed` is
    the place among the seeds that a director gave, before PR and rating. `final_place`
    is kept when the tournament is closed.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    division = models.ForeignKey(Division, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    again = models.PositiveSmallIntegerField(default=0)
    family = models.CharField(max_length=40, blank=True)
    bye_round = models.PositiveSmallIntegerField(null=True)
    rests = columns.RestsField(null=True)
    asked = columns.AskedField(null=True)
    joined_round = models.PositiveSmallIntegerField(default=1)
    checked_in_at = models.DateTimeField(null=True)
    checked_in_by = models.CharField(max_length=5, blank=True, choices=CheckedIn)
    placing = models.CharField(max_length=5, blank=True, choices=Placing)
    placing_reason = models.CharField(max_length=120, blank=True)
    withdrawn_at = models.DateTimeField(null=True)
    entered_at = models.DateTimeField(default=timezone.now)
    rating = models.DecimalField(max_digits=6, decimal_places=2, null=True)
    pr = models.DecimalField(max_digits=4, decimal_places=2, null=True)
    seed = models.PositiveSmallIntegerField(null=True)
    final_place = models.PositiveIntegerField(null=True)

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
            one_of("entry", "checked_in_by", CheckedIn.values),
            one_of("entry", "placing", Placing.values),
        ]

    def __str__(self) -> str:
        return str(self.player)

    def save(self, *args: Any, **options: Any) -> None:
        if self._state.adding:
            self.tournament_id = self.division.tournament_id
        super().save(*args, **options)

    @property
    def rating_here(self) -> Decimal | None:
        known: Decimal | None = self.rating
        return self.player.rating if known is None else known

    @property
    def told_rating(self) -> Decimal | None:
        """The rating in this tournament, unless the name of the player is hidden."""
        return None if is_nameless(self.player.name) else self.rating_here

    @property
    def sits_out(self) -> dict[int, str]:
        """The rounds that the entry sits out, in order, with the kind of each."""
        rests = self.rests or {}
        return {number: rests[str(number)] for number in sorted(map(int, rests))}

    @property
    def asks_for(self) -> dict[int, str]:
        """The rounds that the player asks to sit out, in order, with the kind."""
        asked = self.asked or {}
        return {number: asked[str(number)] for number in sorted(map(int, asked))}
