"""Loops are compiled for somebody: who is gone, however that came, leaves no process behind that goes on for minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.work.compiling import start_compiler


def test_it_stops_when_whoever_started_it_is_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with start_compiler() as process:
        assert process.stdin
        process.stdin.close()
        assert process.wait(timeout=60) == 1
