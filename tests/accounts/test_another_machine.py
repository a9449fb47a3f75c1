"""Another machine: a network namespace whose only way to Muster is a wire. With a key it can do all, without one nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from builder.services.assembly import open_services
from builder.services.people.accounts import Accounts
from builder.settings import Settings
from tests.servers import free_port

HERE, THERE = "10.213.7.1", "10.213.7.2"
DATA = ("Warhammer 40,000.gst", "Imperium - Officio Assassinorum.cat")
TOOL = """
import json, sys
from pathlib import Path
from builder.client import Muster, MusterError

url, key, *files = sys.argv[1:]
with Muster(url) as stranger:
    refused = []
    for ask in (stranger.rosters, lambda: [stranger.roster("sunward-host")], lambda: [stranger.roster("nobody")]):
        try:
            list(ask())
        except MusterError as error:
            refused.append([error.status, str(error)])
with Muster(url, key=key, timeout=120) as muster:
    made = muster.create_roster("wh40k-9e", "From elsewhere", once="a-word-of-our-own")
    again = muster.create_roster("wh40k-9e", "From elsewhere", once="a-word-of-our-own")
    imported = muster.import_data({Path(file).name: Path(file).read_bytes() for file in files})
    battle = muster.start_battle(
        {"roster": "sunward-patrol"}, {"roster": "gloam-patrol"}, seed=7, players=["random", "random"]
    )
    stands = battle
    while stands["state"] == "running":
        stands = muster.advance(battle["id"])
    print(json.dumps({
        "refused": refused,
        "once": made["id"] == again["id"],
        "findings": muster.findings("sunward-host")["legal"],
        "sheet": muster.sheet("sunward-host")[:5].decode(),
        "imported": sum(item["kind"] == "catalogue" for item in imported["items"]),
        "winner": stands["outcome"] is not None,
        "told": sum(bool(event["told"]) for event in muster.events(battle["id"], told=True)) > 50,
    }))
"""


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


@pytest.fixture
def namespace() -> Iterator[str]:
    """A machine of its own, by a wire."""
    name, ours, theirs = "muster-test", "muster-here", "muster-there"
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("needs Linux, root and iproute2")
    inside = ("ip", "netns", "exec", name, "ip")
    try:
        made = subprocess.run(["ip", "netns", "add", name], capture_output=True)
        if made.returncode:
            pytest.skip("this machine may make no network namespaces")
        for call in (
            ("ip", "link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", name),
            ("ip", "addr", "add", f"{HERE}/30", "dev", ours),
            ("ip", "link", "set", ours, "up"),
            (*inside, "addr", "add", f"{THERE}/30", "dev", theirs),
            (*inside, "link", "set", theirs, "up"),
        ):
            subprocess.run(call, check=True, capture_output=True)
        yield name
    finally:
        subprocess.run(["ip", "netns", "del", name], capture_output=True)
        subprocess.run(["ip", "link", "del", ours], capture_output=True)


@pytest.mark.sample(0)
@pytest.mark.shared
@pytest.mark.slow
def test_a_tool_on_another_machine_does_all_with_a_key(
    namespace: str, settings: Settings, program: Path, shared_folder: Path, tmp_path: Path
) -> None:
    settings = replace(settings, accounts=True)
    services = open_services(settings)
    accounts = Accounts(settings, services.spaces)
    key = accounts.keys.make(accounts.people.invite("Ada").person.id, "a tool", writes=True).token
    accounts.close()
    services.close()
    (tmp_path / "tool.py").write_text(TOOL, encoding="utf-8")
    port = free_port()
    call = [program, "serve", "--accounts", "--host", HERE, "--port", str(port)]
    environment = {**os.environ, "MUSTER_DATABASE": str(settings.database), "MUSTER_WORKERS": "0"}
    files = [str(shared_folder / "bsdata" / "wh40k-9e" / name) for name in DATA]
    with subprocess.Popen(call, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(namespace, f"http://{HERE}:{port}/health")
            tool = ["ip", "netns", "exec", namespace, sys.executable, tmp_path / "tool.py", f"http://{HERE}:{port}", key]
            done = subprocess.run(
                [*tool, *files], capture_output=True, text=True, timeout=300, cwd=Path(__file__).parents[2]
            )
            assert done.returncode == 0, done.stderr
        finally:
            server.terminate()
    found = json.loads(done.stdout)
    refused = found.pop("refused")
    assert found == {
        **{"once": True, "findings": True, "sheet": "%PDF-", "imported": 1, "winner": True, "told": True},
    }
    assert {status for status, _ in refused} == {401}
    assert len({sentence for _, sentence in refused}) == 1, "a stranger learns nothing, not even which rosters there are"


def wait_for(namespace: str, address: str) -> None:
    """Wait until a server answers the other machine."""
    ask = f"import urllib.request; urllib.request.urlopen({address!r}, timeout=5)"
    for _ in range(100):
        if not subprocess.run(["ip", "netns", "exec", namespace, sys.executable, "-c", ask], capture_output=True).returncode:
            return
        time.sleep(0.1)
    raise TimeoutError(address)
