"""Say of every pairing where it is played, and keep what was drawn with the stage."""

from typing import Any

from django.db import migrations
from django.db.models import F, Max, OuterRef, Subquery


def fill(apps: Any, _editor: Any) -> None:
    """Take stage and round over from the draw, lots from the entries."""
    pairing = apps.get_model("tournaments", "Pairing")
    draw = apps.get_model("tournaments", "Draw")
    mine = draw.objects.filter(pk=OuterRef("draw_id"))
    pairing.objects.update(
        stage_id=Subquery(mine.values("stage_id")[:1]),
        round_number=Subquery(mine.values("round_number")[:1]),
        position=F("table"),
    )
    pairing.objects.filter(match__isnull=True).update(table=None)
    pairing.objects.filter(match__isnull=False).update(
        called_at=Subquery(mine.values("published_at")[:1])
    )
    _fill_lots(apps)
    tournament = apps.get_model("tournaments", "Tournament")
    for row in tournament.objects.annotate(last=Max("pairings__match_number")):
        tournament.objects.filter(pk=row.pk).update(last_match_number=row.last or 0)


def _fill_lots(apps: Any) -> None:
    entry = apps.get_model("tournaments", "Entry")
    for stage in apps.get_model("tournaments", "Stage").objects.all():
        drawn = entry.objects.filter(division=stage.division_id, lot__isnull=False)
        stage.lots = {
            str(number): lot for number, lot in drawn.values_list("number", "lot")
        }
        stage.save(update_fields=["lots"])


class Migration(migrations.Migration):
    """Facts only: what follows from them is computed."""

    dependencies = [("tournaments", "0006_stages")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
