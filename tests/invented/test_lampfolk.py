"""A game that does not exist is fought on the ground of the project, from a folder of its own."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module, reload
from math import comb
from pathlib import Path
from traceback import format_exception
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from builder.added_systems import add_systems
from builder.api.problems import problem_of
from builder.app import create_app
from builder.services.assembly import Services, open_services, prepare
from builder.settings import SettingError, Settings, read_settings
from datasheets import system_folders, systems, words
from datasheets.systems import parts
from exports.document import RosterDocument, document_from
from resolver.engine import added_systems, registry
from resolver.engine.battle import Battle
from resolver.engine.counted import counted_matchup
from resolver.engine.matchup import UnknownBattleSize
from resolver.engine.points import points_name, say_points
from resolver.engine.record import read_record
from resolver.engine.replay import replay
from resolver.engine.retelling import Retelling
from resolver.odds import odds
from resolver.players import BOTS
from resolver.shared import valuation
from resolver.shared.events import SCORING_EVENTS
from resolver.shared.plain import movement, reader
from resolver.table.names import Counters, UnknownName
from tests.cli.conftest import process, run

FOLDER = Path(__file__).parent
ID, MISSION = "lampfolk", "long-dusk"
CARDS = ("gust", "flare")
ACTION = re.compile(r'action="(/battles/[^"#]+/choose)')
MODES = (("wide", {}), ("close", {"Cast": '1"', "Strokes": "4"}))
Fight = Callable[[tuple[str, str], int], Battle]
DECISION = re.compile(r'data-decision="([^"]+)"')


@pytest.fixture(scope="module", autouse=True)
def registered_system(program: Path) -> Iterator[None]:
    """Let this process know the folder; the one of `program`, which is forked before, does not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system_folders, "_ADDED", {})
        patch.setattr(words, "_ADDED", [])
        patch.setattr(registry, "_MODULES", dict(registry._MODULES))
        systems.add_folder(FOLDER / ID)
        registry.register({ID: "tests.invented.game"})
        yield
    for cached in (systems.folders, system_folders.outlines, words._templates):
        cached.cache_clear()


@pytest.fixture(scope="module")
def services(registered_system: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """Services over a database into which the folder's catalogues and sample rosters came."""
    settings = Settings(database=tmp_path_factory.mktemp(ID) / "muster.db")
    prepare(settings)
    services = open_services(settings)
    yield services
    services.close()


@pytest.fixture(scope="module")
def ids(services: Services) -> list[str]:
    return sorted(row.id for row in services.rosters.page(system=ID).items)


@pytest.fixture(scope="module")
def armies(services: Services, ids: list[str]) -> tuple[RosterDocument, RosterDocument]:
    """Both sample rosters, as the builder makes documents of them."""
    return services.documents.of(ids[0]), services.documents.of(ids[1])


@pytest.fixture(scope="module")
def fight(armies: Any) -> Fight:
    """Fights a battle by two programs and a seed, once for all who look at it."""

    @cache
    def fought(bots: tuple[str, str], seed: int) -> Battle:
        battle = Battle.start(armies, ID, MISSION, seed=seed)
        players = [BOTS[name](seed + place) for place, name in enumerate(bots)]
        while battle.decision is not None:
            player = battle.decision.player
            battle.choose(players[player].choose(battle.view(player), battle.options()))
        return battle

    return fought


def test_it_is_small() -> None:
    """Its rules, its system, its ledger and its words; its two small armies (datasheets and rosters) are not counted."""
    files = [FOLDER / "game.py", *(FOLDER / ID).glob("*.json"), *(FOLDER / ID / "words").rglob("*.json")]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) < 200


def test_no_file_outside_its_folder_names_it() -> None:
    found = subprocess.run(["git", "grep", "-lwi", ID], cwd=FOLDER.parents[1], capture_output=True, text=True).stdout
    assert [name for name in found.splitlines() if not name.startswith("tests/invented/")] == []


def test_it_is_fought_to_an_end_and_the_better_program_wins(fight: Fight) -> None:
    pairs = [(seed, bots) for seed in (2, 5) for bots in (("greedy", "random"), ("random", "greedy"))]
    battles = [fight(bots, seed) for seed, bots in pairs]
    assert all(battle.outcome is not None for battle in battles)
    won = [battle.outcome.winner == bots.index("greedy") for battle, (_, bots) in zip(battles, pairs, strict=True)]
    assert sum(won) >= 3
    kinds = {event["kind"] for battle in battles for event in battle.events}
    assert {"attack.made", "unit.destroyed", "activation.ended", "move.stopped"} <= kinds


def test_a_gust_stops_a_stride_in_the_middle(fight: Fight) -> None:
    events = fight(("greedy", "random"), 5).events
    place = next(n for n, event in enumerate(events) if event.get("card") == "gust")
    before, after = events[place - 1], events[place + 1]
    assert (before["kind"], before["more"], after["kind"]) == ("unit.moved", True, "move.stopped")
    assert before["unit"] == after["unit"] == events[place]["unit"]


def test_units_with_a_random_move_go_as_far_as_is_rolled_each_time(armies: Any) -> None:
    documents = []
    for army in armies:
        data = json.loads(army.to_bytes())
        for unit in data["army"]["units"]:
            for profile in unit["profiles"]:
                profile["characteristics"]["Stride"] = '2D6"'
        documents.append(document_from(data))
    battle = Battle.start(documents, ID, MISSION, seed=2)
    bots = [BOTS["greedy"](seed) for seed in (2, 3)]
    while battle.decision is not None and len(battle.choices) < 60:
        player = battle.decision.player
        battle.choose(bots[player].choose(battle.view(player), battle.options()))
    rolls = {event["unit"]: event for event in battle.events if event["kind"] == "move.rolled"}
    gone = [event for event in battle.events if event["kind"] == "unit.moved" and event["move"] == "go"]
    assert {sum(event["dice"]) == event["distance"] for event in rolls.values()} == {True}
    assert gone
    assert {event["most"] for event in gone} <= {event["distance"] for event in battle.events if "distance" in event}
    assert replay(read_record(battle.record().to_bytes())).record().to_bytes() == battle.record().to_bytes()


def test_a_hand_is_seen_by_its_player_alone(armies: Any, fight: Fight) -> None:
    battle = fight(("greedy", "random"), 2)
    start = Battle.start(armies, ID, MISSION, seed=2)
    for player in (0, 1, None):
        view = start.view(player)
        dealt = [event["cards"] for event in view.events if event["kind"] == "hand.dealt"]
        assert [cards is not None for cards in dealt] == [player == 0, player == 1]
        for other in (0, 1):
            held = sum(view.game.player_count(other, card) for card in CARDS)
            assert held == (3 if other == player else 0)
        told = Retelling(battle.game.armies, battle.game.ruleset, MISSION)
        for event in battle.view(player).events:
            told.tell(event)
        seen = battle.view(player).game.state.player_counters
        assert told.game.state.player_counters.tolist() == seen.tolist()


def test_a_record_is_played_again_byte_for_byte(fight: Fight) -> None:
    battle = fight(("greedy", "random"), 5)
    again = replay(read_record(battle.record().to_bytes()))
    assert again.record().to_bytes() == battle.record().to_bytes()


def test_a_unit_that_losses_have_torn_apart_may_stay(armies: Any) -> None:
    """Else a record in which it stays could not be played again."""
    battle = Battle.start(armies, ID, MISSION, seed=3)
    while battle.decision.kind != "go":
        battle.choose(battle.options()[0])
    game, decision = battle.game, battle.decision
    models = game.state.models_of(game.unit(decision.subject))
    game.state.write("x", models, [3.0 + 6.0 * place for place in range(len(models))])
    assert movement.check(game, decision, {"moves": []}) is None
    one = [{"model": int(models[0]), "path": [[4.0, float(game.state.y[models[0]]), 0.0]]}]
    assert movement.check(game, decision, {"moves": one}).code == "unit.coherency"


def test_it_has_odds(armies: Any) -> None:
    """Hawk Moths glance on 4+, helped by their ability on 3+, bite on 3+; a Beacon of 6 wounds is shaded on 4+."""
    hawks = next(unit for army in armies for unit in army.army.units if unit.name == "Hawk Moths")
    beacon = next(unit for army in armies for unit in army.army.units if unit.name == "Beacon")
    one = odds(hawks, beacon, range_inches=1.0, system=ID)
    assert one.expected["attacks"] == 15
    chance = 4 / 6 * 4 / 6 * 3 / 6
    each = [comb(15, n) * chance**n * (1 - chance) ** (15 - n) for n in range(16)]
    assert one.expected["damage"] == pytest.approx(sum(min(n, 6) * share for n, share in enumerate(each)))
    assert one.expected["kills"] == pytest.approx(sum(each[6:]))


def test_odds_count_what_helps_saves_of_the_unit_that_is_attacked(armies: Any) -> None:
    """A Beacon that is shaded on 4+ adds 1 when it is attacked: two thirds of what comes through otherwise."""
    veiled = {"kind": "modify-roll", "roll": "save", "operation": "add", "value": "1", "when": [{"name": "targeted"}]}
    row = {"name": "Veiled", "text": "Veiled.", "aura": False, "external": False, "effects": [veiled]}
    hawks = next(unit for army in armies for unit in army.army.units if unit.name == "Hawk Moths")
    damage = []
    for abilities in ((), (row,)):
        documents = [json.loads(army.to_bytes()) for army in armies]
        for unit in (unit for document in documents for unit in document["army"]["units"] if unit["name"] == "Beacon"):
            unit["abilities"] += abilities
        units = [unit for document in documents for unit in document_from(document).army.units]
        beacon = next(unit for unit in units if unit.name == "Beacon")
        damage.append(odds(hawks, beacon, range_inches=1.0, weapon="Wing dust", system=ID).damage[0])
    unsaved = [1 - 4 / 6 * 4 / 6 * fails for fails in (3 / 6, 2 / 6)]
    assert damage == pytest.approx([chance**15 for chance in unsaved])


@pytest.mark.parametrize("first", [0, 1])
def test_of_the_ways_to_use_a_weapon_that_reach_the_one_that_does_most_is_used(armies: Any, first: int) -> None:
    """At 2 inches the strong one does not reach."""
    usual = {"Cast": '2"', "Strokes": "3", "Glance": "4+", "Bite": "3+", "Dimming": "1"}
    rows = [{"name": name, "characteristics": usual | own, "abilities": "", "effects": []} for name, own in MODES]
    document = json.loads(armies[0].to_bytes()), json.loads(armies[1].to_bytes())
    for unit in (unit for each in document for unit in each["army"]["units"] if unit["name"] == "Hawk Moths"):
        unit["weapons"][0]["profiles"] = [rows[first], rows[1 - first]]
    units = {unit.name: unit for each in document for unit in document_from(each).army.units}
    attacks = [
        odds(units["Hawk Moths"], units["Beacon"], range_inches=inches, system=ID).expected["attacks"] for inches in (1, 2)
    ]
    assert attacks == [20, 15]


def test_a_program_counts_what_an_attack_takes_and_no_more_than_is_left(armies: Any) -> None:
    battle = Battle.start(armies, ID, MISSION, seed=3)
    while battle.decision.kind != "go":
        battle.choose(battle.options()[0])
    game = battle.game
    of = {game.armies.units[unit].name: unit for unit in game.living_units()}
    hawks, beacon = of["Hawk Moths"], of["Beacon"]
    share = valuation.share_taken(game.armies, ID, MISSION, hawks, beacon)
    whole = valuation.unit_worth(game, beacon)
    assert 1 / 3 < share < 1
    assert valuation.gain(game, hawks, beacon) == pytest.approx(share * whole)
    for left in (2, 1):
        game.state.write("wounds", game.state.models_of(beacon), left)
        assert valuation.gain(game, hawks, beacon) == pytest.approx(left / 6 * whole)
    game.state.write("wounds", game.state.models_of(beacon), 6)
    game.state.write("alive", game.state.models_of(hawks)[:3], False)
    assert valuation.gain(game, hawks, beacon) == pytest.approx(2 / 5 * share * whole)


def test_a_ruleset_that_lacks_a_name_is_refused_when_it_is_put_together() -> None:
    rules = registry.ruleset(ID)
    with pytest.raises(ValueError, match=f"{ID}: the steps that it shares need unit_counters lost"):
        replace(rules, names=replace(rules.names, unit_counters=Counters({"actions": "round", "struck": "round"})))
    with pytest.raises(UnknownName, match="no mark or counter 'flaired'; it has activated, held, flared"):
        rules.names.unit_marks["flaired"]
    with pytest.raises(ValueError, match=f"{ID}: its kinds of events need player_counters victory-points"):
        replace(rules, events={**rules.events, **SCORING_EVENTS})


@pytest.mark.parametrize(
    ("part", "instead", "said"),
    [
        (
            "wound",
            "strength",
            'no column of weapons has the part "wound"; plain attacks read no column with the part "strength"',
        ),
        ("damage", "", 'no column of weapons has the part "damage"'),
        ("number", "", 'no column of weapons has the part "number"'),
    ],
)
def test_columns_that_its_attacks_lack_are_named_when_it_is_put_together(
    monkeypatch: pytest.MonkeyPatch, part: str, instead: str, said: str
) -> None:
    columns = dict(parts.weapon_parts(ID))
    columns |= {instead: columns.pop(part)} if instead else {}
    columns.pop(part, None)
    monkeypatch.setattr(reader, "weapon_parts", lambda id: columns)
    with pytest.raises(ValueError, match=re.escape(f"{ID}: {said}: change its system.json")):
        reload(import_module("tests.invented.game"))


def test_its_pages_are_there(services: Services, ids: list[str]) -> None:
    client = create_app(services.settings).test_client()
    page = client.get(f"/matchup?a={ids[0]}&b={ids[1]}")
    assert page.status_code == 200
    assert "36" in page.text
    started = client.post("/battles", data={"a": ids[0], "b": ids[1]}, follow_redirects=True)
    assert started.status_code == 200
    assert "Hawk Moths" in started.text
    assert re.search(r"\d+ Wick</small>", started.text), "wounds are called as on its datasheets"
    assert "VP" not in started.text
    sheet = client.get(f"/rosters/{ids[0]}/sheet.pdf")
    assert sheet.status_code == 200
    assert sheet.data.startswith(b"%PDF")


def _answer(client: FlaskClient, page: TestResponse, **more: str) -> TestResponse:
    """Take the first option of what a page asks."""
    action, decision = ACTION.search(page.text), DECISION.search(page.text)
    assert action is not None
    assert decision is not None
    data = {"decision": decision[1], "option": "0", **more}
    return client.post(action[1], data=data, follow_redirects=True)


def _until(client: FlaskClient, page: TestResponse, kind: str) -> TestResponse:
    for _ in range(40):
        if f'data-kind="{kind}"' in page.text:
            return page
        page = _answer(client, page)
    raise AssertionError(f"nobody was asked {kind}")


@pytest.fixture
def muster(services: Services, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The command line over the same database."""
    monkeypatch.setenv("MUSTER_DATABASE", str(services.settings.database))

    def run_muster(*args: str) -> str:
        result = run(*args)
        assert result.exit_code in (0, 1), result.output
        return result.stdout

    return run_muster


@pytest.mark.parametrize(
    ("table", "names"),
    [("systems", ["Lampfolk"]), ("rosters", ["lampfolk"]), ("datasheets", ["Hawk Moths", "Beacon"])],
)
def test_the_command_line_lists_it(muster: Callable[..., str], table: str, names: list[str]) -> None:
    printed = muster("list", table)
    assert all(name in printed for name in names)


def test_the_command_line_compares_its_armies_and_fights(muster: Callable[..., str], ids: list[str]) -> None:
    assert "36" in muster("matchup", *ids)
    told = muster("battle", *ids, "--players", "greedy,random", "--seed", "1")
    assert "more lamps burn" in told


def test_what_it_counts_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody scores victory points where a game counts something else."""
    rules = replace(registry.ruleset(ID), points=("gust",))
    values = {"a": 3, "b": 1, "rounds": 4}
    assert say_points(rules, "page.battle.result", values) == "Gust: 3 to 1, after 4 rounds."
    assert say_points(rules, "page.battle.result", values, "sv") == "Gust: 3 mot 1, efter 4 rundor."
    monkeypatch.setitem(words._templates("en")._texts, f"battle.{ID}.points.gust", ("gusts left", ""))
    assert points_name(rules) == "Gusts left"
    scored = registry.ruleset("wh40k-9e")
    assert say_points(scored, "page.battle.result", values) == "3 to 1 victory points after 4 rounds."


def test_a_system_that_says_no_ratio_finds_nobody_outnumbered(armies: Any) -> None:
    assert counted_matchup(armies).findings == ()
    with pytest.raises(UnknownBattleSize):
        counted_matchup(armies, "vast")


def test_a_standing_answer_without_words_of_its_own_is_shown_with_its_name(services: Services, ids: list[str]) -> None:
    client = create_app(services.settings).test_client()
    page = client.post("/battles", data={"a": ids[0], "b": ids[1], "seed": "1"}, follow_redirects=True)
    stood = _answer(client, _until(client, page, "flare"), standing="battle")
    assert stood.status_code == 200
    assert "Other question: flare" in stood.text


@pytest.mark.parametrize(("seed", "answers"), [(1, 2), (6, 1)])
def test_nobody_learns_from_a_question_who_holds_a_card(services: Services, ids: list[str], seed: int, answers: int) -> None:
    """Others see that a player is asked, nothing of what; who holds no card is asked all the same."""
    client = create_app(services.settings).test_client()
    armies = {"a": {"roster": ids[0]}, "b": {"roster": ids[1]}}
    stands = client.post("/api/v1/battles", json={**armies, "seed": seed}).get_json()
    here, own = stands["href"], {"Authorization": f"Bearer {stands['tokens']['a']}"}
    while (asked := client.get(f"{here}/decision", headers=own).get_json())["decision"]["kind"] not in CARDS:
        client.post(f"{here}/choices", json=asked["options"][0], headers=own)
    assert len(asked["options"]) == answers
    shown = {"id": asked["decision"]["id"], "seat": "a", "kind": None, "subject": None, "rule": None}
    assert client.get(here).get_json()["pending"] == shown
    assert client.get("/api/v1/battles?limit=1").get_json()["items"][0]["pending"] == shown


def test_a_folder_that_the_settings_name_is_played_by_every_process(program: Path, tmp_path: Path) -> None:
    folder = tmp_path / "systems" / ID
    shutil.copytree(FOLDER / ID, folder)
    shutil.copy(FOLDER / "game.py", folder / "descriptor.py")

    def call(*args: str) -> str:
        done = process(*args, database=tmp_path / "muster.db", program=program, MUSTER_SYSTEMS=str(folder))
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    assert "Lampfolk" in call("list", "systems")
    assert "LAMP-DUSK" in call("rule", "LAMP-DUSK")
    simulated = call(
        "simulate", "wicks", "moths", "--games", "2", "--block", "2", "--jobs", "2", "--players", "random,random"
    )
    assert "2 " in simulated


def test_a_folder_that_is_wrong_is_refused_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_folders, "_ADDED", dict(system_folders._ADDED))
    monkeypatch.setattr(words, "_ADDED", list(words._ADDED))
    folder = Path(shutil.copytree(FOLDER / ID, tmp_path / "wrong"))
    for _ in range(2):
        with pytest.raises(SettingError, match="the id is 'lampfolk': call the folder so"):
            add_systems([folder])
    monkeypatch.undo()
    for cached in (systems.folders, system_folders.outlines, words._templates):
        cached.cache_clear()


def test_a_folder_of_an_id_that_there_is_already_is_refused(tmp_path: Path) -> None:
    shutil.copytree(FOLDER / ID, tmp_path / "wh40k-9e")
    with pytest.raises(SettingError, match="MUSTER_SYSTEMS cannot be used: there is a system 'wh40k-9e' already"):
        add_systems([tmp_path / "wh40k-9e"])


@pytest.mark.parametrize(
    ("file", "was", "now", "said"),
    [
        (
            "system.json",
            '"text": "Put out the others\' lamps.", ',
            "",
            "broken/system.json: /missions/0/text: This field is missing",
        ),
        (
            "words/en/lampfolk.json",
            '"decision.gust": ',
            '"decision.gusto": ',
            "broken: no words for decision.gust: write them",
        ),
        (
            "descriptor.py",
            'on="unit.moved"',
            'on="unit.runs"',
            "broken: its windows open on unit.runs, which is no",
        ),
        (
            "descriptor.py",
            'rule="LAMP-CARD"',
            'rule="LAMP-9"',
            'py: the window on "unit.moved" cites LAMP-9: write',
        ),
        (
            "words/en/lampfolk.json",
            '"decision.gust": "',
            '"decision.gust": "{',
            "broken/words/en/lampfolk.json: decision.gust: ",
        ),
        (
            "catalogues/moths/hawks.json",
            '"name": ',
            '"nam": ',
            "broken/catalogues/moths/hawks.json: /name: This field is missing",
        ),
        ("system.json", '"id": "dusk"', '"id": "dawn"', 'the step "act" belongs to a phase "dusk": say it under "phases"'),
        ("system.json", '"rule": "LAMP-TURN"', '"rule": "LAMP-9"', "broken/system.json: it cites LAMP-9: write that"),
    ],
)
def test_what_is_wrong_in_a_folder_is_said_before_anything_is_done(
    program: Path, tmp_path: Path, file: str, was: str, now: str, said: str
) -> None:
    assert said in refusal(program, tmp_path, file, was, now, "list", "systems")


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('marks=("activated",)', 'marks=("rung",)', "(UnknownName: the ruleset has no mark or counter 'rung'; it has"),
        ('"act", units, "LAMP-TURN"', '"act", units, "LAMP-9"', "(UnknownRule: broken has no rule 'LAMP-9'): mend it"),
    ],
)
def test_code_of_ones_own_that_fails_in_a_battle_is_named_with_its_line(
    program: Path, tmp_path: Path, was: str, now: str, said: str
) -> None:
    """It is no error of Muster's, and nobody is told to report it."""
    line = (FOLDER / "game.py").read_text(encoding="utf-8").partition(was)[0].count("\n") + 1
    call = ("battle", "wicks", "moths", "--players", "random,random", "--seed", "1")
    told = refusal(program, tmp_path, "descriptor.py", was, now, *call)
    assert f"The code of a system of your own failed in broken/descriptor.py, line {line} {said}" in told


def test_the_api_blames_code_of_ones_own_for_what_it_fails_at(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(added_systems, "_ADDED", [FOLDER])
    game = import_module("tests.invented.game")
    with pytest.raises(KeyError) as failed:
        next(game.gust(None, {}, None, {}))
    with create_app(services.settings).test_request_context():
        told = problem_of(failed.value).document()
    assert (told["status"], told["type"]) == (500, "/api/v1/docs#problem-own-code")
    assert re.search(r"failed in invented/game.py, line \d+ \(KeyError\): mend it there", told["detail"])


def test_code_of_ones_own_is_not_blamed_for_what_fails_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was caught is over: the error that follows is Muster's."""
    monkeypatch.setattr(added_systems, "_ADDED", [FOLDER / "game.py"])
    game = import_module("tests.invented.game")

    def fail_after_it() -> None:
        try:
            next(game.gust(None, {}, None, {}))
        except KeyError:
            raise ZeroDivisionError  # noqa: B904

    with pytest.raises(ZeroDivisionError) as failed:
        fail_after_it()
    caught = failed.value.__context__
    assert caught
    assert added_systems.blame(caught)
    assert added_systems.blame(failed.value) is None
    sent = RuntimeError("".join(format_exception(failed.value)))  # by a worker process, as text
    failed.value.__cause__ = sent
    sent.__cause__ = failed.value
    assert added_systems.blame(failed.value) is None


RULES = """from builder.rules.steps import Rules, Step
def dark(army):
    yield army.finding("error", None, "lamp.dark", "LAMP-LIST")
RULES = Rules((Step((CODES), ("LAMP-LIST",), dark),))
"""


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        ('"lamp.dark",', "broken/rules.py: no words for finding.lamp.dark: write them in words/en/ of its folder"),
        ("", "failed in broken/rules.py, line 3 (UnknownWords: no words for 'finding.lamp.dark'"),
    ],
)
def test_a_finding_of_ones_own_without_words_is_named(program: Path, tmp_path: Path, codes: str, said: str) -> None:
    """Whether its step says that it reports it, or not."""
    assert said in refusal(program, tmp_path, "rules.py", "", RULES.replace("CODES", codes), "check", "wicks")


def refusal(program: Path, tmp_path: Path, file: str, was: str, now: str, *call: str) -> str:
    """Return what a command says that cannot go on for what is wrong in a file of the folder."""
    folder = tmp_path / "broken"
    shutil.copytree(FOLDER / ID, folder)
    shutil.copy(FOLDER / "game.py", folder / "descriptor.py")
    (folder / file).touch()
    for path in (path for path in folder.rglob("*") if path.is_file()):
        text = path.read_text(encoding="utf-8").replace(ID, "broken")
        wrong = text.replace(was, now) if was else now
        path.write_text(wrong if path == folder / file else text, encoding="utf-8")
    done = process(*call, database=tmp_path / "muster.db", program=program, MUSTER_SYSTEMS=str(folder))
    assert done.returncode == 2
    return done.stderr.decode()


@pytest.mark.parametrize("folder", ["", "nowhere"])
def test_a_folder_without_a_system_is_refused(tmp_path: Path, folder: str) -> None:
    with pytest.raises(SettingError, match="MUSTER_SYSTEMS takes folders with a system"):
        read_settings({"MUSTER_SYSTEMS": str(tmp_path / folder)})
