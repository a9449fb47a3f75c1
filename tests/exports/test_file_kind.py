"""What a file is, is read from its contents; a wrong or missing name misleads nobody."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest

from exports.file_kind import file_kind

ROSTER = b'<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n<roster id="r" name="Host"/>'
CATALOGUE = b'<?xml version="1.0"?><catalogue id="c" name="Host"><!-- no <roster> --></catalogue>'


def zip_rosters(*names: str) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, ROSTER)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (b"%PDF-1.7 ...", "army.txt", "sheet"),
        (b"\n\n%PDF-1.4", "", "sheet"),
        (ROSTER, "army.pdf", "list"),
        (ROSTER.decode().encode("utf-16"), "", "list"),
        (zip_rosters("army.ros"), "army.zip", "list"),
        (zip_rosters("a.cat", "b.gst"), "army.rosz", "data"),
        (CATALOGUE, "army.ros", "data"),
        (b'<gameSystem id="s"/>', "", "data"),
        (b'{"schema": "muster.roster/3"}', "army.txt", "document"),
        (b"\xef\xbb\xbf  {", "army.ros", "json"),
        (b"{}", "", "json"),
        (json.dumps({"roster": {"name": "Host", "forces": [], "costs": []}}).encode(), "army.json", "list"),
        (b'{"system": "wh40k-9e", "name": "Host", "forces": [], "next_uid": 1}', "army.txt", "tree"),
        (b'{"id": "a", "tree": {"system": "wh40k-9e", "name": "Host", "forces": [], "next_uid": 1}}', "", "tree"),
        (b"## Host\nCheck code TQBK7-JZCBN", "", "list"),
        (b"https://muster.example/read/" + b"a" * 30, "", "address"),
        (b"nothing known", "army.txt", "list"),
        (b"nothing known", "army", "unknown"),
        (b"PK\x03\x04 broken", "", "unknown"),
        (b"", "", "unknown"),
    ],
)
def test_a_file_is_known_by_what_is_in_it(data: bytes, name: str, kind: str) -> None:
    assert file_kind(data, name) == kind
