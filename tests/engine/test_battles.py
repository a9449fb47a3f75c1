"""Whole battles of the golden armies: they end, replay byte for byte, and go back and forth without a trace.

That another process with another hash seed makes the same bytes is seen by the battles of `tests/soak`.
"""

from __future__ import annotations

import json
from functools import cache

import pytest

from datasheets.words import translate
from exports.document import RosterDocument, document_from
from resolver.engine.battle import Battle
from resolver.engine.choosing import read_choice
from resolver.engine.decision import Choice, IllegalChoice
from resolver.engine.record import ENGINE, NotARecord, read_record, record_from
from resolver.engine.replay import ReplayError, replay
from resolver.players import play
from resolver.players.random_legal import RandomLegal
from tests.armies import army

SEEDS = range(3)


@cache
def documents() -> tuple[RosterDocument, RosterDocument]:
    return document_from(army("sunward-host")), document_from(army("gloam-court"))


def start(seed: int) -> Battle:
    return Battle.start(documents(), seed=seed, players=("random", "random"))


@cache
def finished_battle(seed: int) -> Battle:
    battle = start(seed)
    play(battle, (RandomLegal(seed), RandomLegal(seed + 1000)))
    return battle


def lines(battle: Battle) -> list[str]:
    return [json.dumps(event, sort_keys=True) for event in battle.events]


def test_a_choice_is_recorded_as_it_was_made() -> None:
    battle = start(1)
    for _ in range(3):
        decision, option = battle.decision, battle.options()[0]
        assert decision
        battle.choose(option)
        assert battle.choices[-1] == Choice(decision.id, decision.kind, option.data)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_legal_battles_end(seed: int) -> None:
    battle = finished_battle(seed)
    outcome = battle.outcome
    assert outcome
    assert battle.decision is None
    assert outcome.rounds == 5 or outcome.reason == "army-destroyed"
    assert battle.events[-1]["kind"] == "battle.ended"
    assert [event["n"] for event in battle.events] == list(range(len(battle.events)))


@pytest.mark.parametrize("seed", SEEDS)
def test_records_replay_byte_for_byte(seed: int) -> None:
    record = finished_battle(seed).record()
    again = read_record(record.to_bytes())
    assert again.to_bytes() == record.to_bytes()
    replayed = replay(again)
    assert lines(replayed) == lines(finished_battle(seed))
    assert replayed.record().to_bytes() == record.to_bytes()


def test_battles_that_differ_in_the_seed_differ() -> None:
    assert len({finished_battle(seed).record().events_digest for seed in range(3)}) == 3


def test_events_have_the_fields_of_their_kind() -> None:
    for event in finished_battle(1).events:
        kind = finished_battle(1).game.ruleset.events[event["kind"]]
        own = set(event) - {"n", "kind", "round", "turn", "phase", "rules", "visible"}
        assert kind.fields <= own <= kind.fields | kind.optional


def test_every_option_is_legal_and_refusals_change_nothing() -> None:
    battle = start(4)
    player = RandomLegal(4)
    asked = 0
    while battle.decision and asked < 60:
        options = battle.options()
        assert options
        before = battle.game.state.to_bytes(), len(battle.events)
        for option in options:
            assert battle.check(option) is None
            read = read_choice(battle.game, battle.decision, option)
            assert read == option.data, "what is offered would be recorded as it stands"
        with pytest.raises(IllegalChoice):
            battle.choose(Choice(battle.decision.id, battle.decision.kind, {"nonsense": 1}))
        with pytest.raises(IllegalChoice):
            battle.choose(Choice(battle.decision.id + 1, battle.decision.kind, options[0].data))
        assert (battle.game.state.to_bytes(), len(battle.events)) == before
        battle.choose(player.choose(battle.view(battle.decision.player), options))
        asked += 1


def test_a_clone_goes_on_exactly_as_the_original() -> None:
    done = finished_battle(2)
    battle = start(2)
    for number, choice in enumerate(done.choices):
        if number % 13 == 0:
            twin = battle.clone()
            assert twin.decision == battle.decision
            assert lines(twin) == lines(battle)
            assert twin.game.state.to_bytes() == battle.game.state.to_bytes()
            twin.choose(choice)
            assert twin.choices == done.choices[: number + 1]
        battle.choose(choice)
    assert lines(battle) == lines(done)


def test_undo_goes_back_and_the_same_choices_lead_to_the_same_events() -> None:
    done = finished_battle(0)
    battle = start(0)
    for choice in done.choices:
        battle.choose(choice)
    battle.undo(40)
    assert battle.choices == done.choices[:-40]
    assert battle.events == done.events[: len(battle.events)]
    for choice in done.choices[-40:]:
        battle.choose(choice)
    assert lines(battle) == lines(done)
    with pytest.raises(ValueError, match="cannot be taken back"):
        battle.undo(len(battle.choices) + 1)


def test_a_different_choice_leaves_unrelated_dice_alone() -> None:
    one, two = start(6), start(6)
    player = RandomLegal(6)
    while one.decision and one.decision.kind != "choose-turn":
        choice = player.choose(one.view(one.decision.player), one.options())
        one.choose(choice)
        two.choose(choice)
    assert one.decision
    number = one.decision.id
    one.choose(Choice(number, "choose-turn", {"turn": "first"}))
    two.choose(Choice(number, "choose-turn", {"turn": "second"}))
    address = one.game.address(3, 5)
    assert one.game.dice.roll(address) == two.game.dice.roll(address)
    assert one.events[-1] != two.events[-1]


def test_a_mismatch_names_the_first_decision_that_differs() -> None:
    record = finished_battle(1).record().to_json()
    index = next(i for i, choice in enumerate(record["choices"]) if i > 20 and choice["kind"] == "select")
    changed = json.loads(json.dumps(record))
    changed["choices"][index]["data"] = {"unit": "a.nobody"}
    with pytest.raises(ReplayError, match=r"choice is refused by 9E-[A-Z0-9-]+: That is none of the choices\.$") as caught:
        replay(record_from(changed))
    assert caught.value.decision == record["choices"][index]["decision"]
    changed = json.loads(json.dumps(record))
    changed["choices"][index]["before"] = "000000000000"
    with pytest.raises(ReplayError, match="not the same") as caught:
        replay(record_from(changed))
    assert caught.value.decision == record["choices"][index]["decision"]
    changed = json.loads(json.dumps(record))
    changed["choices"][index]["decision"] = 10_000
    with pytest.raises(ReplayError, match="choice is refused: Another decision is pending") as caught:
        replay(record_from(changed))
    assert caught.value.decision == index
    changed = json.loads(json.dumps(record)) | {"seed": 99}
    with pytest.raises(ReplayError) as caught:
        replay(record_from(changed))
    assert caught.value.decision == 0


def test_a_mismatch_says_which_versions_differ() -> None:
    record = finished_battle(1).record().to_json()
    older = record | {"engine": "0", "ruleset": record["ruleset"] | {"version": "0"}}
    assert replay(record_from(older)).outcome == finished_battle(1).outcome
    with pytest.raises(ReplayError, match=r"engine 0 and this one is .*. It was made by rules of version 0 and these are"):
        replay(record_from(older | {"seed": 99}))
    with pytest.raises(ReplayError) as otherwise:
        replay(record_from(older | {"seed": 99}))
    german = translate(str(otherwise.value), "de")
    assert german.startswith(
        "Die Schlacht verläuft ab Entscheidung 0 anders. Was davor geschah, ist nicht dasselbe. Gespielt"
    )
    assert "mit Engine 0, diese ist" in german


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"schema": "muster.battle/2"}, "/schema"),
        ({"extra": 1}, "/extra"),
        ({"seed": -1}, "/seed"),
        ({"seed": "7"}, "/seed"),
        ({"armies": [1]}, "/armies"),
        ({"choices": [{"decision": 0}]}, "/choices/0/kind"),
        ({"engine": None}, "/engine"),
    ],
)
def test_records_are_read_strictly(change: dict[str, object], where: str) -> None:
    record = finished_battle(1).record().to_json() | change
    with pytest.raises(NotARecord) as caught:
        record_from(record)
    assert where in [problem.path for problem in caught.value.problems]


def test_no_record_and_too_much() -> None:
    for data in (b"", b"[]", b"{" * 100, b"\xff", b'{"a": 1, "a": 2}'):
        with pytest.raises(NotARecord):
            read_record(data)


def test_a_record_names_its_versions() -> None:
    record = finished_battle(1).record().to_json()
    assert record["engine"] == ENGINE
    assert record["ruleset"] == {"id": "wh40k-9e", "version": "1"}


def test_a_view_has_no_dice_and_no_seed() -> None:
    battle = start(7)
    view = battle.view(0)
    assert view.game.seed == 0
    with pytest.raises(LookupError, match="no dice"):
        view.game.roll("hit")
    view.game.state.round = 4
    assert battle.game.state.round == 0
    json.dumps(view.to_json())


def test_a_player_sees_what_happened_but_what_is_hidden_from_them() -> None:
    battle = start(7)
    for whom in ("all", 0, 1):
        for _ in battle.game.happen("round.ended", visible=whom):
            raise AssertionError("nobody is asked")
    every = [event["n"] for event in battle.events]
    hidden = {None: every[-2:], 0: every[-1:], 1: every[-2:-1]}
    for player, ids in hidden.items():
        assert [event["n"] for event in battle.view(player).events] == [n for n in every if n not in ids]


def test_only_the_player_who_is_asked_has_options() -> None:
    battle = start(8)
    assert battle.decision
    player = battle.decision.player
    assert battle.options(player)
    assert battle.options(1 - player) == []
    assert battle.view(1 - player).decision is None
    assert battle.view(player).decision == battle.decision


def test_without_a_log_the_battle_is_the_same() -> None:
    silent = Battle.start(documents(), seed=1, log=False)
    outcome = play(silent, (RandomLegal(1), RandomLegal(1001)))
    assert outcome == finished_battle(1).outcome
    assert silent.events == []
    with pytest.raises(ValueError, match="without a log"):
        silent.record()


def test_what_cannot_be_started() -> None:
    with pytest.raises(KeyError):
        Battle.start(documents(), ruleset="wh40k-3e")
    with pytest.raises(KeyError):
        Battle.start(documents(), mission="total-war")
    with pytest.raises(ValueError, match="two documents"):
        Battle.start(documents()[:1])


def test_a_die_is_rolled_for_what_the_ruleset_has_dice_for() -> None:
    with pytest.raises(ValueError, match="luck"):
        start(1).game.roll("luck")
