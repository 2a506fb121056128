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
        "%(names)s has withdrawn. If no one comes, enter a walkover for %(label)s.",
        "%(names)s have withdrawn. If no one comes, enter a walkover for %(label)s.",
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
            "The call of %(label)s was cancelled. You can call it again at any time."
        ),
        SITS: gettext("%(label)s plays at table %(table)s."),
        LINED_UP: gettext("%(label)s is assigned to table %(table)s."),
        LINE_LEFT: gettext("%(label)s can be called to any table."),
    }
    return texts[done.act]


def _as_it_was(done: HallAct) -> str:
    if done.act == MOVED:
        return gettext("%(label)s is already at table %(table)s.")
    if done.act == LINED_UP:
        return gettext("%(label)s is already assigned to table %(table)s.")
    if done.act == LINE_LEFT:
        return gettext("%(label)s can be called to any table.")
    return gettext("%(label)s is already playing at table %(table)s.")


def _called_many(done: HallAct) -> str:
    if not done.labels:
        return gettext("Nothing can be called now: no free table or no waiting match.")
    return ngettext(
        "%(count)s match called: %(label)s.",
        "%(count)s matches called: %(label)s.",
        len(done.labels),
    )


def _sit_many(done: HallAct) -> str:
    if not done.labels:
        return gettext("All called matches have already started.")
    return ngettext(
        "%(count)s match started: %(label)s.",
        "%(count)s matches started: %(label)s.",
        len(done.labels),
    )
