"""Which passwords nobody can have."""

from __future__ import annotations

import pytest

from builder.services.errors import Invalid
from builder.services.people.passwords import hash_password, is_password
from tests.people import Club


@pytest.mark.parametrize("password", [" " * 12, " \t\u00a0" * 5, "a" * 10, "\U0001f511" * 20, "short", "x" * 201])
def test_what_is_no_password(club: Club, password: str) -> None:
    with pytest.raises(Invalid):
        hash_password(password)
    invited, browser = club.accounts.people.invite("Ada"), club.browser()
    assert browser.post(f"/join/{invited.token}", {"password": password}).status_code == 422
    assert browser.post(f"/join/{invited.token}", {"password": "aaaaaaaaab"}).status_code == 303, "the link is not used up"


def test_blanks_within_are_good() -> None:
    assert is_password("          b", hash_password("          b"))
