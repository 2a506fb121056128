"""Several divisions and stages, brackets as plans, tables given when called."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import tournaments.models.draws
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0006_country_and_pairs'),
        ('tournaments', '0005_archives'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Correction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mode', models.CharField(choices=[('record', 'record only'), ('swap', 'swap forward'), ('replay', 'replay from here')], max_length=8)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('effects', models.JSONField(default=list)),
                ('undo', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('undone_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ('-pk',),
            },
        ),
        migrations.AlterModelOptions(
            name='division',
            options={'ordering': ('number',)},
        ),
        migrations.AlterModelOptions(
            name='pairing',
            options={'ordering': ('position', 'leg')},
        ),
        migrations.AlterModelOptions(
            name='stage',
            options={'ordering': ('number',)},
        ),
        migrations.RemoveConstraint(
            model_name='draw',
            name='one_open_draw_per_stage',
        ),
        migrations.RemoveConstraint(
            model_name='entry',
            name='one_entry_per_player',
        ),
        migrations.RemoveConstraint(
            model_name='entry',
            name='one_entry_per_lot',
        ),
        migrations.RemoveConstraint(
            model_name='pairing',
            name='one_pairing_per_table',
        ),
        migrations.RemoveConstraint(
            model_name='pairing',
            name='once_as_first_per_draw',
        ),
        migrations.RemoveConstraint(
            model_name='pairing',
            name='once_as_second_per_draw',
        ),
        migrations.AddField(
            model_name='division',
            name='number',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="draw",
            name="announced_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='draw',
            name='fingerprint',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name='draw',
            name='seed_from',
            field=models.CharField(choices=[('machine', 'taken by the machine'), ('dice', 'rolled with dice'), ('typed', 'typed')], default='machine', max_length=8),
        ),
        migrations.AddField(
            model_name='entry',
            name='again',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='entry',
            name='bye_round',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='family',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name='pairing',
            name='called_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='pairing',
            name='leg',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='pairing',
            name='position',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='pairing',
            name='round_number',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='pairing',
            name='slot',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='pairing',
            name='stage',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.stage'),
        ),
        migrations.AddField(
            model_name='stage',
            name='field',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='lots',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='stage',
            name='number',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='stage',
            name='options',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='stage',
            name='parent',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='branches', to='tournaments.stage'),
        ),
        migrations.AddField(
            model_name='stage',
            name='pins',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='stage',
            name='plan',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='section',
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name='stage',
            name='source',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fed', to='tournaments.stage'),
        ),
        migrations.AddField(
            model_name='stage',
            name='take',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='stage',
            name='take_from',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='tournament',
            name='last_match_number',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='draw',
            name='job',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='draw', to='tournaments.job'),
        ),
        migrations.AlterField(
            model_name='draw',
            name='seed',
            field=models.CharField(blank=True, default=tournaments.models.draws.new_seed, max_length=64),
        ),
        migrations.AlterField(
            model_name='draw',
            name='state',
            field=models.CharField(choices=[('announced', 'announced'), ('drawing', 'being drawn'), ('draft', 'draft'), ('published', 'published'), ('discarded', 'discarded'), ('failed', 'failed'), ('withdrawn', 'taken back')], default='drawing', max_length=10),
        ),
        migrations.AlterField(
            model_name='pairing',
            name='table',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='stage',
            name='rounds',
            field=models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(999)], verbose_name='rounds'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='one_division_per_number'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ('announced', 'drawing', 'draft'))), fields=('stage',), name='one_open_draw_per_stage'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('division', 'player', 'again'), name='one_entry_per_player'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('draw', 'position', 'leg'), name='one_pairing_per_position'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(condition=models.Q(('slot__isnull', True)), fields=('draw', 'entry_1', 'leg'), name='once_as_first_per_draw'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(condition=models.Q(('slot__isnull', True)), fields=('draw', 'entry_2', 'leg'), name='once_as_second_per_draw'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('division', 'number'), name='one_stage_per_number'),
        ),
        migrations.AddField(
            model_name='correction',
            name='made_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='correction',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='corrections', to='matches.match'),
        ),
        migrations.AddField(
            model_name='correction',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='corrections', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='correction',
            name='undone_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
    ]
