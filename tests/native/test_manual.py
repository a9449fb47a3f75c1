"""docs/datasheets.md says every field, and its examples are valid."""

import dataclasses
import json
import re
from pathlib import Path

import pytest

from datasheets.native import schema
from datasheets.native.catalogue import build_catalogue

PAGE = (Path(__file__).parents[2] / "docs/datasheets.md").read_text("utf-8")
CLASSES = [cls for cls in vars(schema).values() if dataclasses.is_dataclass(cls) and cls.__module__ == schema.__name__]


def test_the_examples_are_a_catalogue() -> None:
    sheet, head = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
    assert build_catalogue(head, [sheet]).datasheets["harbour-watch"].name == "Harbour Watch"


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_every_field_is_described(cls: type) -> None:
    for item in dataclasses.fields(cls):
        key = item.metadata.get("key", item.name)
        assert f"`{key}`" in PAGE, key
