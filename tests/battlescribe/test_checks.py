"""Problems between files: errors where they cannot be used together, else warnings with the line."""

import re

import pytest

from datasheets.battlescribe.checks import File, check
from datasheets.battlescribe.parse_catalogue import read
from tests.battlescribe.files import CATALOGUE, SYSTEM


def file(name: str, text: str) -> File:
    return File(name, read(text.encode(), name), text.encode())


SYSTEM_FILE = file("s.gst", SYSTEM)


def test_files_that_fit_have_no_problems() -> None:
    assert check([SYSTEM_FILE, file("r.cat", CATALOGUE)]) == ()


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ([file("r.cat", CATALOGUE)], "no game system file"),
        ([SYSTEM_FILE, file("t.gst", SYSTEM.replace('id="sys"', 'id="sys2"'))], "second game system beside s.gst"),
        (
            [SYSTEM_FILE, file("r.cat", CATALOGUE.replace('gameSystemId="sys"', 'gameSystemId="other"'))],
            'belongs to .*"other"',
        ),
        ([SYSTEM_FILE, file("r.cat", CATALOGUE), file("r2.cat", CATALOGUE)], 'r.cat has the same id "reed"'),
    ],
)
def test_files_that_cannot_be_used_together_are_errors(files: list[File], sentence: str) -> None:
    (problem,) = check(files)
    assert problem.severity == "error"
    assert re.search(sentence, str(problem))


FAR = '<{0}s><{0} id="far" name="Far" targetId="gone" {1}/></{0}s>{2}'
CATALOGUE_LINK = '<catalogueLinks><catalogueLink id="cl" name="Elsewhere" targetId="{}" type="catalogue"/></catalogueLinks>'
RING = (
    '<sharedSelectionEntryGroups><selectionEntryGroup id="g" name="Ring"><entryLinks><entryLink id="gl" name="again" '
    'targetId="g" type="selectionEntryGroup"/></entryLinks></selectionEntryGroup></sharedSelectionEntryGroups></catalogue>'
)


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ('targetId="eel"', 'targetId="pike"', 42, 'leads to the entry "pike", which is not there'),
        (
            "<selectionEntries>\n    <sel",
            CATALOGUE_LINK.format("x") + "<selectionEntries>\n    <sel",
            None,
            "not among the files",
        ),
        ("<selectionEntries>\n    <sel", CATALOGUE_LINK.format("reed") + "<selectionEntries>\n    <sel", None, "lead back"),
        ('id="spear" name', 'id="eel" name', 30, 'The id "eel" stands 2 times'),
        ("</catalogue>", RING, 47, "contains itself"),
        ("<modifiers>", FAR.format("categoryLink", 'primary="true"', "<modifiers>"), 5, 'the category "gone"'),
        ("<modifiers>", FAR.format("infoLink", 'type="rule"', "<modifiers>"), 5, 'the rule "gone"'),
        ("<modifiers>", FAR.format("entryLink", 'type="selectionEntryGroup"', "<modifiers>"), 5, 'the group "gone"'),
    ],
)
def test_what_real_files_have_too_is_a_warning_with_its_line(old: str, new: str, line: int | None, sentence: str) -> None:
    assert old in CATALOGUE
    (problem,) = check([SYSTEM_FILE, file("r.cat", CATALOGUE.replace(old, new))])
    assert problem.severity == "warning"
    assert sentence in problem.message
    assert problem.path == (f"r.cat:{line}" if line else "r.cat")
