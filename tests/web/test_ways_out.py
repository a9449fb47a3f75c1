"""Errors of imported data have ways out on the page: each choice, each bearer; what leaves one choice is settled at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from builder.api.current import KEY
from builder.importing.archives import Named
from tests.importing.data import NINTH, catalogue, game_system, option, unit
from tests.servers import Local
from tests.web.pages import Page
from tests.web.test_choices import entry, group, limits
from tests.web.test_crawl import check
from tests.web.test_rosters import add

if TYPE_CHECKING:
    from playwright.sync_api import Browser

At = Callable[[str], Page]

OATH = group("oath", "Oath", "", limits("oath", 1, 1), option("vow", "Vow"))
SIGN = group("sign", "Sign", "", limits("sign", 1, 1), option("star", "Star"), option("moon", "Moon"))
ARMS = group(
    "arms",
    "Arms",
    "",
    limits("arms", 2, 2),
    entry("upgrade", "ghost", "Ghost Hook", limits("ghost", 0, 1)).replace('hidden="false"', 'hidden="true"', 1),
    *(entry("upgrade", id, id.title(), limits(id, 0, 1)) for id in ("hook", "knife", "net")),
)
RELIC = (
    '<selectionEntry id="relic" name="Old Lantern" hidden="false" import="true" type="upgrade"><constraints>'
    '<constraint field="selections" scope="roster" value="1" shared="true" id="relic-max" type="max" '
    'includeChildSelections="true"/></constraints></selectionEntry>'
)
SWORN = unit("sworn", "Sworn", 4, f"<selectionEntryGroups>{OATH}</selectionEntryGroups>")
SIGNED = unit("signed", "Signed", 4, f"<selectionEntryGroups>{SIGN}</selectionEntryGroups>")
ARMED = unit("armed", "Armed", 4, f"<selectionEntryGroups>{ARMS}</selectionEntryGroups>")
BEARER = unit("bearer", "Bearer", 4, options=(RELIC,))


def files() -> list[Named]:
    return [
        Named("9.gst", game_system(id=NINTH, name="Warhammer 40,000 9th Edition")),
        Named("o.cat", catalogue(SWORN, SIGNED, ARMED, BEARER, id="oaths", name="Oaths", system=NINTH)),
    ]


@pytest.fixture
def oaths(app: Flask, at: At) -> Page:
    app.extensions[KEY].imports.load(files=files())
    return at("/").press("Create", name="Oaths", army="wh40k-9e/oaths")


def labels(page: Page) -> list[str]:
    return [button.label for form in page.forms for button in form.buttons]


def test_each_choice_of_a_group_is_a_way_out(oaths: Page) -> None:
    page = add(oaths, "signed")
    assert "at least 1 of Sign must be chosen" in page.text
    assert {"Add 1 of Star", "Add 1 of Moon"} <= set(labels(page))
    mended = page.press("Add 1 of Moon")
    assert "at least 1 of Sign must be chosen" not in mended.text


def test_what_may_be_had_once_comes_with_another_where_two_lack(oaths: Page) -> None:
    page = add(oaths, "armed")
    assert "at least 2 of Arms must be chosen" in page.text
    ways = [label for label in labels(page) if label.startswith("Add 1 of")]
    pairs = (("Hook", "Knife"), ("Knife", "Net"), ("Net", "Hook"))
    assert ways == [f"Add 1 of {one}; Add 1 of {other}" for one, other in pairs], "and nothing that is hidden"
    mended = page.press(ways[1])
    assert "at least 2 of Arms must be chosen" not in mended.text
    one = mended.press("Net")
    assert [label for label in labels(one) if label.startswith("Add 1 of")] == ["Add 1 of Hook", "Add 1 of Net"]


def test_who_holds_what_there_is_one_of_can_give_it_away(oaths: Page) -> None:
    page = add(oaths, "bearer").press("One Old Lantern more")
    page = add(page, "bearer").press("One Old Lantern more")
    ways = [label for label in labels(page) if label.startswith("Remove Old Lantern from")]
    assert ways == [f"Remove Old Lantern from Bearer ({number})" for number in (1, 2)], (
        "both bearers, and never only the last"
    )
    assert "Remove Old Lantern from" not in str(labels(page.press(ways[0])))


def test_what_leaves_one_choice_is_settled_at_once(oaths: Page) -> None:
    page = add(add(oaths, "sworn"), "sworn")
    assert page.text.count("at least 1 of Oath must be chosen") == 2
    assert "2 of them leave only one choice" in page.text
    check("settle", page)
    settled = page.press("Settle all 2")
    assert "at least 1 of Oath must be chosen" not in settled.text
    assert settled.press("Undo").text.count("at least 1 of Oath must be chosen") == 2, "one undo takes all of it back"


def test_what_leaves_one_choice_is_settled_though_no_page_tried_it(oaths: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.web.rosters.MOST_TRIED", 0)
    page = add(add(add(oaths, "sworn"), "sworn"), "signed")
    assert "2 of them leave only one choice" in page.text
    settled = page.press("Settle all 2")
    assert settled.text.count("at least 1 of Oath must be chosen") == 0
    assert "at least 1 of Sign must be chosen" in settled.text, "this one leaves two"


@pytest.mark.slow
def test_of_many_findings_of_one_kind_the_first_stand_and_the_others_are_folded(
    oaths: Page, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty findings that say the same of forty units hid what else was wrong."""
    page = oaths
    for _ in range(6):
        page = add(page, "signed")
    assert "of this kind" not in page.text
    page = at(add(page, "signed").answer.request.path)
    check("roster", page)
    assert "4 more of this kind" in page.text
    assert page.text.count("Signed: at least 1 of Sign must be chosen") == 7, "each stands once, folded or not"
    folds = [attributes for tag, attributes in page.tags if "alike" in attributes.get("class", "")]
    assert ["open" in each for each in folds] == [False]
    monkeypatch.setattr("builder.web.rosters.MOST_TRIED", 0)
    untried = at(page.answer.request.path)
    asked = [href for href, shown in untried.links if shown == "Show ways to mend it"][-1]
    unfolded = [attributes for tag, attributes in at(asked).tags if "alike" in attributes.get("class", "")]
    assert ["open" in each for each in unfolded] == [True], "what was asked for is in sight"


@pytest.mark.slow
def test_errors_are_settled_in_a_browser_without_leaving_the_page(browser: Browser, server: Local, app: Flask) -> None:
    app.extensions[KEY].imports.load(files=files())
    page = browser.new_page()
    page.goto(server.url)
    page.get_by_text("New army").click()
    page.get_by_label("Army", exact=True).select_option(label="Oaths")
    page.get_by_role("button", name="Create").click()
    for number in (1, 2):
        page.get_by_role("button", name="Add: Sworn").or_(page.get_by_role("button", name="Add Sworn")).click()
        page.locator(f".unit >> nth={number - 1}").wait_for()
    page.wait_for_load_state()
    page.evaluate("window.here = true")
    page.get_by_role("button", name="Settle all 2").click()
    page.get_by_role("button", name="Settle all 2").wait_for(state="detached")
    assert page.evaluate("window.here"), "the page was not left"
    assert not page.get_by_text("at least 1 of Oath must be chosen").count()
    page.close()
