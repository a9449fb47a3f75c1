"""Others watch a battle by link: made, listed and taken back, read-only, and on pages that lead nowhere that is closed."""

from __future__ import annotations

from flask import Flask

from builder.web.battles.seats import cookie_of
from tests.web.pages import Page, visit
from tests.web.test_crawl import check
from tests.web.test_playing import address, begin, far, going_on, panel, state_of


def create_watch_link(app: Flask, page: Page, name: str = "") -> str:
    """Make a link to watch a battle; return its path."""
    form = visit(page.client, f"{address(page)}/spectators")
    made = page.client.post(f"{address(page)}/spectators", data={"name": name})
    assert made.headers["Cache-Control"] == "no-store"
    shown = Page(page.client, made)
    check("spectators", form)
    check("a link to watch", shown)
    link = next(part for part in shown.answer.text.split() if "muster.example" in part and "/watch/" in part)
    return "/battles/" + link.split("/battles/")[1].split("<")[0]


def watcher(app: Flask, page: Page, path: str) -> Page:
    """The battle as somebody sees it who opened a link elsewhere."""
    client, battle = app.test_client(), address(page)
    assert far(client, "GET", path).status_code == 303
    client.set_cookie(cookie_of(battle.rpartition("/")[2]), path.rpartition("/")[2], domain="muster.example", path=battle)
    return Page(client, far(client, "GET", battle))


def hrefs(page: Page) -> set[str]:
    found = [attributes.get("href", "") for tag, attributes in page.tags if tag == "a"]
    return {href.partition("#")[0] for href in found if href.partition("#")[0]}


def test_a_link_lets_watch_and_do_nothing_else(app: Flask) -> None:
    page = going_on(begin(app.test_client(), "human", "random"))
    seen = watcher(app, page, create_watch_link(app, page, "Anna"))
    battle, guest = address(page), seen.client
    assert seen.status == 200
    assert panel(page)
    assert not panel(seen)
    assert "is to choose, at another seat" in seen.text
    assert "Digest of the seed" in seen.text
    for allowed in (f"{battle}/frames/0", f"{battle}/log", f"{battle}/report", f"{battle}/news?wait=1&events=0"):
        assert far(guest, "GET", allowed).status_code == 200, allowed
    assert far(guest, "GET", f"{battle}/record.json").status_code == 409
    before = state_of(page)
    for what in ("choose", "advance", "undo", "preview", "foresee", "fork", "links", "sit", "spectators", "delete"):
        assert far(guest, "POST", f"{battle}/{what}", data={"decision": "0", "option": "0"}).status_code in (401, 403), what
    for closed in ("/battles", "/", f"{battle}/spectators", f"{battle}/delete", "/rosters/sunward-patrol"):
        assert far(guest, "GET", closed).status_code in (401, 403), closed
    assert state_of(page) == before


def test_a_link_is_taken_back(app: Flask) -> None:
    page = begin(app.test_client(), "human", "random")
    first, second = create_watch_link(app, page, "Anna"), create_watch_link(app, page)
    listed = visit(page.client, f"{address(page)}/spectators")
    assert "Anna" in listed.text
    assert first.rpartition("/")[2] not in listed.answer.text
    seen, other = watcher(app, page, first), watcher(app, page, second)
    left = next(each for each in listed.forms if each.action.endswith("/take-back"))
    assert "Anna" not in listed.send(left, {}).text
    assert far(seen.client, "GET", address(page)).status_code == 403
    assert far(seen.client, "GET", first).status_code == 403
    assert far(other.client, "GET", address(page)).status_code == 200
    assert page.client.post(f"{address(page)}/spectators/nobody/take-back").status_code == 404


def test_two_seats_hide_from_spectators_what_only_one_sees(app: Flask) -> None:
    page = begin(app.test_client(), "human", "human")
    seen = watcher(app, page, create_watch_link(app, page))
    events = far(seen.client, "GET", f"{address(page)}/events.jsonl").text.splitlines()
    everybody = page.client.get(f"/api/v1{address(page)}/events?limit=200").get_json()["items"]
    assert [line for line in events if '"visible":"all"' not in line] == []
    assert len(events) == len(everybody)


def test_pages_seen_by_link_lead_nowhere_that_is_closed(app: Flask) -> None:
    owner = going_on(begin(app.test_client(), "human", "random"))
    spectator = watcher(app, owner, create_watch_link(app, owner))
    seat = owner.press("Link to the seat of Sunward Patrol")
    link = next(control.value for control in seat.controls if "muster.example" in control.value)
    player = watcher(app, owner, "/battles/" + link.split("/battles/")[1])
    assert panel(player)
    for guest in (spectator, player):
        here = [Page(guest.client, far(guest.client, "GET", f"{address(owner)}{rest}")) for rest in ("", "/log", "/report")]
        followed = set[str]()
        for seen in here:
            assert seen.status == 200
            followed |= hrefs(seen)
        assert followed
        for href in sorted(followed):
            assert far(guest.client, "GET", href).status_code == 200, href
    assert "9E-" in player.text
    frames = far(spectator.client, "GET", f"{address(owner)}/frames/0").get_json()
    assert frames["rules"] == {}
    assert owner.client.get(f"{address(owner)}/frames/0").get_json()["rules"]


def test_what_is_refused_elsewhere_offers_no_way_in(app: Flask) -> None:
    refused = far(app.test_client(), "GET", "/")
    assert refused.status_code == 403
    assert "<nav" not in refused.text
    assert hrefs(Page(app.test_client(), refused)) == set()


def test_whoever_has_the_machine_keeps_the_seat(app: Flask) -> None:
    page = going_on(begin(app.test_client(), "human", "random"))
    path = create_watch_link(app, page)
    assert panel(visit(page.client, path))
