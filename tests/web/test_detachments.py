"""Detachments of imported data: found by typing, with a strip of their slots, changed later."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from builder.api.current import KEY
from builder.importing.archives import Named
from builder.web.kinds import MOST_FOUND
from tests.importing.data import NINTH, WADER, catalogue, game_system
from tests.servers import Local
from tests.web.pages import Control, Form, Page
from tests.web.test_crawl import check
from tests.web.test_rosters import add, address

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as BrowserPage

At = Callable[[str], Page]


def kind(id: str, name: str, least: int, most: int) -> str:
    """A kind of force that has room for so many of the HQ."""
    limits = "".join(
        f'<constraint field="selections" scope="parent" value="{value}" shared="true" id="{id}-{type}" type="{type}"/>'
        for type, value in (("min", least), ("max", most))
    )
    return (
        f'<forceEntry id="{id}" name="{name}" hidden="false"><categoryLinks><categoryLink id="{id}-hq" name="HQ" '
        f'targetId="hq" hidden="false" primary="false"><constraints>{limits}</constraints></categoryLink></categoryLinks>'
        "</forceEntry>"
    )


def files() -> list[Named]:
    system = game_system(id=NINTH, name="Warhammer 40,000 9th Edition").decode()
    start, _, end = system.partition("<forceEntries>")
    kinds = f"<forceEntries>{kind('patrol', 'Patrol Detachment', 1, 1)}{kind('band', 'Great Band', 2, 3)}</forceEntries>"
    made = (start + kinds + end.partition("</forceEntries>")[2]).encode()
    return [Named("9.gst", made), Named("9.cat", catalogue(WADER, id="rushes", name="Rushes", system=NINTH))]


@pytest.fixture
def rushes(app: Flask, at: At) -> Page:
    app.extensions[KEY].imports.load(files=files())
    return at("/").press("Create", name="Rush", army="wh40k-9e/rushes")


def kinds(page: Page) -> tuple[Form, Control]:
    return next((form, each) for form in page.forms for each in form.controls if '"change-force"' in str(each.options))


def test_a_detachment_is_found_by_what_is_typed(rushes: Page) -> None:
    page = rushes.press("Add force", detachment="great rushes")
    check("roster", page)
    assert "Great Band" in page.text
    assert "HQ 0/2–3" in page.text
    added = page.follow("Everything to add as HQ").press("Add Wader")
    assert "HQ 1/2–3" in added.text, "it is added where it lacks"
    assert "Everything to add as HQ" not in added.press("Add Wader").text


def test_what_is_typed_can_mean_several(rushes: Page) -> None:
    page = rushes.press("Add force", detachment="rushes")
    assert "Great Band 0 units" not in page.text
    chosen = page.press("Rushes: Great Band")
    assert "HQ 0/2–3" in chosen.text
    nothing = rushes.press("Add force", detachment="xyzzy")
    assert "No detachment is called" in nothing.text


def test_other_catalogues_are_suggested_by_name_and_their_kinds_found_by_it(app: Flask, at: At) -> None:
    """Every kind of forty catalogues in the field's list was a third of a page with forty units."""
    other = Named("o.cat", catalogue(WADER, id="fens", name="Fens", system=NINTH))
    app.extensions[KEY].imports.load(files=[*files(), other])
    page = at("/").press("Create", name="Rush", army="wh40k-9e/rushes")
    offered = [attributes.get("value") for tag, attributes in page.tags if tag == "option"]
    assert {"Rushes: Great Band", "Rushes: Patrol Detachment", "Fens"} <= set(offered)
    assert "Fens: Great Band" not in offered
    found = page.press("Add force", detachment="fens")
    assert "Fens: Patrol Detachment" in found.text
    assert "Fens, 0 units" in found.press("Fens: Great Band").text


def test_a_page_looks_into_no_catalogue_that_it_does_not_need(app: Flask, at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty catalogues are kept in memory: a page that looked at all forty was ten times slower, each time."""
    others = [Named(f"{n}.cat", catalogue(WADER, id=f"fens-{n}", name=f"Fens {n}", system=NINTH)) for n in range(10, 30)]
    services = app.extensions[KEY]
    services.imports.load(files=[*files(), *others])
    page = at("/").press("Create", name="Rush", army="wh40k-9e/rushes")
    whole, looked = services.catalogues.closure, []
    monkeypatch.setattr(services.catalogues, "closure", lambda id, pin="": (looked.append(id), whole(id, pin))[1])
    page = at(page.answer.request.path)
    assert "rushes" in looked
    assert len(set(looked)) < MOST_FOUND, "those that say that there are too many for buttons"
    del looked[:]
    added = page.press("Add force", detachment="fens 25: great band")
    assert "Great Band" in added.text
    assert not {"fens-24", "fens-26"} & set(looked)


def test_the_slots_count_and_the_detachment_is_changed_later(rushes: Page, at: At) -> None:
    form, control = kinds(rushes)
    patrol, band = (
        operations for operations, _ in control.options if '"entry":"patrol"' in operations or '"band"' in operations
    )
    page = add(rushes.send(form, {**form.values, "operations": patrol}), "wader")
    assert "Patrol Detachment" in page.text
    assert "HQ 1/1" in page.text
    more = add(page, "wader")
    assert "HQ 2/1" in more.text
    assert ("li", {"class": "over"}) in more.tags
    form, _ = kinds(more)
    other = more.send(form, {**form.values, "operations": band})
    assert "HQ 2/2–3" in other.text
    assert ("li", {"class": "over"}) not in other.tags
    assert (
        "another kind of force" in at(f"{address(other)}/history").text.replace("Rush: ", "") or "Great Band" in other.text
    )


@pytest.mark.slow
def test_a_detachment_is_typed_in_a_browser(browser: Browser, server: Local, app: Flask) -> None:
    app.extensions[KEY].imports.load(files=files())
    page = browser.new_page()
    page.goto(server.url)
    page.get_by_text("New army").click()
    page.get_by_label("Army", exact=True).select_option(label="Rushes")
    page.get_by_role("button", name="Create").click()
    page.wait_for_url("**/rosters/*")  # loaded with its scripts; without them the form is sent as a page of its own
    page.locator("#new-force summary").click()
    page.evaluate("window.here = true")
    page.get_by_label("Detachment", exact=True).last.fill("band")
    page.keyboard.press("Enter")
    page.locator(".slots", has_text="0/2–3").wait_for()
    assert page.evaluate("window.here"), "the page was not left"
    page.get_by_role("combobox", name="Detachment of Great Band").select_option(label="Patrol Detachment")
    page.locator(".slots", has_text="0/1").wait_for()
    page.close()


ROLES = ("HQ", "Troops", "Elites", "Fast Attack", "Heavy Support", "Flyer", "Dedicated Transport")


def all_roles() -> list[Named]:
    """A game whose only kind of force has room for each role, the last of them first."""
    limit = '<constraint field="selections" scope="parent" value="3" shared="true" id="{0}-max" type="max"/>'
    ids = {name.casefold().replace(" ", "-"): name for name in ROLES}
    links = "".join(
        f'<categoryLink id="host-{id}" name="{name}" targetId="{id}" hidden="false" primary="false">'
        f"<constraints>{limit.format(id)}</constraints></categoryLink>"
        for id, name in reversed(ids.items())
    )
    entries = "".join(f'<categoryEntry id="{id}" name="{name}" hidden="false"/>' for id, name in ids.items() if id != "hq")
    system = game_system(id=NINTH, name="Warhammer 40,000 9th Edition").decode()
    system = system.replace("</categoryEntries>", f"{entries}</categoryEntries>")
    start, _, end = system.partition("<categoryLinks>")
    made = f"{start}<categoryLinks>{links}</categoryLinks>{end.partition('</categoryLinks>')[2]}".encode()
    return [Named("9.gst", made), Named("9.cat", catalogue(WADER, id="rushes", name="Rushes", system=NINTH))]


@pytest.mark.sample(0)
@pytest.mark.slow
def test_the_strip_of_slots_has_equal_columns_and_one_row_on_a_phone(browser: Browser, server: Local, app: Flask) -> None:
    app.extensions[KEY].imports.load(files=all_roles())
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(server.url)
    page.get_by_text("New army").click()
    page.get_by_label("Army", exact=True).select_option(label="Rushes")
    page.get_by_role("button", name="Create").click()
    page.locator(".slots li").first.wait_for()
    assert [each.split("\n")[0] for each in page.locator(".slots a > span:not(.bars)").all_inner_texts()] == list(ROLES)
    assert len(set(sizes(page))) == 1, "one width, one height"
    german = browser.new_page(locale="de")
    german.goto(page.url)
    assert german.locator(".slots", has_text="Sturm").count() == 1, "roles have the game's names in the reader's language"
    german.close()
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator('.feet a[href="#army"]').click()
    assert len(set(sizes(page))) == 1
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    strip = page.locator(".slots")
    assert strip.evaluate("strip => strip.scrollWidth > strip.clientWidth"), "it scrolls by itself"
    assert len(set(strip.locator("li").evaluate_all("all => all.map(each => each.offsetTop)"))) == 1
    page.close()


def sizes(page: BrowserPage) -> list[tuple[int, int]]:
    """The widths and heights of the slots, in whole pixels."""
    script = "all => all.map(each => each.getBoundingClientRect()).map(({ width, height }) => [width, height])"
    return [(round(width), round(height)) for width, height in page.locator(".slots li").evaluate_all(script)]
