"""Tokens: a short one is of letters that are not mistaken, and each says which space it is of."""

import re

import pytest

from builder.services.tokens import new_id, new_short_token, new_token, space_of


@pytest.mark.parametrize("make", [new_token, new_short_token])
def test_a_token_names_its_space(make):
    space = new_id()
    assert space_of(make(space)) == space
    assert space_of(make()) == ""
    assert len({make() for _ in range(100)}) == 100


def test_a_short_token_can_be_read_out():
    assert all(re.fullmatch(r"[0-9a-hjkmnp-tv-z]{16}", new_short_token()) for _ in range(100))
