"""Who attacks whom, chosen in a real browser by clicking on models, weapons and enemy units, and by keyboard."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from builder.services.assembly import Services
from tests.browsers import page_width
from tests.servers import Local
from tests.web.battle_pages import decision, middle_of_a_fight, open_page, until_answered
from tests.web.begun import aims_at_several, come_to

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page


pytestmark = pytest.mark.slow


def firing(page: Page, server: Local, services: Services) -> Locator:
    """Open a battle where somebody may shoot at more than one unit; return the form for that."""
    page.goto(f"{server.url}/battles/{come_to(services, aims_at_several('shots'))}")
    page.locator("#log li.here").wait_for()
    return page.locator("#fire[data-targets*=',']")


def read_data(form: Locator, name: str) -> Any:
    return json.loads(form.get_attribute(f"data-{name}") or "")


def numbers(form: Locator) -> dict[str, str]:
    return dict(form.locator("input[type=number]").evaluate_all("all => all.map(each => [each.name, each.value])"))


def shots(form: Locator) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(form.locator("input[name=data]").input_value())["shots"]
    return found


def test_models_are_clicked_and_then_what_they_shoot_at(browser: Browser, server: Local, services: Services) -> None:
    page, faults = open_page(browser, viewport={"width": 1280, "height": 1000})
    form = firing(page, server, services)
    targets, keys = read_data(form, "targets"), read_data(form, "keys")
    rows = [row for line in form.locator("tr[data-rows]").all() for row in read_data(line, "rows")]
    model, _, _, reached = max(rows, key=lambda row: len(row[3]))
    unit = next(unit for unit in reached if [model, unit] not in [[row[0], row[3]] for row in read_data(form, "first")])
    page.locator(f"#m{model}").dispatch_event("click")
    assert page.locator(".models .picked").evaluate_all("all => all.map(each => each.id)") == [f"m{model}"]
    wanted = page.locator(".tag.wanted").evaluate_all("all => all.map(each => Number(each.dataset.unit))")
    assert set(wanted) == {unit for row in rows if row[0] == model for unit in row[3]}
    page.locator(f"#u{unit}").click(force=True)
    page.locator(".foreseen p").first.wait_for()
    assert [row["target"] for row in shots(form) if row["model"] == model] == [keys[targets.index(unit)]]
    assert sum(map(int, numbers(form).values())) == len(shots(form))
    assert page.locator("#ghosts .attack").count() == len(shots(form))
    sent, before = shots(form), decision(page)
    form.get_by_role("button", name="Shoot like this").click()
    until_answered(page, before)
    events = page.request.get(f"{page.url}/events.jsonl").text().splitlines()
    declared = [json.loads(line) for line in events if '"targets.declared"' in line][-1]
    aimed = sorted((row["target"], model) for row in declared["attacks"] for model in row["models"])
    assert aimed == sorted((row["target"], row["model"]) for row in sent)
    assert not faults
    page.context.close()


def test_weapons_are_aimed_by_keyboard_and_what_is_forbidden_says_so(
    browser: Browser, server: Local, services: Services
) -> None:
    page, faults = open_page(browser, viewport={"width": 390, "height": 844})
    form = firing(page, server, services)
    form.locator("summary").focus()
    page.keyboard.press("Enter")
    line = form.locator("tr[data-rows]").last
    line.locator("th button").wait_for()
    line.locator("th button").focus()
    page.keyboard.press("Enter")
    line.locator("th button[aria-pressed=true]").wait_for()
    chosen = form.locator("[data-carrier]").first
    chosen.focus()
    page.keyboard.press("Space")
    form.locator("[data-carrier][aria-pressed=true]").first.wait_for()
    model = int(chosen.get_attribute("data-carrier") or "")
    unit = max(read_data(line, "rows"), key=lambda row: row[0] == model)[3][-1]
    form.locator(f"th[data-at='{unit}'] button").focus()
    page.keyboard.press("Enter")
    page.locator(".foreseen p").first.wait_for()
    at = read_data(form, "keys")[read_data(form, "targets").index(unit)]
    assert [row["target"] for row in shots(form) if row["model"] == model] == [at]
    line.locator("th button").focus()
    page.keyboard.press("Enter")
    form.get_by_role("button", name="Do not shoot it").click()
    assert model not in [row["model"] for row in shots(form)]
    for field in form.locator("input[type=number]").all():
        field.fill("0")
    page.locator(".foreseen.refused p").wait_for()
    assert shots(form) == []
    assert page_width(page) <= page.evaluate("innerWidth")
    assert not faults
    page.context.close()


@pytest.mark.sample(0)
def test_models_that_fight_are_clicked_and_then_whom_they_attack(
    browser: Browser, server: Local, services: Services
) -> None:
    page, faults = open_page(browser, viewport={"width": 1280, "height": 1000})
    page.goto(f"{server.url}/battles/{middle_of_a_fight(services)}")
    page.locator("#log li.here").wait_for()
    form = page.locator("#strike[data-targets*=',']")
    targets = read_data(form, "targets")
    rows = {
        int(row.get_attribute("data-model") or ""): row.locator("select").first
        for row in form.locator("tr[data-model]").all()
    }
    before = {model: selected_target(row) for model, row in rows.items()}
    model, unit = next(
        (m, t) for m in rows for t in targets if t != before[m] and rows[m].locator(f"option[data-target='{t}']").count()
    )
    page.locator(f"#m{model}").dispatch_event("click")
    assert page.locator(f"tr[data-model='{model}'] th button").get_attribute("aria-pressed") == "true"
    page.locator(f"#u{unit}").dispatch_event("click")
    page.locator(".foreseen p").first.wait_for()
    assert {each: selected_target(row) for each, row in rows.items()} == before | {model: unit}
    assert page.locator("#ghosts .attack").count() == len(rows)
    question = decision(page)
    form.get_by_role("button", name="Strike like this").click()
    until_answered(page, question)
    assert not faults
    page.context.close()


def selected_target(target: Locator) -> int:
    return int(target.evaluate("field => field.selectedOptions[0].dataset.target"))
