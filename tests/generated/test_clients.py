"""Clients that tools generate from the OpenAPI document: without a warning, and they work."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from flask import Flask

from builder.api import PREFIX
from builder.app import create_app
from builder.settings import Settings
from tests.servers import serving

pytestmark = pytest.mark.slow
HERE = Path(__file__).parent
TYPES = "openapi-typescript@7"


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


@pytest.fixture(scope="module")
def document(prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The OpenAPI document as a file."""
    folder = tmp_path_factory.mktemp("generated")
    app = create_app(Settings(database=Path(shutil.copy(prepared_database, folder))))
    path = folder / "openapi.json"
    path.write_bytes(app.test_client().get(f"{PREFIX}/openapi.json").data)
    return path


@pytest.fixture(scope="module")
def python_client(document: Path) -> Iterator[ModuleType]:
    """The Python client that openapi-python-client generates; it warns of nothing."""
    pytest.importorskip("openapi_python_client", reason="needs the extra of that name")
    folder, config = document.parent / "python", document.parent / "client.yaml"
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(document), "--meta", "none"]
    wanted = [
        "--config",
        str(config),
        "--output-path",
        str(folder / "muster_api"),
        "--fail-on-warning",
    ]
    config.write_text((HERE / "openapi-client.yaml").read_text() + "post_hooks: []\n")  # nobody reads it: nothing is tidied
    folder.mkdir()
    done = subprocess.run([*command, *wanted], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stdout.upper()
    sys.path.insert(0, str(folder))
    yield importlib.import_module("muster_api")
    sys.path.remove(str(folder))


def call(name: str, *parts: Any, **arguments: Any) -> Any:
    """Call an operation of the generated client; return what it answered."""
    area, _, operation = name.partition(".")
    answer = importlib.import_module(f"muster_api.api.{area}.{operation}").sync_detailed(*parts, **arguments)
    assert answer.status_code < 300, answer.content[:500]
    return answer.parsed


def test_the_python_generator_finds_fault_with_nothing(document: Path, rng: Random, whole: bool) -> None:
    """With no shape, and with none of the addresses that are drawn: it takes a tenth of a second for an operation."""
    pytest.importorskip("openapi_python_client", reason="needs the extra of that name")
    from openapi_python_client.config import Config, ConfigFile, MetaType
    from openapi_python_client.parser import GeneratorData

    written = json.loads(document.read_text())
    assert len(written["paths"]) > 60
    if not whole:
        written["paths"] = dict(rng.sample([*written["paths"].items()], len(written["paths"]) // 5))
    told = ConfigFile.load_from_path(HERE / "openapi-client.yaml")
    config = Config.from_sources(told, MetaType.NONE, document, "utf-8", False, None)
    read = GeneratorData.from_dict(written, config=config)
    assert isinstance(read, GeneratorData), read
    assert list(read.errors) == []
    areas = read.endpoint_collections_by_tag
    assert [error for area in areas.values() for error in area.parse_errors] == []
    operations = [each for item in written["paths"].values() for each in _methods(item)]
    assert sum(len(area.endpoints) for area in areas.values()) == len(operations)


@pytest.mark.sample(0)
def test_the_python_client_builds_prints_and_fights(python_client: ModuleType, app: Flask) -> None:
    models = importlib.import_module("muster_api.models")
    with serving(app) as server:
        client = python_client.Client(base_url=server.url)
        forces = [models.AddForceOperation(op="add-force", catalogue="core-9e")]
        made = call(
            "rosters.create_roster", client=client, body=models.NewRoster("wh40k-9e", "Generated", operations=forces)
        )
        unit = models.AddUnitOperation("add-unit", made.tree.forces[0].uid, "assault-intercessor-squad")
        edited = call("rosters.edit_roster", made.id, client=client, body=models.Edit([unit]), if_match=f'"{made.version}"')
        assert edited.summary.units == 1
        judged = call("rosters.judge_roster", made.id, client=client)
        assert judged.findings[0].rule
        assert call("rosters.print_roster", made.id, client=client).payload.read(5) == b"%PDF-"
        army = models.ArmySource(roster="sunward-patrol")
        battle = call("battles.start_battle", client=client, body=models.NewBattle(army, army, players=["random", "random"]))
        while call("battles.advance_battle", battle.id, client=client).state == "running":
            pass
        events = call("battles.list_events", battle.id, client=client)
        assert type(events.items[0]).__name__ == "BattleBeganEvent"


@pytest.mark.sample(0)  # one generator shows what most would find fault with
def test_typescript_takes_the_document(document: Path) -> None:
    if not shutil.which("npx"):
        pytest.skip("needs Node's npx")
    into = document.parent / "types.ts"
    done = subprocess.run(["npx", "--yes", TYPES, str(document), "-o", str(into)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warn" not in (done.stdout + done.stderr).lower()
    types = into.read_text(encoding="utf-8")
    ids = [each["operationId"] for item in json.loads(document.read_text())["paths"].values() for each in _methods(item)]
    assert all(f"{id}: {{" in types for id in ids)


def _methods(item: dict[str, Any]) -> list[dict[str, Any]]:
    return [operation for method, operation in item.items() if method != "parameters"]
