"""Seeds by number, and announcements of draws that outlive their tournament."""

import django.db.models.deletion
from django.db import migrations, models

import matches.web.columns
import tournaments.structure.columns


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_practice_removed")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="seed",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="drawannouncement",
            name="tournament",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="draw_announcements",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="drawannouncement",
            name="names",
            field=matches.web.columns.TextsField(default=dict),
        ),
        migrations.AddField(
            model_name="drawannouncement",
            name="people",
            field=tournaments.structure.columns.NumbersField(default=list),
        ),
        # What is stored already was announced by this server, or cannot be told apart.
        migrations.AddField(
            model_name="drawannouncement",
            name="witnessed",
            field=models.BooleanField(default=True),
        ),
        migrations.AlterField(
            model_name="drawannouncement",
            name="witnessed",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="drawannouncement",
            name="replaced_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="replaced",
                to="tournaments.drawannouncement",
            ),
        ),
    ]
