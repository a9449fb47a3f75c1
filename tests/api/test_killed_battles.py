"""A server that is killed while a battle is played loses no choice that it acknowledged, and the battle goes on."""

import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.client import Muster, MusterError
from tests.servers import Server


class Person:
    """Plays one seat through the API until the server is gone, and remembers what was acknowledged."""

    def __init__(self, battle: str, token: str, seed: int) -> None:
        self.battle, self.token, self.random = battle, token, random.Random(seed)
        self.acknowledged: list[dict[str, Any]] = []
        self.sent: dict[str, Any] | None = None
        self.enough = threading.Event()

    def play(self, url: str, most: int) -> None:
        try:
            with Muster(url) as muster:
                for done in range(1, most):
                    if not self.choose(muster):
                        break
                    if done >= 3:
                        self.enough.set()
        except MusterError as error:
            if error.status:
                raise
        finally:
            self.enough.set()

    def choose(self, muster: Muster) -> bool:
        asked = muster.decision(self.battle, self.token)
        while asked["state"] == "running":
            muster.advance(self.battle)
            asked = muster.decision(self.battle, self.token)
        if asked["decision"] is None:
            return False
        self.sent = self.random.choice(asked["options"])
        assert self.sent is not None
        muster.choose(self.battle, self.token, self.sent)
        self.acknowledged.append(self.sent)
        self.sent = None
        return True


def stored_choices(muster: Muster, person: Person) -> list[dict[str, Any]]:
    """Return the person's choices as they are stored, oldest first."""
    choices = muster.record(person.battle, person.token)["choices"]
    return [{name: each[name] for name in ("decision", "kind", "data")} for each in choices]


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


@pytest.mark.slow
def test_a_kill_at_any_moment_loses_no_acknowledged_choice(serve: Callable[[], Server]) -> None:
    server = serve()
    with Muster(server.url) as muster:
        armies = {"roster": "sunward-patrol"}, {"roster": "gloam-patrol"}
        battle = muster.start_battle(*armies, seed=11, players=["human", "random"])
    person = Person(battle["id"], battle["tokens"]["a"], 11)
    thread = threading.Thread(target=person.play, args=(server.url, 1000))
    thread.start()
    assert person.enough.wait(120)
    threading.Event().wait(random.uniform(0.05, 0.4))
    server.kill()
    thread.join()
    server = serve()
    with Muster(server.url) as muster:
        kept = stored_choices(muster, person)
        numbers = [choice["decision"] for choice in kept]
        assert numbers == sorted(set(numbers))
        missing = [choice for choice in person.acknowledged if choice not in kept]
        assert missing == []
        if person.sent in kept:  # stored, and the answer was lost with the server: it is as good as acknowledged
            person.acknowledged.append(person.sent)
        person.sent = None
        events = list(muster.events(person.battle, person.token))
        assert [event["n"] for event in events] == list(range(muster.battle(person.battle)["events"]))
        assert person.choose(muster), "the battle must go on"
    assert len(person.acknowledged) > 3
