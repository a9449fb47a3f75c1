"""How much a page weighs with all that it loads, as it comes over the line; the line is not compressed."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from tests.web.pages import Page
from tests.web.test_playing import choose, going_on, panel

MOST_BYTES = 150_000
DEMANDED = re.compile(r'await import\("([^"]+)"\)')


def loaded(client: FlaskClient, page: Page) -> int:
    """Return the bytes of a page and of every stylesheet, script, module that a script imports, and picture.

    What a page imports only when it asks for it (`toolsFor` of `asked.js`) counts where it does.
    """
    opened = {"./pointing.js": any(attributes.get("data-aim") for _, attributes in page.tags)}
    opened["./attacks.js"] = any(attributes.get("id") in ("fire", "strike") for _, attributes in page.tags)
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
        wanted += [urljoin(address, name) for name in DEMANDED.findall(text) if opened[name]]
    assert len(seen) >= 3
    return len(page.answer.data) + sum(seen.values())


@pytest.mark.parametrize(
    "address", ["/", "/rosters/sunward-host", "/rosters/sunward-host?open=u-s2", "/rosters/gloam-court/add"]
)
def test_a_page_weighs_little(at: Callable[[str], Page], client: FlaskClient, address: str) -> None:
    assert loaded(client, at(address)) < MOST_BYTES


@pytest.mark.parametrize(
    ("a", "b", "last", "most"),
    [
        ("sunward-host", "gloam-court", "shots", 60),
        ("tidewatch", "cinder-clan", "shots", 110),
        ("thornmane-moot", "rustwater-convoy", "fire", 70),
        ("saltmarch-host", "hollow-bough-rising", "move", 50),
    ],
)
def test_a_battle_of_the_largest_armies_weighs_little_whatever_is_asked(
    client: FlaskClient, a: str, b: str, last: str, most: int
) -> None:
    """Weigh the page at every question of set-up, deployment and the first rounds, with what the question needs."""
    data = {"a": a, "b": b, "seed": "7", "player_a": "human", "player_b": "random"}
    page = going_on(Page(client, client.post("/battles", data=data, follow_redirects=True)))
    weights: dict[str, int] = {}
    for _ in range(most):
        asked = panel(page)["data-kind"]
        weights[asked] = max(weights.get(asked, 0), loaded(client, page))
        page = choose(page)
    assert {"set-up", last} <= set(weights)
    assert max(weights.values()) < MOST_BYTES, weights
