"""What events are to those who sum up: roles that their kinds say, so that no page and no simulation names a kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.web.battles.volleys import tallies
from resolver.engine.events import ROLES, event_kind
from resolver.engine.registry import playable, ruleset

PAGES = ("frames", "map", "report", "short_film", "volleys")
READERS = (*(f"builder/web/battles/{name}.py" for name in PAGES), "resolver/simulation/gathering.py")
ROOT = Path(__file__).parents[2]


def test_a_role_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="volcano"):
        event_kind("hill.erupted", "A hill erupts.", "piece", roles="loss volcano")


def test_an_event_says_what_the_readers_of_its_role_ask_for() -> None:
    with pytest.raises(ValueError, match="depth"):
        event_kind("lake.made", "The battle is fought on a lake.", "width", roles="field")


def test_every_role_is_played_and_read() -> None:
    played = {role for id in playable() for kind in ruleset(id).events.values() for role in kind.roles}
    text = "".join((ROOT / each).read_text(encoding="utf-8") for each in READERS)
    read = {role for role in ROLES if f'"{role}"' in text}
    assert played == read == set(ROLES)


@pytest.mark.parametrize("reader", READERS)
def test_who_sums_up_names_no_kind(reader: str) -> None:
    text = (ROOT / reader).read_text(encoding="utf-8")
    kinds = {name for id in playable() for name in ruleset(id).events}
    assert [name for name in kinds if f'"{name}"' in text] == []


def test_attacks_are_counted_for_each_target() -> None:
    passed, failed = {"passed": True}, {"passed": False}
    run = [
        {"kind": "attacks.began", "unit": "a.u", "target": "b.x"},
        {"kind": "attack.made", "unit": "a.u", "target": "b.x", "hit": passed, "wound": passed, "save": failed},
        {"kind": "wounds.ignored", "unit": "b.x", "ignored": True},
        {"kind": "wounds.lost", "unit": "b.x", "wounds": 2},
        {"kind": "model.destroyed", "unit": "b.x"},
        {"kind": "attack.made", "unit": "a.u", "target": "b.x", "hit": passed, "wound": failed, "extra": True},
        {"kind": "attacks.lost", "unit": "a.u", "target": "b.z"},
        {"kind": "attack.made", "unit": "a.u", "target": "b.y", "hit": None, "wound": passed, "save": passed},
    ]
    nothing = {"attacks": 0, "hits": 0, "wounds": 0, "saved": 0, "slain": 0}
    assert tallies(run, ruleset("wh40k-9e").events) == {
        "b.x": nothing | {"attacks": 1, "hits": 2, "wounds": 1, "ignored": 1, "damage": 2, "slain": 1},
        "b.y": nothing | {"attacks": 1, "hits": 1, "wounds": 1, "saved": 1},
    }
