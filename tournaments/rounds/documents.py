"""The scope of a printed document that belongs to one published round."""

from typing import Final

from matches.documents.registry import Scope
from tournaments.rounds.models import Round
from tournaments.structure.documents import event_of, stage_of
from tournaments.structure.names import round_or_draw_name
from tournaments.structure.plan import format_of
from tournaments.structure.queries import stage_url


def _round_at(address: str) -> Round:
    stage, _slash, number = address.rpartition("/")
    rounds = Round.objects.select_related("draw", "stage__division__tournament")
    rounds = rounds.defer("draw__record")  # which is as large as the field
    return rounds.get(stage=stage_of(stage).root, number=int(number))


def _address(published: Round) -> str:
    stage = published.stage
    return f"{stage.division.tournament.slug}/{stage.number}/{published.number}"


def _name(published: Round) -> str:
    words = round_or_draw_name(
        published.number, is_endless=format_of(published.stage.format).is_endless
    )
    return f"{published.stage.division.tournament.name} · {words}"


ROUND: Final[Scope[Round]] = Scope(
    kind="round",
    address=_address,
    find=_round_at,
    name=_name,
    url=lambda published: stage_url(published.stage, "round", published.number),
    event=lambda published: event_of(published.stage.division.tournament),
)
"""A published round, as "tournament/stage/round": "friday/1/3"."""
