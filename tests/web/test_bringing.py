"""Whatever holds a roster is brought in by one form, and a roster goes out as files of other programs."""

from __future__ import annotations

import io
import json
import zipfile
from decimal import Decimal

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import services
from builder.importing.archives import Named
from builder.placing.report import Cause, Report, Total
from builder.services.tokens import new_id
from builder.web.brought import groups_of
from builder.web.operation_words import in_words
from datasheets.evaluation.tree import Force
from datasheets.systems import system
from exports.document import RosterDocument, document_from
from exports.link import fragment
from exports.lists.listed import ListedArmy
from exports.sheet.printing import print_sheet
from exports.sheet.setup import Setup
from exports.text import POSTED, Posted, post_texts, text_of
from tests.exports.armies import change_value
from tests.placing.test_editions import EIGHTH, NINTH, TIN
from tests.placing.world import CATALOGUE, EVENT, ROS, SYSTEM
from tests.web.pages import Page, visit
from tests.web.test_crawl import check


def upload(client: FlaskClient, content: bytes, name: str = "list.ros") -> Page:
    return Page(client, client.post("/bring", data={"file": (io.BytesIO(content), name)}, follow_redirects=True))


def paste(client: FlaskClient, text: str) -> Page:
    return visit(client, "/bring").press("Bring in", text=text)


@pytest.fixture
def catalogue(client: FlaskClient) -> None:
    with client.application.app_context():
        services().imports.load(files=[Named("tin.gst", SYSTEM), Named("tin.cat", CATALOGUE)])


@pytest.mark.usefixtures("catalogue")
def test_a_list_comes_in_with_a_report(client: FlaskClient) -> None:
    text = EVENT.replace("Cannon", "Ray of ruin").replace("+ Player", "TR one\n+ Player")
    page = upload(client, text.encode(), "<b>.txt")
    check("bring", page)
    assert "Tin Host (event text)" in page.text
    assert "9 of 10 selections placed" in page.text
    assert "Guard Squad: Ray of ruin" in page.text
    assert "Line 2 was not understood: TR one" in page.text
    (href,) = [href for href, name in page.links if name == "Open the roster"]
    roster = visit(client, href)
    assert "Ray of ruin" in roster.text
    assert "Guard Squad" in roster.text


@pytest.mark.usefixtures("catalogue")
def test_what_is_not_here_is_replaced_by_what_was_meant_or_left_out_with_a_click(client: FlaskClient) -> None:
    text = EVENT.replace("Guard Squad", "Guard Squadron Alpha").replace("Cannon", "Ray of ruin")
    page = upload(client, text.encode(), "<b>.txt")
    check("needs", page)
    assert "need you" in page.text or "needs you" in page.text
    buttons = [button.label for form in page.forms for button in form.buttons]
    assert "Take Guard Squad instead" in buttons
    mended = page.press("Take Guard Squad instead")
    assert mended.answer.request.path.startswith("/rosters/")
    assert "There are no data for" not in mended.text
    assert "Guard Squad" in mended.text


MISSPELT = """
++ Saltmarch (Saltmarch League) ++
+ Leader +
Lock Warden
. Lock Warden: Boat anchor
+ Other +
Fen Pikes
. 9x Fen Pike: Fen pike, Guting knife
. Pike Reve: Fen pike, Gutting knife
Lanturn Witch
. Lantern Witch: Hooked staf
"""


def test_misspelt_models_and_wargear_of_a_list_are_offered_as_they_are_spelt(client: FlaskClient) -> None:
    page = upload(client, MISSPELT.encode(), "salt.txt")
    buttons = [button.label for form in page.forms for button in form.buttons]
    for name in ("Gutting knife", "Pike Reeve", "Lantern Witch"):
        assert f"Take {name} instead" in buttons
    mended = page.press("Take the first suggestion for 3 of them")
    assert "does not belong to it" not in mended.text
    assert "There are no data for" not in mended.text
    assert "Pike Reeve" in mended.text


@pytest.mark.usefixtures("catalogue")
def test_the_first_suggestion_for_everything_is_one_click(client: FlaskClient) -> None:
    text = EVENT.replace("Guard Squad", "Guard Squadron Alpha") + "TR 2 : 7 Guard Squadron Beta (52) [107 pts] [7 PL]\n"
    page = upload(client, text.encode(), "list.txt")
    assert [each.label for form in page.forms for each in form.buttons].count("Take Guard Squad instead") == 2
    taken = page.press("Take the first suggestion for 2 of them")
    assert taken.answer.request.path.startswith("/rosters/")
    assert "no longer in its catalogue" not in taken.text
    assert "Squadron" not in taken.text


def test_what_an_edit_makes_is_called_by_name_in_the_next_one(app: Flask) -> None:
    force = Force("f1", "sunward-host", name="Host", pin="")
    added = [
        {"op": "add-unit", "force": "f1", "entry": "host-guard"},
        {"op": "select", "parent": "s99", "entry": "host-sergeant"},
    ]
    with app.test_request_context("/"):
        said = in_words(added, {"f1": "Host"}, [force], system("wh40k-9e"))
        alone = in_words(added[1:], {}, [force], system("wh40k-9e"))
    assert "Host Guard" in said[1]
    assert "something that is gone" in alone[0]


def test_lines_of_one_kind_stand_together_and_folded(app: Flask) -> None:
    causes = tuple(Cause(f"s{n}", f"Unit {n}", Decimal(5), Decimal(6), "revision") for n in range(31))
    other = Cause("s40", "Lost", Decimal(4), Decimal(0), "unplaced")
    report = Report(ListedArmy("ros", "Host"), (), (), (Total("power", "Power", Decimal(5), Decimal(6), (*causes, other)),))
    with app.test_request_context("/"):
        groups = groups_of(report)
    assert [len(group.lines) for group in groups] == [31, 1]
    assert "31 cost otherwise in another revision" in groups[0].heading


@pytest.mark.slow
def test_a_list_of_an_edition_that_is_not_here_leads_to_its_data(client: FlaskClient) -> None:
    with client.application.app_context():
        services().imports.load(files=[Named("tin.gst", NINTH), Named("tin.cat", TIN)])
    page = upload(client, EIGHTH.encode())
    check("bring", page)
    assert page.status == 422
    (href,) = [href for href, name in page.links if name == "Load the game data of Warhammer 40,000 8th edition"]
    (field,) = [each for each in visit(client, href).controls if each.name == "url"]
    assert field.value == "https://github.com/BSData/wh40k-8th-edition"


@pytest.mark.usefixtures("catalogue")
def test_a_roster_goes_out_as_every_file(client: FlaskClient) -> None:
    upload(client, ROS.encode())
    with client.application.app_context():
        id = services().rosters.page(text="First Host").items[0].id
    page = visit(client, f"/rosters/{id}/share")
    check("share", page)
    assert "1 note" in page.text
    for format, start in (("ros", b"<?xml"), ("rosz", b"PK"), ("newrecruit-json", b"{"), ("text", b"+++")):
        answer = client.get(f"/rosters/{id}/files/{format}")
        assert answer.data.startswith(start)
        assert "First Host" in answer.headers["Content-Disposition"]
    assert client.get(f"/rosters/{id}/files/pdf").status_code == 404


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "list.ros is empty"),
        (b"{}", "This JSON is no list"),
        (b"[]", "This JSON is no list"),
        (b"{", "This is not JSON"),
        (b"%PDF-1.7", "cut off"),
        (b"\x89PNG\r\n", "not UTF-8"),
        (b"PK\x03\x04", "list.ros"),
        (b"<a/>", "begins with a roster element"),
        (b'{"schema": "muster.battle/1"}', "record of a battle"),
        (b'{"schema": "muster.datasheet/1"}', "is a datasheet"),
        (b'{"schema": "muster.roster/9"}', "Use a newer Muster"),
        (b'{"schema": "muster.roster/1"}', "/army"),
        (b"http://x/read/" + b"x" * 32, "opens nothing here"),
        (b"http://x/shared#eNrt" + b"x" * 50, "damaged or cut off"),
        (b"\x00" * 50, "control character"),
        (b"hello", "no list that is known here"),
        (ROS.replace("Metal - Tin Host", "Copper").replace('"tin"', '"cu"').encode(), 'The catalogue "Copper" (revision 7)'),
    ],
)
def test_other_files_are_refused_with_the_form(client: FlaskClient, content: bytes, sentence: str) -> None:
    page = upload(client, content)
    assert page.status == 422
    assert sentence in page.text
    check("bring", page)


def roster_id(page: Page) -> str:
    (href,) = [href for href, name in page.links if name == "Open the roster"]
    return href.rpartition("/")[2]


def sample(client: FlaskClient) -> RosterDocument:
    """Return a roster document that no roster of the shared application stands at."""
    with client.application.app_context():
        data = services().documents.of("sunward-patrol").data
    return document_from(change_value(data, "/army/name", f"Patrol {new_id()}"))


def pdf_of(document: RosterDocument) -> bytes:
    return print_sheet(document, Setup())


@pytest.mark.parametrize("way", ["link", "address", "json", "pdf", "pasted-json"])
def test_what_muster_made_comes_in_with_its_code_verified(client: FlaskClient, way: str) -> None:
    document = sample(client)
    match way:
        case "link":
            page = paste(client, f"Look: http://127.0.0.1:8000/shared#{fragment(document)}")
        case "address":
            first = upload(client, document.to_bytes(), "a.json")
            with client.application.app_context():
                token = services().links.make(roster_id(first)).token
            page = paste(client, f"http://localhost/read/{token}")
        case "json":
            page = upload(client, document.to_bytes(), "whatever.txt")
        case "pdf":
            page = upload(client, pdf_of(document), "list.ros")
        case _:
            page = paste(client, document.to_bytes().decode())
    check("brought", page)
    assert f"this roster comes to its check code, {document.check_code}" in page.text
    assert ("was here already" in page.text) is (way == "address")
    with client.application.app_context():
        assert services().documents.of(roster_id(page)).digest == document.digest


@pytest.mark.slow
def test_the_same_roster_in_every_form_is_one_roster(client: FlaskClient) -> None:
    document = sample(client)
    first = upload(client, document.to_bytes(), "a.json")
    for page in (paste(client, fragment(document)), upload(client, pdf_of(document), "a.pdf")):
        assert "was here already" in page.text
        assert roster_id(page) == roster_id(first)


@pytest.mark.parametrize("style", POSTED)
def test_what_was_posted_is_pasted(client: FlaskClient, style: Posted) -> None:
    document = sample(client)
    page = paste(client, text_of(post_texts(document, style)))
    check("brought", page)
    assert document.army.name in page.text
    with client.application.app_context():
        made = services().documents.of(roster_id(page))
    assert [each.name for each in made.army.fielded] == [each.name for each in document.army.fielded]


def test_an_altered_document_says_what_differs(client: FlaskClient) -> None:
    altered = change_value(sample(client).data, "/army/units/0/costs/power", 1)
    page = paste(client, json.dumps(altered))
    assert "its choices do not come to what it says" in page.text
    assert "costs" in page.text


def test_a_document_of_data_that_are_not_here_is_kept_and_says_so(client: FlaskClient) -> None:
    elsewhere = change_value(sample(client).data, "/army/forces/0/catalogue", "nowhere")
    elsewhere = change_value(elsewhere, "/army/forces/0/pin", f"sha256:{'1' * 64}")
    page = paste(client, json.dumps(elsewhere))
    assert "not here in that version" in page.text
    assert "Sunward Host" in page.text


def test_a_file_goes_before_a_text(client: FlaskClient) -> None:
    document = sample(client)
    data = {"file": (io.BytesIO(document.to_bytes()), "a.json"), "text": "hello"}
    assert document.check_code in Page(client, client.post("/bring", data=data)).text


def test_what_was_pasted_and_refused_stays_in_the_field(client: FlaskClient) -> None:
    page = paste(client, "</textarea><script>alert(1)</script>")
    assert page.status == 422
    check("bring", page)
    assert "</textarea><script>alert(1)</script>" in next(each.value for each in page.controls if each.name == "text")


def test_more_than_is_read_is_refused(client: FlaskClient) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="%b"%b\r\n\r\n%b\r\n--x--\r\n'
    for name, more, size in ((b"file", b'; filename="a.pdf"', 21_000_000), (b"text", b"", 2_500_000)):
        body = part % (name, more, b"x" * size)
        assert client.post("/bring", data=body, content_type="multipart/form-data; boundary=x").status_code == 413


@pytest.mark.slow
def test_a_zip_that_unpacks_without_end_is_refused(client: FlaskClient) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.ros", b"<roster>" + b" " * 60_000_000)
    page = upload(client, packed.getvalue(), "bomb.rosz")
    assert page.status == 422
    assert "bomb.rosz" in page.text


def test_a_page_of_another_site_cannot_bring_anything_in(client: FlaskClient) -> None:
    data = {"text": fragment(sample(client))}
    assert client.post("/bring", data=data, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/bring", "file"),
        ("/sheets", "sheet"),
        ("/matchup", "sheet_a"),
        ("/homebrew/files", "file"),
        ("/battles/records", "record"),
    ],
)
def test_an_empty_file_is_called_empty(client: FlaskClient, address: str, field: str) -> None:
    answer = client.post(address, data={field: (io.BytesIO(b""), "nothing\x07.ros")}, follow_redirects=True)
    page = Page(client, answer)
    check(address, page)
    assert page.status == 422
    assert "The file nothing.ros is empty; choose another." in page.text


@pytest.mark.usefixtures("catalogue")
def test_several_files_come_in_at_once_each_for_itself(client: FlaskClient) -> None:
    document = client.get("/rosters/gloam-patrol/roster.json").data
    named = {
        "one.json": document,
        "two.txt": EVENT.replace("Cannon", "Ray of ruin").encode(),
        "<b>.txt": b"nothing",
        "e.json": b"",
    }
    files = [(io.BytesIO(content), name) for name, content in named.items()]
    page = Page(client, client.post("/bring", data={"file": files}))
    check("several", page)
    assert page.status == 200
    assert "2 of 4 became rosters" in page.text
    assert "Guard Squad: Ray of ruin" in page.text
    opened = [visit(client, href) for href, _ in page.links if href.startswith("/rosters/")]
    for name in ("Gloam Patrol", "Tin Host"):
        assert any(name in each.text for each in opened), name
    assert "<b>.txt" in page.text, "the name is shown as it is"


def test_several_files_of_which_none_can_be_used(client: FlaskClient) -> None:
    page = Page(client, client.post("/bring", data={"file": [(io.BytesIO(b"x"), "a.txt"), (io.BytesIO(b"y"), "b.txt")]}))
    assert page.status == 422
    assert "0 of 2 became rosters" in page.text
    many = [(io.BytesIO(b"x"), f"{number}.txt") for number in range(51)]
    page = Page(client, client.post("/bring", data={"file": many}))
    assert page.status == 422
    assert "at most 50 files" in page.text
