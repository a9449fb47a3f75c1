"""The referee finds nothing in the battles of the bundled armies."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from resolver.engine.battle import Battle
from resolver.players import play
from resolver.players.random_legal import RandomLegal
from tests.armies import few, sample
from tests.referee.battles import faults

ARMIES = {
    "patrols": ("sunward-patrol", "gloam-patrol"),
    "hosts": ("sunward-host", "gloam-court"),
    "sunward": ("sunward-host", "sunward-patrol"),
    "gloam": ("gloam-court", "gloam-patrol"),
}
slow = pytest.mark.slow


@pytest.mark.sample(1, "bot")
@pytest.mark.parametrize(
    ("armies", "bot", "seed"),
    [
        ("patrols", "random", 1),
        pytest.param("hosts", "random", 2),
        *(pytest.param(armies, "random", seed, marks=slow) for armies in ARMIES for seed in (3, 4)),
        *(pytest.param(armies, "greedy", 5, marks=slow) for armies in ARMIES),
    ],
)
def test_the_referee_finds_nothing(armies: str, bot: str, seed: int) -> None:
    a, b = ARMIES[armies]
    assert list(map(str, faults((sample(a), sample(b)), bot, seed))) == []


@pytest.mark.slow
def test_the_command_reads_a_log(tmp_path: Path) -> None:
    documents = few("sunward-patrol", "Dawn Marshal"), few("gloam-patrol", "Pale Regent")
    battle = Battle.start(documents, seed=1, players=("random", "random"))
    play(battle, (RandomLegal(1), RandomLegal(2)))
    events = [json.loads(json.dumps(event)) for event in battle.events]
    names = [tmp_path / "a.json", tmp_path / "b.json"]
    for name, document in zip(names, documents, strict=True):
        name.write_bytes(document.to_bytes())

    def run_referee() -> subprocess.CompletedProcess[str]:
        log = tmp_path / "events.jsonl"
        log.write_text("\n".join(map(json.dumps, events)), encoding="utf-8")
        call = [sys.executable, "-m", "tests.referee", str(log), *map(str, names)]
        return subprocess.run(call, capture_output=True, text=True, check=False)

    clean = run_referee()
    assert (clean.returncode, clean.stdout, clean.stderr) == (0, "", f"{len(events)} events, 0 faults\n")
    at = next(at for at, event in enumerate(events) if event["kind"] == "rolled-off")
    events[at]["throws"][-1] = [7, 1]
    spoiled = run_referee()
    assert spoiled.returncode == 1
    assert f"event {at}, 9E-DICE-01: A D6 shows 7." in spoiled.stdout.splitlines()
