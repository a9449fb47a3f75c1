"""A list is shown at once: the command line loads what it uses, not what some other command may need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from exports.document import RosterDocument

HEAVY = {
    "numpy",
    "numba",
    "reportlab",
    "pypdf",
    "pikepdf",
    "flask",
    "marshmallow.schema",
    "builder.rules",
    "resolver.engine.battle",
}
"""Each takes longer to load than a list takes to be read and shown."""


UNUSED_BY_ODDS = HEAVY - {"numpy", "marshmallow.schema", "builder.rules"}
"""Exact odds are sums over arrays: they need neither compiled loops nor paper nor a battle."""


def modules_of(database: Path, *words: str) -> set[str]:
    """Return the modules that a call of the command line has loaded when it is done."""
    script = (
        "import sys\nfrom builder.cli import main\n"
        f"sys.argv = {['muster', *words]!r}\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    environment = os.environ | {"MUSTER_DATABASE": str(database)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    return set(done.stderr.split())


@pytest.mark.sample(2)
@pytest.mark.parametrize("what", ["rosters", "datasheets", "catalogues", "battles"])
def test_a_list_loads_nothing_heavy(prepared_database: Path, what: str) -> None:
    assert modules_of(prepared_database, "list", what) & HEAVY == set()


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("attacker", "target"),
    [
        ("sunward-patrol:Host Guard", "gloam-patrol:Gloam Guard"),
        ("tidewatch:Harbour Captain", "cinder-clan:Coal Thane"),
        ("rustwater-ferry:Deck Hands", "thornmane-scouts:Burr Hounds"),
        ("saltmarch-watch:Reed Bows", "hollow-bough-vigil:Root Dead"),
    ],
)
def test_odds_load_no_battle_and_compile_nothing(prepared_database: Path, attacker: str, target: str) -> None:
    loaded = modules_of(prepared_database, "odds", attacker, target)
    assert "resolver.odds" in loaded
    assert loaded & UNUSED_BY_ODDS == set()


@pytest.mark.slow
def test_odds_of_documents_load_no_rules_either(
    prepared_database: Path, documents: dict[str, RosterDocument], tmp_path: Path
) -> None:
    words = list[str]()
    for id, unit in (("sunward-patrol", "Host Guard"), ("gloam-patrol", "Gloam Guard")):
        file = tmp_path / f"{id}.json"
        file.write_bytes(documents[id].to_bytes())
        words.append(f"{file}:{unit}")
    loaded = modules_of(prepared_database, "odds", *words)
    assert loaded & {*UNUSED_BY_ODDS, "builder.rules", "builder.services.rosters", "builder.store"} == set()
