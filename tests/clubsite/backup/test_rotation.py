"""Which backups are kept, whatever there is."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from clubsite.backup import make, state
from clubsite.backup.make import BackupName, Reason, kept, parse

MOST = state.NEWEST + state.DAYS + state.MONTHS + 2 * state.UPDATES + state.BY_HAND
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
    assert set(past[-state.NEWEST :]) <= keep
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
    for period, count in (("%Y-%m-%d", state.DAYS), ("%Y-%m", state.MONTHS)):
        periods = sorted({f"{backup.made_at:{period}}" for backup in past})[-count:]
        for wanted in periods:
            newest = max(b for b in past if f"{b.made_at:{period}}" == wanted)
            assert newest in keep


@given(folders, names)
def test_one_more_backup_never_brings_back_what_was_deleted(found, new):
    before = kept(found, now=NOW)
    assert kept({*before, new}, now=NOW) <= {*before, new}


def test_a_year_of_club_evenings():
    found: set[BackupName] = set()
    day = NOW - timedelta(days=365)
    while day <= NOW:
        for number in range(6):
            at = day + timedelta(minutes=40 * number)
            found = kept({*found, BackupName(at, Reason.ROUND)}, now=at)
        day += timedelta(days=7)
    months = {f"{backup.made_at:%Y-%m}" for backup in found}
    assert len(months) >= state.MONTHS
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


def test_what_killed_processes_left_is_deleted_after_a_day(
    tmp_path: Path, settings: Any
) -> None:
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
