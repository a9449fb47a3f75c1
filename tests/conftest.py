"""For all tests: rule coverage, repeatable property tests, the team's shared folder, no network but loopback."""

from __future__ import annotations

import gc
import os
import socket
import sys
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

ROOMS = ("rule_coverage", "sampling", "databases", "people", "servers", "programs", "browsers")
pytest_plugins = [f"tests.{room}" for room in ROOMS]
SHARED = Path(__file__).parent.parent.parent / "shared"

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=40)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("MUSTER_HYPOTHESIS", "repeatable"))


gc.disable()  # until all tests are there


def pytest_collection_finish() -> None:
    """Let the garbage collector pass by the thousands of tests that are there to the end: it takes a tenth of the time."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if not any(item.iter_markers("shared")) or SHARED.is_dir():
        return
    if os.environ.get("MUSTER_REQUIRE_SHARED") == "1":
        pytest.fail(f"this test needs {SHARED}, and MUSTER_REQUIRE_SHARED=1 forbids skipping it", pytrace=False)
    pytest.skip(f"needs {SHARED}")


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The team's shared folder (ledgers, specs, oracle); mark the test `shared`."""
    return SHARED


@pytest.fixture(autouse=True)
def _what_happened_can_be_told() -> Iterator[None]:
    """Tell every event of every constructed position of a test."""
    yield
    field = getattr(sys.modules.get("tests.field"), "Field", None)
    while field is not None and field.made:
        field.made.pop().sentences()


@pytest.fixture(scope="session", autouse=True)
def _loopback_only() -> Iterator[None]:
    """Refuse connections to anything but this machine."""

    def guard_connect(connect: Callable[..., Any]) -> Callable[..., Any]:
        def attempt(self: socket.socket, address: Any) -> Any:
            if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_loopback(str(address[0])):
                raise ConnectionRefusedError(f"tests may not reach the network: {address[0]}")
            return connect(self, address)

        return attempt

    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, guard_connect(getattr(socket.socket, name)))
        yield


def _is_loopback(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return host in ("", "localhost")
    return address.is_loopback or address.is_unspecified
