"""The choices of imported units on the roster page: models counted, one of a group picked, what was chosen has its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from builder.api.current import KEY
from builder.importing.archives import Named
from tests.importing.data import NINTH, catalogue, game_system, option, unit
from tests.web.pages import Page, visit
from tests.web.test_crawl import check
from tests.web.test_rosters import add

At = Callable[[str], Page]


def limits(id: str, least: int, most: int, scope: str = "parent") -> str:
    ends = (("min", least), ("max", most))
    made = "".join(
        f'<constraint field="selections" scope="{scope}" value="{value}" shared="true" id="{id}-{type}" type="{type}"/>'
        for type, value in ends
    )
    return f"<constraints>{made}</constraints>"


def group(id: str, name: str, default: str, constraints: str, *entries: str) -> str:
    return (
        f'<selectionEntryGroup id="{id}" name="{name}" hidden="false" collective="false" import="true" '
        f'defaultSelectionEntryId="{default}">{constraints}<selectionEntries>{"".join(entries)}</selectionEntries>'
        "</selectionEntryGroup>"
    )


def entry(type: str, id: str, name: str, inside: str = "") -> str:
    return (
        f'<selectionEntry id="{id}" name="{name}" hidden="false" collective="false" import="true" type="{type}">'
        f"{inside}</selectionEntry>"
    )


SIDEARM = group("sidearm", "Sidearm", "bow", limits("sidearm", 1, 1), option("bow", "Bow"), option("dart", "Dart"))
BADGE = group("badge", "Badge", "", limits("badge", 0, 1), option("gold", "Gold"))
HERON = entry("model", "heron", "Heron", f"<selectionEntryGroups>{SIDEARM}{BADGE}</selectionEntryGroups>")
FLOCK = unit(
    "flock",
    "Flock",
    4,
    f"<selectionEntryGroups>{group('herons', 'Herons', 'heron', limits('herons', 2, 4), HERON)}</selectionEntryGroups>",
)
SIZES = group("sizes", "Sizes", "", limits("sizes", 1, 1), option("small", "Small"), option("large", "Large"))
SETTING = entry(
    "upgrade", "game", "Game Size", f"{limits('game', 1, 1, 'roster')}<selectionEntryGroups>{SIZES}</selectionEntryGroups>"
)


@pytest.fixture
def flock(app: Flask, at: At) -> Page:
    """The page of a roster with a flock, which is open."""
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "f.cat": catalogue(FLOCK, SETTING, id="flocks", name="Flocks", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in files.items()])
    return add(at("/").press("Create", name="Birds", army="wh40k-9e/flocks"), "flock")


def pick(page: Page, entry: str) -> Page:
    """Pick an entry in the first list that has it."""
    for form in page.forms:
        for control in form.controls:
            for operations, _ in control.options:
                if control.name == "operations" and f'"{entry}"' in operations:
                    return page.send(form, {**form.values, "operations": operations})
    raise AssertionError(f"{entry} is in no list")


def opened_last(page: Page) -> Page:
    """Open the last choices of a page."""
    href = [href for href, shown in page.links if shown == "Everything that can be chosen"][-1]
    return visit(page.client, href)


def test_models_are_counted(flock: Page) -> None:
    check("roster", flock)
    assert "2 models" in flock.text
    assert "1 Heron with Bow" in flock.text
    more = flock.press("One Heron more")
    assert "3 models" in more.text
    assert "2 models" in more.press("One Heron fewer").text


def test_one_of_a_group_is_picked_instead_of_another(flock: Page) -> None:
    check("choices", flock)
    after = pick(flock, "dart")
    assert "1 Heron with Dart" in after.text
    assert "1 Heron with Bow" in after.text
    assert "Everything that can be chosen" in after.text


def test_what_the_army_is_asked_for_is_chosen_there(flock: Page) -> None:
    assert "at least 1 of Sizes must be chosen" in flock.text
    after = pick(opened_last(flock), "large")
    assert "at least 1 of Sizes must be chosen" not in after.text
    assert "Game Size Large" in after.text
