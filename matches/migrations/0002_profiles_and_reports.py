import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reported_side', models.PositiveSmallIntegerField(null=True)),
                ('via', models.CharField(blank=True, max_length=10)),
                ('device', models.CharField(blank=True, max_length=6)),
                ('reported_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('voided_at', models.DateTimeField(null=True)),
                ('voided_side', models.PositiveSmallIntegerField(null=True)),
                ('before', models.PositiveSmallIntegerField()),
                ('side', models.PositiveSmallIntegerField()),
                ('points', models.SmallIntegerField()),
                ('reason', models.CharField(choices=[('late', 'late'), ('conduct', 'conduct'), ('clock', 'clock'), ('correction', 'correction'), ('ruling', 'ruling')], max_length=12)),
                ('in_play', models.BooleanField(default=False)),
                ('rule', models.CharField(blank=True, max_length=80)),
                ('decision', models.CharField(blank=True, max_length=500)),
                ('is_public', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ('before', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Interruption',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reported_side', models.PositiveSmallIntegerField(null=True)),
                ('via', models.CharField(blank=True, max_length=10)),
                ('device', models.CharField(blank=True, max_length=6)),
                ('reported_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('voided_at', models.DateTimeField(null=True)),
                ('voided_side', models.PositiveSmallIntegerField(null=True)),
                ('game', models.PositiveSmallIntegerField()),
                ('cube', models.PositiveIntegerField(default=1)),
                ('cube_owner', models.PositiveSmallIntegerField(null=True)),
                ('on_roll', models.PositiveSmallIntegerField(null=True)),
                ('clock_1', models.PositiveIntegerField(null=True)),
                ('clock_2', models.PositiveIntegerField(null=True)),
                ('position', models.CharField(blank=True, max_length=120)),
                ('note', models.CharField(blank=True, max_length=500)),
                ('resumed_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reported_side', models.PositiveSmallIntegerField(null=True)),
                ('via', models.CharField(blank=True, max_length=10)),
                ('device', models.CharField(blank=True, max_length=6)),
                ('reported_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('voided_at', models.DateTimeField(null=True)),
                ('voided_side', models.PositiveSmallIntegerField(null=True)),
                ('after', models.PositiveSmallIntegerField()),
                ('payer', models.PositiveSmallIntegerField()),
                ('amount', models.DecimalField(decimal_places=2, max_digits=10)),
            ],
            options={
                'ordering': ('after', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField()),
                ('via', models.CharField(blank=True, max_length=10)),
                ('device', models.CharField(blank=True, max_length=6)),
                ('score_1', models.PositiveSmallIntegerField()),
                ('score_2', models.PositiveSmallIntegerField()),
                ('winner', models.PositiveSmallIntegerField()),
                ('games', models.JSONField(default=list)),
                ('comment', models.CharField(blank=True, max_length=500)),
                ('revision', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('waiting', 'waiting for the opponent'), ('recorded', 'recorded'), ('confirmed', 'confirmed'), ('disputed', 'disputed'), ('chosen', 'chosen by the director'), ('rejected', 'not chosen'), ('replaced', 'replaced by a newer one')], default='waiting', max_length=10)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('closed_at', models.DateTimeField(null=True)),
                ('closed_side', models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='RulesProfile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=32, unique=True)),
                ('values', models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name='SheetPhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reported_side', models.PositiveSmallIntegerField(null=True)),
                ('via', models.CharField(blank=True, max_length=10)),
                ('device', models.CharField(blank=True, max_length=6)),
                ('reported_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('voided_at', models.DateTimeField(null=True)),
                ('voided_side', models.PositiveSmallIntegerField(null=True)),
                ('content', models.BinaryField()),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='match_length_1_to_99',
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='match_done_has_winner',
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='match_score_within_length',
        ),
        migrations.AddField(
            model_name='finalscore',
            name='device',
            field=models.CharField(blank=True, max_length=6),
        ),
        migrations.AddField(
            model_name='finalscore',
            name='how',
            field=models.CharField(choices=[('', ''), ('played', 'played'), ('walkover', 'walk-over'), ('forfeit', 'forfeit'), ('retired', 'retired'), ('penalty', 'decided by penalty or time'), ('nobody', 'double forfeit')], default='played', max_length=8),
        ),
        migrations.AddField(
            model_name='finalscore',
            name='remark',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='finalscore',
            name='reported_side',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='finalscore',
            name='via',
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name='finalscore',
            name='voided_side',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='automatic',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='game',
            name='awarded',
            field=models.DecimalField(decimal_places=2, max_digits=10, null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='beavers',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='game',
            name='checkers',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='device',
            field=models.CharField(blank=True, max_length=6),
        ),
        migrations.AddField(
            model_name='game',
            name='reason',
            field=models.CharField(blank=True, choices=[('crawford-annulled', 'crawford-annulled'), ('crawford-stands', 'crawford-stands'), ('decision', 'decision'), ('settled', 'settled'), ('agreed', 'agreed')], max_length=20),
        ),
        migrations.AddField(
            model_name='game',
            name='remark',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='game',
            name='reported_side',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='via',
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name='game',
            name='voided_side',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='journalentry',
            name='op',
            field=models.CharField(max_length=36, null=True, unique=True),
        ),
        migrations.AddField(
            model_name='match',
            name='balance',
            field=models.DecimalField(decimal_places=2, default=0, max_digits=20),
        ),
        migrations.AddField(
            model_name='match',
            name='claimed',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='equity_table',
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name='match',
            name='how',
            field=models.CharField(blank=True, choices=[('', ''), ('played', 'played'), ('walkover', 'walk-over'), ('forfeit', 'forfeit'), ('retired', 'retired'), ('penalty', 'decided by penalty or time'), ('nobody', 'double forfeit')], max_length=8),
        ),
        migrations.AddField(
            model_name='match',
            name='rated',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='match',
            name='reporting',
            field=models.CharField(choices=[('director', 'Only directors record results'), ('suggest', 'Players suggest, a director accepts'), ('agree', 'Both players must agree'), ('trust', 'The first report counts at once')], default='director', max_length=8),
        ),
        migrations.AddField(
            model_name='match',
            name='sheet_code',
            field=models.CharField(max_length=8, null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='start_1',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='match',
            name='start_2',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='player',
            name='link_key',
            field=models.CharField(max_length=20, null=True),
        ),
        migrations.AlterField(
            model_name='finalscore',
            name='winner',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='game',
            name='ending',
            field=models.CharField(choices=[('played', 'played'), ('dropped', 'dropped'), ('resigned', 'resigned'), ('awarded', 'awarded'), ('washed', 'washed')], max_length=8),
        ),
        migrations.AlterField(
            model_name='match',
            name='state',
            field=models.CharField(choices=[('ready', 'Ready'), ('playing', 'Playing'), ('reported', 'Reported'), ('disputed', 'Disputed'), ('unfinished', 'Unfinished'), ('done', 'Done'), ('void', 'Cancelled')], default='ready', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('awarded__isnull', True), ('reason', '')), models.Q(('awarded__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='game_award_has_reason'),
        ),
        migrations.AddField(
            model_name='adjustment',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='matches.match'),
        ),
        migrations.AddField(
            model_name='adjustment',
            name='reported_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='adjustment',
            name='voided_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='interruption',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='interruptions', to='matches.match'),
        ),
        migrations.AddField(
            model_name='interruption',
            name='reported_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='interruption',
            name='resumed_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='interruption',
            name='voided_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='payment',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='payments', to='matches.match'),
        ),
        migrations.AddField(
            model_name='payment',
            name='reported_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='payment',
            name='voided_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='report',
            name='closed_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='report',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='matches.match'),
        ),
        migrations.AddField(
            model_name='match',
            name='profile',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='matches.rulesprofile'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('length__range', (0, 99))), name='match_length_0_to_99'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('claimed__in', (1, 2))), name='match_claimed_1_or_2'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('winner__isnull', True), ('claimed__isnull', True), _connector='OR'), name='match_won_or_claimed'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), _negated=True), ('winner__isnull', False), ('how', 'nobody'), ('length', 0), _connector='OR'), name='match_done_is_decided'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('length', 0), models.Q(('score_1__lte', models.F('length')), ('score_2__lte', models.F('length'))), _connector='OR'), name='match_score_within_length'),
        ),
        migrations.AddField(
            model_name='sheetphoto',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='photos', to='matches.match'),
        ),
        migrations.AddField(
            model_name='sheetphoto',
            name='reported_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='sheetphoto',
            name='voided_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', (1, 2))), name='adjustment_side_1_or_2'),
        ),
        migrations.AddConstraint(
            model_name='interruption',
            constraint=models.UniqueConstraint(condition=models.Q(('resumed_at__isnull', True), ('voided_at__isnull', True)), fields=('match',), name='one_live_interruption'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('payer__in', (1, 2))), name='payment_payer_1_or_2'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='payment_above_zero'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ('waiting', 'disputed', 'recorded'))), fields=('match', 'side'), name='one_live_report_per_side'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', (1, 2))), name='report_side_1_or_2'),
        ),
    ]
