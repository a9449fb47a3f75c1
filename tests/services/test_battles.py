"""Battles as a service: played again from what is stored, refused under other rules, never moved on twice."""

from dataclasses import replace

import pytest

from builder.services.armies import Source
from builder.services.assembly import Services, open_services
from builder.services.battles import Seated, Started
from builder.services.errors import Conflict, Forbidden, Unauthorized
from builder.services.seeds import draw
from builder.settings import Settings
from builder.store import battles as rows

A, B = Source(roster="sunward-patrol"), Source(roster="gloam-patrol")


@pytest.fixture
def battle(services: Services) -> Started:
    return services.battles.start(A, B, players=("human", "human"))


def choose_first(services: Services, battle: Started, times: int = 1) -> None:
    for _ in range(times):
        row = services.battles.get(battle.row.id)
        assert row.pending is not None
        token = battle.tokens[row.pending["player"]] or ""
        services.battles.choose(row.id, token, services.battles.question(row.id, token).options[0])


def test_tokens_are_not_stored(services: Services, settings: Settings, battle: Started) -> None:
    content = settings.database.read_bytes() + settings.database.with_name(settings.database.name + "-wal").read_bytes()
    for token in battle.tokens:
        assert token
        assert token.encode() not in content
    with pytest.raises(Unauthorized):
        services.battles.question(battle.row.id, "")
    with pytest.raises(Forbidden):
        services.battles.question(battle.row.id, "x" * 32)


def test_a_battle_is_played_again_from_its_choices(services: Services, settings: Settings, battle: Started) -> None:
    choose_first(services, battle, 5)
    here = services.battles.view(battle.row.id).to_json()
    fresh = open_services(settings)
    assert fresh.battles.view(battle.row.id).to_json() == here
    choose_first(fresh, battle)
    assert services.battles.get(battle.row.id) == fresh.battles.get(battle.row.id)
    choose_first(services, battle)
    fresh.close()


def test_a_seed_that_nobody_names_is_new_each_time(services: Services) -> None:
    seeds = {services.battles.start(A, B, players=("human", "random"), seconds=0.0).row.seed for _ in range(3)}
    assert len({*seeds, *(draw() for _ in range(3))}) == 6


def test_a_battle_that_other_rules_played_is_read_and_not_continued(
    services: Services, settings: Settings, battle: Started
) -> None:
    choose_first(services, battle, 3)
    with services.store.writing() as db:
        db.execute("update battle_choices set choice = json_set(choice, '$.before', 'another') where n = 1")
    fresh = open_services(settings)
    row = fresh.battles.get(battle.row.id)
    assert row.pending is not None
    with pytest.raises(Conflict, match="decision"):
        fresh.battles.question(row.id, battle.tokens[row.pending["player"]] or "")
    assert fresh.battles.news.events(row.id, limit=200).items
    assert fresh.battles.get(row.id).name
    with pytest.raises(Conflict, match=r"at decision 1.*first 0 choices can be forked"):
        fresh.battles.past.fork(row.id, Seated(0), 2)
    assert fresh.battles.past.fork(row.id, Seated(0), 0).row.origin == {
        "battle": row.id,
        "choices": 0,
        "events_digest": row.digest,
    }
    fresh.close()


def test_only_one_of_two_moves_a_battle_on(services: Services, settings: Settings, battle: Started) -> None:
    fresh = open_services(settings)
    with services.battles._playing.at(battle.row.id) as mine:
        choose_first(fresh, battle)
        mine.battle.choose(mine.battle.options()[0])
        with pytest.raises(Conflict):
            services.battles._playing.keep(mine)
    assert services.battles.get(battle.row.id).choices == 1
    choose_first(services, battle)
    fresh.close()


def test_bots_play_in_slices_and_end_alike(services: Services) -> None:
    squad = [
        {"op": "add-force", "catalogue": "core-9e"},
        {"op": "add-unit", "force": "f1", "entry": "assault-intercessor-squad"},
    ]
    army = Source(roster=services.rosters.create("wh40k-9e", "Squad", squad).row.id)
    ends = []
    for seconds in (0.0, 60.0):
        row = services.battles.start(army, army, seed=3, players=("random", "random"), seconds=seconds).row
        while row.outcome is None:
            row = services.battles.advance(row.id, seconds)
        ends.append(services.battles.past.record(row.id).digest)
    assert ends[0] == ends[1]


def test_the_store_never_says_more_than_once_what_happened(services: Services, battle: Started) -> None:
    choose_first(services, battle, 4)
    row = services.battles.get(battle.row.id)
    with services.store.reading() as db:
        assert len(rows.choices(db, row.id)) == row.choices
        events = rows.events(db, row.id, ["all", "0", "1"], 0, 10_000)
    assert [event["n"] for event in events] == list(range(row.events))
    assert replace(row, changed=0) == replace(services.battles.advance(row.id), changed=0)


def test_what_only_one_player_may_see_is_shown_to_nobody_else(services: Services, battle: Started) -> None:
    choose_first(services, battle, 2)
    with services.store.writing() as db:
        db.execute("update battle_events set visible = '0' where n = 3")
        db.execute("update battle_events set visible = '1' where n = 5")
    news = services.battles.news
    everything = list(range(services.battles.get(battle.row.id).events))
    for holder, hidden in (("", {3, 5}), (battle.tokens[0], {5}), (battle.tokens[1], {3}), (Seated(0), {5})):
        seen = [event["n"] for event in news.events(battle.row.id, holder or "", limit=200).items]
        assert seen == [n for n in everything if n not in hidden]


def test_a_seat_sees_its_own_questions_only(services: Services, battle: Started) -> None:
    for _ in range(6):
        row = services.battles.get(battle.row.id)
        assert row.pending is not None
        asked = row.pending["player"]
        for seat in (0, 1):
            found = services.battles.question(row.id, battle.tokens[seat] or "")
            view = services.battles.view(row.id, battle.tokens[seat] or "").to_json()
            assert (found.decision is not None) == bool(found.options) == (view["decision"] is not None) == (seat == asked)
        assert services.battles.view(row.id).to_json()["decision"] is None
        choose_first(services, battle)
