"""The roster document: one byte form, a digest of the army, typed parts, and a road from every older version."""

import dataclasses
import hashlib
import json
import pickle
import unicodedata
from decimal import Decimal

import pytest

from exports.document import NotADocument, canonical, document_from, name_of, read_document, read_own_document
from tests.exports.armies import NAMES, army, change_value, golden, golden_bytes, golden_data, unit


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_documents_of_every_version_are_read_and_written_in_today_s_words(name, version):
    document = read_document(canonical(golden_data(name) | {"schema": f"muster.roster/{version}"}))
    assert read_document(document.to_bytes()) == document == golden(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_document_keeps_everything_that_was_written(name):
    assert golden(name).data == golden_data(name)
    assert read_own_document(golden(name).to_bytes()) == golden(name)


def test_the_parts_are_typed_and_named():
    squad = golden("sunward-host").army.units[0]
    assert (squad.name, squad.model_count, squad.size.max) == ("Assault Intercessor Squad", 5, 10)
    sergeant = next(group for group in squad.models if group.name.endswith("Sergeant"))
    weapons = {weapon.id: weapon for weapon in squad.weapons}
    assert {weapons[id].name: number for id, number in sergeant.weapons.items()}["Plasma pistol"] == 1
    assert weapons["w2"].profiles[1].characteristics["D"] == "2"


def test_declarations_and_printed_names_are_found():
    host = golden("sunward-host").army
    assert [d.value for d in host.declarations_of("warlord-trait")] == ["inspiring-leader"]
    assert host.declarations_of("keyword", host.units[0].id)[0].value == "DAWNWARD"
    assert name_of(host, "role", "hq") == "HQ"
    assert name_of(host, "role", "unheard-of") == "unheard-of"


def test_a_document_cannot_be_changed():
    document = golden("gloam-court")
    with pytest.raises(dataclasses.FrozenInstanceError):
        document.army.units[0].name = "Others"


def test_documents_travel_to_other_processes():
    document = golden("gloam-court")
    assert pickle.loads(pickle.dumps(document)) == document


def test_the_digest_is_of_the_canonical_bytes_of_the_army():
    data = golden_data()
    plain = json.dumps(data["army"], ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    assert golden("sunward-host").digest == "sha256:" + hashlib.sha256(plain).hexdigest()


def test_the_judgement_is_no_part_of_the_identity():
    data = golden_data()
    data["judgement"] |= {"muster": "99.0", "legal": False}
    other = document_from(data)
    assert other.digest == golden("sunward-host").digest
    assert other != golden("sunward-host")


def test_every_change_of_the_army_changes_the_digest():
    data = golden_data()
    other = change_value(data, "/army/units/3/weapons/0/profiles/0/characteristics/S", "7")
    assert document_from(other).digest != document_from(data).digest


@pytest.mark.parametrize(
    ("written", "kept"), [("26.0", "26"), ("2.60e1", "26"), ("1.50", "1.5"), ("-0.0", "0"), ("15E-1", "1.5")]
)
def test_a_number_has_one_form(written, kept):
    text = golden_bytes("gloam-court").decode().replace('"power_level": 27', f'"power_level": {written}')
    assert f'"power_level":{kept},' in read_document(text.encode()).to_bytes().decode()


def test_text_has_one_form():
    composed, decomposed = "Tjäru Garde", unicodedata.normalize("NFD", "Tjäru Garde")
    assert army(unit(name=decomposed)).to_bytes() == army(unit(name=composed)).to_bytes()


def test_decimals_of_the_builder_are_numbers():
    assert army(unit(costs={"power": Decimal("12.50")})).army.units[0].costs["power"] == 12.5
    assert b'"costs":{"power":4}' in army(unit(costs={"power": Decimal("4.0")})).to_bytes()


def test_canonical_bytes_are_sorted_tight_utf8():
    assert canonical({"b": [1, None, True], "a": 'å"\n'}) == '{"a":"å\\"\\n","b":[1,null,true]}'.encode()


def test_a_byte_order_mark_does_no_harm():
    assert read_document(b"\xef\xbb\xbf" + golden_bytes("gloam-court")) == golden("gloam-court")


@pytest.mark.parametrize(
    ("schema", "sentence"),
    [
        ("muster.roster/4", "This document is of version 4; this Muster reads up to version 3. Use a newer Muster."),
        (
            "muster.roster/999999",
            "This document is of version 999999; this Muster reads up to version 3. Use a newer Muster.",
        ),
        ("muster.roster/0", 'There never was a version "0" of muster.roster.'),
        ("muster.roster/01", 'There never was a version "01" of muster.roster.'),
        ("muster.datasheet/1", 'This is no roster document: "schema" is not "muster.roster/3".'),
        ("muster.roster/٣", 'This is no roster document: "schema" is not "muster.roster/3".'),
        ("muster.roster", 'This is no roster document: "schema" is not "muster.roster/3".'),
        (1, 'This is no roster document: "schema" is not "muster.roster/3".'),
        (None, 'This is no roster document: "schema" is not "muster.roster/3".'),
    ],
)
def test_a_later_or_unknown_version_is_named(schema, sentence):
    with pytest.raises(NotADocument) as caught:
        document_from(change_value(golden_data(), "/schema", schema))
    assert [(p.path, p.message) for p in caught.value.problems] == [("/schema", sentence)]
