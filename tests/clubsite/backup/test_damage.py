"""Backups that are not whole or not ours are refused; old ones are rotated away."""

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from clubsite.backup import make
from clubsite.backup.make import BackupName, Reason, kept, parse
from clubsite.backup.restore import verify
from clubsite.run.preparation import OTHER_TABLES
from matches.rules.refusals import RuleError
from tests.clubsite.backup.clubs import Club, flip


@pytest.fixture(
    scope="module",
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.nightly)],
)
def sound(request, tmp_path_factory):
    """A backup of either database."""
    if request.param == "sqlite":
        club = Club(request.getfixturevalue("migrated_file").parent)
    else:
        data = tmp_path_factory.mktemp("server") / "var"
        club = Club(data, request.getfixturevalue("migrated_server"))
        club.make_folder()
    return club.backup(tmp_path_factory.mktemp("sound") / "backup.zip")


@pytest.fixture(autouse=True)
def reads_files(django_db_blocker):
    """Let `verify` open the database inside of a backup."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def backup(sound, tmp_path):
    """A copy of it that a test may harm."""
    return Path(shutil.copy(sound, tmp_path / sound.name))


def cut_off(file):
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


def empty(file):
    file.write_bytes(b"")


def other_zip(file):
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("holiday.txt", "sun")


def rewrite(file, change):
    """Change the list of contents."""
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(parts["manifest.json"])
    change(manifest)
    parts["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def later_format(file):
    rewrite(file, lambda found: found.update(format=99, crawford="9.0"))


def later_migration(file):
    rewrite(file, lambda found: found["migrations"].append("matches.0099_later"))


def name_that_leads_elsewhere(file):
    rewrite(
        file,
        lambda found: found["parts"].update({"../../x": {"size": 1, "sha256": ""}}),
    )


def missing_part(file):
    def change(found):
        found["parts"].setdefault("secret_key", {"size": 1, "sha256": ""})

    with zipfile.ZipFile(file) as archive:
        parts = {
            name: archive.read(name)
            for name in archive.namelist()
            if name != "secret_key"
        }
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    rewrite(file, change)


def change_database(file, sentence):
    """Change the database inside of a backup of SQLite; its checksum fits again."""
    with zipfile.ZipFile(file) as archive:
        archive.extract("crawford.sqlite3", file.parent)
        parts = {name: archive.read(name) for name in archive.namelist()}
    inside = file.parent / "crawford.sqlite3"
    with contextlib.closing(sqlite3.connect(inside)) as database:
        database.executescript(sentence)
    parts["crawford.sqlite3"] = inside.read_bytes()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    digest = hashlib.sha256(inside.read_bytes()).hexdigest()
    rewrite(file, lambda found: found["parts"][inside.name].update(sha256=digest))


BROKEN = (make.NOT_A_BACKUP,)


@pytest.mark.parametrize(
    ("harm", "refused"),
    [
        (cut_off, BROKEN),
        (flip, BROKEN),
        (empty, BROKEN),
        (other_zip, BROKEN),
        (name_that_leads_elsewhere, BROKEN),
        (missing_part, BROKEN),
        (later_format, (make.MADE_LATER,)),
        (later_migration, (make.MADE_LATER,)),
        (Path.unlink, (make.NOT_READABLE,)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_no_whole_backup_is_refused(backup, harm, refused):
    harm(backup)
    with pytest.raises(RuleError) as said:
        verify(backup)
    assert said.value.refusal in refused


ADDED = (
    "CREATE TRIGGER more AFTER INSERT ON matches_player BEGIN"
    " UPDATE matches_user SET role = 'owner'; END",
    "CREATE TRIGGER more AFTER INSERT ON django_session BEGIN"
    " DELETE FROM matches_user; END",
    "CREATE VIEW more AS SELECT name FROM matches_player",
    "DROP INDEX matches_not_done",
    "ALTER TABLE matches_player ADD COLUMN more TEXT",
)


@pytest.mark.parametrize(
    "sentence",
    [
        *ADDED[:1],
        *(pytest.param(other, marks=pytest.mark.nightly) for other in ADDED[1:]),
    ],
)
def test_a_backup_with_other_tables_is_neither_whole_nor_restored(new_club, sentence):
    club = new_club("sqlite")
    backup = club.backup()
    change_database(backup, sentence)
    club.add_player("Since then")
    for command in ("verify", "restore"):
        done = club.run(command, backup)
        assert done.returncode == 1
        assert done.stderr == OTHER_TABLES.format(what="backup") + "\n"
    assert club.players() == ["Since then"]


@pytest.mark.parametrize("share", [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_no_changed_byte_goes_unseen(backup, share):
    whole = verify(backup)
    content = bytearray(backup.read_bytes())
    content[int(len(content) * share)] ^= 0xFF
    backup.write_bytes(content)
    try:
        found = verify(backup)
    except RuleError as error:
        assert error.refusal in {*BROKEN, make.MADE_LATER}
    else:
        assert found == whole


def test_a_whole_one_is_counted(backup):
    found = verify(backup)
    assert found["rows"]["django_migrations"] > 10
    assert found["rows"]["matches_player"] == 0


MOST = make.NEWEST + make.DAYS + make.MONTHS + 2 * make.UPDATES + make.BY_HAND
NOW = datetime(2026, 11, 22, 14, 0, tzinfo=UTC)
ZONE = timezone.get_default_timezone()

names = st.builds(
    BackupName,
    st.integers(-60 * 24, 900 * 24 * 60).map(lambda ago: NOW - timedelta(minutes=ago)),
    st.sampled_from(Reason),
)
folders = st.sets(names, max_size=120)


@given(folders)
def test_the_newest_is_always_kept_and_the_number_is_bounded(found):
    keep = kept(found, now=NOW)
    assert keep <= found
    past = sorted(backup for backup in found if backup.made_at <= NOW)
    assert set(past[-make.NEWEST :]) <= keep
    assert len([backup for backup in keep if backup.made_at <= NOW]) <= MOST


@given(folders)
def test_deleting_twice_deletes_no_more(found):
    keep = kept(found, now=NOW)
    assert kept(keep, now=NOW) == keep


@given(folders)
def test_what_seems_to_come_from_the_future_is_left_alone(found):
    later = {backup for backup in found if backup.made_at > NOW}
    assert later <= kept(found, now=NOW)


@given(folders)
def test_each_of_the_last_days_and_months_keeps_its_newest(found):
    past = [backup for backup in found if backup.made_at <= NOW]
    keep = kept(found, now=NOW)
    for period, count in (("%Y-%m-%d", make.DAYS), ("%Y-%m", make.MONTHS)):
        periods = sorted({f"{backup.made_at:{period}}" for backup in past})[-count:]
        for wanted in periods:
            newest = max(b for b in past if f"{b.made_at:{period}}" == wanted)
            assert newest in keep


@given(folders, names)
def test_one_more_backup_never_brings_back_what_was_deleted(found, new):
    before = kept(found, now=NOW)
    assert kept({*before, new}, now=NOW) <= {*before, new}


def test_a_year_of_club_evenings():
    found = set()
    day = NOW - timedelta(days=365)
    while day <= NOW:
        for number in range(6):
            at = day + timedelta(minutes=40 * number)
            found = kept({*found, BackupName(at, Reason.ROUND)}, now=at)
        day += timedelta(days=7)
    months = {f"{backup.made_at:%Y-%m}" for backup in found}
    assert len(months) >= make.MONTHS
    assert len(found) <= MOST


@given(names)
def test_a_name_tells_what_it_was_made_of(name):
    local = BackupName(name.made_at.astimezone(ZONE).replace(fold=0), name.reason)
    found = parse(str(local))
    assert found is not None
    assert str(found) == str(local)


def test_other_files_are_no_backups():
    for name in (
        "crawford.sqlite3",
        "crawford-2026-13-40-999999-day.zip",
        "crawford-2026-11-22-120000-tea.zip",
        "crawford-2026-11-22-120000-day.zip.part",
        "../crawford-2026-11-22-120000-day.zip",
    ):
        assert parse(name) is None


def test_what_killed_processes_left_is_deleted_after_a_day(tmp_path, settings):
    """Also of restores, in the data folder; the clock may have been set back since."""
    settings.DATA_DIR = tmp_path
    settings.BACKUP_DIR, settings.BACKUP_SECOND_DIR = tmp_path / "backups", None
    now = timezone.now()
    ages = {"old": 25, "new": 23, "later": -2}
    for folder in (settings.DATA_DIR, settings.BACKUP_DIR):
        for name, hours in ages.items():
            left = folder / f"{make.WORK}{name}"
            left.mkdir(parents=True)
            (left / "secret_key").write_text("secret")
            at = now.timestamp() - hours * 3600
            os.utime(left, (at, at))
    make.delete_old(now)
    for folder in (settings.DATA_DIR, settings.BACKUP_DIR):
        names = {left.name for left in folder.glob(f"{make.WORK}*")}
        assert names == {f"{make.WORK}new", f"{make.WORK}later"}
