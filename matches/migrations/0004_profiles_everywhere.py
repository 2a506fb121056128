import django.db.models.deletion
import matches.codes
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("matches", "0003_fill_profiles"),
    ]

    operations = [
        migrations.RemoveField(
            model_name='finalscore',
            name='walkover',
        ),
        migrations.RemoveField(
            model_name='match',
            name='crawford',
        ),
        migrations.RemoveField(
            model_name='match',
            name='cube_cap',
        ),
        migrations.RemoveField(
            model_name='match',
            name='walkover',
        ),
        migrations.AlterField(
            model_name='match',
            name='profile',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='matches.rulesprofile'),
        ),
        migrations.AlterField(
            model_name='match',
            name='sheet_code',
            field=models.CharField(default=matches.codes.new_sheet_code, max_length=8, unique=True),
        ),
        migrations.AlterField(
            model_name='player',
            name='link_key',
            field=models.CharField(default=matches.codes.new_link_key, max_length=20, unique=True),
        ),
    ]
