"""Files that nobody should send: each gives one clear error and leaves the database as it was."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Callable, Mapping

import pytest

from builder.importing.archives import Named, Unpacker
from builder.services.assembly import Services
from builder.services.errors import Invalid
from builder.store.connection import connect
from datasheets.archives import Limits
from datasheets.problems import DocumentError, Problem
from tests.importing.data import EEL, NINTH, SMALL, WADER, catalogue, game_system, option, unit, zip_files

Files = Mapping[str, bytes]
GOOD = {"Salt.gst": game_system()}
TINY = Limits(archive=400_000, file=200_000, total=300_000, files=20, members=50, ratio=50)


def xml(text: str) -> bytes:
    return text.encode()


def reed(inside: str = "", **changed: str) -> bytes:
    """A catalogue with this content; attributes of its root can be changed."""
    attributes = {"id": "reed", "name": "Reed", "revision": "1", "gameSystemId": "salt", "battleScribeVersion": "2.03"}
    written = " ".join(f'{name}="{value}"' for name, value in {**attributes, **changed}.items() if value != "-")
    return xml(f"<catalogue {written}>{inside}</catalogue>")


def entry(attributes: str, inside: str = "") -> bytes:
    return reed(f"<selectionEntries><selectionEntry {attributes}>{inside}</selectionEntry></selectionEntries>")


def constraint(**changed: str) -> bytes:
    values = {"id": "c", "type": "max", "value": "1", "field": "selections", "scope": "parent"} | changed
    written = " ".join(f'{name}="{value}"' for name, value in values.items())
    return entry('id="e" name="E" type="upgrade"', f"<constraints><constraint {written}/></constraints>")


def archive(change: Callable[[zipfile.ZipFile], None]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        change(made)
    return out.getvalue()


def member(name: str, *, mode: int = stat.S_IFREG | 0o644, data: bytes = b"<catalogue/>") -> bytes:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = mode << 16
    return archive(lambda made: made.writestr(info, data))


def zip_with_flag(data: bytes, flag: int) -> bytes:
    """A zip whose only member has a flag set, in both of its headers."""
    out = bytearray(data)
    central = out.index(b"PK\x01\x02")
    for place in (6, central + 8):
        struct.pack_into("<H", out, place, struct.unpack_from("<H", out, place)[0] | flag)
    return bytes(out)


def zip_with_name(name: bytes) -> bytes:
    """A zip with a member of this raw name, not said to be UTF-8."""
    return member("x" * len(name) + ".cat").replace(b"x" * len(name), name)


def overlapping() -> bytes:
    """A zip whose members all are the same bytes."""
    made = archive(lambda each: each.writestr("a.cat", bytes(range(256)) * 40))
    start = made.index(b"PK\x01\x02")
    end = made.index(b"PK\x05\x06")
    records = b"".join(made[start:end].replace(b"a.cat", b"%c.cat" % (97 + n)) for n in range(20))
    tail = bytearray(made[end:])
    struct.pack_into("<HHII", tail, 8, 20, 20, len(records), start)
    return made[:start] + records + bytes(tail)


def lying() -> bytes:
    """A zip that says its member is smaller than it is."""
    made = bytearray(archive(lambda each: each.writestr("a.cat", SMALL["Reed.cat"])))
    central = made.index(b"PK\x01\x02")
    struct.pack_into("<I", made, central + 24, 10)
    return bytes(made)


def damaged_zip() -> bytes:
    made = bytearray(zip_files({"Reed.cat": SMALL["Reed.cat"]}))
    made[60] ^= 0xFF
    return bytes(made)


BOMB = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
DEEP = 300
CASES: dict[str, tuple[Files, str]] = {
    # XML that no honest program writes
    "entity expansion": (
        {"a.cat": xml(f'<!DOCTYPE c [<!ENTITY l0 "ha">{BOMB}]><catalogue>&l9;</catalogue>')},
        "document type",
    ),
    "external entity": ({"a.cat": xml('<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]><c>&x;</c>')}, "document type"),
    "external definition": ({"a.gst": xml('<!DOCTYPE c SYSTEM "http://127.0.0.1/x.dtd"><gameSystem/>')}, "document type"),
    "parameter entity": ({"a.cat": xml('<!DOCTYPE c [<!ENTITY % x SYSTEM "http://127.0.0.1/">%x;]><c/>')}, "document type"),
    "entity that is not there": ({"a.cat": reed("&nowhere;")}, "well-formed"),
    "truncated": ({"a.cat": SMALL["Reed.cat"][:600]}, "well-formed"),
    "empty": ({"a.cat": b""}, "well-formed"),
    "blanks": ({"a.gst": b" \n\n"}, "well-formed"),
    "no XML": ({"a.cat": b"{}"}, "well-formed"),
    "zero bytes": ({"a.cat": SMALL["Reed.cat"].replace(b"Wader", b"Wa\0er")}, "well-formed"),
    "control characters": ({"a.cat": SMALL["Reed.cat"].replace(b"Wader", b"Wa\x01er")}, "well-formed"),
    "not UTF-8": ({"a.cat": SMALL["Reed.cat"].replace(b"Wader", b"W\xe4der")}, "well-formed"),
    "another encoding than it says": ({"a.cat": SMALL["Reed.cat"].decode().encode("utf-16")}, "well-formed"),
    "unknown encoding": ({"a.cat": SMALL["Reed.cat"].replace(b"UTF-8", b"UTF-99")}, "read as text"),
    "doubled attribute": ({"a.cat": reed(name='A" name="B')}, "well-formed"),
    "two roots": ({"a.cat": reed() + reed()}, "well-formed"),
    "deep nesting": ({"a.cat": reed("<a>" * DEEP + "</a>" * DEEP)}, "deep"),
    "deep groups": ({"a.cat": reed("<selectionEntries><selectionEntry>" * DEEP)}, "deep"),
    # Content that fits nothing
    "another root": ({"a.cat": b"<roster/>"}, "root element"),
    "a page of the web": ({"a.cat": b"<html><body>404</body></html>"}, "root element"),
    "no id": ({"a.cat": reed(id="-")}, "id"),
    "no game system named": ({"a.cat": reed(gameSystemId="-")}, "gameSystemId"),
    "an id that leads out": ({"a.cat": reed(id="../../etc/passwd"), **GOOD}, "cannot be used"),
    "an endless id": ({"a.cat": reed(id="a" * 5000), **GOOD}, "cannot be used"),
    "an endless name": ({"a.cat": reed(name="a" * 5000), **GOOD}, "name"),
    "a revision that is none": ({"a.cat": reed(revision="latest"), **GOOD}, "revision"),
    "an absurd revision": ({"a.cat": reed(revision="9" * 12), **GOOD}, "revision"),
    "a negative revision": ({"a.cat": reed(revision="-1"), **GOOD}, "revision"),
    "a version of the future": ({"a.cat": reed(battleScribeVersion="3.00")}, "battleScribeVersion"),
    "a version of the past": ({"a.cat": reed(battleScribeVersion="1.15")}, "battleScribeVersion"),
    "an absurd number": ({"a.cat": constraint(value="9" * 40)}, "value"),
    "a number with an exponent": ({"a.cat": constraint(value="1e999999")}, "value"),
    "not a number": ({"a.cat": constraint(value="NaN")}, "value"),
    "infinity": ({"a.cat": constraint(value="Infinity")}, "value"),
    "digits of another script": ({"a.cat": constraint(value="١٢")}, "value"),
    "an unknown kind of constraint": ({"a.cat": constraint(type="most")}, "type"),
    "an unknown kind of entry": ({"a.cat": entry('id="e" name="E" type="army"')}, "type"),
    "an entry without an id": ({"a.cat": entry('name="E" type="unit"')}, "id"),
    "a truth that is none": ({"a.cat": entry('id="e" name="E" type="unit" hidden="maybe"')}, "hidden"),
    # Files that do not belong together
    "no game system": ({"a.cat": SMALL["Reed.cat"]}, "not here"),
    "the wrong game system": ({"a.cat": catalogue(WADER, system="fresh"), **GOOD}, "not here"),
    "two game systems with one id": ({"a.gst": game_system(1), "b.gst": game_system(2)}, "second game system"),
    "two catalogues with one id": ({"a.cat": catalogue(WADER), "b.cat": catalogue(EEL), **GOOD}, "same id"),
    "a catalogue with the system's id": ({"a.cat": catalogue(WADER, id="salt"), **GOOD}, "same id"),
    "one broken file of many": ({**SMALL, "z.cat": b"<catalogue"}, "well-formed"),
    # Zips
    "a zip bomb": ({"a.zip": zip_files({"a.cat": b" " * 150_000})}, "zip bomb"),
    "a zipped bomb": ({"a.catz": zip_files({"a.cat": b"\0" * 150_000})}, "zip bomb"),
    "more than fits": ({"a.cat": reed(" " * 200_001)}, "larger than"),
    "more together than fits": ({f"{n}.cat": reed(" " * 120_000) for n in range(3)}, "together"),
    "too many files": ({"a.zip": zip_files({f"{n}.cat": reed() for n in range(21)})}, "more than 20 files"),
    "too many members": ({"a.zip": zip_files({f"{n}.txt": b"" for n in range(51)})}, "more than 50 members"),
    "a way out": ({"a.zip": member("../../evil.cat")}, "leads out"),
    "a way out on Windows": ({"a.zip": member("..\\evil.cat")}, "leads out"),
    "an absolute way": ({"a.zip": member("/etc/evil.cat")}, "leads out"),
    "a drive": ({"a.zip": member("C:evil.cat")}, "leads out"),
    "a link": ({"a.zip": member("a.cat", mode=stat.S_IFLNK | 0o777, data=b"/etc/passwd")}, "link"),
    "a zero byte in a name": ({"a.zip": zip_with_name(b"a\0b")}, "control characters"),
    "a line in a name": ({"a.zip": member("a\nb.cat")}, "control characters"),
    "encrypted": ({"a.zip": zip_with_flag(member("a.cat"), 0x1)}, "encrypted"),
    "a name that is not UTF-8": ({"a.zip": zip_with_name(b"\xff\xfe\xfd")}, "not written in UTF-8"),
    "one name twice": ({"a.zip": zip_files({"a.cat": reed(), "A.CAT": reed()})}, "twice"),
    "a zip in a zip": ({"a.zip": zip_files({"b.zip": zip_files({"c.cat": reed()})})}, "archive in the archive"),
    "an unusual compression": ({"a.zip": zip_files({"a.cat": reed()}, zipfile.ZIP_LZMA)}, "unusual way"),
    "members that overlap": ({"a.zip": overlapping()}, "overlap"),
    "a size that lies": ({"a.zip": lying()}, "damaged"),
    "a damaged zip": ({"a.catz": damaged_zip()}, "damaged"),
    "half a zip": ({"a.zip": zip_files({"a.cat": reed()})[:60]}, "no zip"),
    "no zip": ({"a.zip": b"not a zip at all"}, "no zip"),
    "a zip of nothing": ({"a.zip": zip_files({})}, "no data file"),
    "a zip of pictures": ({"a.zip": zip_files({"a.png": b"\x89PNG"})}, "no data file"),
    "two files in one": ({"a.catz": zip_files({"a.cat": reed(), "b.cat": reed()})}, "one file"),
    "a zipped something": ({"a.catz": zip_files({"a.exe": b"MZ"})}, "one file"),
}


def test_there_are_enough() -> None:
    assert len(CASES) >= 40


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_file_is_refused(services: Services, name: str) -> None:
    files, told = CASES[name]
    with connect(services.store.path, 5).conn as watching:
        before = watching.execute("pragma data_version").fetchone()
        problems = import_problems(services, files)
        after = watching.execute("pragma data_version").fetchone()
        watching.rollback()
    assert before == after
    assert any(told in problem.message for problem in problems), problems
    for problem in problems:
        assert problem.path.split("/")[0].split(":")[0] in files
        assert problem.message.endswith((".", '"'))
        assert len(problem.message) < 400
        assert problem.message.isprintable()


def import_problems(services: Services, files: Files) -> tuple[Problem, ...]:
    with pytest.raises((DocumentError, Invalid)) as raised:
        services.imports.load(files=list(Unpacker(TINY).unpack(Named(name, data) for name, data in files.items())))
    return raised.value.problems


def test_strange_files_that_harm_nobody(services: Services) -> None:
    """What other programs pass over is a warning at most: rings, dead links, doubled ids, unknown elements."""
    ring = '<sharedSelectionEntryGroups><selectionEntryGroup id="g" name="G"><entryLinks>'
    ring += '<entryLink id="l" name="G" targetId="g" type="selectionEntryGroup"/></entryLinks></selectionEntryGroup>'
    ring += "</sharedSelectionEntryGroups>"
    inner = option("x", "X") * 3 + '<selectionEntry id="self" name="S" type="upgrade"/>'
    links = '<entryLinks><entryLink id="s" name="S" targetId="wader" type="selectionEntry"/></entryLinks>'
    files = {
        "Salt.gst": game_system(inside="<surprise><inside/></surprise>"),
        "Mire.cat": catalogue(EEL, id="mire", links=("reed",), library=True),
        "Reed.cat": catalogue(unit("wader", "Wader", inside=links, options=[inner]), links=("mire", "reed"), inside=ring),
    }
    report = services.imports.load(files=[Named(name, data) for name, data in files.items()])
    assert {item.change for item in report.items} == {"added"}
    assert len(report.problems) >= 5
    assert {root.name for root in services.catalogues.closure("reed").roots()} == {"Wader", "Eel & Keeper"}


LEAST = '<constraints><constraint id="{}" type="min" value="1" field="selections" scope="parent"/></constraints>'


def doubling(levels: int, kind: str, inside: str) -> str:
    """Definitions, each with two links to the next: 2 ** levels ways to the last one."""
    tag, target = ("selectionEntry", 'type="model"') if kind == "Entry" else ("selectionEntryGroup", "")
    made = ""
    for level in range(levels):
        ids = [f"{level}-{way}" for way in "ab"]
        links = "".join(
            f'<entryLink id="{id}" name="" targetId="d{level + 1}" type="{tag}">{LEAST.format("m" + id)}</entryLink>'
            for id in ids
        )
        made += f'<{tag} id="d{level}" name="D" {target}><entryLinks>{links}</entryLinks></{tag}>'
    return made + f'<{tag} id="d{levels}" name="D" {target}>{inside}</{tag}>'


@pytest.mark.sample(0)
@pytest.mark.parametrize("kind", ["Entry", "EntryGroup"])
def test_links_that_multiply_without_end_take_bounded_time(services: Services, kind: str) -> None:
    """Of other ways without end `test_endless.py` tries some each time."""
    shared = f"<sharedSelection{'Entries' if kind == 'Entry' else 'EntryGroups'}>"
    made = shared + doubling(40, kind, "") + shared.replace("<", "</")
    to = f'<entryLink id="to" name="" targetId="d0" type="selection{kind}">{LEAST.format("least")}</entryLink>'
    ninth = game_system(id=NINTH, name="Warhammer 40,000 9th Edition")
    files = [
        Named("a.gst", ninth),
        Named("a.cat", catalogue(unit("u", "Unit", 0, f"<entryLinks>{to}</entryLinks>"), system=NINTH, inside=made)),
    ]
    assert services.imports.load(files=files).problems == ()
    assert [row.name for row in services.datasheets.search(catalogue="reed").items] == ["Unit"]


def test_thousands_of_attributes_are_passed_over(services: Services) -> None:
    many = " ".join(f'a{n}="{n}"' for n in range(10_000))
    report = services.imports.load(
        files=[Named("Salt.gst", game_system()), Named("a.cat", entry(f'id="e" name="E" type="unit" {many}'))]
    )
    assert [problem.path for problem in report.problems] == ["Salt.gst:2"]


def test_crc_errors_are_found() -> None:
    made = bytearray(zip_files({"Reed.cat": SMALL["Reed.cat"]}, zipfile.ZIP_STORED))
    place = made.index(b"Wader")
    made[place] ^= 1
    with pytest.raises(DocumentError, match="damaged"):
        list(Unpacker().unpack([Named("Reed.catz", bytes(made))]))
