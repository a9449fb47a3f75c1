"""Reading data files: what does not fit is refused with file, place and fix; what was read cannot be changed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest

from datasheets.systems import system
from datasheets.systems.shape import BadData, plain, read
from datasheets.systems.system import System


@dataclass(frozen=True)
class Inner:
    id: str
    most: int | None = None


@dataclass(frozen=True)
class Outer:
    name: str
    kind: Literal["a", "b"]
    parts: tuple[Inner, ...] = ()
    table: Mapping[str, str] = field(default_factory=dict)
    free: object = None
    width: float = 1
    on: bool = False


GOOD = {"name": "x", "kind": "a"}


def load(tmp_path: Path, document: object) -> Outer:
    file = tmp_path / "outer.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return read(file, Outer, "x/outer.json")


def test_what_may_be_left_out_is_filled_in(tmp_path: Path):
    assert load(tmp_path, GOOD) == Outer("x", "a")


def test_everything_is_frozen(tmp_path: Path):
    made = load(tmp_path, GOOD | {"parts": [{"id": "p", "most": None}], "table": {"k": "v"}, "free": {"l": [1, {"m": 2}]}})
    assert made.parts == (Inner("p"),)
    assert made.free == {"l": (1, {"m": 2})}
    with pytest.raises(TypeError):
        made.table["k"] = "w"  # type: ignore[index]
    assert plain(made)["free"] == {"l": [1, {"m": 2}]}


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ("{", "x/outer.json: this is no JSON document"),
        ('{"name": "x", "name": "y"}', "'name' stands twice"),
        ([], "x/outer.json: "),
        ({"kind": "a"}, "x/outer.json: /name: "),
        (GOOD | {"nam": "y"}, "x/outer.json: /nam: .*did you mean .name."),
        (GOOD | {"kind": "c"}, "/kind: .*there are: a, b"),
        (GOOD | {"name": 1}, "/name: Write text"),
        (GOOD | {"parts": [{"id": "p"}, {"id": "q", "most": "2"}]}, "/parts/1/most: Write a whole number"),
        (GOOD | {"parts": {"id": "p"}}, "/parts: Write a list"),
        (GOOD | {"table": {"k": 1}}, "/table/k: Write text"),
        (GOOD | {"width": "1"}, "/width: Write a number"),
        (GOOD | {"on": 1}, "/on: Write true or false"),
        (GOOD | {"name": None}, "/name: "),
    ],
)
def test_what_does_not_fit_is_named_with_file_place_and_fix(tmp_path: Path, document: object, told: str):
    with pytest.raises(BadData, match=told):
        load(tmp_path, document)


def test_all_problems_are_told_at_once(tmp_path: Path):
    with pytest.raises(BadData) as caught:
        load(tmp_path, {"kind": "c", "on": 1})
    assert len(str(caught.value).splitlines()) == 3


def test_an_effect_that_is_not_in_the_vocabulary_is_refused(tmp_path: Path):
    document = system("wh40k-9e").document()
    document["traits"][0]["effects"][0]["kind"] = "make-invincible"
    file = tmp_path / "system.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(BadData, match=r"/traits/0/effects/0/kind: .*make-invincible"):
        read(file, System, "x/system.json")


def test_what_is_served_can_be_read_again(tmp_path: Path):
    file = tmp_path / "system.json"
    file.write_text(json.dumps(system("wh40k-2e").document()), encoding="utf-8")
    assert read(file, System, "x/system.json") == system("wh40k-2e")
