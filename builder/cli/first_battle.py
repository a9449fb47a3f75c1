"""The first battle after an install waits until its loops are compiled, and says how far that is."""

from __future__ import annotations

import subprocess
import sys
import time

from builder.cli.output import tell
from builder.cli.terminal import Bar
from builder.cli.words import say
from resolver.table.kept_code import uncompiled_loops

COMPILER = [sys.executable, "-m", "resolver.table.compiled"]
FEW_LOOPS = 4
"""So many loops are compiled in a few seconds, and there are some that no battle needs."""
LOOK_SECONDS = 0.5


def compile_loops() -> None:
    """Compile what is not, in a process of its own; where that fails, the battle does it as it goes."""
    total = len(uncompiled_loops())
    if total <= FEW_LOOPS:
        return
    bar = Bar()
    if not bar.is_drawn:
        tell(say("cli.compiling", {"done": 0, "total": total}))
    with subprocess.Popen(COMPILER, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            while process.poll() is None:
                done = total - len(uncompiled_loops())
                bar.show(say("cli.compiling", {"done": done, "total": total}), done, total)
                time.sleep(LOOK_SECONDS)
        except BaseException:
            process.terminate()
            raise
        finally:
            bar.end()
