"""What is sent: bodies, archives and addresses that are not what they seem, and more at once than is allowed."""

from __future__ import annotations

import io
import zipfile
from concurrent.futures import ThreadPoolExecutor

from builder.store.allowance import NO_LIMITS, Allowance
from tests.misuse.town import Town
from tests.people import HTTPS

ROSTER = b'{"system": "wh40k-9e", "name": %s}'
CATALOGUE = {"schema": "muster.catalogue/1", "system": "wh40k-9e", "id": "bos", "name": "Mal's"}


def sends_json_to_choke_on(town: Town) -> None:
    """Deep, huge, endless, said twice, of no alphabet, or none at all."""
    deep, long = b"[" * 100_000 + b"]" * 100_000, b"9" * 6000
    for value in (
        deep,
        long,
        b"1e999999",
        b"NaN",
        b'"a", "name": "b"',
        b'"\xff"',
        b'"\\ud800"',
        b'"a\\u0000"',
        b'"\xe2\x80\xae"',
    ):
        kind = {"Content-Type": "application/json"}
        assert town.status("POST", "/rosters", town.mals, data=ROSTER % value, headers=kind) in (400, 422), value[:20]


def sets_fields_that_the_server_sets(town: Town) -> None:
    for field in ("id", "version", "owner", "space", "person", "origin", "summary", "__proto__", "_step"):
        body = {"system": "wh40k-9e", "name": "m", field: town.ids["Bo"]}
        answer = town.call("POST", "/rosters", town.mals, json=body)
        assert (answer.status_code, answer.get_json()["problems"][0]["path"]) == (422, f"/{field}")


def hides_something_in_an_archive(town: Town) -> None:
    """Names that lead out of it, an archive within, thousands of files, ways of packing that have no end, entities."""

    def archive(files: dict[str, bytes], way: int = zipfile.ZIP_DEFLATED) -> bytes:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", way) as file:
            for name, data in files.items():
                file.writestr(name, data)
        return packed.getvalue()

    entity = b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><gameSystem>&x;</gameSystem>'
    for hidden in (
        archive({"../../../../tmp/evil.cat": b"<x/>"}),
        archive({"/etc/evil.cat": b"<x/>"}),
        archive({"b.zip": archive({"a.cat": b"<" * 1_000_000})}),
        archive({f"{number}.cat": b"" for number in range(2000)}),
        archive({"a.cat": b"<" * 1_000_000}, zipfile.ZIP_LZMA),
        archive({"a.cat": b"<" * 1_000_000}, zipfile.ZIP_BZIP2),
        archive({"a.gst": entity}),
    ):
        answer = town.call("POST", "/imports", town.mals, data=hidden, headers={"Content-Type": "application/zip"})
        assert (answer.status_code, "root:" in answer.text) == (422, False)


def disguises_a_machine_of_the_network(town: Town) -> None:
    """Numbers in other bases, short forms, other letters for digits, and addresses that carry another."""
    for host in (
        *("0x7f000001", "2130706433", "0177.0.0.1", "127.1", "0", "localhost.", "①②⑦.0.0.1", "127。0。0。1", "100.64.0.1"),
        *("[::]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1]", "evil.example@10.0.0.1"),
    ):
        found = {
            town.call("POST", "/imports", town.mals, json={"urls": [f"http://{host}{port}/"]})
            .get_json()["detail"]
            .partition("/: ")[2]
            for port in (":1", ":22")
        }
        assert len(found) == 1, host


def imports_over_data_of_another(town: Town) -> None:
    """A catalogue of the same id is one's own; that of Muster itself is nobody's to change."""
    assert town.status("POST", "/catalogues", town.mals, json=CATALOGUE) == 201
    assert town.call("GET", "/catalogues/bos", town.bos).get_json()["name"] == "Bo's"
    assert town.status("DELETE", "/catalogues/bos", town.mals, headers={"If-Match": "*"}) == 204
    assert town.status("GET", "/catalogues/bos", town.bos) == 200
    assert town.status("POST", "/catalogues", town.mals, json=CATALOGUE | {"id": "core-9e"}) == 409


def goes_beyond_an_allowance_by_many_at_once(town: Town) -> None:
    store = town.club.services.spaces.open(town.club.accounts.people.get("Mal").space).store
    with store.reading() as db:
        there = Allowance(rosters=1).measure(db)["rosters"]
    store.allowance = Allowance(rosters=there + 1)
    body = {"system": "wh40k-9e", "name": "one more"}
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: town.status("POST", "/rosters", town.mals, json=body), range(8)))
    store.allowance = NO_LIMITS
    assert sorted(found) == [201] + [409] * 7


def has_a_proxy_keep_what_is_not_for_all(town: Town) -> None:
    """By an address that looks like a file, or headers that a proxy may not look at."""
    for path in (
        "/account/a.css",
        "/account;a.css",
        "/account%2fa.css",
        f"/rosters/{town.roster}/a.js",
        f"/rosters/{town.roster};a.js",
    ):
        assert town.bo.get(path).status_code == 404
    forged = {"X-Forwarded-Host": "evil.example", "X-Original-URL": "/people", "X-Forwarded-Prefix": "/evil"}
    for path in ("/", "/account", f"/rosters/{town.roster}", f"/api/v1/rosters/{town.roster}"):
        answer = (
            town.club.app.test_client().get(path, base_url=HTTPS, headers=town.bos)
            if "/api" in path
            else town.bo.get(path, headers=forged)
        )
        assert answer.headers["Cache-Control"] in ("no-cache", "no-store")
        assert ("Cookie" in answer.headers["Vary"], "evil" in answer.text) == (True, False)
