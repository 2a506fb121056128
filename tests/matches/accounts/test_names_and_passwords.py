"""Names that cannot be taken for another; passwords that the club would guess."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from matches.accounts.forms import free_username
from matches.accounts.usernames import has_unseen, looks_of, mixes_alphabets
from matches.models import Club, User


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "\u0410d\u0430"),  # Cyrillic А and а
        ("Ada Holm", "ada  holm"),
        ("Olm", "0lm"),
        ("corn", "com"),
        ("Ada", "A\u200bda"),
        ("Ada", "\uff21\uff44\uff41"),  # full width
        ("Nico", "\u039dico"),
    ],
)
def test_names_that_look_alike(one, other):
    assert looks_of(one) == looks_of(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Åse", "Ase"), ("Bo", "Bob"), ("Søren", "Soren"), ("Li", "Lu")]
)
def test_names_that_do_not(one, other):
    assert looks_of(one) != looks_of(other)


def test_what_is_odd_about_a_name():
    assert has_unseen("Ada\u202e")
    assert not has_unseen("Åse Ærø-Östlund")
    assert mixes_alphabets("\u0410da")
    assert not mixes_alphabets("Ида Holm")  # each word in one


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "code"),
    [("Ada\u200b", "unseen"), ("\u0410da", "mixed"), ("Аԁа", "alike"), ("Tomas", "")],
)
def test_a_name_is_refused_for_its_looks(typed, code):
    User.objects.create_user("Ada")
    if not code:
        assert free_username(typed) == typed
        return
    with pytest.raises(ValidationError) as refused:
        free_username(typed)
    assert refused.value.code == code


@pytest.mark.django_db
def test_passwords_of_known_words_are_refused():
    Club.objects.create(number=1, name="Køge Brætspil")
    ada = User(username="Zora Lindemann")
    known = ["backgammon12", "zoralindemann", "KøgeBrætspil1", "crawford-gammon"]
    for password in known:
        with pytest.raises(ValidationError) as refused:
            validate_password(password, ada)
        assert "known_words" in {error.code for error in refused.value.error_list}
    validate_password("six checkers behind a prime", ada)
