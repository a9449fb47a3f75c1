"""What is compiled already: whoever starts a server is told when its first battles have to wait for the rest."""

from __future__ import annotations

import os
import re
from pathlib import Path

from resolver.table.compiled import loops

LOOP = re.compile(r"^@compiled\ndef (\w+)", re.MULTILINE)


def uncompiled_loops() -> list[str]:
    """Return the loops ("contacts.spread") of which no compiled code is kept, none where no folder can keep any.

    Nothing is loaded or compiled for that: the names stand in the sources and in the names of Numba's files.
    """
    folder = os.environ.get("NUMBA_CACHE_DIR") or loops.compiled_folder()
    if not folder:
        return []
    kept = {file.name.partition("-")[0] for file in Path(folder).rglob("*.nbi")}
    sources = sorted(Path(loops.__file__).parent.glob("*.py"))
    names = [f"{file.stem}.{name}" for file in sources for name in LOOP.findall(file.read_text(encoding="utf-8"))]
    return [name for name in names if name not in kept]
