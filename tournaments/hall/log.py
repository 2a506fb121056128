"""The log of a tournament: one sentence for each act."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.documents.registry import document_named
from matches.web.forms import choice_field
from matches.web.models import JournalEntry
from matches.web.tables import ExportTable, TableColumn, Value
from tournaments.hall.log_kinds import ALL_KINDS, KINDS, KNOWN, kind_of
from tournaments.hall.log_words import ACTS, OF_A_ROUND
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Tournament
from tournaments.structure.names import round_or_draw_name, shown_name

PER_PAGE: Final = 100
_AT_ONCE: Final = 500
"""The number of acts that a file reads at a time."""


_NAMES_OF_STRUCTURE: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("division_added", "division_changed"), ("name",)),
    **dict.fromkeys(("division_removed", "stage_added"), ("name",)),
    **dict.fromkeys(("stage_changed", "stage_removed"), ("name",)),
    "late_took_place": ("stage",),
    "late_plays_preliminary": ("stage",),
}
"""The parameters that are names of divisions and stages."""

_PRINTED: Final = ("papers_printed", "printing_taken_back", "printing_put_back")
"""The acts with the key of a document among their parameters."""


_PLAYERS: Final = "players"
"""The choice for acts without an account: players with links and score sheets."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One act on the log page; `url` leads to its subject, "" without one."""

    at: datetime
    actor: str
    text: str
    reason: str
    url: str


class LogForm(forms.Form):
    """The filter of a log: by kind, by user, by day."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What"),
        required=False,
        choices=[
            ("", gettext_lazy("Whole event")),
            *((kind.key, kind.label) for kind in ALL_KINDS),
        ],
    )
    who = forms.ChoiceField(label=gettext_lazy("Who"), required=False)
    day = forms.DateField(
        label=gettext_lazy("Day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, asked: Mapping[str, str], people: Sequence[tuple[int, str]]):
        super().__init__({name: asked.get(name, "") for name in self.base_fields})
        choice_field(self, "who").choices = [
            ("", gettext("Everyone")),
            *((str(pk), name) for pk, name in people),
            (_PLAYERS, gettext("By players")),
        ]
        for bound in self:
            bound.field.widget.attrs["data-submits"] = ""

    @property
    def asked(self) -> str:
        """The filter as a query string; "" without a filter."""
        if not self.is_valid():
            return ""
        asked = {name: self.data[name] for name in self.fields if self.data[name]}
        return urlencode(asked)

    @property
    def query(self) -> str:
        """The filter as the beginning of a query, for the links to further pages."""
        return f"{self.asked}&" if self.asked else ""

    def filters(self) -> Q:
        """Return the conditions on journal rows; an invalid filter is ignored."""
        wanted, found = Q(), self.cleaned_data if self.is_valid() else {}
        if kind := found.get("kind"):
            acts = {kind.key: kind.acts for kind in KINDS}.get(kind)
            wanted &= ~Q(act__in=KNOWN) if acts is None else Q(act__in=acts)
        if who := found.get("who"):
            wanted &= Q(actor=None) if who == _PLAYERS else Q(actor=int(who))
        if day := found.get("day"):
            wanted &= Q(at__date=day)
        return wanted


@dataclass(frozen=True, slots=True)
class Log:
    """A page of a log: its acts, and the form with the filter."""

    listed: Page[int]
    lines: Sequence[LogLine]
    form: LogForm


def _log_with(line: JournalEntry) -> str:
    kind, _, pk = line.subject.partition(":")
    found = Tournament.objects.filter(pk=pk).first() if kind == "tournament" else None
    return reverse("log", args=[found.slug]) if found else ""


PLACE_OF_LINES: Final = (JournalEntry, _log_with)
"""Where a line of a tournament is found."""


def log_of(
    tournament: Tournament,
    asked: Mapping[str, str] | None = None,
    *,
    acts: frozenset[Act] = frozenset(Act),
) -> Log:
    """Return a page of the acts of a tournament and its matches, the newest first.

    `acts` are the permissions of the reader.

    Two queries with an index each are used, because for one with OR a database reads
    the whole journal. Four queries.
    """
    asked = asked or {}
    form, found = _found(tournament, asked)
    page = Paginator(found, PER_PAGE).get_page(asked.get("page"))
    rows = _rows(list(page.object_list))
    return Log(page, [_line(row, tournament.slug, acts) for row in rows], form)


def log_table(tournament: Tournament, asked: Mapping[str, str]) -> ExportTable:
    """Return all acts of a log that pass the filter, as a table for a file."""
    _form, found = _found(tournament, asked)
    keys = list(found)
    columns = [
        TableColumn("at", gettext("Time")),
        TableColumn("who", gettext("Who")),
        TableColumn("what", gettext("What")),
        TableColumn("reason", gettext("Reason")),
    ]
    rows: list[list[Value]] = [
        [
            timezone.localtime(line.at).isoformat(sep=" ", timespec="seconds"),
            *(line.actor, line.text, line.reason),
        ]
        for start in range(0, len(keys), _AT_ONCE)
        for row in _rows(keys[start : start + _AT_ONCE])
        for line in [_line(row, tournament.slug, frozenset())]
    ]
    return ExportTable(gettext("Log"), columns, rows)


def _found(
    tournament: Tournament, asked: Mapping[str, str]
) -> tuple[LogForm, QuerySet[JournalEntry, int]]:
    """Return the form of a log, and the keys of the acts that pass its filter."""
    own = JournalEntry.objects.filter(subject=tournament.subject).order_by()
    played = Pairing.objects.with_match().filter(tournament=tournament).values("match")
    of_matches = JournalEntry.objects.filter(match__in=played).order_by()
    form = LogForm(asked, _people(own, of_matches))
    wanted = form.filters()
    both = own.filter(wanted).values_list("pk", flat=True)
    both = both.union(of_matches.filter(wanted).values_list("pk", flat=True))
    return form, both.order_by("-pk")


def _rows(keys: Sequence[int]) -> QuerySet[JournalEntry]:
    rows = JournalEntry.objects.filter(pk__in=keys)
    return rows.select_related("actor", "match__pairing").order_by("-pk")


def _people(*journals: QuerySet[JournalEntry]) -> list[tuple[int, str]]:
    """Return the accounts that acted, by their names."""
    actors = [rows.exclude(actor=None).values("actor") for rows in journals]
    people = User.objects.filter(reduce(or_, (Q(pk__in=keys) for keys in actors)))
    return sorted(
        ((user.pk, str(user)) for user in people),
        key=lambda person: person[1].casefold(),
    )


def _line(row: JournalEntry, slug: str, acts: frozenset[Act]) -> LogLine:
    values = row.parameters()
    undone = values.get("undone", row.act)
    for key in _NAMES_OF_STRUCTURE.get(undone, ()):
        values[key] = shown_name(values[key])
    if label := _label_of(row):
        values["match"] = f"{label} {values['match']}"
    if row.act in _PRINTED:
        values["paper"] = _title(values["paper"])
    if "undone" in values:
        values["undone"] = _sentence(undone, values)
    reason = values.get("reason", "") if row.act == "draw_requested" else ""
    return LogLine(
        at=row.at,
        actor=values["actor"],
        text=_sentence(row.act, values),
        reason=reason,
        url=_place_of(row, slug, acts),
    )


def _sentence(act: str, values: Mapping[str, Any]) -> str:
    """Return the sentence of an act with its values."""
    text = gettext(ACTS[act]) % values
    where = [shown_name(name) for name in values.get("where", ()) if name]
    if act in OF_A_ROUND:
        is_endless = "is_endless" in values
        where.append(round_or_draw_name(values["round"], is_endless=is_endless))
    return f"{' · '.join(where)}: {text}" if where else text


def _label_of(row: JournalEntry) -> str:
    """Return the number of the match whose players the line names, as M12, or ""."""
    if row.match is None or "match" not in row.details:
        return ""
    pairing: Pairing | None = getattr(row.match, "pairing", None)
    return f"M{pairing.match_number}" if pairing and pairing.match_number else ""


def _place_of(row: JournalEntry, slug: str, acts: frozenset[Act]) -> str:
    """Return the address of the subject of an act, "" if it has none.

    `acts` are the permissions of the reader, who gets no other links.
    """
    if row.match is not None:
        return reverse("match", args=[row.match.code])
    kind = kind_of(str(row.details.get("undone") or row.act))
    is_open = kind.place and kind.needs in acts
    stage = () if kind.stage is None else (kind.stage,)
    return reverse(kind.place, args=[slug, *stage]) if is_open else ""


def _title(key: str) -> str:
    """Return the title of a document; for an unknown one its key."""
    try:
        return document_named(key).name
    except KeyError:
        return key
