"""A list is shown at once: the command line loads what it uses, not what some other command may need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("what", ["rosters", "datasheets", "catalogues", "battles"])
def test_a_list_loads_nothing_heavy(prepared: Path, what: str) -> None:
    script = (
        "import sys\nfrom builder.cli import main\n"
        f"sys.argv = ['muster', 'list', '{what}']\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    environment = os.environ | {"MUSTER_DATABASE": str(prepared)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert set(done.stderr.split()) & HEAVY == set()
