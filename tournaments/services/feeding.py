"""Stages that feed each other: neither goes on behind the other's back."""

from tournaments import engine, snapshot
from tournaments.errors import SourceUnfinishedError, StageFedError
from tournaments.models import Stage
from tournaments.selectors.tournaments import title_of


def refuse_unfinished_source(stage: Stage) -> None:
    """Refuse while the stage whose standings decide who plays is not played out.

    Raises SourceUnfinishedError.
    """
    source = stage.source
    if source is None:
        return
    state = snapshot.load(source)
    open_places = snapshot.standings_in(source, state).provisional
    if open_places or not engine.is_finished(state):
        raise SourceUnfinishedError(name=title_of(source))


def refuse_fed(stage: Stage) -> None:
    """Refuse once another stage was drawn from the standings of this one.

    Raises StageFedError.
    """
    fed = Stage.objects.filter(
        source__in=[stage, *stage.branches.all()], published_rounds__isnull=False
    ).first()
    if fed is not None:
        raise StageFedError(name=title_of(fed))
