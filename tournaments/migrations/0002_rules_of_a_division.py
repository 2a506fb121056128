import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0002_profiles_and_reports'),
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='division',
            name='equity_table',
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name='division',
            name='profile',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.rulesprofile'),
        ),
        migrations.AddField(
            model_name='division',
            name='rated',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='division',
            name='reporting',
            field=models.CharField(choices=[('director', 'Only directors record results'), ('suggest', 'Players suggest, a director accepts'), ('agree', 'Both players must agree'), ('trust', 'The first report counts at once')], default='director', max_length=8),
        ),
        migrations.AddField(
            model_name='stage',
            name='lengths',
            field=models.JSONField(default=list),
        ),
    ]
