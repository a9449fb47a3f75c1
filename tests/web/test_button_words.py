"""What a button gives: operations in words where that is short, else as JSON; read back as they were."""

from __future__ import annotations

import pytest

from builder.web.forms import operations_of, write_operations
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.tree import Roster
from datasheets.systems import system

REMOVE: Operation = {"op": "remove", "selection": "s3"}
SELECT: Operation = {"op": "select", "parent": "s1", "entry": "5ce5-6ca0::cc1a"}


@pytest.mark.parametrize(
    ("operations", "text"),
    [
        ([REMOVE], "remove s3"),
        ([REMOVE, SELECT], "remove s3;select s1 5ce5-6ca0::cc1a"),
        ([{**SELECT, "group": "g"}], "select s1 5ce5-6ca0::cc1a g"),
        ([], "[]"),
    ],
)
def test_edits_that_pages_have_hundreds_of_are_said_shortly(operations: list[Operation], text: str) -> None:
    assert write_operations(operations) == text
    assert operations_of({"operations": text}, Roster("wh40k-9e", ""), system("wh40k-9e")) == operations


@pytest.mark.parametrize(
    "operations",
    [
        [{**REMOVE, "selection": "s 3"}],
        [{**REMOVE, "selection": "s3;remove"}],
        [{**SELECT, "entry": ""}],
        [{**SELECT, "number": 2}],
        [REMOVE, {"op": "rename", "subject": "s3", "name": "remove s4"}],
    ],
)
def test_what_words_would_change_is_json(operations: list[Operation]) -> None:
    text = write_operations(operations)
    assert text.startswith("[")
    assert operations_of({"operations": text}, Roster("wh40k-9e", ""), system("wh40k-9e")) == operations
