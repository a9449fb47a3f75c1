"""The page of the keys: what each does, and the switch that turns them off."""

from __future__ import annotations

from flask import Blueprint, Response

from builder.web.rendering import page

blueprint = Blueprint("help", __name__)

KEYS = (
    ("anywhere", (("?",), ("/",))),
    ("roster", (("a",), ("j", "k"), ("f",), ("Ctrl+Z",), ("Ctrl+Shift+Z", "Ctrl+Y"))),
    ("unit", (("Enter", "o"), ("+", "-"), ("d",), ("Alt+↑", "Alt+↓"), ("Delete",), ("s",))),
)
"""The keys by where they work; the words of each are those of its place in this table."""


@blueprint.get("/keys")
def keys() -> Response:
    """Show the keys."""
    return page("keys.html", groups=KEYS)
