"""A force stays on the version of its catalogue that it was built on, until the player has seen what changes."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.pages import Page
from tests.web.test_crawl import check
from tests.web.test_homebrew import document, save
from tests.web.test_rosters import add, address, units

At = Callable[[str], Page]


def test_a_roster_says_what_a_newer_catalogue_changes(at: At, draft: Page) -> None:
    sheet = save(draft, id="walker", name="Walker")
    catalogue = document(draft)["catalogue"]
    roster = add(at("/").press("Create", name="Steady", army=f"wh40k-9e/{catalogue}"), "walker")
    assert "Power Level 1" in roster.text
    assert "newer version" not in roster.text
    save(sheet.follow("Edit"), costs={"power": {"base": 7}})
    roster = at(address(roster))
    assert "Power Level 1" in roster.text, "nothing changes unasked"
    preview = roster.follow("See what changes")
    check("update", preview)
    assert "Walker: Power Rating 1 before, 7 after" in preview.text
    assert "Power Level 1" in at(address(roster)).text
    moved = preview.press("Take the newest version")
    assert "Power Level 7" in moved.text
    assert "newer version" not in moved.text
    assert "is on the newest version" in at(f"{address(roster)}/update/f1").text
    assert "Power Level 1" in moved.press("Undo").text


def test_a_datasheet_that_is_gone_is_told_before(at: At, draft: Page) -> None:
    save(draft, id="walker", name="Walker")
    catalogue = document(draft)["catalogue"]
    roster = add(at("/").press("Create", name="Gone", army=f"wh40k-9e/{catalogue}"), "walker")
    at(f"/homebrew/{catalogue}/datasheets/walker/delete").press("Yes, delete")
    preview = at(address(roster)).follow("See what changes")
    assert "its datasheet is gone" in preview.text
    moved = preview.press("Take the newest version")
    check("roster", moved)
    assert "There are no data for Walker." in moved.text
    assert len(units(moved)) == 1, "nothing disappears"


def test_an_unknown_force_is_not_found(at: At, roster: Page) -> None:
    assert at(f"{address(roster)}/update/f99").status == 404


def test_a_unit_goes_to_another_force_of_its_catalogue(at: At, roster: Page) -> None:
    page = add(roster, "host-guard").press("Sunward Host").press("Gloam Court")
    guard = units(page)[0]
    labels = [button.label for form in page.forms for button in form.buttons]
    assert labels.count("Move Host Guard to Sunward Host") == 1
    assert "Move Host Guard to Gloam Court" not in labels
    page = page.press("Move Host Guard to Sunward Host")
    assert units(page) == [guard]
    assert "Sunward Host 0 units" in page.text
    assert "Sunward Host 1 unit," in page.text
