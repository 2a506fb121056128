"""Tags of the desk."""

from collections.abc import Mapping

from django import template
from django.urls import reverse
from django.utils.translation import gettext

from tournaments.hall.matches import DeskLines
from tournaments.rounds.rows import PairingRow
from tournaments.structure.models import Stage

register = template.Library()


@register.simple_tag
def desk_match(
    row: PairingRow,
    stage: Stage,
    lines: DeskLines,
    *,
    may: Mapping[str, bool],
    is_played: bool = False,
) -> dict[str, object]:
    """Return what directors see of a match besides its row.

    `is_played`: the match stands in the list of played matches, which has ids of its
    own, because the newest round lists some of them too.
    """
    prefix = "played-match-" if is_played else "match-"
    key = f"{prefix}{row.match_number}"
    is_open = not lines.is_closed and may["enter_result"]
    return {
        "key": key if row.code else f"bye-{stage.number}-{row.position}",
        "waits": lines.waits.get(row.match_number, ""),
        "late": lines.late(row, stage),
        "pace": lines.pace.get(row.match_number) if row.is_open else None,
        "call": lines.call(row) if may["call"] else "",
        "is_quiet": row.is_decided or not is_open,
    } | _next_act(row, lines.slug, may, is_open=is_open)


def _next_act(
    row: PairingRow, slug: str, may: Mapping[str, bool], *, is_open: bool
) -> dict[str, object]:
    """Return the next act of a match; and where it is done, if not on its own page.

    A match without a result also offers its scores at once, where the script can.
    """
    if not row.code:
        return {"offers_scores": False}
    url, offers_scores = "", False
    if not is_open:
        act = gettext("Games")
    elif row.state == "disputed":
        act = gettext("Decide")
    elif row.state == "reported":
        act = gettext("Answer")
    elif row.is_decided:
        act = gettext("Correct")
        if may["correct"] and row.state == "done":
            url = reverse("correct", args=[slug, row.code])
    else:
        act, offers_scores = gettext("Enter"), True
    return {"act": act, "url": url, "offers_scores": offers_scores}
