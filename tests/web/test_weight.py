"""How much a page weighs with all that it loads, as it comes over the line; the line is not compressed."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from tests.web.pages import Page

MOST_BYTES = 150_000


def loaded(client: FlaskClient, page: Page) -> int:
    """Return the bytes of a page and of every stylesheet, script, module that a script imports, and picture."""
    wanted = [attributes[key] for _, attributes in page.tags for key in ("src",) if key in attributes]
    wanted += [attributes["href"] for tag, attributes in page.tags if tag == "link"]
    seen: dict[str, int] = {}
    while wanted:
        address = wanted.pop()
        if address in seen:
            continue
        answer = client.get(address)
        assert answer.status_code == 200, address
        text = answer.get_data(as_text=True)
        answer.close()
        seen[address] = len(text.encode())
        lines = text.splitlines() if address.endswith(".js") else []
        wanted += [urljoin(address, line.split('"')[1]) for line in lines if line.startswith("import ")]
    assert len(seen) >= 3
    return len(page.answer.data) + sum(seen.values())


@pytest.mark.parametrize(
    "address", ["/", "/rosters/sunward-host", "/rosters/sunward-host?open=u-s2", "/rosters/gloam-court/add"]
)
def test_a_page_weighs_little(at: Callable[[str], Page], client: FlaskClient, address: str) -> None:
    assert loaded(client, at(address)) < MOST_BYTES
