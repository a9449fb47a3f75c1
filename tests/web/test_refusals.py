"""What pages refuse they explain in the reader's language, whatever was refused, and no sentence of it stays English."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache

import pytest
from flask.testing import FlaskClient

from builder.services.tokens import new_id
from datasheets.words import codes, languages, placeholders, say
from tests.exports.test_link import pack_link
from tests.lists.test_reading import zip_files
from tests.placing.world import CATALOGUE, SYSTEM
from tests.web.pages import Page, visit

OTHERS = languages()[1:]
GAP = "\0"
LONGEST_LINK = 65_536
Send = Callable[[FlaskClient], Page]


@cache
def pieces(code: str, language: str) -> tuple[str, ...]:
    """The words of a code between its values."""
    said = say(code, dict.fromkeys(placeholders(code, language), GAP), language)
    return tuple(" ".join(piece.split()) for piece in said.split(GAP))


@cache
def english(language: str) -> dict[str, str]:
    """What no page in another language shows: the longest piece of each English sentence that it says otherwise."""
    longest = {code: max(pieces(code, "en"), key=len) for code in codes("en")}
    return {code: piece for code, piece in longest.items() if piece.count(" ") > 2 and piece not in say_all(code, language)}


def say_all(code: str, language: str) -> str:
    return GAP.join(pieces(code, language))


def post_form(address: str, **data: object) -> Send:
    return lambda client: Page(client, client.post(address, data=data, follow_redirects=True))


def upload_list(content: bytes | str, name: str = "list.txt") -> Send:
    data = content.encode() if isinstance(content, str) else content
    return lambda client: Page(client, client.post("/bring", data={"file": (io.BytesIO(data), name)}, follow_redirects=True))


def data_files(*files: tuple[str, bytes], url: str = "") -> Send:
    def send(client: FlaskClient) -> Page:
        given = [(io.BytesIO(content), name) for name, content in files]
        return Page(client, client.post("/game-data", data={"files": given, "url": url, "do": "preview"}))

    return send


def sheet(content: bytes, code: str = "") -> Send:
    return lambda client: Page(client, client.post("/sheets", data={"sheet": (io.BytesIO(content), "a.pdf"), "code": code}))


def printed_sheet(code: str) -> Send:
    return lambda client: sheet(client.get("/rosters/sunward-host/sheet.pdf").data, code)(client)


def record(content: bytes) -> Send:
    return lambda client: Page(client, client.post("/battles/records", data={"record": (io.BytesIO(content), "a.json")}))


def edit_roster(*operations: object) -> Send:
    def send(client: FlaskClient) -> Page:
        made = client.post("/rosters", data={"name": "Trial", "army": "wh40k-9e/sunward-host"})
        edit = {"version": "1", "step": "1", "operations": json.dumps(operations)}
        return Page(client, client.post(f"{made.location}/edit", data=edit))

    return send


def start_battle(army: str) -> Send:
    def send(client: FlaskClient) -> Page:
        made = client.post("/rosters", data={"name": "Empty", "army": army})
        a, b = made.location.rpartition("/")[2], "sunward-host"
        return Page(client, client.post("/battles", data={"a": a, "b": b, "player_a": "random", "player_b": "random"}))

    return send


def upload_homebrew(content: bytes) -> Send:
    return lambda client: Page(client, client.post("/homebrew/files", data={"file": (io.BytesIO(content), "a.json")}))


def twice_named(client: FlaskClient) -> Page:
    name = f"Twice {new_id()}"
    for _ in range(2):
        answer = client.post("/homebrew", data={"name": name, "system": "wh40k-9e"})
    return Page(client, answer)


def from_another_site(client: FlaskClient) -> Page:
    return Page(client, client.post("/rosters", headers={"Sec-Fetch-Site": "cross-site"}))


def open_address(address: str) -> Send:
    return lambda client: visit(client, address)


REFUSED: dict[str, tuple[str, Send]] = {
    "no list": ("list.unknown", upload_list("hello")),
    "another element": ("list.is-element", upload_list("<a/>")),
    "game data": ("list.is.catalogue", upload_list(CATALOGUE)),
    "old list": ("list.old", upload_list('<roster battleScribeVersion="1.15"/>')),
    "a number that is none": ("list.value", upload_list('<roster gameSystemRevision="x"/>')),
    "deep list": (
        "list.deep",
        upload_list("<roster><forces>" + "<force><forces>" * 40 + "</forces></force>" * 40 + "</forces></roster>"),
    ),
    "other JSON": ("list.no-newrecruit", upload_list("{}")),
    "list of New Recruit": ("list.objects", upload_list('{"roster": {"forces": [1]}}')),
    "long line": ("list.line-long", upload_list("x" * 5000)),
    "control character": ("list.line-control", upload_list("\x01")),
    "empty list": ("list.nothing", upload_list("<roster/>")),
    "another catalogue": ("placing.catalogue.name", upload_list("++ Patrol Detachment (Orichalcum) ++\n+ HQ +\nCaptain\n")),
    "broken XML": ("file.no-xml", upload_list("<a>\n<b>\n</a>")),
    "document type": ("file.doctype", upload_list("<!DOCTYPE a><a/>")),
    "no zip": ("file.no-zip", upload_list(b"PK\x03\x04")),
    "zip of two": ("file.only-one", upload_list(zip_files(("a.ros", b"<a/>"), ("b.ros", b"<a/>")))),
    "zip with a link out": ("file.nested", upload_list(zip_files(("a.zip", b"")))),
    "no UTF-8": ("file.not-utf8", upload_list(b"\x89PNG\r\n")),
    "no JSON": ("document.json-none", upload_list('{"roster": ')),
    "newer document": ("refused.document.newer", upload_list('{"schema": "muster.roster/9"}')),
    "document without anything": ("document.missing", upload_list('{"schema": "muster.roster/1"}')),
    "another document": ("refused.brought.battle", upload_list('{"schema": "muster.battle/1"}')),
    "address": ("error.address-nothing", upload_list("http://x/read/" + "x" * 32)),
    "link cut off": ("refused.link.damaged", upload_list("http://x/shared#eNrt" + "x" * 50)),
    "link of others": ("refused.link.newer", post_form("/shared", link=pack_link(b"[1]"))),
    "no link": ("refused.link.none", post_form("/shared", link="?")),
    "long link": ("refused.link.long", post_form("/shared", link="x" * (LONGEST_LINK + 1))),
    "data without a system": ("file.system-missing", data_files(("a.cat", CATALOGUE.replace(b'"sys"', b'"none"')))),
    "two systems": ("file.same-id", data_files(("a.gst", SYSTEM), ("b.gst", SYSTEM))),
    "value of data": ("file.value", data_files(("a.gst", SYSTEM.replace(b'revision="4"', b'revision="x"')))),
    "version of data": ("file.version", data_files(("a.gst", SYSTEM.replace(b'"2.03"', b'"1.15"')))),
    "root of data": ("file.root", data_files(("a.gst", b"<a/>"))),
    "data without rules": ("file.no-rules", data_files(("a.gst", SYSTEM))),
    "dead link": ("file.link-dead", data_files(("a.gst", SYSTEM.replace(b'targetId="hq"', b'targetId="xx"')))),
    "empty archive": ("file.archive-empty", data_files(("a.zip", zip_files(("a.txt", b""))))),
    "address of data": ("file.address.scheme", data_files(url="ftp://x/y")),
    "private address": ("file.address.private", data_files(url="http://127.0.0.1:1/y")),
    "no PDF": ("refused.sheet.no-pdf", sheet(b"hello")),
    "digest": ("refused.sheet.digest", printed_sheet("sha256:00")),
    "no homebrew": ("document.no-packed", upload_homebrew(b"{}")),
    "catalogue twice": ("error.catalogue-there", twice_named),
    "record": ("document.missing", record(b'{"schema": "muster.battle/1"}')),
    "army without units": ("refused.battle.no-unit", start_battle("wh40k-9e/sunward-host")),
    "operation": ("document.unknown.operation.known", edit_roster({"op": "xyz"})),
    "no operations": ("refused.request.operation-list", edit_roster(1)),
    "nothing declared": ("refused.edit.not-declared", edit_roster({"op": "withdraw", "kind": "warlord"})),
    "no datasheet": (
        "document.unknown.datasheet-of-this-catalogue.known",
        edit_roster({"op": "add-unit", "force": "f1", "entry": "??"}),
    ),
    "no force": ("refused.edit.no-force", edit_roster({"op": "remove-force", "force": "f9"})),
    "no catalogue": ("refused.edit.no-catalogue", edit_roster({"op": "add-force", "catalogue": "none"})),
    "about a unit": ("refused.edit.whole-army", edit_roster({"op": "declare", "kind": "battle-forged", "subject": "f1"})),
    "print set-up": ("error.setup-name", post_form("/rosters/sunward-host/print", do="save", name="?!")),
    "format": ("error.no-format", open_address("/rosters/sunward-host/files/pdf")),
    "another site": ("refused.request.other-site", from_another_site),
}


@pytest.mark.sample(1, "what")
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_is_explained_in_the_readers_language(client: FlaskClient, what: str, language: str) -> None:
    code, send = REFUSED[what]
    client.set_cookie("muster-language", language)
    shown = send(client).text.casefold()
    assert [piece for piece in pieces(code, language) if piece.casefold() not in shown] == []
    assert {code: piece for code, piece in english(language).items() if piece.casefold() in shown} == {}
