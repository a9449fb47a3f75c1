"""What belongs to others: rosters, catalogues, battles, links."""

from __future__ import annotations

from tests.misuse.town import HOST, SECRET, Town


def reads_a_roster_of_another(town: Town) -> None:
    for path in ("", "/document", "/sheet.pdf", "/history", "/findings", "/links", "/export.txt"):
        assert town.status("GET", f"/rosters/{town.roster}{path}", town.mals) == 404
    assert town.mal.get(f"/rosters/{town.roster}").status_code == 404


def changes_a_roster_of_another(town: Town) -> None:
    body, match = {"operations": [{"op": "rename", "name": "Mine"}]}, {"If-Match": '"1"'}
    assert town.status("POST", f"/rosters/{town.roster}/operations", town.mals, json=body, headers=match) == 404
    assert town.call("GET", f"/rosters/{town.roster}", town.bos).get_json()["name"] == HOST["name"]


def deletes_a_roster_of_another(town: Town) -> None:
    assert town.status("DELETE", f"/rosters/{town.roster}", town.mals, headers={"If-Match": "*"}) == 404
    assert town.mal.post(f"/rosters/{town.roster}/delete", {"version": "1"}).status_code == 404
    assert town.status("GET", f"/rosters/{town.roster}", town.bos) == 200


def judges_and_deletes_rosters_of_others_with_its_own(town: Town) -> None:
    own = town.call("POST", "/rosters", town.mals, json={"system": "wh40k-9e", "name": "own"}).get_json()
    both = [{"id": own["id"], "version": own["version"]}, {"id": town.roster, "version": 1}]
    answer = town.call("POST", "/rosters/findings", town.mals, json={"rosters": [each["id"] for each in both]})
    assert (answer.status_code, SECRET in answer.text) == (404, False)
    assert town.status("POST", "/rosters/deletions", town.mals, json={"rosters": both}) == 404
    assert town.status("GET", f"/rosters/{town.roster}", town.bos) == 200


def copies_a_roster_of_another(town: Town) -> None:
    assert town.status("POST", f"/rosters/{town.roster}/copies", town.mals, json={}) == 404


def finds_rosters_of_others_by_search(town: Town) -> None:
    assert town.call("GET", "/rosters?text=secret", town.mals).get_json()["items"] == []
    assert len(town.call("GET", "/rosters?text=secret", town.bos).get_json()["items"]) == 1
    assert SECRET not in town.mal.get("/?text=secret").text


def names_a_roster_of_another_as_an_army(town: Town) -> None:
    sides = {"a": {"roster": town.roster}, "b": {"roster": town.roster}}
    for path, more in (("/matchups", {}), ("/comparisons", {}), ("/battles", {}), ("/simulations", {"games": 2})):
        answer = town.call("POST", path, town.mals, json={**sides, **more})
        assert (answer.status_code in (404, 422), SECRET in answer.text) == (True, False), path


def names_a_roster_beside_a_link(town: Town) -> None:
    """A link opens one roster at the table, and no other of its owner as the opponent; nor of somebody who signed in."""
    for browser in (town.club.browser(), town.mal):
        page = browser.get(f"/read/{town.link}/table?against={town.roster}")
        assert (page.status_code, page.text.count('class="army')) != (200, 2)
        assert browser.get(f"/read/{town.link}/table/odds/b1?against={town.roster}").status_code in (401, 404)
    assert town.mal.get(f"/rosters/{town.roster}/table").status_code == 404


def reads_a_catalogue_of_another(town: Town) -> None:
    for path in ("/catalogues/bos", "/catalogues/bos/file", "/datasheets?catalogue=bos"):
        there, nowhere = (town.call("GET", path.replace("bos", id), town.mals) for id in ("bos", "nob"))
        assert there.status_code == nowhere.status_code == (422 if "?" in path else 404)
        assert there.text == nowhere.text.replace("nob", "bos")
    assert town.mal.get("/homebrew/bos").status_code == 404


def pins_a_catalogue_of_another_by_its_digest(town: Town) -> None:
    space = town.club.services.spaces.open(town.club.accounts.people.get("Bo").space)
    pin = space.catalogues.closure("bos").digest
    tree = {"system": "wh40k-9e", "name": "x", "forces": [{"uid": "f1", "catalogue": "bos", "pin": pin, "selections": []}]}
    assert "Bo's" not in town.call("POST", "/validations", town.mals, json={"tree": tree}).text


def writes_into_a_collection_of_another(town: Town) -> None:
    assert town.status("PUT", "/collection/wh40k-9e", town.mals, json={"owned": {"Warden": 9}}) == 200
    assert town.call("GET", "/collection/wh40k-9e", town.bos).get_json() == {"owned": {}}


def plays_a_battle_of_another(town: Town) -> None:
    for method, path in (("GET", ""), ("GET", "/decision"), ("POST", "/advance"), ("GET", "/record"), ("DELETE", "")):
        assert town.status(method, f"/battles/{town.battle}{path}", town.mals) == 404
    assert town.mal.get(f"/battles/{town.battle}").status_code == 404


def takes_the_seat_of_a_chair_without_a_token(town: Town) -> None:
    for chair in ("a", "b", "both"):
        browser = town.club.browser()
        browser.client.set_cookie(f"seat-{town.battle}", chair, domain="muster.example", path="/")
        assert browser.get(f"/battles/{town.battle}").status_code == 303


def does_more_with_a_seat_than_play(town: Town) -> None:
    seat = {"Authorization": f"Bearer {town.seat}"}
    assert town.status("GET", f"/battles/{town.battle}", seat) == 200
    for method, path in (
        *(("DELETE", f"/battles/{town.battle}"), ("POST", f"/battles/{town.battle}/forks"), ("GET", "/battles")),
        *(("GET", f"/battles/{town.battle}/links"), ("GET", f"/rosters/{town.roster}"), ("GET", "/catalogues/bos")),
    ):
        assert town.status(method, path, seat, **({"json": {}} if method == "POST" else {})) == 401


def moves_a_token_to_another_space(town: Town) -> None:
    """The space that a token begins with is exchanged: for one's own, and for the owner's."""
    own = town.club.accounts.people.get("Mal").space
    for token in (own + town.link[12:], town.link[12:], "0" * 12 + town.link[12:], "../../../../" + town.link[12:]):
        assert town.status("GET", f"/links/{token}") in (401, 404)


def reads_more_than_a_link_opens(town: Town) -> None:
    assert town.status("GET", f"/links/{town.link}") == 200
    for method in ("POST", "PUT", "DELETE"):
        assert town.status(method, f"/links/{town.link}") in (401, 405)
    key = {"Authorization": f"Bearer {town.link}"}
    for path in ("/rosters", f"/rosters/{town.roster}", f"/battles/{town.battle}"):
        assert town.status("GET", path, key) == 401


def opens_a_link_that_was_taken_back(town: Town) -> None:
    made = town.call("POST", f"/rosters/{town.roster}/links", town.bos, json={}).get_json()
    assert town.status("DELETE", f"/rosters/{town.roster}/links/{made['id']}", town.mals) == 404
    assert town.status("DELETE", f"/rosters/{town.roster}/links/{made['id']}", town.bos) == 204
    assert town.status("GET", f"/links/{made['token']}") == 404


def tells_rosters_apart_by_their_version(town: Town) -> None:
    """Whoever names the version of a roster is not told that it is the newest (304), nor that there is one."""
    for id in (town.roster, "no-such-roster"):
        assert town.status("GET", f"/rosters/{id}", town.mals, headers={"If-None-Match": '"1"'}) == 404


def listens_to_a_battle_of_another(town: Town) -> None:
    stream = {"Accept": "text/event-stream", "Last-Event-ID": "0.0"}
    assert town.status("GET", f"/battles/{town.battle}/events", town.mals, headers=stream) == 404
    link = town.call("POST", f"/battles/{town.battle}/links", town.bos, json={}).get_json()
    town.call("DELETE", f"/battles/{town.battle}/links/{link['id']}", town.bos)
    dead = {"Authorization": f"Bearer {link['token']}"}
    assert town.status("GET", f"/battles/{town.battle}/events", dead, headers=stream) == 401


def finds_a_roster_of_another_by_its_sheet(town: Town) -> None:
    pdf = town.call("GET", f"/rosters/{town.roster}/sheet.pdf", town.bos).data
    given = {"data": pdf, "content_type": "application/pdf"}
    code = town.call("POST", "/sheets/verify", town.bos, **given).get_json()["check_code"]
    assert town.call("GET", f"/sheets/verify?code={code}", town.bos).get_json()["found"]
    assert town.call("GET", f"/sheets/verify?code={code}", town.mals).get_json()["found"] == []
    assert town.status("POST", f"/sheets/verify?roster={town.roster}", town.mals, **given) == 404
