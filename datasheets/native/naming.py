"""Ids of what a datasheet compiles to: the datasheet's id, what it is, and a slug of its name."""

from __future__ import annotations

import re

from datasheets.keywords import normal

_BETWEEN = re.compile(r"[\W_]+")


def slug(name: str) -> str:
    """Return a name in small letters of any script, with hyphens for everything between words; "" without a letter.

    >>> slug("Heavy bolt pistol (master-crafted)")
    'heavy-bolt-pistol-master-crafted'
    """
    return _BETWEEN.sub("-", name.casefold()).strip("-")


def model_id(datasheet: str, name: str) -> str:
    """Return the entry id of a profile row's models."""
    return f"{datasheet}/model/{slug(name)}"


def item_id(datasheet: str, name: str) -> str:
    """Return the entry id of a weapon or a piece of wargear."""
    return f"{datasheet}/item/{slug(name)}"


def part_id(datasheet: str, what: str, name: str) -> str:
    """Return the id of another part, such as an ability or an option."""
    return f"{datasheet}/{what}/{slug(name)}"


def keyword_id(keyword: str) -> str:
    """Return the id of a keyword's category; spellings of one keyword share it."""
    return f"keyword/{normal(keyword)}"
