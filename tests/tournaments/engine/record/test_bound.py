"""Records that are bound to their announcement: every field changed is detected."""

import copy
import json
from hashlib import sha256

import pytest
from django.core.management import call_command

from tests.refusals import raises
from tests.tournaments.engine.record.documents import DICE, document, later, stage
from tournaments.engine import draw
from tournaments.engine.record import (
    MOST_SHOWN,
    announcement,
    difference_note,
    differences,
    proof_checks,
    shortened,
)
from tournaments.engine.record.checking import FIELD_OTHER, check_document

FIELD = stage("monrad", 9, rounds=4)
OPEN = document(FIELD, dice=DICE)
AT_ONCE = document(FIELD)
BRACKET = document(stage("elimination", 6), dice=DICE)


def messages(record, mark):
    return {
        step.note.message for step in check_document(record).steps if step.mark == mark
    }


def wrong(record):
    return messages(record, "wrong")


def changed(record, **values):
    return copy.deepcopy(record) | values


def told(record, **values):
    return changed(record, announcement=record["announcement"] | values)


# Sound records ------------------------------------------------------------------


@pytest.mark.parametrize("record", [OPEN, AT_ONCE, BRACKET])
def test_what_is_bound_is_the_same(record):
    verdict = check_document(json.loads(json.dumps(record)))
    assert verdict.outcome == "same", wrong(record)
    assert verdict.digest == record["digest"]


def test_what_proves_nothing_is_labelled():
    assert {proof_checks.SAID_AT_ONCE} <= messages(AT_ONCE, "remark")
    assert proof_checks.DIGEST_ALONE in messages(AT_ONCE, "ok")
    assert AT_ONCE["seed"] == AT_ONCE["parts"]["secret"]


def test_an_announcement_alone():
    drawn = {"seed", "parts", "pairs", "lots", "swaps", "plan"}
    record = {name: value for name, value in OPEN.items() if name not in drawn}
    assert check_document(record).outcome == "announced"
    assert wrong(told(record, reason="x")) == {proof_checks.DIGEST_OTHER}


def test_a_later_round():
    assert check_document(document(later(FIELD, 1))).outcome == "same"


def test_a_name_can_be_hidden_later():
    names, salts = dict(OPEN["names"]), dict(OPEN["salts"])
    hidden = {"3": announcement.salted(salts.pop("3"), names.pop("3"))}
    record = changed(OPEN, names=names, salts=salts, hidden=hidden)
    assert check_document(record).outcome == "same"
    assert proof_checks.NAMES_SAME in messages(record, "remark")


# Tampering ------------------------------------------------------------------------


def test_two_names_exchanged():
    names = OPEN["names"] | {"1": OPEN["names"]["2"], "2": OPEN["names"]["1"]}
    assert wrong(changed(OPEN, names=names)) == {proof_checks.NAMES_OTHER}


@pytest.mark.parametrize("table", ["names", "salts"])
def test_a_name_cut_out(table):
    rest = {key: value for key, value in OPEN[table].items() if key != "3"}
    assert proof_checks.NAMES_OTHER in wrong(changed(OPEN, **{table: rest}))


def test_a_name_hidden_under_another_hash():
    assert proof_checks.NAMES_OTHER in wrong(changed(OPEN, hidden={"3": "0" * 64}))
    assert proof_checks.NAMES_OTHER in wrong(changed(OPEN, hidden={"77": "0" * 64}))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("club", "Another club"),
        ("tournament", {"title": "Other", "slug": "eve", "date": "2026-11-22"}),
        ("stage", {"number": 2, "name": ""}),
        ("made", "2026-11-22T19:04:06Z"),
        ("names", "0" * 64),
        ("reason", "It rained."),
        ("differs", [["club", 3]]),
    ],
)
def test_every_field_of_the_announcement(field, value):
    assert proof_checks.DIGEST_OTHER in wrong(told(OPEN, **{field: value}))
    # A new digest to match makes another seed: dice cannot be used twice.
    again = told(OPEN, **{field: value})
    again["digest"] = announcement.digest_of(again["announcement"])
    assert proof_checks.SEED_OTHER in wrong(again)


def test_another_field():
    state = copy.deepcopy(OPEN["state"])
    state["entrants"][2][2] = "Harbour"
    assert wrong(changed(OPEN, state=state)) >= {FIELD_OTHER}


@pytest.mark.parametrize(
    ("part", "value", "found"),
    [
        (
            "dice",
            DICE.replace("53", "35"),
            {proof_checks.DICE_OTHER, proof_checks.SEED_OTHER},
        ),
        (
            "dice",
            DICE.removesuffix("-44"),
            {proof_checks.DICE_OTHER, proof_checks.SEED_OTHER},
        ),
        ("dice", DICE.replace("53", "54"), {proof_checks.SEED_OTHER}),
        ("secret", "f" * 32, {proof_checks.SECRET_OTHER, proof_checks.SEED_OTHER}),
    ],
)
def test_every_part(part, value, found):
    parts = OPEN["parts"] | {part: value}
    assert wrong(changed(OPEN, parts=parts)) == found


def test_a_part_left_out_or_added():
    assert wrong(changed(OPEN, parts=AT_ONCE["parts"])) == {proof_checks.PARTS_OTHER}
    assert wrong(changed(AT_ONCE, parts=OPEN["parts"])) == {proof_checks.PARTS_OTHER}
    assert proof_checks.PARTS_OTHER in wrong(told(OPEN, rolls=0))
    assert proof_checks.PARTS_OTHER in wrong(told(AT_ONCE, rolls=8))


def test_the_secret_of_a_draw_made_at_once():
    parts = {"secret": "f" * 32}
    other = changed(AT_ONCE, parts=parts, seed="f" * 32)
    assert wrong(other) >= {proof_checks.SECRET_OTHER}


def test_another_seed():
    assert proof_checks.SEED_OTHER in wrong(changed(OPEN, seed="0" * 64))


# Draws again ------------------------------------------------------------------------


def three():
    first = OPEN["announcement"]
    second = first | {
        "place": 2,
        "number": 2,
        "before": announcement.digest_of(first),
        "reason": "A player left.",
        "differs": [["present", 3]],
    }
    third = {
        "place": 3,
        "number": 3,
        "before": announcement.digest_of(second),
        "reason": "Again.",
    }
    return first, second, document(FIELD, dice=DICE, told=third, chain=[first, second])


def test_draws_before_are_told_with_reasons_and_differences():
    *_before, record = three()
    verdict = check_document(record)
    assert verdict.outcome == "same", wrong(record)
    told_again = [
        s for s in verdict.steps if s.note.message == proof_checks.DRAWN_BEFORE
    ]
    assert [s.note.params["reason"] for s in told_again] == ["A player left.", "Again."]


def test_a_draw_before_cut_out():
    first, second, record = three()
    assert proof_checks.CHAIN_BROKEN in wrong(changed(record, chain=[]))
    assert proof_checks.CHAIN_BROKEN in wrong(changed(record, chain=[first]))
    assert proof_checks.CHAIN_BROKEN in wrong(changed(record, chain=[second]))
    assert proof_checks.CHAIN_BROKEN in wrong(
        changed(record, chain=[first, second | {"reason": "It rained."}])
    )


def test_the_whole_chain():
    first, second, record = three()
    chain = [first, second, record["announcement"]]
    whole = {"crawford_chain": 1, "announcements": chain}
    assert check_document(whole).outcome == "chain"
    assert check_document(whole | {"announcements": []}).outcome == "chain"
    for cut in ([second], [first, record["announcement"]], [first, first]):
        assert check_document(whole | {"announcements": cut}).outcome == "different"
    assert check_document(whole | {"announcements": [7]}).outcome == "unreadable"
    assert announcement.broken_links(chain) == []


def test_what_differs():
    before = OPEN["state"]
    now = copy.deepcopy(before)
    now["entrants"][2][2] = "Harbour"
    now["entrants"][4] = [*now["entrants"][4], "", "", 1, False]
    del now["entrants"][8]
    now["length"] = 9
    now["outcomes"].append([1, 1, 2, 1, 7, 3, True, None])
    assert differences(before, now) == [
        ["club", 3],
        ["seed", 5],
        ["removed", 9],
        ["results", 1],
        ["settings", 0],
    ]
    assert differences(before, before) == [["nothing", 0]]
    many = {
        **before,
        "entrants": [[n, None, "", True, 1, None] for n in range(100, 200)],
    }
    assert len(differences(before, many)) == MOST_SHOWN + 1


# Changed by hand ----------------------------------------------------------------------


def swapped(reason):
    one, two = (pair.one for pair in draw(FIELD, OPEN["seed"]).pairings[:2])
    return document(FIELD, dice=DICE, swaps=((one, two, reason),))


def test_a_change_by_hand_is_a_verdict_of_its_own():
    record = swapped("They came together.")
    verdict = check_document(record)
    assert (verdict.outcome, verdict.places) == ("changed", 1)
    assert proof_checks.CHANGED_BECAUSE in messages(record, "remark")
    assert proof_checks.CHANGED_SILENT in messages(swapped(""), "remark")
    assert check_document(changed(record, swaps=[])).outcome == "different"


def test_who_entered_late_is_told_and_a_place_by_hand_is_a_change():
    record = changed(BRACKET, late=[[7, "Xi Yu", ""]])
    assert proof_checks.LATE_BY_LOT in messages(record, "remark")
    assert check_document(record).outcome == "same"
    record["late"].append([8, "Yo Zu", "A friend"])
    verdict = check_document(record)
    assert proof_checks.LATE_BY_HAND in messages(record, "remark")
    assert (verdict.outcome, verdict.places) == ("changed", 1)


def test_the_command_has_a_status_for_each(tmp_path, capsys):
    def status(record, *options):
        path = tmp_path / "draw.json"
        path.write_text(json.dumps(record))
        try:
            call_command("verify_draw", str(path), *options)
        except SystemExit as error:
            return error.code
        return 0

    seen = shortened(OPEN["digest"])
    assert status(OPEN, "--fingerprint", seen) == 0
    assert status(OPEN, "--fingerprint", OPEN["digest"]) == 0
    assert status(OPEN, "--fingerprint", seen[:9]) == 1
    assert status(OPEN, "--fingerprint", "0" * 16) == 1
    assert status(swapped("why")) == 3
    assert "1" in capsys.readouterr().out.splitlines()[-1]
    assert status({"crawford_chain": 1, "announcements": []}) == 0


# The parts ----------------------------------------------------------------------


def test_the_seed_is_the_hash_of_a_plain_text():
    text = '{"announcement":"ab","dice":"53-66","secret":"cd"}'
    parts = {"secret": "cd", "dice": "53-66"}
    assert announcement.seed_from("ab", parts) == sha256(text.encode()).hexdigest()
    assert announcement.seed_from("ab", {"secret": "cd"}) == "cd"
    assert announcement.commitment("cd") == sha256(b"secret:cd").hexdigest()
    assert announcement.salted("00", "Åse") == sha256("00:Åse".encode()).hexdigest()


def test_rolls_are_sorted_and_as_many_as_announced():
    assert announcement.sorted_rolls("35 66, 1-4; 22", rolls=4) == "53-66-41-22"
    assert announcement.sorted_rolls("53664122", rolls=4) == "53-66-41-22"
    for typed in ("35 66 14", "35 66 14 22 11", ""):
        with raises(announcement.OTHER_DICE):
            announcement.sorted_rolls(typed, rolls=4)
    assert (announcement.bits_of_rolls(6), announcement.bits_of_rolls(8)) == (26, 34)


def test_sixteen_digits_are_compared():
    assert shortened("5d21e7cd0a9177fe" + "0" * 48) == "5D21-E7CD-0A91-77FE"


def test_a_difference_names_whom_or_what_it_is_about():
    rows = [["results", 2], ["more", 3], ["added", 7], ["settings", 0]]
    named = [{"round": 2}, {"count": 3}, {"entrant": 7}, {}]
    assert [difference_note((kind, number)).params for kind, number in rows] == named


def test_a_draw_made_again_without_a_word_is_told_as_that():
    *_before, record = three()
    told = record["announcement"] | {"reason": ""}
    silent = changed(record, announcement=told)
    steps = [step.note.message for step in check_document(silent).steps]
    assert proof_checks.DRAWN_BEFORE_SILENT in steps
