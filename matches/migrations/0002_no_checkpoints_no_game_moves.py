from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_version_0_5")]

    operations = [migrations.DeleteModel("Checkpoint"), migrations.DeleteModel("GameMoves")]
