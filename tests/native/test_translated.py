"""What is wrong with the form of a document is said in the reader's language, too."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import datasheets
from datasheets.fields import Amount, Flag, Items, Part, Slug, Strict, Table, Text, Whole, document_message, unknown
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.problems import DocumentError
from datasheets.values.printed import READERS, Kind, read
from datasheets.words import Message, codes, languages, translate
from tests.native.documents import sample as document

OTHERS = languages()[1:]
FIELDS = (Amount, Flag, Items, Part, Slug, Table, Text, Whole)


def wrong() -> dict[str, Any]:
    """A datasheet with one thing wrong in nearly every part."""
    sheet = document()
    sheet["role"] = "nobody"
    sheet["name"] = " "
    sheet["costs"]["wishes"] = {"base": "1"}
    sheet["profiles"][0] |= {"number": {"min": 5, "max": 2}, "base": {"shape": "round", "mm": [1, 2]}}
    sheet["weapons"][0]["profiles"] = []
    sheet["keywords"]["other"] = ["INFANTRY", "INFANTRY", "x" * 100]
    sheet["id"] = "No Slug"
    sheet["nothing"] = None
    return sheet


def problems(sheet: dict[str, Any]) -> tuple[Any, ...]:
    with pytest.raises(DocumentError) as refused:
        read_datasheet(sheet)
    return refused.value.problems


@pytest.mark.parametrize("language", OTHERS)
def test_every_problem_of_a_datasheet_is_said(language: str) -> None:
    first = problems(wrong())
    second = problems({**document(), "role": "nobody", "abilities": [{"name": "A"}, {"name": "a", "text": "x"}]})
    assert len(first) > 5
    assert len(second) >= 3
    for problem in (*first, *second):
        assert translate(problem.message, language) != problem.message, problem


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("of", FIELDS, ids=lambda each: str(each.__name__))
def test_every_message_of_a_field_is_said(language: str, of: Any) -> None:
    own = [vars(cls).get("default_error_messages", {}) for cls in of.__mro__ if cls.__module__ == "datasheets.fields"]
    made = [text.format(input=1) for messages in own for text in messages.values()]
    made += list(Strict.error_messages.values())
    assert made
    for text in made:
        assert translate(text, language) != text, text


@pytest.mark.parametrize("kind", sorted(READERS.keys() - {"text"}))
@pytest.mark.parametrize("language", OTHERS)
def test_what_cannot_be_read_is_said_in_every_language(language: str, kind: Kind) -> None:
    with pytest.raises(ValueError, match="cannot be read; write") as caught:
        read(kind, "nonsense")
    there = translate(str(caught.value), language)
    assert there != str(caught.value)
    assert there.startswith('"nonsense" ')


def test_words_that_are_unknown_have_a_sentence_for_what_they_are() -> None:
    assert translate(unknown("nobdy", ["nobody"], "role"), "de") == '"nobdy" ist hier keine Rolle; meintest du "nobody"?'
    assert translate(unknown("x", ["abc"], "role"), "fi") == '"x" ei ole tässä rooli; on: abc.'


def test_sentences_know_themselves_after_a_journey() -> None:
    said = document_message("at-most", most=3, found=7)
    for again in (copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert isinstance(again, Message)
        assert again == said
        assert translate(again, "de") == "Schreibe höchstens 3 davon; es sind 7."


def test_all_of_the_sentences_are_used() -> None:
    room = Path(datasheets.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in room.rglob("*.py"))
    ours = {code.removeprefix("document.") for code in codes() if code.startswith("document.")}
    simple = {code for code in ours if not code.startswith(("unknown.", "twice-", "value-"))}
    constants = {"missing", "null", "object", "text", "whole", "number", "flag", "list", "scalar"}
    assert {code for code in simple - constants if f'"{code}"' not in source and f'"document.{code}"' not in source} == set()
