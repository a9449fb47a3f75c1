"""Texts to post: linked from a roster's files, shown to be copied."""

import pytest

from datasheets.words import say
from exports.text import POSTED


@pytest.mark.parametrize("style", POSTED)
def test_the_texts_are_found_from_the_files_and_can_be_copied(at, style):
    page = at("/rosters/sunward-host/files").follow(say(f"page.texts.{style}"))
    assert "Lantern Carrier" in page.text
    assert "Text 1 of 1" in page.text
