"""Keys are made as they were asked for, or not at all."""

from __future__ import annotations

import pytest

from tests.people import Club

WRONG = (
    ({"name": "Tablet"}, "scope"),
    ({"name": "Tablet", "scope": "everything"}, "scope"),
    ({"name": "Tablet", "scope": "READ"}, "scope"),
    ({"scope": "read"}, "name"),
    ({"name": "  ", "scope": "read"}, "name"),
    ({"name": "Tab\nlet", "scope": "read"}, "name"),
    ({"name": "Tablet\n", "scope": "write"}, "name"),
    ({"name": "x" * 201, "scope": "read"}, "name"),
)


@pytest.mark.parametrize(("form", "about"), WRONG)
def test_a_form_that_is_not_whole_makes_no_key(club: Club, form: dict[str, str], about: str) -> None:
    browser = club.person("Ada")
    found = browser.post("/account/keys", form)
    assert (found.status_code, about in found.text) == (422, True)
    assert "muster_" not in found.text
    assert club.accounts.keys.of(club.accounts.people.get("Ada").id) == []
