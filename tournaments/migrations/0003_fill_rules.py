"""Give every division the rules that its stage had."""

from django.db import migrations

from matches.profiles import Profile


def fill(apps, schema_editor):
    profile_model = apps.get_model("matches", "RulesProfile")
    for stage in apps.get_model("tournaments", "Stage").objects.select_related(
        "division"
    ):
        profile = Profile(crawford=stage.crawford, cube_cap=stage.cube_cap)
        row, _made = profile_model.objects.get_or_create(
            digest=profile.digest, defaults={"values": profile.values}
        )
        stage.division.profile = row
        stage.division.save(update_fields=["profile"])


def keep(apps, schema_editor):
    """Going back loses nothing that was there before."""


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0002_rules_of_a_division"),
        ("matches", "0003_fill_profiles"),
    ]

    operations = [migrations.RunPython(fill, keep)]
