"""What must hold of the builder, with the community's catalogues in a real browser: few actions, keys alone, fixes alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from builder.api.current import KEY
from builder.importing.archives import Named
from tests.browsers import wait_until
from tests.placing.real import ORACLE, oracle
from tests.servers import Local
from tests.web.test_keyboard import Keyboard, add, size

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.shared, pytest.mark.slow]

ULTRAMARINES = ("Ultramarines", "Space Marines", "Inquisition", "Officio Assassinorum", "Imperial Navy")
PATROL = (
    "Primaris Lieutenant",
    "Captain in Gravis",
    "5 Intercessor Squad",
    "5 Intercessor Squad",
    "5 Assault Intercessor",
    "Redemptor",
    "Eliminator Squad",
    "Aggressor Squad",
    "Suppressor",
)
"""Names as people type them; together a Power Level of 50."""
BATTALION = (
    *("overlord", "royal warden"),
    *("10 necron warriors", "10 necron warriors", "10 necron warriors", "10 immortals"),
    *("10 necron warriors", "lychguard", "lychguard", "triarch praetorians"),
    *("skorpekh destroyers", "skorpekh destroyers"),
    *("6 canoptek wraiths", "canoptek scarab", "doomsday ark", "doomsday ark"),
)
"""A Power Level of 100."""
ILL = ("Captain Sicarius", "Captain Sicarius", "Marneus Calgar", "Chief Librarian", "Intercessor Squad", *["Redemptor"] * 3)


class Hand:
    """A hand at the mouse and the keys: everything that it does is an action."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions = page, 0

    def do(self, action: Callable[[], object]) -> None:
        action()
        self.actions += 1
        wait_until(self.page, "() => !document.documentElement.hasAttribute('aria-busy')")

    def click(self, name: str) -> None:
        self.do(self.page.get_by_role("button", name=name).first.click)


def paths(shared_folder: Path, names: tuple[str, ...]) -> list[Path]:
    folder = shared_folder / "bsdata" / "wh40k-9e"
    files = [folder / (f"Imperium - {name}.cat" if name != "Necrons" else "Necrons.cat") for name in names]
    return [*files, folder / "Warhammer 40,000.gst"]


@pytest.fixture
def page(browser: Browser, server: Local) -> Page:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(60_000)
    page.goto(server.url)
    return page


def badge(page: Page) -> str:
    return page.locator(".bar .state").inner_text().strip()


def mend_by_fixes(hand: Hand, most: int = 20) -> None:
    """Press what settles all, else the first fix of the first error that has one, until there is no error."""
    page, error = hand.page, "#findings li.error"
    settle, fixes = page.locator("#findings .settle button"), page.locator(f"{error} .fixes button:visible")
    closed = page.locator(f"{error} details:not([open]) > summary, {error} a[href*='fixes=']")
    for _ in range(most):
        if "error" not in badge(page):
            return
        before = page.locator("#findings").inner_text()
        if settle.count():
            hand.do(settle.click)
        else:
            if not fixes.count():
                hand.do(closed.first.click)
                fixes.first.wait_for()
                before = page.locator("#findings").inner_text()
            hand.do(fixes.first.click)
        wait_until(page, "was => document.querySelector('#findings').innerText !== was", before)
    raise AssertionError(f"the errors do not end: {page.locator('#findings').inner_text()[:600]}")


def mend_by_keys(keyboard: Keyboard, most: int = 400) -> None:
    """Walk from finding to finding, ask for its ways out, and press the first, until there is no error."""
    page, here = keyboard.page, "document.activeElement"
    keyboard.press("Tab")
    keyboard.press("f")
    for _ in range(most):
        if badge(page) == "Legal":
            return
        if page.evaluate(f"{here}.matches('#findings .error .fixes button')"):
            keyboard.press("Enter")
            keyboard.settle()
            keyboard.press("f")
        elif page.evaluate(f"{here}.matches('#findings .error summary, #findings .error a[href*=\"fixes=\"]')"):
            keyboard.press("Enter")
            keyboard.settle()
            keyboard.press("Tab")
        elif page.evaluate(f"!!{here}.closest('#findings')"):
            keyboard.press("Tab")
        else:
            keyboard.press("f")
    raise AssertionError(f"the errors do not end: {page.locator('#findings').inner_text()[:600]}")


def test_a_legal_patrol_of_the_ultramarines_from_an_empty_database(page: Page, shared_folder: Path, whole: bool) -> None:
    names = PATROL if whole else PATROL[:3]
    hand = Hand(page)
    hand.do(page.get_by_role("link", name="Other games, or your own files").click)
    hand.do(lambda: page.set_input_files("#files", paths(shared_folder, ULTRAMARINES)))
    hand.click("Bring in")
    hand.do(page.locator(".tile", has_text="Ultramarines").click)
    page.wait_for_url("**/rosters/*")
    kinds = page.get_by_role("combobox", name="Detachment of")
    patrol = next(name for name in kinds.locator("option").all_inner_texts() if name.startswith("Patrol"))
    hand.do(lambda: kinds.select_option(label=patrol))
    page.locator(".slots", has_text="0/1–3").wait_for()
    field = page.locator("#adding input[name=entry]")
    for at, name in enumerate(names):
        hand.do(lambda name=name: field.fill(name))
        hand.do(lambda: field.press("Enter"))
        page.locator("article[data-unit]").nth(at).wait_for()
    mend_by_fixes(hand)
    assert badge(page) == "Legal"
    assert size(page) == (50 if whole else 15)
    assert hand.actions < (90 if whole else 40)
    page.close()


@pytest.mark.sample(0)
def test_a_battalion_of_100_power_of_the_necrons_by_keyboard_alone(page: Page, app: Flask, shared_folder: Path) -> None:
    app.extensions[KEY].imports.load(
        files=[Named(each.name, each.read_bytes()) for each in paths(shared_folder, ("Necrons",))]
    )
    page.reload()
    keyboard = Keyboard(page)
    keyboard.tab_to("Necrons")
    keyboard.press("Enter")
    page.wait_for_url("**/rosters/*")
    page.locator("html.scripted").wait_for()
    keyboard.tab_to("Detachment of")
    keyboard.type("Batt")
    page.locator(".slots", has_text="0/3–6").wait_for()
    keyboard.settle()
    keyboard.press("Tab")
    keyboard.press("a")
    add(keyboard, BATTALION)
    page.locator("article[data-unit]").nth(len(BATTALION) - 1).wait_for()
    mend_by_keys(keyboard)
    assert badge(page) == "Legal"
    assert size(page) == 100
    page.close()


@pytest.mark.sample(0)
def test_five_errors_of_the_data_are_mended_by_fixes_alone(page: Page, app: Flask, shared_folder: Path) -> None:
    services = app.extensions[KEY]
    services.imports.load(files=[Named(each.name, each.read_bytes()) for each in paths(shared_folder, ULTRAMARINES)])
    row = next(each for each in services.catalogues.page(system="wh40k-9e").items if "Ultramarines" in each.name)
    closure = services.catalogues.closure(row.id)
    patrol = next(each for source in closure.sources for each in source.force_entries if each.name.startswith("Patrol"))
    entries = [next(root.id for root in closure.roots() if root.name.startswith(name)) for name in ILL]
    operations = [{"op": "add-force", "catalogue": row.id, "entry": patrol.id}]
    operations += [{"op": "add-unit", "force": "f1", "entry": entry} for entry in entries]
    id = services.rosters.create("wh40k-9e", "Ill", operations).row.id
    _, judged = services.rosters.judge(id, fixes=False)
    assert sum(each.severity == "error" and each.code.startswith("entry.") for each in judged.judgement.findings) >= 5
    page.goto(f"{page.url}rosters/{id}")
    page.locator("html.scripted").wait_for()
    mend_by_fixes(Hand(page))
    assert badge(page) == "Legal"
    page.close()


@pytest.mark.sample(0)
def test_a_roster_of_the_oracle_is_brought_in_and_settled(page: Page, app: Flask) -> None:
    """Made with BattleScribe; what its data ask for and it has not is chosen by fixes alone."""
    row = next(each for each in oracle() if each["id"].startswith("greyknights-b02fbb0d"))
    blobs = (f"{row['gameSystem']}.gst", *(f"{blob}.cat" for blob in row["catalogues"]))
    data = [Named(name, (ORACLE / "data" / name).read_bytes()) for name in blobs]
    app.extensions[KEY].imports.load(files=data)
    hand = Hand(page)
    hand.do(lambda: page.goto(f"{page.url}bring"))
    hand.do(lambda: page.set_input_files("input[type=file]", ORACLE / row["file"]))
    hand.click("Bring in")
    hand.do(page.get_by_role("link", name="Open the roster").first.click)
    page.wait_for_url("**/rosters/*")
    page.locator("html.scripted").wait_for()
    assert "error" in badge(page)
    mend_by_fixes(hand)
    assert badge(page) == "Legal"
    assert hand.actions < 20
    page.close()
