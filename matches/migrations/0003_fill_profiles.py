"""Give every match its profile and its secrets, and say how walk-overs ended."""

from django.db import migrations

from matches.codes import new_link_key, new_sheet_code
from matches.profiles import Profile

BATCH = 500


def fill(apps, schema_editor):
    match_model = apps.get_model("matches", "Match")
    profile_model = apps.get_model("matches", "RulesProfile")
    for crawford, cube_cap in (
        match_model.objects.order_by().values_list("crawford", "cube_cap").distinct()
    ):
        profile = Profile(crawford=crawford, cube_cap=cube_cap)
        row, _made = profile_model.objects.get_or_create(
            digest=profile.digest, defaults={"values": profile.values}
        )
        match_model.objects.filter(crawford=crawford, cube_cap=cube_cap).update(
            profile=row
        )
    match_model.objects.filter(winner__isnull=False, walkover=False).update(how="played")
    match_model.objects.filter(walkover=True).update(how="walkover")
    apps.get_model("matches", "FinalScore").objects.filter(walkover=True).update(
        how="walkover"
    )
    give(match_model, "sheet_code", new_sheet_code)
    give(apps.get_model("matches", "Player"), "link_key", new_link_key)


def give(model, column, new):
    """Give every row a secret of its own."""
    taken = set()
    rows = list(model.objects.only("pk"))
    for row in rows:
        secret = new()
        while secret in taken:
            secret = new()
        taken.add(secret)
        setattr(row, column, secret)
    model.objects.bulk_update(rows, [column], batch_size=BATCH)


def keep(apps, schema_editor):
    """Going back loses nothing that was there before."""


class Migration(migrations.Migration):

    dependencies = [("matches", "0002_profiles_and_reports")]

    operations = [migrations.RunPython(fill, keep)]
