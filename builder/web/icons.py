"""Icons: signs of one file (`icons.svg`), and which of them stands for a role. A page carries the signs that it uses."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from flask import g
from markupsafe import Markup

_BEGIN, _END = '<symbol id="', "</symbol>"
MOST_KEPT = 1024
SYMBOLS = {
    each.partition('"')[0]: f"{_BEGIN}sign-{each.partition(_END)[0]}{_END}"
    for each in Path(__file__).with_name("icons.svg").read_text("utf-8").split(_BEGIN)[1:]
}
"""Signs by name, each as the `symbol` of a page."""

ROLES = {
    "hq": "hq",
    "leader": "hq",
    "character": "hq",
    "characters": "hq",
    "troops": "troops",
    "battleline": "troops",
    "squad": "troops",
    "squads": "troops",
    "elites": "elites",
    "fast attack": "fast",
    "heavy support": "heavy",
    "flyer": "flyer",
    "flyers": "flyer",
    "dedicated transport": "transport",
    "lord of war": "lord",
    "behemoth": "lord",
    "fortification": "fort",
    "artillery": "artillery",
    "support": "support",
    "vehicle": "heavy",
}
"""The signs of roles by their names in the data, in small letters."""
SIGN = Markup('<svg class="icon{}" aria-hidden="true"><use href="#sign-{}"/></svg>')
TOLD = Markup('<svg class="icon{}" role="img" aria-label="{}"><use href="#sign-{}"/></svg>')
SPRITE = Markup('<svg id="signs" class="hidden" aria-hidden="true">{}</svg>')


def icon(name: str, label: str = "", kind: str = "") -> Markup:
    """Return an icon; one that stands alone needs a `label` for screen readers. `kind` is one more class."""
    used: dict[str, None] = g.setdefault("signs", {})
    used[name] = None
    return _draw(name, label, f" {kind}" if kind else "")


@lru_cache(MOST_KEPT, typed=True)
def _draw(name: str, label: str, more: str) -> Markup:
    """Return an icon, drawn once: a page has a hundred, of which most are alike."""
    return TOLD.format(more, label, name) if label else SIGN.format(more, name)


def role_icon(role: str, label: str = "") -> Markup:
    """Return the map symbol of a role, by its name in the data; a plain frame for one that is not known."""
    return icon(ROLES.get(role.lower(), "other"), label, "role")


def drawings(*more: str) -> Markup:
    """Return the drawings of all icons that stand above on this page, and of `more` that scripts put there."""
    names = dict.fromkeys((*g.get("signs", {}), *more))
    return SPRITE.format(Markup("".join(SYMBOLS[name] for name in names)))
