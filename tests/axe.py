"""What axe-core, the accessibility checker of the field, finds on a page in a real browser.

Contrast of colours takes four fifths of its time. Text that looks alike has the same: it is asked of one of each look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browsers import missing

if TYPE_CHECKING:
    from playwright.sync_api import Page

CONTRAST = "color-contrast"
MARK = """known => {
  const looks = new Set(known), grounds = new Map([[null, ""]]);
  const named = (one) => `${one.localName}.${one.getAttribute("class") ?? ""}`;
  const ground = (one) => {
    if (!grounds.has(one)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one);
      const clear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1";
      const below = ground(one.parentElement);
      grounds.set(one, clear ? below : `${below} ${backgroundColor} ${backgroundImage} ${opacity}`);
    }
    return grounds.get(one);
  };
  const written = (one) => [...one.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
  for (const one of document.body.querySelectorAll("*")) {
    if (!(written(one) || one.matches("input, select, textarea")) || !one.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow, position } = getComputedStyle(one);
    const text = [color, fontSize, fontWeight, textShadow, position, one.disabled].join(" ");
    const look = [named(one.parentElement), named(one), text, ground(one)].join(" | ");
    if (!looks.has(look)) one.dataset.look = look;
    looks.add(look);
  }
  return [...looks];
}"""
"""Mark the first text of each look that is not known yet: its class and its parent's, its style, the colours behind it."""
FIND = """async ([options, selector]) => {
  axe.configure({ rules: [{ id: "color-contrast", selector }] });
  const { violations } = await axe.run(options);
  document.querySelectorAll("[data-look]").forEach((each) => delete each.dataset.look);
  return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ target }) => String(target))]);
}"""


def violations(page: Page, seen: set[str] | None = None, colours: bool = True) -> list[tuple[str, list[str]]]:
    """Rules with elements that break them; text with a look that was `seen` before is not asked for its contrast."""
    options = {"resultTypes": ["violations"], "rules": {CONTRAST: {"enabled": colours}}}
    if colours:
        _mark(page, seen)
    return _run_axe(page, options)


def contrasts(page: Page, seen: set[str] | None = None, whole: bool = False) -> list[tuple[str, list[str]]]:
    """What has too little contrast: of text with a new look, or of all that is on the page."""
    if not _mark(page, seen) and not whole:
        return []
    return _run_axe(page, {"resultTypes": ["violations"], "runOnly": [CONTRAST]}, "*" if whole else "[data-look]")


def _mark(page: Page, seen: set[str] | None) -> int:
    """Mark text with new looks, remember these, and return how many there are."""
    looks = set() if seen is None else seen
    before = len(looks)
    looks.update(page.evaluate(MARK, list(looks)))
    return len(looks) - before


def _run_axe(page: Page, options: dict[str, Any], selector: str = "[data-look]") -> list[tuple[str, list[str]]]:
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        missing("axe-playwright-python (pip install -e '.[browser]')")
    if not page.evaluate("'axe' in window"):
        script = Axe().axe_script
        page.evaluate(script)
        page.add_init_script(script)  # on the next pages it is there from the beginning, and in a tenth of the time
    return [(rule, elements) for rule, elements in page.evaluate(FIND, [options, selector])]
