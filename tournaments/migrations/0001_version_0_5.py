import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import matches.amendments.models
import matches.columns.fields
import matches.players.codes
import tournaments.rounds.models
import tournaments.screens.models
import tournaments.seasons.models
import tournaments.seasons.scoring
import tournaments.structure.columns
import tournaments.structure.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('matches', '0001_version_0_5'),
        ('matches', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Hall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('calls_itself', models.BooleanField(default=True)),
                ('is_paused', models.BooleanField(default=False)),
                ('rest_minutes', models.PositiveSmallIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Template',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, unique=True)),
                ('structure', tournaments.structure.columns.StructureField()),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('name',),
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(allow_unicode=True, max_length=60, unique=True)),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('date', models.DateField(verbose_name='date')),
                ('start_time', models.TimeField(null=True)),
                ('end_date', models.DateField(null=True)),
                ('end_time', models.TimeField(null=True)),
                ('over_by', models.TimeField(null=True)),
                ('over_by_reason', models.CharField(blank=True, max_length=60)),
                ('place', models.CharField(blank=True, max_length=120)),
                ('fee', models.CharField(blank=True, max_length=120)),
                ('programme', models.TextField(blank=True, max_length=4000)),
                ('contact', models.CharField(blank=True, max_length=200)),
                ('visibility', models.CharField(choices=[('public', 'Everybody, in all lists'), ('unlisted', 'Whoever has the address'), ('private', 'Directors and helpers only')], default='public', max_length=8)),
                ('language', models.CharField(choices=tournaments.structure.models.language_choices, max_length=5, verbose_name='language of printed sheets')),
                ('closed_at', models.DateTimeField(null=True)),
                ('deleted_at', models.DateTimeField(null=True)),
                ('states_in_bin', matches.columns.fields.DetailsField(default=dict)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('last_division_number', models.PositiveIntegerField(default=0)),
                ('last_stage_number', models.PositiveIntegerField(default=0)),
                ('last_entry_number', models.PositiveIntegerField(default=0)),
                ('last_match_number', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-date', '-pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(('visibility__in', ('public', 'unlisted', 'private'))), name='tournament_visibility_known')],
            },
        ),
        migrations.CreateModel(
            name='DrawAnnouncement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('stage_number', models.PositiveSmallIntegerField()),
                ('round_number', models.PositiveSmallIntegerField()),
                ('digest', models.CharField(max_length=64)),
                ('content', matches.columns.fields.DetailsField(default=dict)),
                ('secret', models.CharField(blank=True, max_length=32)),
                ('salts', matches.columns.fields.DetailsField(default=dict)),
                ('hashes', matches.columns.fields.DetailsField(default=dict)),
                ('closes_at', models.DateTimeField(null=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draw_announcements', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('place',),
                'constraints': [models.UniqueConstraint(fields=('tournament', 'place'), name='one_announcement_per_place')],
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('reporting', models.CharField(choices=[('director', 'Only directors record results'), ('suggest', 'Players suggest, a director accepts'), ('agree', 'Both players must agree'), ('trust', 'The first report counts at once')], default='director', max_length=8)),
                ('equity_table', models.CharField(blank=True, max_length=20)),
                ('rated', models.BooleanField(default=True)),
                ('profile', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.rulesprofile')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='one_division_per_number'), models.CheckConstraint(condition=models.Q(('reporting__in', ('director', 'suggest', 'agree', 'trust'))), name='division_reporting_known')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('again', models.PositiveSmallIntegerField(default=0)),
                ('family', models.CharField(blank=True, max_length=40)),
                ('bye_round', models.PositiveSmallIntegerField(null=True)),
                ('rests', tournaments.structure.columns.RestsField(null=True)),
                ('joined_round', models.PositiveSmallIntegerField(default=1)),
                ('checked_in_at', models.DateTimeField(null=True)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('entered_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('final_place', models.PositiveIntegerField(null=True)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.division')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='matches.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament')),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('division', 'player', 'again'), name='one_entry_per_player'), models.UniqueConstraint(fields=('tournament', 'number'), name='one_entry_per_number')],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.SlugField(allow_unicode=True, max_length=60, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('from_day', models.DateField()),
                ('to_day', models.DateField(null=True)),
                ('by_rule', models.BooleanField(default=True)),
                ('named', models.CharField(blank=True, max_length=60)),
                ('divisions', models.CharField(blank=True, max_length=200)),
                ('scoring', tournaments.seasons.models.ScoringField(default=tournaments.seasons.scoring.Scoring)),
                ('opt_in', models.BooleanField(default=False)),
                ('is_public', models.BooleanField(default=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('removed_at', models.DateTimeField(null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('previous', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='following', to='tournaments.season')),
                ('final', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='final_of', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('-from_day', '-pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(('to_day__isnull', True), ('to_day__gte', models.F('from_day')), _connector='OR'), name='season_ends_after_it_begins')],
            },
        ),
        migrations.CreateModel(
            name='SeasonClosing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('reopened_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='closings', to='tournaments.season')),
            ],
            options={
                'ordering': ('-pk',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('reopened_at__isnull', True)), fields=('season',), name='one_closing_in_force')],
            },
        ),
        migrations.CreateModel(
            name='SeasonMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.season')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'player'), name='one_membership_in_a_season')],
            },
        ),
        migrations.CreateModel(
            name='SeasonPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('row', models.PositiveIntegerField()),
                ('place', models.PositiveIntegerField()),
                ('shared', models.BooleanField(default=False)),
                ('points', models.PositiveBigIntegerField()),
                ('carried', models.PositiveBigIntegerField(default=0)),
                ('counted', tournaments.seasons.models.ResultsField(default=list)),
                ('dropped', tournaments.seasons.models.ResultsField(default=list)),
                ('closing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='tournaments.seasonclosing')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player')),
            ],
            options={
                'ordering': ('row',),
                'constraints': [models.UniqueConstraint(fields=('closing', 'row'), name='one_place_per_row_of_a_closing')],
            },
        ),
        migrations.CreateModel(
            name='SentNumber',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('phone', models.CharField(max_length=64)),
                ('number', models.PositiveBigIntegerField()),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('announcement', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='numbers', to='tournaments.drawannouncement')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('announcement', 'phone'), name='one_number_per_phone')],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('format', models.CharField(choices=tournaments.structure.models.format_choices, max_length=20, verbose_name='format')),
                ('rounds', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(999)], verbose_name='rounds')),
                ('match_length', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(99)], verbose_name='match length')),
                ('lengths', tournaments.structure.columns.NumbersField(default=list)),
                ('options', tournaments.structure.columns.OptionsField(default=dict)),
                ('section', models.CharField(blank=True, max_length=20)),
                ('take', models.PositiveSmallIntegerField(default=0)),
                ('take_from', models.PositiveSmallIntegerField(default=1)),
                ('field', tournaments.structure.columns.SomeNumbersField(null=True)),
                ('lots', tournaments.structure.columns.LotsField(default=dict)),
                ('plan', tournaments.structure.columns.PlanField(null=True)),
                ('pins', tournaments.structure.columns.PinsField(default=list)),
                ('call_rank', models.PositiveSmallIntegerField(default=1)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.division')),
                ('parent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='branches', to='tournaments.stage')),
                ('source', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fed', to='tournaments.stage')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='one_stage_per_number'), models.CheckConstraint(condition=models.Q(('match_length__range', (1, 99))), name='stage_match_length_1_to_99')],
            },
        ),
        migrations.CreateModel(
            name='Draw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('announced', 'announced'), ('drawing', 'being drawn'), ('draft', 'draft'), ('published', 'published'), ('discarded', 'discarded'), ('failed', 'failed'), ('withdrawn', 'taken back')], default='drawing', max_length=10)),
                ('seed', models.CharField(blank=True, default=tournaments.rounds.models.new_seed, max_length=64)),
                ('seed_from', models.CharField(choices=[('machine', 'picked by the computer'), ('joined', 'joined from what was announced'), ('typed', 'typed by one person, which proves nothing')], default='machine', max_length=8)),
                ('algorithm', models.CharField(max_length=20)),
                ('version', models.PositiveSmallIntegerField()),
                ('fingerprint', models.CharField(blank=True, max_length=64)),
                ('record', tournaments.structure.columns.RecordField(default=dict)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('parts', matches.columns.fields.DetailsField(default=dict)),
                ('swaps', tournaments.structure.columns.SwapsField(default=list)),
                ('requested_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('announced_at', models.DateTimeField(null=True)),
                ('published_at', models.DateTimeField(null=True)),
                ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='draw', to='matches.job')),
                ('requested_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('announcement', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='draw', to='tournaments.drawannouncement')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draws', to='tournaments.stage')),
            ],
            options={
                'ordering': ('round_number', 'number'),
                'constraints': [models.UniqueConstraint(fields=('stage', 'round_number', 'number'), name='one_draw_per_number'), models.UniqueConstraint(condition=models.Q(('state__in', ('announced', 'drawing', 'draft'))), fields=('stage',), name='one_open_draw_per_stage'), models.CheckConstraint(condition=models.Q(('state__in', ('announced', 'drawing', 'draft', 'published', 'discarded', 'failed', 'withdrawn'))), name='draw_state_known'), models.CheckConstraint(condition=models.Q(('seed_from__in', ('machine', 'joined', 'typed'))), name='draw_seed_from_known'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'announced'), _negated=True), models.Q(('announced_at__isnull', False), ('job__isnull', True), ('seed', '')), _connector='OR'), name='draw_announced_without_seed'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'drawing'), _negated=True), models.Q(('job__isnull', False), models.Q(('seed', ''), _negated=True)), _connector='OR'), name='draw_under_way_has_job')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('published_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('draw', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='round', to='tournaments.draw')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='published_rounds', to='tournaments.stage')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('stage', 'number'), name='one_round_per_number')],
            },
        ),
        migrations.CreateModel(
            name='HallTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=30)),
                ('room', models.CharField(blank=True, max_length=30)),
                ('by_hand', models.BooleanField(default=False)),
                ('is_out', models.BooleanField(default=False)),
                ('hall', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.hall')),
                ('stage', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.stage')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('hall', 'number'), name='one_table_per_number')],
            },
        ),
        migrations.CreateModel(
            name='SeasonEvening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('counts', models.BooleanField(default=True)),
                ('weight', models.PositiveIntegerField(default=10000)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='tournaments.season')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'tournament'), name='one_decision_per_evening')],
            },
        ),
        migrations.CreateModel(
            name='Screen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_gone', models.BooleanField(default=False)),
                ('version', models.PositiveIntegerField(default=1)),
                ('former', matches.columns.fields.DetailsField(default=dict)),
                ('name', models.CharField(max_length=40)),
                ('code', models.CharField(default=matches.players.codes.new_match_code, max_length=6, unique=True)),
                ('shows', tournaments.structure.columns.KeysField(default=tournaments.screens.models.first_contents)),
                ('also', tournaments.structure.columns.NumbersField(default=list)),
                ('seconds', models.PositiveSmallIntegerField(default=12)),
                ('language', models.CharField(blank=True, choices=tournaments.structure.models.language_choices, max_length=5)),
                ('is_light', models.BooleanField(default=False)),
                ('text', models.TextField(blank=True, max_length=500)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hall_screens', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='RoundClock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_gone', models.BooleanField(default=False)),
                ('version', models.PositiveIntegerField(default=1)),
                ('former', matches.columns.fields.DetailsField(default=dict)),
                ('title', models.CharField(blank=True, max_length=40)),
                ('ends_at', models.DateTimeField(null=True)),
                ('left', models.PositiveIntegerField(null=True)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='round_clock', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__isnull', True), ('left__isnull', True), _connector='OR'), name='clock_runs_or_is_held')],
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('position', models.PositiveSmallIntegerField()),
                ('leg', models.PositiveSmallIntegerField(default=1)),
                ('slot', models.PositiveIntegerField(null=True)),
                ('table', models.PositiveSmallIntegerField(null=True)),
                ('called_at', models.DateTimeField(null=True)),
                ('recalled_at', models.DateTimeField(null=True)),
                ('playing_at', models.DateTimeField(null=True)),
                ('on_hold', models.BooleanField(default=False)),
                ('notes', tournaments.structure.columns.NotesField(default=list)),
                ('match_number', models.PositiveIntegerField(null=True)),
                ('draw', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.draw')),
                ('entry_1', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
                ('entry_2', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
                ('match', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pairing', to='matches.match')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.stage')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('position', 'leg'),
                'constraints': [models.UniqueConstraint(fields=('draw', 'position', 'leg'), name='one_pairing_per_position'), models.UniqueConstraint(fields=('tournament', 'match_number'), name='one_match_per_number'), models.UniqueConstraint(condition=models.Q(('slot__isnull', True)), fields=('draw', 'entry_1', 'leg'), name='once_as_first_per_draw'), models.UniqueConstraint(condition=models.Q(('slot__isnull', True)), fields=('draw', 'entry_2', 'leg'), name='once_as_second_per_draw'), models.CheckConstraint(condition=models.Q(('entry_1', models.F('entry_2')), _negated=True), name='nobody_meets_himself'), models.CheckConstraint(condition=models.Q(('entry_2__isnull', False), ('match__isnull', True), _connector='OR'), name='pairing_bye_has_no_match'), models.CheckConstraint(condition=models.Q(('match__isnull', False), ('match_number__isnull', True), _connector='OR'), name='pairing_number_of_a_match'), models.CheckConstraint(condition=models.Q(('match__isnull', False), ('called_at__isnull', True), _connector='OR'), name='pairing_called_with_a_match')],
            },
        ),
        migrations.CreateModel(
            name='HallUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hall', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='uses', to='tournaments.hall')),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='hall_use', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_gone', models.BooleanField(default=False)),
                ('version', models.PositiveIntegerField(default=1)),
                ('former', matches.columns.fields.DetailsField(default=dict)),
                ('texts', matches.columns.fields.DetailsField(default=dict)),
                ('on_screens', models.BooleanField(default=True)),
                ('on_pages', models.BooleanField(default=True)),
                ('on_phones', models.BooleanField(default=True)),
                ('shown_from', models.DateTimeField(default=django.utils.timezone.now)),
                ('shown_until', models.DateTimeField(null=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('shown_from', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Amendment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('act', models.CharField(max_length=40)),
                ('params', matches.columns.fields.DetailsField(default=dict)),
                ('changes', matches.amendments.models.ChangesField(default=list)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('undone_at', models.DateTimeField(null=True)),
                ('live', tournaments.structure.columns.SomeNumbersField(null=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('stage', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.stage')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='amendments', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='Correction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mode', models.CharField(choices=[('record', 'record only'), ('swap', 'swap forward'), ('replay', 'replay from here')], max_length=8)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('effects', tournaments.structure.columns.EffectsField(default=list)),
                ('opened', tournaments.structure.columns.NumbersField(default=list)),
                ('amendment', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='correction', to='tournaments.amendment')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='corrections', to='matches.match')),
            ],
            options={
                'ordering': ('-pk',),
                'constraints': [models.CheckConstraint(condition=models.Q(('mode__in', ('record', 'swap', 'replay'))), name='correction_mode_known')],
            },
        ),
        migrations.CreateModel(
            name='SeasonCarried',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.PositiveBigIntegerField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='carried', to='tournaments.season')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'player'), name='one_sum_carried_into_a_season')],
            },
        ),
    ]
