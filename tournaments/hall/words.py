"""Sentences on acts with tables."""

from django.utils.translation import gettext, ngettext

from tournaments.hall.services import HallAct
from tournaments.tables.calls import (
    AGAIN,
    ALL_SIT,
    CALLED,
    LINE_LEFT,
    LINED_UP,
    MANY,
    MOVED,
    SITS,
    TAKEN_BACK,
)


def act_sentence(done: HallAct) -> str:
    """Return a sentence on an act, or on why it changed nothing."""
    values = {
        "label": ", ".join(done.labels),
        "table": done.table,
        "count": len(done.labels),
    }
    if done.act == MANY:
        return _called_many(done) % values
    if done.act == ALL_SIT:
        return _sit_many(done) % values
    return _of_one(done) % values


def gone_text(done: HallAct) -> str:
    """Return a sentence on players who have withdrawn and are called all the same."""
    text = ngettext(
        "%(names)s has withdrawn. If nobody comes, enter a walk-over for %(label)s.",
        "%(names)s have withdrawn. If nobody comes, enter a walk-over for %(label)s.",
        len(done.gone),
    )
    return text % {
        "names": ", ".join(map(str, done.gone)),
        "label": ", ".join(done.labels),
    }


def _of_one(done: HallAct) -> str:
    if done.undo is None:
        return _as_it_was(done)
    texts = {
        CALLED: gettext("%(label)s is called to table %(table)s."),
        AGAIN: gettext("%(label)s is called to table %(table)s once more."),
        MOVED: gettext("%(label)s moves to table %(table)s."),
        TAKEN_BACK: gettext(
            "The call of %(label)s is taken back. Call it when you like."
        ),
        SITS: gettext("%(label)s plays at table %(table)s."),
        LINED_UP: gettext("%(label)s is lined up for table %(table)s."),
        LINE_LEFT: gettext("%(label)s may be called to any table."),
    }
    return texts[done.act]


def _as_it_was(done: HallAct) -> str:
    if done.act == MOVED:
        return gettext("%(label)s is at table %(table)s already.")
    if done.act == LINED_UP:
        return gettext("%(label)s is lined up for table %(table)s already.")
    if done.act == LINE_LEFT:
        return gettext("%(label)s may be called to any table already.")
    return gettext("%(label)s plays at table %(table)s already.")


def _called_many(done: HallAct) -> str:
    if not done.labels:
        return gettext("Nothing can be called now: no table or no match is free.")
    return ngettext(
        "%(count)s match called: %(label)s.",
        "%(count)s matches called: %(label)s.",
        len(done.labels),
    )


def _sit_many(done: HallAct) -> str:
    if not done.labels:
        return gettext("Everybody who was called plays already.")
    return ngettext(
        "%(count)s match is under way: %(label)s.",
        "%(count)s matches are under way: %(label)s.",
        len(done.labels),
    )
