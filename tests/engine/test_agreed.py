"""A document may say that anything was agreed; a battle is not begun by what no players can agree on."""

from __future__ import annotations

import copy

import pytest

from builder.services.bundled import judged_sample, samples
from builder.services.judging import Judging
from exports.document import RosterDocument, document_from
from resolver.engine.battle import Battle
from resolver.engine.compile_armies import NotPlayable
from tests.rules.playing import BUNDLED

WRONG = [
    ("saltmarch-watch", "field_width", "wide"),
    ("saltmarch-watch", "field_width", 35.3),
    ("saltmarch-watch", "round_limit", "many"),
    ("saltmarch-watch", "round_limit", -3),
    ("saltmarch-watch", "measure_from", "moon"),
    ("saltmarch-watch", "sudden_death", 5),
    ("saltmarch-watch", "scenery", True),
    ("rustwater-ferry", "rounds", "many"),
    ("rustwater-ferry", "rounds", 0),
    ("rustwater-ferry", "additional_rule", "nonsense"),
    ("rustwater-ferry", "mission", 9),
    ("tidewatch", "power_limit", "fifty"),
]
RIGHT = [("saltmarch-watch", "field_width", 47.2), ("saltmarch-watch", "weather", "rain"), ("tidewatch", "mission", None)]


def document(id: str, key: str, value: object) -> RosterDocument:
    judging = Judging(BUNDLED)
    made = next(judging.document(judged_sample(each, judging)) for each in samples() if each.id == id)
    data = copy.deepcopy(dict(made.data))
    data["army"]["agreed"][key] = value
    return document_from(data)


@pytest.mark.parametrize(("id", "key", "value"), WRONG)
def test_a_battle_is_not_begun_by_what_nobody_can_agree_on(id: str, key: str, value: object) -> None:
    army = document(id, key, value)
    with pytest.raises(NotPlayable, match="cannot be played"):
        Battle.start((army, army))


@pytest.mark.parametrize(("id", "key", "value"), RIGHT)
def test_tables_in_centimetres_and_what_the_system_does_not_know_stop_no_battle(id: str, key: str, value: object) -> None:
    army = document(id, key, value)
    assert Battle.start((army, army)).decision is not None
