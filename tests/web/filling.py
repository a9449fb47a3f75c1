"""Forms made of documents, filled in as a browser does: every field as it stands, some changed, one button pressed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from builder.web.writing.nodes import Form
from tests.web.pages import Page


def standing(form: Form) -> MultiDict[str, str]:
    """Return what a browser posts of a form that nobody touched."""
    posted: MultiDict[str, str] = MultiDict()
    for control in form.controls():
        match control.shape:
            case "picks":
                posted.setlist(control.name, ["", *control.picked])
            case "check":
                posted.setlist(control.name, ["", "on"] if control.shown else [""])
            case _:
                posted.add(control.name, control.shown.replace("\n", "\r\n"))
    return posted


def press(page: Page, button: str, changes: Mapping[str, str | list[str]] = {}) -> Page:
    """Fill in the form for writing and press the button of this value; `changes` are fields by name."""
    form = next(form for form in page.forms if any(each.attributes.get("value") == button for each in form.buttons))
    data: dict[str, list[str]] = {}
    for control in form.controls:
        unchecked = control.attributes.get("type") == "checkbox" and "checked" not in control.attributes
        if control.name and control.tag != "button" and not unchecked:
            data.setdefault(control.name, []).append(control.value)
    for name, value in changes.items():
        assert name in data, f"no field {name!r} in {list(data)}"
        data[name] = value if isinstance(value, list) else [value]
    data["do"] = [button]
    address = form.action or page.answer.request.path
    return Page(page.client, page.client.post(address, data=data, follow_redirects=True))


def value_of(page: Page, name: str) -> Any:
    """Return what stands in a field."""
    return next(control.value for control in page.controls if control.name == name)
