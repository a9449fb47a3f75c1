"""A system that comes from outside the project is known like any other: its data, its rules, its words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from builder.rules.data_only import RULES
from builder.rules.registry import army_rules, judged_systems
from datasheets import system_folders, systems, words
from datasheets.effects.recognition.recognise import has_tables, recognise
from resolver.engine.registry import UnknownRuleset, descriptor

OWN = Path(systems.__file__).parents[1] / "data" / "systems" / "aos-1e"


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of a system that no other test knows."""
    folder = tmp_path / "skirmish"
    folder.mkdir()
    for name in ("system.json", "rulebook.json"):
        (folder / name).write_bytes((OWN / name).read_bytes())
    data = json.loads((folder / "system.json").read_text(encoding="utf-8"))
    (folder / "system.json").write_text(json.dumps(data | {"id": "skirmish", "name": "Skirmish"}), encoding="utf-8")
    (english := folder / "words" / "en").mkdir(parents=True)
    (english / "skirmish.json").write_text('{"event.whistle.blown": "A whistle is blown."}', encoding="utf-8")
    monkeypatch.setattr(system_folders, "_ADDED", {})
    monkeypatch.setattr(words, "_ADDED", [])
    yield folder
    for cached in (systems.folders, system_folders.outlines, words._templates):
        cached.cache_clear()


def test_a_system_comes_with_data_rules_and_words(outside: Path) -> None:
    with pytest.raises(systems.UnknownSystem):
        systems.system("skirmish")
    systems.add_folder(outside)
    assert systems.system("skirmish").name == "Skirmish"
    assert systems.system("skirmish") in systems.systems()
    assert systems.rulebook("skirmish").rules
    assert words.say("event.whistle.blown", language="fi") == "A whistle is blown."
    assert words.say("option.unit", {"unit": "Guards", "models": 1}) == "Guards (1 model)"
    assert army_rules("skirmish") is RULES
    assert "skirmish" not in judged_systems()
    with pytest.raises(UnknownRuleset):
        descriptor("skirmish")


def test_a_system_of_a_known_id_is_refused(outside: Path) -> None:
    copytree(outside, taken := outside.parent / "wh40k-9e")
    with pytest.raises(ValueError, match="wh40k-9e"):
        systems.add_folder(taken)


def test_a_text_is_read_by_no_other_systems_tables() -> None:
    assert recognise("Blast", "weapon", "wh40k-9e").understood
    assert not recognise("Blast", "weapon", "skirmish").understood
    assert recognise("-", "weapon", "skirmish").understood
    assert not has_tables("skirmish")
