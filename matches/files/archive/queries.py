"""Queries for archives of match files: players meant by names, candidate matches."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q, QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _

from matches.files.archive.models import Archive, ArchiveFile
from matches.players.models import Player
from matches.players.names import read_name
from matches.players.roster.likeness import KnownNames, KnownPlayer
from matches.players.short_names import ShortNames
from matches.rules.refusals import RuleError

MOST_CANDIDATES: Final = 5
"""Players that a name may mean."""
MOST_LISTS: Final = 3

State = ArchiveFile.State
SHOWN: Final[dict[str, tuple[str, ...]]] = {
    "ready": (State.READY,),
    "open": (State.OPEN,),
    "refused": (State.REFUSED,),
    "left": (State.DUPLICATE, State.LEFT),
    "done": (State.DONE, State.QUEUED),
}
"""The files that each filter of the list shows."""


class OpenReason(TextChoices):
    """A decision that a director has to make about a file, with its sentence."""

    TAKEN_BACK = (
        "taken-back",
        _(
            "The import was undone: import the file again, choose another match, "
            "or leave it out."
        ),
    )
    NO_GAME = "no-game", _("It contains no finished game.")
    WHO = "who", _("Who is who?")
    SAME_PLAYER = "same-player", _("Both columns have the same player.")
    WHICH_MATCH = "which-match", _("Which match is it?")
    UNCLEAR = "unclear", _("Check what is unclear.")


_RATING: Final = re.compile(r"\s*,\s*\d+(?:[.,]\d+)?\s*$")


@dataclass(frozen=True, slots=True)
class Meant:
    """The meaning of a name: `player`, one of the `candidates`, or a new player.

    `spoken` is the name in the form of the directory, empty if it is not a valid name.
    """

    spoken: str
    player: Player | None = None
    candidates: tuple[Player, ...] = ()

    @property
    def likely(self) -> tuple[Player, ...]:
        """The players it may mean, the best first."""
        return self.candidates if self.player is None else (self.player,)

    @property
    def is_new(self) -> bool:
        """Whether no known player has a similar name."""
        return bool(self.spoken) and self.player is None and not self.candidates


@dataclass(frozen=True, slots=True)
class NameRow:
    """A name in the files of an archive, the number of files, and the chosen player.

    `player` is None if it differs between the files or is not decided.
    """

    name: str
    files: int
    meant: Meant
    player: Player | None
    is_new: bool

    @property
    def is_open(self) -> bool:
        """Whether a director has to say who this is."""
        return self.player is None and not self.is_new


@dataclass(frozen=True, slots=True)
class FileCounts:
    """The number of files of an archive in each state."""

    by_state: Mapping[str, int]

    @property
    def total(self) -> int:
        """All files."""
        return sum(self.by_state.values())

    @property
    def queued(self) -> int:
        """The files that wait to be taken into the ledger."""
        return self.by_state.get(State.QUEUED, 0)

    @property
    def waiting(self) -> int:
        """The files that have not been read."""
        return self.of("waiting", "read")

    @property
    def shown(self) -> dict[str, int]:
        """The number of files that each filter of the list shows."""
        return {key: self.of(*states) for key, states in SHOWN.items()}

    def of(self, *states: str) -> int:
        """Return the number of files in one of these states."""
        return sum(self.by_state.get(state, 0) for state in states)


def archive_rows() -> QuerySet[Archive]:
    """Return the archives, the newest first, each with its counts."""
    files = {
        key: Count("files", filter=Q(files__state__in=states))
        for key, states in SHOWN.items()
    }
    rows = Archive.objects.select_related("created_by", "reading", "importing")
    return rows.annotate(
        total=Count("files"), **{f"{key}_count": count for key, count in files.items()}
    ).order_by("-pk")


def counted(archive: Archive) -> FileCounts:
    """Return how many files are in which state. One query."""
    rows = archive.files.order_by().values_list("state").annotate(Count("pk"))
    return FileCounts(dict(rows))


def file_rows(archive: Archive, show: str) -> QuerySet[ArchiveFile]:
    """Return the files that a filter shows, all for an unknown one, in their order."""
    rows = archive.files.defer("content").select_related(
        *("player_1", "player_2", "match", "twin__archive", "twin__match")
    )
    states = SHOWN.get(show)
    return rows.filter(state__in=states) if states else rows


def undated(archive: Archive) -> int:
    """Return how many ready files become matches without a known day. One query."""
    return archive.files.filter(
        state=State.READY,
        goal=ArchiveFile.Goal.NEW,
        played_on__isnull=True,
        day_given__isnull=True,
    ).count()


def is_known(archive: Archive, counts: FileCounts) -> bool:
    """Return True if everything readable in an archive was uploaded before.

    That is so if every file is a duplicate, was refused, or was left out because an
    earlier file has the same games, and if there is a duplicate. One query, none if
    files wait for a decision.
    """
    copies, others = counts.of(State.DUPLICATE), counts.of(State.REFUSED, State.LEFT)
    if not copies or copies + others < counts.total:
        return False
    return not archive.files.filter(state=State.LEFT, twin=None).exists()


def same_lists(archive: Archive) -> list[Archive]:
    """Return the earlier archives with files of this one, the most alike first.

    One query. At most MOST_LISTS archives.
    """
    digests = archive.files.order_by().values("digest")
    earlier = Archive.objects.filter(pk__lt=archive.pk, files__digest__in=digests)
    alike = earlier.annotate(alike=Count("files"))
    return list(alike.order_by("-alike", "-pk")[:MOST_LISTS])


def name_rows(archive: Archive) -> list[NameRow]:
    """Return the names in the files that are not done, those to decide first."""
    found: dict[str, list[tuple[int | None, bool]]] = defaultdict(list)
    open_states = (State.READY, State.OPEN)
    for one, two, key_1, key_2, new_1, new_2 in archive.files.filter(
        state__in=open_states
    ).values_list(
        *("name_1", "name_2", "player_1", "player_2", "is_new_1", "is_new_2")
    ):
        found[one].append((key_1, new_1))
        found[two].append((key_2, new_2))
    means = meant(found)
    known = Player.objects.in_bulk(
        {key for taken in found.values() for key, _new in taken if key is not None}
    )
    rows = []
    for name, taken in found.items():
        key, is_new = taken[0] if len(set(taken)) == 1 else (None, False)
        player = None if key is None else known.get(key)
        rows.append(NameRow(name, len(taken), means[name], player, is_new))
    return sorted(rows, key=lambda row: (not row.is_open, row.name.casefold()))


def directory_name(name: str) -> str:
    """Return a name of a file in the directory's form, "" if it is not a valid name.

    Some servers append the rating: "ann,1764".
    """
    try:
        return read_name(_RATING.sub("", name))
    except RuleError:
        return ""


def meant(names: Iterable[str]) -> dict[str, Meant]:
    """Return the meaning of names, by similarity to known names. One query."""
    asked = {name: directory_name(name) for name in names}
    players = {player.key: player for player in Player.objects.all()}
    directory = KnownNames(
        KnownPlayer(player.key, player.name, player.club, player.rating)
        for player in players.values()
    )
    same = {name: directory.same_name(name) for name in set(asked.values()) if name}
    like = directory.like(name for name, found in same.items() if not found)
    short = ShortNames((player.key, player.name) for player in players.values()).of(
        name for name, found in same.items() if not found
    )
    means = {"": Meant("")}
    for name, found in same.items():
        ranked = sorted(found or like[name], key=lambda match: match.order(frozenset()))
        keys = [match.player.key for match in ranked]
        if not found:
            keys = list(dict.fromkeys([*keys, *short[name]]))
        candidates = [players[key] for key in keys[:MOST_CANDIDATES]]
        if len(found) == 1:
            means[name] = Meant(name, player=candidates[0])
        else:
            means[name] = Meant(name, candidates=tuple(candidates))
    return {name: means[read] for name, read in asked.items()}


def why_open(file: ArchiveFile) -> list[OpenReason]:
    """Return what a director has to decide about a file."""
    reasons = []
    if file.taken_back:
        reasons.append(OpenReason.TAKEN_BACK)
    if not file.results:
        reasons.append(OpenReason.NO_GAME)
    if not file.knows_who:
        reasons.append(OpenReason.WHO)
    elif file.player_1_id and file.player_1_id == file.player_2_id:
        reasons.append(OpenReason.SAME_PLAYER)
    elif not file.goal:
        reasons.append(OpenReason.WHICH_MATCH)
    if needs_answer(file):
        reasons.append(OpenReason.UNCLEAR)
    return reasons


def needs_answer(file: ArchiveFile) -> bool:
    """Return True if the result may depend on one of the doubts."""
    return any(doubtful.needs_answer for doubtful in file.doubtful)


def next_open(archive: Archive, file: ArchiveFile) -> int | None:
    """Return the number of the next file to be decided, else the first, or None."""
    waiting = archive.files.filter(state=State.OPEN).exclude(pk=file.pk)
    numbers = waiting.values_list("number", flat=True)
    following = numbers.filter(number__gt=file.number).first()
    return numbers.first() if following is None else following


def open_names(archive: Archive) -> int:
    """Return how many files wait for a decision on their players. One query."""
    unknown = Q(player_1__isnull=True, is_new_1=False)
    unknown |= Q(player_2__isnull=True, is_new_2=False)
    return archive.files.filter(unknown, state=State.OPEN).count()


def last_sent(archive: Archive) -> ArchiveFile | None:
    """Return the file that was decided last, with its rules. One query."""
    sent = archive.files.filter(profile__isnull=False).select_related("profile")
    return sent.defer("content").order_by("-decided_at").first()
