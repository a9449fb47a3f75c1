"""Several server processes on one database: no update is lost, and a killed server loses nothing it acknowledged."""

import threading
from collections.abc import Callable

from builder.client import Muster, MusterError
from tests.servers import Server

WRITERS, EDITS = 4, 5


def rename(title: str) -> list[dict[str, str]]:
    return [{"op": "rename", "subject": "", "name": title}]


def titles(muster: Muster, id: str) -> list[str]:
    return [step["operations"][0]["name"] for step in muster.history(id) if step["operations"]]


def test_two_processes_hammering_one_roster_lose_no_update_also_when_one_is_killed(serve: Callable[[], Server]) -> None:
    servers = serve(), serve()
    hammer(servers)
    kill(*servers)


def hammer(servers: tuple[Server, Server]) -> None:
    """Edit one roster through both at once; all that was acknowledged stands there."""
    with Muster(servers[0].url) as muster:
        id = muster.create_roster("wh40k-9e", "Contested")["id"]
    acknowledged: list[str] = []
    refused = 0
    start = threading.Barrier(WRITERS)

    def edit(url: str, who: int) -> None:
        nonlocal refused
        with Muster(url) as muster:
            start.wait()
            for number in range(EDITS):
                title = f"{who}-{number}"
                while True:
                    try:
                        muster.apply(muster.roster(id), rename(title))
                    except MusterError as error:
                        if error.status != 412:
                            raise
                        refused += 1
                    else:
                        acknowledged.append(title)
                        break

    threads = [threading.Thread(target=edit, args=(servers[who % 2].url, who)) for who in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Muster(servers[1].url) as muster:
        roster = muster.roster(id)
        kept = titles(muster, id)
    assert len(acknowledged) == WRITERS * EDITS
    assert refused > 0, "the writers never met: this test proved nothing"
    assert sorted(kept) == sorted(acknowledged)
    assert roster["version"] == 1 + len(acknowledged)
    assert roster["name"] == kept[-1]


def kill(server: Server, other: Server) -> None:
    """Kill a server while a roster is edited through it; the other one shows all that was acknowledged."""
    with Muster(server.url) as muster:
        id = muster.create_roster("wh40k-9e", "Doomed")["id"]
    acknowledged: list[str] = []
    enough = threading.Event()

    def edit() -> None:
        with Muster(server.url) as muster:
            try:
                roster = muster.roster(id)
                while True:
                    title = str(len(acknowledged))
                    roster = muster.apply(roster, rename(title))
                    acknowledged.append(title)
                    if len(acknowledged) >= 10:
                        enough.set()
            except MusterError as error:
                if error.status:
                    raise

    thread = threading.Thread(target=edit)
    thread.start()
    assert enough.wait(30)
    server.kill()
    thread.join()
    with Muster(other.url) as muster:
        kept = titles(muster, id)
        roster = muster.roster(id)
    assert kept[: len(acknowledged)] == acknowledged
    assert len(kept) <= len(acknowledged) + 1
    assert roster["version"] == 1 + len(kept)
