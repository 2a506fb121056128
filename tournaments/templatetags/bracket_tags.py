"""The rows of a bracket's tree as HTML: a page has hundreds of similar ones."""

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from tournaments.brackets.cards import Card, SideLine
from tournaments.brackets.tree import Branching, TreeColumn
from tournaments.structure.models import Stage

register = template.Library()

SPECIAL = frozenset({"walkover", "forfeit", "retired", "penalty", "time", "nobody"})


@register.simple_tag
def tree_rows(column: TreeColumn, stage: Stage) -> SafeString:
    """Return the matches of one round of the tree of a stage.

    A name leads to the path of its player, the rest of a box to the match.

    Written out here because the template engine would need ten times as long, and a
    result makes the tree anew. Each has an id of its own and `data-part`, so that
    screens get those that changed.
    """
    writer = _Writer(stage)
    rows = "".join(writer.row(row) for row in column.rows)
    return mark_safe(rows)  # noqa: S308 - every value is escaped in _Writer


class _Writer:
    """Writes rows; it looks up each word once."""

    def __init__(self, stage: Stage) -> None:
        self.link = reverse("match", args=["CODE"])
        slug = stage.division.tournament.slug
        path = reverse("path", args=[slug, stage.number, 0])
        self.path = path.removesuffix("0/")
        self.table = gettext("table %(number)s")
        self.bye = gettext("bye")
        self.special = {
            "walkover": gettext("walk-over"),
            "forfeit": gettext("forfeit"),
            "retired": gettext("retired"),
            "penalty": gettext("penalty"),
            "time": gettext("time"),
            "nobody": gettext("double forfeit"),
        }
        self.won = pgettext("result", "Won")
        self.state = {
            "ready": pgettext("state", "Ready"),
            "called": pgettext("state", "Called"),
            "playing": pgettext("state", "Playing"),
            "reported": pgettext("state", "Reported"),
            "disputed": pgettext("state", "Disputed"),
            "unfinished": pgettext("state", "Unfinished"),
        }

    def row(self, row: Branching) -> str:
        card = row.card
        joint = f" is-{row.joint}" if row.joint else ""
        height = f" by-{row.height}" if row.height > 1 else ""
        if card.is_empty:
            return f'<li class="node is-empty{height}"></li>'
        if card.is_bye:
            inside = (
                '<div class="node__box is-bye"><span class="node__side">'
                f"{self._name(card.alone)}"
                f'<span class="node__bye">{self.bye}</span></span></div>'
            )
        else:
            inside = self._box(card, is_joined=row.is_joined)
        named = f"node-{card.number}"
        return f'<li id="{named}" data-part class="node{joint}{height}">{inside}</li>'

    def _box(self, card: Card, *, is_joined: bool) -> str:
        sides = "".join(
            self._side(side, is_joined=is_joined) for side in (card.top, card.bottom)
        )
        about = [card.label] if card.label else []
        if card.table is not None:
            about.append(self.table % {"number": card.table})
        elif card.state in SPECIAL:
            about.append(self.special[card.state])
        told = " · ".join(about)
        if card.state in self.state:
            told += _heard(self.state[card.state])
        live = " is-live" if card.table is not None else ""
        if card.code:
            link = self.link.replace("CODE", card.code)
            note = f'<a class="node__about" href="{link}">{told}</a>'
        else:
            note = f'<span class="node__about">{told}</span>' if told else ""
        return f'<div class="node__box{live}">{note}{sides}</div>'

    def _side(self, side: SideLine, *, is_joined: bool) -> str:
        if not side.is_known:
            # Lines show which winner comes; where none are drawn, words do.
            is_shown = not (is_joined and side.is_winner_to_come)
            return (
                '<span class="node__side is-open"><span class="node__name">'
                f"{escape(side.name) if is_shown else '&nbsp;'}</span></span>"
            )
        won = " is-winner" if side.is_winner else ""
        points = (
            f'<span class="node__points">{side.points}</span>'
            if side.points is not None
            else ""
        )
        name = self._name(side, self.won if side.is_winner else "")
        return f'<span class="node__side{won}">{name}{points}</span>'

    def _name(self, side: SideLine, heard: str = "") -> str:
        name = escape(side.name)
        if not side.is_known:
            return f'<span class="node__name">{name}</span>'
        told = f"{name}{_heard(heard) if heard else ''}"
        return f'<a class="node__name" href="{self.path}{side.entry}/">{told}</a>'


def _heard(words: str) -> str:
    """Return what the lines and colours of the tree show, for screen readers."""
    return f'<span class="hidden"> {words}</span>'
