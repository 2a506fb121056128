import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0003_fill_rules"),
        ("matches", "0004_profiles_everywhere"),
    ]

    operations = [
        migrations.RemoveField(
            model_name='stage',
            name='crawford',
        ),
        migrations.RemoveField(
            model_name='stage',
            name='cube_cap',
        ),
        migrations.AlterField(
            model_name='division',
            name='profile',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.rulesprofile'),
        ),
    ]
