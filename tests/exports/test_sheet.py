"""The printed sheet: what stands on it, that it is the same bytes everywhere, that nothing is cut or read as markup."""

import copy
import io
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import ttf_opensans
from pypdf import PdfReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from bench.rosters import make_judging
from builder.services.bundled import judged_sample, samples
from exports.document import document_from, force_title
from exports.sheet import fonts
from exports.sheet.pages import TooLong, qr_text
from exports.sheet.printing import print_sheet
from exports.sheet.setup import Setup
from tests.exports import pdf
from tests.exports.armies import (
    NAMES,
    army,
    change_value,
    golden,
    golden_bytes,
    golden_data,
    golden_sheet,
    pair,
    sheet_of,
    unit,
)
from tests.exports.large import bundled_army


@pytest.fixture(scope="module", params=NAMES)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def sheet(name):
    return golden_sheet(name)


def test_every_page_renders_and_carries_ink(sheet):
    for picture in pdf.pictures(sheet):
        dark = sum(picture.histogram()[:128])
        assert 0.002 < dark / (picture.width * picture.height) < 0.25


def test_the_summary_names_the_army_and_every_unit(name, sheet):
    document = golden(name)
    first = pdf.texts(sheet)[0]
    wanted = [document.army.name, "Warhammer 40,000 9th edition", "Mission: Only War", "Battle size: Combat Patrol"]
    wanted += [
        f"{document.army.power_level} Power Level",
        f"{document.army.model_count} Models",
        document.check_code,
        document.digest,
    ]
    for text in wanted + [one.name for one in document.army.units]:
        assert text in first


@pytest.mark.parametrize("layout", ["full", "cards", "summary", "event"])
def test_a_unit_without_a_datasheet_is_named_on_the_sheet_even_where_findings_are_left_out(layout):
    judging, sample = make_judging(), next(each for each in samples() if each.id == "sunward-patrol")
    roster = judged_sample(sample, judging).roster
    first, *others = roster.forces[0].selections
    unknown = replace(first, entry="nowhere", name="Frobnicators", title="", selections=())
    roster = replace(roster, forces=(replace(roster.forces[0], selections=(unknown, *others)),))
    document = judging.document(judging.judge(roster, fixes=False))
    said = " ".join(pdf.texts(print_sheet(document, Setup(layout=layout, show_findings=False))))
    assert "Not on this sheet, for want of a datasheet: Frobnicators" in " ".join(said.split())


def test_the_summary_names_the_data_it_was_made_from():
    first = pdf.texts(golden_sheet("sunward-host"))[0]
    for force in golden("sunward-host").army.forces:
        assert f"{force.name}, revision 1 ({force.pin[:19]})" in first


def everything_about(one, printed):
    yield from (one.title or one.name, f"{one.costs['power']:g} Power Rating")
    yield from (*one.keywords.faction, *one.keywords.other, *one.options)
    several = len(one.models) > 1
    yield from (group.name for group in one.models if several and group.name != one.models[0].name)
    for ability in one.abilities:
        yield from (ability.name, ability.text)
    for profile in one.profiles:
        values = "".join(profile.characteristics[key] for key in printed.columns["unit"] if not profile.damage_table)
        yield profile.name + values if several else values
    for weapon in one.weapons:
        yield from (weapon.name, weapon.note)
        for profile in weapon.profiles:
            values = profile.characteristics
            yield from (profile.abilities.rstrip("."), values["AP"] + values["D"])
            if values["Range"] != "Melee":
                yield values["Range"] + values["Type"]


@pytest.mark.rule("9E-DS-01")
def test_each_card_says_everything_about_its_unit(name, sheet):
    cards = re.sub(r"\s", "", pdf.text(sheet))
    for one in golden(name).army.units:
        for text in everything_about(one, golden(name).army):
            assert re.sub(r"\s", "", text) in cards


@pytest.mark.rule("9E-KEY-01")
@pytest.mark.rule("9E-DSKEY-01")
def test_keywords_stand_in_their_two_groups():
    pages = pdf.text(golden_sheet("sunward-host"))
    assert "Faction keywords: IMPERIUM, ADEPTUS ASTARTES, DAWNWARD Keywords: INFANTRY, PRIMARIS, ASSAULT" in pages


def test_the_card_says_who_carries_what_in_which_number():
    text = pdf.text(golden_sheet("gloam-court"))
    assert "Dusk rifle Cinder mortar Gloam Sergeant: Dusk rifle RANGED" in text, "labels of the boxes"
    assert "9 Gloam Guard 6" in text
    assert '9× Dusk rifle 24" Rapid Fire 1' in text


def test_damage_table_transport_psyker_and_trait_stand_on_their_cards():
    host, court = pdf.text(golden_sheet("sunward-host")), pdf.text(golden_sheet("gloam-court"))
    assert 'Wounds left M BS 7–12 12" 3+ 4–6 8" 4+' in host
    assert "Transport: This model can carry 10 INFANTRY models." in host
    assert "Warlord Trait: Inspiring Leader. Friendly units have 1 more Leadership" in host
    assert "Chosen keywords: <CHAPTER>: DAWNWARD" in host
    assert "Psyker: attempts to manifest 1 power and to deny 1 power in each phase." in court
    assert 'Smite 5 18" D3 mortal wounds to the closest enemy unit' in court


def test_a_tick_box_for_every_wound():
    plain = army(unit(models=[{**unit()["models"][0], "number": 7}]))
    page = PdfReader(io.BytesIO(print_sheet(plain, Setup(layout="cards")))).pages[0]
    boxes = re.findall(rb" (\d+\.\d+) \1 re", page.get_contents().get_data())
    assert len(boxes) == 7


def test_a_unit_in_understrength_is_marked_on_summary_and_card():
    page = pdf.text(print_sheet(army(unit(understrength=True, size={"min": 5, "max": 10}))))
    assert page.count("Pickets UNDERSTRENGTH") == 2


def test_abilities_stand_in_the_order_of_the_turn_with_the_sign_of_their_phase():
    texts = {
        "Grit": "Add 1 to Leadership.",
        "Blow": "In the Fight phase, strike.",
        "Rise": "In your Command phase, once per battle,",
    }
    rows = [{"name": name, "text": text, "aura": False, "external": False, "effects": []} for name, text in texts.items()]
    page = pdf.text(print_sheet(army(unit(abilities=rows), system="wh40k-9e")))
    assert re.search(r"CMD Rise\..*FIGHT Blow\..*Grit\.", page) or re.search(r"Rise\..*Blow\..*Grit\.", page)
    assert "CMD" in page
    assert "FIGHT" in page
    assert "Not resolved" not in page


@pytest.mark.parametrize(
    ("name", "title"), [("Drill", "Drill. (Aura)"), ("Drill (Aura)", "Drill (Aura)."), ("Drill (aura)", "Drill (aura).")]
)
def test_an_aura_is_said_to_be_one_once(name: str, title: str):
    row = {"name": name, "text": "Stand straight.", "aura": True, "external": False, "effects": []}
    assert f"{title} Stand straight." in pdf.text(print_sheet(army(unit(abilities=[row]))))


def test_who_starts_embarked_stands_on_both_cards():
    crew, carrier = unit("u1", name="Crew"), unit("u2", name="Carrier", transport={
        "capacity": 6, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""})  # fmt: skip
    inside = {"kind": "embarked", "subject": "u1", "key": "", "value": "u2", "index": 0}
    text = pdf.text(print_sheet(army(crew, carrier, declarations=[inside])))
    assert "Starts the battle embarked in: Carrier" in text
    assert "Transport: It can carry 6 models." in text
    assert "Embarked in it at the start of the battle: Crew" in text


def test_declarations_of_any_system_are_printed():
    battery = {"kind": "battery", "subject": "u1", "key": "A", "value": 2.5, "index": 0}
    oath = {"kind": "oath", "subject": "", "key": "", "value": True, "index": 0}
    text = pdf.text(print_sheet(army(unit(), declarations=[battery, oath], names={"declaration.oath": "Oath of silence"})))
    assert "battery: A. 2.5" in text
    assert "Oath of silence." in text


def army_with_findings(*findings, legal=False):
    data = copy.deepcopy(pair().data)
    data["judgement"] |= {"legal": legal, "findings": list(findings)}
    return document_from(data)


def finding(code, severity="error", path=(), **values):
    return {
        "rule": "9E-X-01",
        "code": code,
        "severity": severity,
        "path": list(path),
        "wanted": 5,
        "found": 3,
        "values": values,
    }


def test_a_finding_without_words_still_says_its_rule_code_and_numbers():
    first = pdf.texts(print_sheet(army_with_findings(finding("of.another.version", path=["f1", "u2"]))))[0]
    assert "This army is not legal." in first
    assert "Error: Others: of.another.version: wanted 5, found 3. (9E-X-01)" in first


def test_a_finding_whose_values_lack_something_does_not_crash(monkeypatch):
    monkeypatch.setattr("exports.sheet.findings.say", lambda code, *rest: _say_but(code, *rest))
    first = pdf.texts(print_sheet(army_with_findings(finding("broken"))))[0]
    assert "broken: wanted 5, found 3." in first


def _say_but(code, *rest):
    from datasheets.words import say

    if code == "finding.broken":
        raise KeyError("models")
    return say(code, *rest)


def test_errors_come_first():
    first = pdf.texts(
        print_sheet(army_with_findings(finding("one", "note"), finding("two", "error"), finding("three", "warning")))
    )[0]
    assert re.findall(r"(Note|Warning|Error):", first) == ["Error", "Warning", "Note"]


def test_the_pdf_has_title_language_and_outline():
    sheet = golden_sheet("sunward-host")
    reader = PdfReader(io.BytesIO(sheet))
    assert reader.metadata.title == "Sunward Host"
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert pdf.titles(sheet) == [
        "Outrider Squad",
        "Assault Intercessor Squad",
        "Dawn Marshal (Ilse Varga)",
        "Lantern Carrier",
    ]
    assert [page["/MediaBox"][2:] for page in reader.pages] == [
        [pytest.approx(595.28, abs=0.1), pytest.approx(841.89, abs=0.1)]
    ] * 2


def test_the_document_is_attached_in_its_one_byte_form(name, sheet):
    item, _ = PdfReader(io.BytesIO(sheet)).attachment_list
    assert (item.name, item.content, item.subtype) == ("muster-roster.json", golden(name).to_bytes(), "/application/json")


def test_the_qr_code_holds_check_code_and_digest():
    document = golden("sunward-host")
    assert qr_text(document) == f"{document.schema.upper()} {document.check_code} {document.digest.upper()}"


def test_letter_paper_has_its_size():
    reader = PdfReader(io.BytesIO(sheet_of(pair(), Setup(paper="letter"))))
    assert reader.pages[0].mediabox[2:] == [612, 792]


@pytest.mark.slow
def test_the_same_bytes_in_threads_and_after_other_documents():
    alone = {name: golden_sheet(name) for name in NAMES}
    with ThreadPoolExecutor(4) as pool:
        printed = list(pool.map(lambda name: (name, print_sheet(golden(name))), NAMES))
    assert all(sheet == alone[name] for name, sheet in printed)


def test_threads_take_letters_from_a_face_at_once():
    """ReportLab reads the face's file at one place for all: without a lock some sheets failed, or had other letters."""
    fonts.register()
    face, letters = pdfmetrics.getFont(fonts.REGULAR).face, [0, *map(ord, "Sunward Host, 1 Ühlan")]
    alone, before = face.makeSubset(letters), sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            assert set(pool.map(face.makeSubset, [letters] * 400)) == {alone}
    finally:
        sys.setswitchinterval(before)


@pytest.mark.slow
def test_the_same_bytes_in_another_process_under_another_hash_seed():
    program = (
        "import sys; from exports.document import read_document; from exports.sheet.printing import print_sheet; "
        "sys.stdout.buffer.write(print_sheet(read_document(sys.stdin.buffer.read())))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        input=golden_bytes("gloam-court"),
        capture_output=True,
        check=True,
        env={"PYTHONHASHSEED": "77", "PYTHONPATH": ":".join(sys.path), "TZ": "Asia/Tokyo", "LC_ALL": "C"},
    )
    assert run.stdout == golden_sheet("gloam-court")


def test_a_card_is_never_cut_where_it_fits_on_a_page():
    rules = [{"name": f"Rule {n}", "text": "word " * 60, "aura": False, "external": False, "effects": []} for n in range(9)]
    pages = pdf.texts(
        print_sheet(army(*[unit(f"u{n}", name=f"Muster{n}", abilities=rules[: 3 + n % 6]) for n in range(12)]))
    )
    for number in range(12):
        own = [page for page in pages[1:] if re.search(rf"Muster{number}\b", page)]
        assert len(own) == 1
    assert not re.search(r"Muster\d+, \d", " ".join(pages))


@pytest.mark.slow
def test_a_card_too_tall_for_a_page_repeats_its_heading_and_table_heads():
    weapons = [{**unit()["weapons"][0], "id": f"w{n}", "name": f"Rifle {n}"} for n in range(1, 121)]
    models = [{**unit()["models"][0], "weapons": {weapon["id"]: 1 for weapon in weapons}}]
    pages = pdf.texts(print_sheet(army(unit(weapons=weapons, models=models))))[1:]
    assert len(pages) > 1
    for page in pages[1:]:
        assert re.search(r"Pickets, [2-9] of [2-9]\b", page)
        assert "RANGED Range Type Hit S AP D" in page
    assert all(f"Rifle {n} " in " ".join(pages) for n in range(1, 121))


@pytest.mark.slow
def test_an_army_of_more_pages_than_are_read_back_is_refused_with_a_sentence(monkeypatch):
    monkeypatch.setattr("exports.sheet.pages.MOST_PAGES", 2)
    with pytest.raises(TooLong, match=r"^This army would fill more than 2 pages; shorten its texts\.$"):
        print_sheet(army(*[unit(f"u{n}", name=f"Muster {n}") for n in range(30)]))


NAMES_OF_THE_WORLD = ["漢字かな 한글", "Fox 🦊", "Ångström Größe Tjäder", "Дозор Їжак Ёлка", "Ærø Łódź Ğöç Ñandú", "Ωμέγα"]


@pytest.mark.parametrize("name", NAMES_OF_THE_WORLD)
@pytest.mark.sample(3)
def test_names_in_latin_greek_and_cyrillic_can_be_taken_out_as_text(name):
    sheet = sheet_of(army(unit(name=name), name=name))
    assert all(name in text for text in pdf.texts(sheet))
    assert all(name in page.extract_text() for page in PdfReader(io.BytesIO(sheet)).pages)
    assert pdf.titles(sheet) == [name]


MARKUP = [
    '<img src="/etc/hostname"/>',
    "<b>unclosed",
    "a & b &lt; c",
    "</para>",
    '<a href="http://x">y</a>',
    "<font size=99>",
    "&#65;",
]


@pytest.mark.parametrize("text", MARKUP)
@pytest.mark.sample(4)
def test_markup_of_users_is_printed_letter_by_letter(text):
    one = unit(name=text, title=text, note=text, role=text, options=[text], keywords={"faction": [text], "other": []},
               abilities=[{"name": text, "text": text, "aura": True, "external": False, "effects": []}])  # fmt: skip
    sheet = print_sheet(army(one, name=text, note=text))
    shown = re.sub(r"\s", "", pdf.text(sheet))
    assert shown.count(re.sub(r"\s", "", text)) >= 8
    assert not any("/Image" in str(page["/Resources"].get("/XObject", {})) for page in PdfReader(io.BytesIO(sheet)).pages)
    links = [link.get_object() for page in PdfReader(io.BytesIO(sheet)).pages for link in page.get("/Annots", ())]
    assert all("/A" not in link and link["/Dest"][0].get_object()["/Type"] == "/Page" for link in links)


def test_letters_without_a_glyph_are_visible_and_noted():
    first = pdf.texts(print_sheet(army(unit(name="Fox नग \ue000"), name="No\u2011break \u200fevil")))[0]
    assert "Fox \ufffd\ufffd \ufffd" in first
    assert "U+0917, U+0928, U+E000" in first
    assert "No-break evil" in first


def test_every_letter_that_prints_is_noted_once_and_others_are_not():
    assert "U+" not in pdf.texts(print_sheet(army(unit(name="Größe"))))[0]


def test_changed_text_changes_the_paper():
    other = change_value(golden_data("gloam-court"), "/army/units/0/name", "Gloam Gard")
    assert "Gloam Gard" in pdf.text(print_sheet(document_from(other)))


def test_a_face_measures_words_as_reportlab_does_and_remembers_them():
    face = fonts.Face("Measured", str(ttf_opensans.OPENSANS_REGULAR.path))
    plain = TTFont("Plain", str(ttf_opensans.OPENSANS_REGULAR.path))
    for text in ("", "Wall", "Größe", "漢", "AVAT", "long " * 99):
        for size in (6.5, 8, 14):
            wide = face.stringWidth(text, size)
            assert wide == face.stringWidth(text, size)
            assert wide == pytest.approx(plain.stringWidth(text, size), abs=1e-9)  # rl_accel adds up in another order
    face.face.charWidths.clear()
    assert face.stringWidth("Wall", 8) == plain.stringWidth("Wall", 8)


def hidden_finding(name: str, rule: str = "entry.hidden") -> dict[str, object]:
    values = {"name": name}
    return {"rule": rule, "code": "entry.hidden", "severity": "error", "path": ["f1"], "wanted": None, "found": None,
            "values": values}  # fmt: skip


def test_what_only_the_data_ask_for_is_said_in_words():
    said = pdf.text(print_sheet(army_with_findings(hidden_finding("Relic")), Setup(layout="summary")))
    assert "Relic cannot be chosen here. (says the data)" in said
    assert "entry.hidden" not in said


def test_a_choice_for_the_whole_army_says_its_name_once():
    chosen = unit("u2", name="Allegiance", options=["Allegiance: Order"], models=[], profiles=[], size={"min": 0, "max": 0})
    said = pdf.text(print_sheet(army(unit(), chosen)))
    assert "Allegiance: Order" in said
    assert "Allegiance: Allegiance" not in said


def test_a_cost_that_no_unit_has_takes_no_column_but_is_said_of_the_army():
    data = golden_data()
    data["army"]["costs"]["command"] = 12
    data["army"]["names"] |= {"cost.command": "CP", "total.command": "CP"}
    said = pdf.text(print_sheet(document_from(data), Setup(layout="event")))
    assert "12 CP" in said
    assert said.count("CP") == 1


def test_a_wide_summary_has_findings_beside_one_another_and_one_page():
    setup = Setup(layout="summary", orientation="landscape", merge=False, show_notes=False)
    assert len(pdf.texts(sheet_of(bundled_army(10), setup))) == 1


def test_an_event_sheet_has_all_findings_and_a_summary_says_how_many_more_there_are():
    document = army_with_findings(*(hidden_finding(f"Relic {number}") for number in range(30)))
    for layout, most in (("event", 30), ("summary", 12)):
        said = pdf.text(print_sheet(document, Setup(layout=layout)))
        assert len(re.findall(r"Relic \d+ cannot", said)) == most
    assert "And 18 more findings" in said


@pytest.mark.slow
def test_no_card_goes_on_for_its_keywords_alone():
    words = {"faction": ["DAWNWARD"], "other": [f"KEYWORD {number}" for number in range(24)]}
    pointed = 0
    for number in range(8, 14):
        weapons = [{**unit()["weapons"][0], "id": f"w{n}", "name": f"Blade {n}"} for n in range(number)]
        said = pdf.text(print_sheet(army(unit(weapons=weapons, keywords=words)), Setup(layout="cards", per_page=8)))
        _, goes_on, rest = said.partition("Pickets, 2 of 2")
        assert not goes_on or "Blade" in rest, number
        assert "KEYWORD 23" in said
        pointed += re.search(r"Keywords: ▶ R\d", said) is not None
    assert pointed, "some card was saved by that"


def test_a_force_is_told_with_the_catalogue_that_it_is_from():
    data = copy.deepcopy(golden_data("sunward-host"))
    force = data["army"]["forces"][0]
    force["name"] = "My vanguard"
    data["army"]["names"][f"catalogue.{force['catalogue']}"] = "Sunward Host"
    renamed = document_from(data)
    assert force_title(renamed.army, renamed.army.forces[0]) == "My vanguard (Sunward Host)"
    assert "Sunward Host, revision" in " ".join(pdf.text(print_sheet(renamed, Setup(layout="summary"))).split())
