"""The first battle after an install waits until its loops are compiled, and says how far that is."""

from __future__ import annotations

import time

from builder.cli.output import tell
from builder.cli.terminal import Bar
from builder.cli.words import say
from builder.work.compiling import lacks_loops, start_compiler
from resolver.table.kept_code import uncompiled_loops

LOOK_SECONDS = 0.5


def compile_loops() -> None:
    """Compile what is not, in a process of its own; where that fails, the battle does it as it goes."""
    if not lacks_loops():
        return
    total = len(uncompiled_loops())
    bar = Bar()
    if not bar.is_drawn:
        tell(say("cli.compiling", {"done": 0, "total": total}))
    with start_compiler() as process:
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
