"""Every pairing has a stage, a round and a position."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What 0007 filled in is required from now on."""

    dependencies = [("tournaments", "0007_fill_stages")]
    operations = [
        migrations.RemoveField(model_name="draw", name="basis"),
        migrations.RemoveField(model_name="entry", name="lot"),
        migrations.AlterField(
            model_name="pairing",
            name="position",
            field=models.PositiveSmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="pairing",
            name="round_number",
            field=models.PositiveSmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="pairing",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pairings",
                to="tournaments.stage",
            ),
        ),
    ]
