"""The tests' own ground: no network, and ../shared where it is demanded."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import conftest


@pytest.mark.parametrize("host", ["192.0.2.1", "example.org", "127.example.org"])
def test_the_network_is_out_of_reach(host: str):
    with socket.socket() as outside, pytest.raises(ConnectionRefusedError, match="may not reach"):
        outside.connect((host, 80))


def test_loopback_is_in_reach():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert client.getpeername() == server.getsockname()


@dataclass
class Item:
    name: str = "shared"

    def iter_markers(self, name: str) -> Iterator[str]:
        return iter([self.name] if self.name == name else [])


@pytest.fixture
def _without_shared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(conftest, "SHARED", tmp_path / "missing")
    monkeypatch.delenv("MUSTER_REQUIRE_SHARED", raising=False)


@pytest.mark.usefixtures("_without_shared")
def test_a_shared_test_is_skipped_with_a_reason_where_shared_is_missing():
    with pytest.raises(pytest.skip.Exception, match="missing"):
        conftest.pytest_runtest_setup(Item())


@pytest.mark.usefixtures("_without_shared")
def test_a_shared_test_fails_where_shared_is_required(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MUSTER_REQUIRE_SHARED", "1")
    with pytest.raises(pytest.fail.Exception, match="missing"):
        conftest.pytest_runtest_setup(Item())


@pytest.mark.usefixtures("_without_shared")
def test_other_tests_do_not_need_shared(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MUSTER_REQUIRE_SHARED", "1")
    conftest.pytest_runtest_setup(Item("slow"))
