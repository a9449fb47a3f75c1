"""Pages as a person uses them: read the text, follow links, fill in and send forms. No script runs, and none is needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from flask.testing import FlaskClient
from lxml import etree
from werkzeug.test import TestResponse


@dataclass
class Control:
    tag: str
    attributes: dict[str, str]
    value: str
    text: str = ""
    options: list[tuple[str, str]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.attributes.get("name", "")

    @property
    def label(self) -> str:
        return self.attributes.get("aria-label") or " ".join(self.text.split())


@dataclass
class Form:
    action: str
    method: str
    id: str = ""
    controls: list[Control] = field(default_factory=list)
    radios: list[Control] = field(default_factory=list)

    @property
    def buttons(self) -> list[Control]:
        return [each for each in self.controls if each.tag == "button" and "disabled" not in each.attributes]

    @property
    def values(self) -> dict[str, str]:
        return {each.name: each.value for each in self.controls if each.name and each.tag != "button"}


class Page:
    """A page that was answered. `forms`, `links` (href, text), `ids`, `labels` (for), `tags` and the visible `text`.

    lxml reads it and calls `start`, `end`, `data` and `close`; `nesting.py` looks whether every tag is closed.
    """

    def __init__(self, client: FlaskClient, answer: TestResponse) -> None:
        self.client, self.answer, self.status = client, answer, answer.status_code
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.labels: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self._open: list[str] = []
        self._texts: list[str] = []
        self._pieces: list[str] = []
        self._form: Form | None = None
        self._control: Control | None = None
        self._option: str | None = None
        self._loose: list[Control] = []
        self._in_label = False
        if answer.mimetype == "text/html":
            etree.HTML(answer.data, etree.HTMLParser(target=self, encoding="utf-8"))

    @property
    def text(self) -> str:
        return " ".join(" ".join(self._texts).split())

    @property
    def controls(self) -> list[Control]:
        return [*self._loose, *(control for form in self.forms for control in form.controls)]

    def form(self, label: str, within: str = "") -> tuple[Form, Control]:
        """Return the form with a button of this label; `within` is a part of its fields."""
        for form in self.forms:
            for button in form.buttons:
                if button.label == label and within in str(form.values):
                    return form, button
        raise AssertionError(f"no button {label!r} among {[b.label for f in self.forms for b in f.buttons]}")

    def press(self, label: str, within: str = "", **values: str) -> Page:
        """Fill in the form with this button by names of fields, send it, and go where it leads."""
        form, button = self.form(label, within)
        data = dict(form.values) | ({button.name: button.attributes.get("value", "")} if button.name else {})
        for name, value in values.items():
            assert name in data, f"no field {name!r} in {list(data)}"
            data[name] = value
        return self.send(form, data)

    def send(self, form: Form, data: Mapping[str, str]) -> Page:
        address = form.action or self.answer.request.path
        if form.method == "get":
            return visit(self.client, f"{address}?{urlencode(data)}")
        return Page(self.client, self.client.post(address, data=dict(data), follow_redirects=True))

    def follow(self, text: str) -> Page:
        href = next((href for href, shown in self.links if shown == text), None)
        assert href is not None, f"no link {text!r} among {[shown for _, shown in self.links]}"
        return visit(self.client, href)

    def start(self, tag: str, attrs: Mapping[str, str]) -> None:
        self._end_text()
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        self._open.append(tag)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a":
            href = attributes.get("href", "")
            self.links.append((f"{self.answer.request.path}{href}" if href.startswith("?") else href, ""))
        elif tag == "form":
            self._form = Form(
                attributes.get("action", ""), attributes.get("method", "get").lower(), attributes.get("id", "")
            )
            self.forms.append(self._form)
        elif tag in ("input", "select", "textarea", "button"):
            self._add(Control(tag, attributes, attributes.get("value", "") if tag == "input" else ""))
        elif tag == "option" and self._control is not None:
            self._option = attributes.get("value", "")
            self._control.options.append((self._option, ""))
            if "selected" in attributes or len(self._control.options) == 1:
                self._control.value = self._option
        elif tag == "label":
            self.labels.append(attributes.get("for", ""))
            self._in_label = True

    def end(self, tag: str) -> None:
        self._end_text()
        self._open.pop()
        if tag == "a" and self.links and not self.links[-1][1]:  # an icon alone
            label = next((each.get("aria-label", "") for name, each in reversed(self.tags) if name == "a"), "")
            self.links[-1] = (self.links[-1][0], label)
        if tag == "form":
            self._form = None
        elif tag == "textarea" and self._control is not None:
            self._control.value = self._control.value.removeprefix("\n")  # browsers leave out the first line's end
            self._control = None
        elif tag in ("select", "textarea", "button"):
            self._control = None
        elif tag == "option":
            self._option = None
        elif tag == "label":
            self._in_label = False

    def data(self, data: str) -> None:
        self._pieces.append(data)

    def _end_text(self) -> None:
        """Take what stands between two tags as one text: lxml cuts it at each "&amp;"."""
        data = "".join(self._pieces)
        self._pieces.clear()
        if not data or "title" in self._open or "style" in self._open:
            return
        self._texts.append(data)
        if self._control is not None and self._option is None:
            self._control.text += data
            if self._control.tag == "textarea":
                self._control.value += data
        if "a" in self._open and self.links:
            href, text = self.links[-1]
            self.links[-1] = (href, " ".join(f"{text}{data}".split()) if text else data.strip())

    def close(self) -> None:
        self._end_text()

    def _add(self, control: Control) -> None:
        control.attributes.setdefault("labelled", "1" if self._in_label else "")
        form = self._form
        if owner := control.attributes.get("form"):
            form = next(each for each in self.forms if each.id == owner)
        if form and control.attributes.get("type") == "radio":
            form.radios.append(control)
        if control.attributes.get("type") == "radio" and "checked" not in control.attributes:
            return
        (form.controls if form else self._loose).append(control)
        if control.tag != "input":
            self._control = control


def visit(client: FlaskClient, address: str) -> Page:
    return Page(client, client.get(address, follow_redirects=True))
