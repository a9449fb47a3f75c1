"""The walk through a battle in docs/api.md runs as it stands; whole battles through the Python client."""

import re
from pathlib import Path
from typing import Any

import pytest

from builder.client import Muster
from resolver.engine.record import record_from
from resolver.engine.replay import replay
from tests.servers import Local

DOCS = Path(__file__).parent.parent.parent / "docs" / "api.md"
SQUAD = [
    {"op": "add-force", "catalogue": "core-9e"},
    {"op": "add-unit", "force": "f1", "entry": "assault-intercessor-squad"},
]


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


def walk() -> str:
    """The code in the docs."""
    section = DOCS.read_text(encoding="utf-8").split("### A battle, step by step")[1]
    return re.findall(r"```python\n(.*?)```", section, re.DOTALL)[0]


@pytest.mark.slow
def test_the_walk_through_a_battle_in_the_docs(server: Local, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    exec(walk().replace("http://127.0.0.1:8000", server.url), names)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Where do you place an objective marker? 9E-CREATE-03"
    assert re.match(r"1 [A-L][1-8] \([\d.]+\" from the left, [\d.]+\" from the near edge\)$", said[1])
    refused = next(line for line in said if line.startswith("422"))
    assert refused.endswith('The marker would be 0.21" from an edge; it must be more than 6". (9E-CREATE-04)')
    assert next(line for line in said if line.startswith("409"))
    assert names["battle"]["state"] == "over"
    assert said[-1].startswith("True {'battle': '")
    played = replay(record_from(names["record"]))
    assert played.outcome is not None
    assert [choice.standing for choice in played.choices if choice.standing] in ([], ["battle"])
    assert names["heard"] == played.events[-1]["n"] + 1


@pytest.mark.slow
def test_a_person_follows_and_plays_a_whole_battle(server: Local) -> None:
    """Every event is heard once, in order, while a person plays; what was taken back is heard again."""
    with Muster(server.url) as muster:
        army = {"roster": muster.create_roster("wh40k-9e", "Squad", SQUAD)["id"]}
        battle = muster.start_battle(army, army, seed=5, players=["human", "random"])
        id, token = battle["id"], battle["tokens"]["a"]
        pages, heard, back = muster.follow(id, token, wait=0.05), list[Any](), False
        while (state := muster.battle(id))["state"] != "over":
            if len(heard) != state["events"]:
                page = next(pages)
                heard = [*(event for event in heard if event["n"] < page["start"]), *page["items"]]
            elif state["state"] == "running":
                muster.advance(id)
            elif not back and state["choices"] > 25:
                muster.take_back(id, token, 12)
                back = True
            else:
                muster.choose(id, token, muster.decision(id, token)["options"][0])
        for page in pages:
            heard = [*(event for event in heard if event["n"] < page["start"]), *page["items"]]
        assert back
        assert heard == [event for event in replay(record_from(muster.record(id))).events if event["visible"] in ("all", 0)]
