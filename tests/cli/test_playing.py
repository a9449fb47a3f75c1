"""`muster battle --play`: people at the table, through standard input: asked, answered, refused, undone, gone on with."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from builder.services.assembly import Services, open_services
from builder.services.battles import Seated
from builder.services.following import Events, Following
from builder.settings import Settings
from builder.store.battles import BattleRow
from exports.document import RosterDocument
from resolver.engine.record import read_record
from resolver.engine.replay import replay
from tests.armies import few
from tests.cli.conftest import Muster, save_file, sentence

ID = re.compile(r"--resume (\w{12})\b")


@pytest.fixture
def armies(tmp_path: Path) -> list[Path]:
    """Two small armies, as documents: to print and read sheets takes longer than to play."""
    sunward = few("sunward-patrol", "Dawn Marshal", "Vigil Scouts")
    gloam = few("gloam-patrol", "Pale Regent", "Shrike Riders")
    return [save_file(tmp_path / f"{name}.json", army.to_bytes()) for name, army in (("a", sunward), ("b", gloam))]


@pytest.fixture
def services(settings: Settings) -> Services:
    return open_services(settings)


def input_lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def play_battle(muster: Muster, armies: Sequence[Path], *lines: str, who: str = "a") -> Result:
    seed = () if who == "both" else ("--seed", 3)
    result = muster("battle", *armies, "--play", who, *seed, "--players", "random,random", input=input_lines(*lines))
    assert result.exit_code == 0, result.stderr
    return result


def resume_battle(muster: Muster, what: object, *lines: str, **more: Any) -> Result:
    options = [str(each) for pair in more.items() for each in (f"--{pair[0]}", pair[1])]
    result = muster("battle", "--resume", what, *options, input=input_lines(*lines))
    assert result.exit_code == 0, result.stderr
    return result


def id_of(result: Result) -> str:
    return ID.findall(result.stdout)[-1]


def until(services: Services, id: str, kind: str) -> BattleRow:
    """Answer 1 until a decision of a kind is asked."""
    for _ in range(60):
        row = services.battles.get(id)
        assert row.pending, f"the battle ended before {kind}"
        if row.pending["kind"] == kind:
            return row
        services.battles.choose(id, Seated(0), services.battles.question(id, Seated(0)).options[0])
    raise AssertionError(f"nobody was asked for {kind}")


def question(result: Result) -> str:
    """What was asked last."""
    return re.split(r"^> ?", result.stdout, flags=re.MULTILINE)[-2].strip().split("\n\n")[-1]


@pytest.mark.slow
def test_a_person_plays_a_whole_battle_against_a_program(
    muster: Muster, armies: list[Path], services: Services, tmp_path: Path
):
    call = ("battle", *armies, "--play", "a", "--seed", 3, "--players", "greedy,random")
    result = muster(*call, "--record", tmp_path / "r.json", "--events", tmp_path / "e.jsonl", input="1\n" * 3000)
    assert result.exit_code == 0, result.stderr
    (row,) = services.battles.page().items
    assert row.outcome is not None
    assert "Battle round 1, Movement phase of your turn" in result.stdout
    assert "How does Vigil Scouts move? (9E-MOVE-03)" in result.stdout
    assert "Seed 3, record sha256:" in result.stdout
    record = read_record((tmp_path / "r.json").read_bytes())
    assert record.players == ("human", "random")
    played = replay(record)
    assert played.outcome is not None
    assert [json.loads(line) for line in (tmp_path / "e.jsonl").read_text("utf-8").splitlines()] == played.events
    again = resume_battle(muster, row.id)
    assert f"record {record.digest}" in again.stdout


@pytest.mark.slow
def test_8th_edition_is_played_alike(
    muster: Muster, documents: dict[str, RosterDocument], services: Services, tmp_path: Path
):
    armies = []
    for name in ("tidewatch-patrol", "cinder-patrol"):
        units = [unit.name for unit in documents[name].army.units][:2]
        armies.append(save_file(tmp_path / f"{name}.json", few(name, *units).to_bytes()))
    result = muster("battle", *armies, "--play", "a", "--seed", 2, "--players", "random,random", input="1\n" * 3000)
    assert result.exit_code == 0, result.stderr
    (row,) = services.battles.page().items
    assert (row.system, row.outcome is not None) == ("wh40k-8e", True)
    assert re.search(r"^How does .* move\? \(8E-MOVE-\d+\)$", result.stdout, re.MULTILINE)
    assert not re.search(r"^ +\d+\. .*(\{|\}|None|\b[ab]\.s\d)", result.stdout, re.MULTILINE)


def test_when_the_input_ends_the_battle_is_saved_and_goes_on(muster: Muster, armies: list[Path], services: Services):
    first = play_battle(muster, armies, "1", "1")
    id = id_of(first)
    assert f"muster battle --resume {id}" in first.stdout
    stands = services.battles.get(id)
    second = resume_battle(muster, id)
    assert question(second) == question(first)
    assert services.battles.get(id) == stands
    assert "Traceback" not in second.output


def test_leaving_and_saving_to_a_file(muster: Muster, armies: list[Path], services: Services, tmp_path: Path):
    file = tmp_path / "kept.json"
    first = play_battle(muster, armies, "1", "1", f"save {file}", "save", "quit", "1", "1")
    id = id_of(first)
    record = read_record(file.read_bytes())
    assert len(record.choices) == services.battles.get(id).choices
    second = resume_battle(muster, file, "1")
    other = services.battles.get(id_of(second))
    assert other.id != id
    assert [seat["player"] for seat in other.seats] == ["human", "random"]
    assert other.choices > len(record.choices)
    bad = play_battle(muster, armies, f"save {tmp_path / 'no' / 'such' / 'folder.json'}", "help")
    assert "folder.json" in bad.stdout


def test_a_battle_is_exported_as_its_record(muster: Muster, armies: list[Path], services: Services, tmp_path: Path):
    id = id_of(play_battle(muster, armies, "1", "1"))
    file = tmp_path / "battle.json"
    assert muster("export", id, "--format", "record", "--out", file).exit_code == 0
    assert read_record(file.read_bytes()) == services.battles.past.record(id, Seated(0))
    assert f"go on with it: muster battle --resume {file}" in sentence(muster("import", file))
    assert "no battle" in sentence(muster("export", "sunward-patrol", "--format", "record"))


def test_a_fork_from_a_file_and_from_a_battle(muster: Muster, armies: list[Path], services: Services, tmp_path: Path):
    file = tmp_path / "kept.json"
    id = id_of(play_battle(muster, armies, "1", "1", "1", f"save {file}"))
    digest = services.battles.get(id).digest
    for what, name in ((file, ""), (id, id)):
        fork = services.battles.get(id_of(resume_battle(muster, what, at=2, play="both")))
        assert fork.origin == {"battle": name, "choices": 2, "events_digest": digest}
        assert [seat["player"] for seat in fork.seats] == ["human", "human"]
        assert fork.choices == 2
    count = len(services.battles.page().items)
    assert "from 0 to" in sentence(muster("battle", "--resume", file, "--at", 999))
    assert "play on in a battle of your own" in sentence(muster("battle", "--resume", id, "--play", "b"))
    assert len(services.battles.page().items) == count


def test_undo(muster: Muster, armies: list[Path], services: Services):
    first = play_battle(muster, armies)
    id = id_of(first)
    stood = services.battles.get(id)
    result = resume_battle(muster, id, "1", "1", "undo x", "undo", "undo", "undo")
    assert "there is no choice to take back" in result.stdout
    assert "Write a whole number" in result.stdout
    assert question(result).endswith("there is no choice to take back")
    assert services.battles.get(id).choices == stood.choices
    assert "Taken back; 0 choices stand." in resume_battle(muster, id, "1", "1", "1", "undo 0").stdout


def test_what_is_not_legal_is_refused_with_the_rule_and_changes_nothing(
    muster: Muster, armies: list[Path], services: Services
):
    id = id_of(play_battle(muster, armies))
    stands = until(services, id, "set-up")
    result = resume_battle(
        muster, id, "at 20 29", "at -5 3", "99", "0", "nonsense", "json {", "json []", 'json {"x": 1}', "1 turn", ""
    )
    said = result.stdout
    assert re.search(r"That is not allowed: .* would stand .*\(9E-[A-Z]+-\d+\)", said)
    assert said.count("That is not allowed") == 4
    assert "Only a choice from a list can stand" in said
    assert "There are options 1 to" in said
    assert '"nonsense" is no answer' in said
    assert services.battles.get(id) == stands


def test_a_place_and_a_move_of_ones_own(muster: Muster, armies: list[Path], services: Services):
    id = id_of(play_battle(muster, armies))
    row = until(services, id, "set-up")
    assert row.pending
    zone = services.battles.view(id).game.player_count(0, "zone")
    resume_battle(muster, id, f"at 30 {3 if zone == 1 else 27} 90")
    events = services.battles.news.events(id, limit=200).items
    placed = next(e for e in events if e["kind"] == "unit.set-up" and e["unit"] == row.pending["subject"])
    assert sum(pose[1] for pose in placed["poses"]) / len(placed["poses"]) == pytest.approx(30, abs=0.01)
    row = until(services, id, "move")
    assert row.pending
    view = services.battles.view(id)
    models = view.game.state.standing(view.game.unit(row.pending["subject"]))
    before = {int(model): (float(view.game.state.x[model]), float(view.game.state.y[model])) for model in models}
    up = 1.5 if zone == 1 else -1.5
    resume_battle(muster, id, f"by 0.5 {up}")
    moved = services.battles.news.events(id, start=row.events, limit=200).items[0]
    assert (moved["kind"], moved["move"]) == ("unit.moved", "normal")
    assert {m: (x, y) for m, x, y, *_ in moved["poses"]} == {
        m: (pytest.approx(x + 0.5, abs=0.001), pytest.approx(y + up, abs=0.001)) for m, (x, y) in before.items()
    }


def test_too_far_is_refused_and_models_move_alone(muster: Muster, armies: list[Path], services: Services):
    id = id_of(play_battle(muster, armies))
    row = until(services, id, "move")
    asked = services.battles.question(id, Seated(0))
    moves = next(option.data["moves"] for option in asked.options if option.data["moves"])
    state, model, ways = asked.view.game.state, moves[0]["model"], list[str]()
    at = [float(state.x[model]), float(state.y[model])]
    for x, y, _ in moves[0]["path"]:
        ways.append(f"{x - at[0]:.4f} {y - at[1]:.4f}")
        at = [x, y]
    result = resume_battle(muster, id, "by 0 40", "by 0 0 0", "99 by 0 1", f"1 by {' then '.join(ways)}")
    assert "(9E-" in next(line for line in result.stdout.splitlines() if "not allowed" in line)
    moved = services.battles.news.events(id, start=row.events, limit=200).items[0]
    assert [(m, x, y) for m, x, y, *_ in moved["poses"]] == [
        (model, pytest.approx(at[0], abs=0.001), pytest.approx(at[1], abs=0.001))
    ]


@pytest.mark.slow
def test_an_answer_that_stands_is_not_asked_for_again(muster: Muster, armies: list[Path], services: Services):
    id = id_of(play_battle(muster, armies))
    row = until(services, id, "select")
    while row.pending and row.pending["rule"] != "9E-MOVE-02":
        resume_battle(muster, id, "1")
        row = until(services, id, "select")
    asked = resume_battle(muster, id)
    last = max(int(n) for n in re.findall(r"^ +(\d+)\. ", question(asked), re.MULTILINE))
    assert "no more units move" in question(asked)
    result = resume_battle(muster, id, f"{last} battle", *["1"] * 300)
    assert "Which unit do you select to move?" not in result.stdout.split("no more units move", 1)[1].split("> ", 1)[1]
    (given,) = [choice.standing for choice in services.battles.past.record(id).choices if choice.standing]
    assert given == "battle"


def test_looking_around_before_choosing(muster: Muster, armies: list[Path], services: Services):
    id = id_of(play_battle(muster, armies))
    until(services, id, "move")
    said = resume_battle(
        muster,
        id,
        "help",
        "?",
        "more",
        "map",
        "m",
        "units",
        "unit",
        "unit A",
        "unit scouts",
        "unit nobody",
        "rule",
        "odds",
        "weapons",
    ).stdout
    for word in (
        "undo [N]",
        "ON MAP",
        "Vigil Scout #1, 1 wound left",
        'Dawn Marshal: M 6"  WS 2+',
        "There is no such unit left.",
    ):
        assert word in said, word
    assert "9E-MOVE-03: A unit selected to move" in said
    assert "Odds are shown where" in said
    assert "A Dawn Marshal  B Vigil Scouts" in said


def test_the_map_shows_units_where_they_stand(muster: Muster, armies: list[Path], services: Services):
    id = id_of(play_battle(muster, armies))
    until(services, id, "move")
    shown = resume_battle(muster, id, "map").stdout.split("> ")[-2].splitlines()
    letters = next(number for number, line in enumerate(shown) if line.split() == [*"ABCDEFG"])
    view = services.battles.view(id)
    board, state = view.game.state.board, view.game.state
    lines = shown[letters + 1 : letters + 1 + round(board.depth / 2)]
    rows = [line[5:49] for line in lines]
    assert "".join(line[49:] for line in lines).split() == [*"12345"]
    assert (len(rows), len(rows[0])) == (board.depth / 2, board.width)
    for unit, letter in ((0, "A"), (2, "a")):
        x, y = (float(getattr(state, axis)[state.standing(unit)[0]]) for axis in "xy")
        assert rows[len(rows) - 1 - int(y / 2)][int(x)] == letter


def test_two_people_at_one_table(muster: Muster, armies: list[Path], services: Services):
    said = play_battle(muster, armies, *["1"] * 12, who="both").stdout
    assert "\nSunward Patrol: Before the battle\n" in said
    assert "\nGloam Patrol: Before the battle\n" in said
    assert [seat["player"] for seat in services.battles.page().items[0].seats] == ["human", "human"]


def test_somebody_waits_for_the_other_who_plays_elsewhere(
    muster: Muster, armies: list[Path], services: Services, monkeypatch: pytest.MonkeyPatch
):
    id = id_of(play_battle(muster, armies, who="both"))
    row = services.battles.get(id)
    while row.pending and row.pending["player"] != 1:
        row = services.battles.choose(id, Seated(0), services.battles.question(id, Seated(0)).options[0])
    news = Following.events
    looked = list[float]()

    def play_elsewhere(self: Following, id: str, *args: Any, wait: float = 0.0, **more: Any) -> Events:
        pending = services.battles.get(id).pending
        if wait and pending and pending["player"] == 1:
            looked.append(wait)
            if len(looked) > 1:
                services.battles.choose(id, Seated(1), services.battles.question(id, Seated(1)).options[0])
        return news(self, id, *args, **more)

    monkeypatch.setattr(Following, "events", play_elsewhere)
    result = muster("battle", "--resume", id, "--play", "a", input="")
    assert result.exit_code == 0, result.stderr
    assert result.stderr.count("Waiting for the other player") == 1
    assert len(looked) > 1
    row = services.battles.get(id)
    assert row.pending
    assert row.pending["player"] == 0


@pytest.mark.slow
def test_a_record_is_told_again(muster: Muster, armies: list[Path], tmp_path: Path):
    record = tmp_path / "r.json"
    call = ("battle", *armies, "--seed", 7, "--players", "random,random")
    told = muster(*call, "--record", record)
    again = muster("battle", "--replay", record)
    assert (again.exit_code, again.stdout) == (0, told.stdout)
    data = json.loads(record.read_bytes())
    data["seed"] = 8
    other = muster("battle", "--replay", save_file(tmp_path / "other.json", json.dumps(data).encode()))
    assert (other.exit_code, other.stdout) == (1, "")
    assert "goes another way at decision 0" in other.stderr


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["battle"], "Name two armies"),
        (["battle", "a.pdf"], "Name two armies"),
        (["battle", "a.pdf", "b.pdf", "--resume", "x"], "one of these"),
        (["battle", "--resume", "x", "--replay", "y.json"], "one of these"),
        (["battle", "a.pdf", "b.pdf", "--at", "3"], "--at"),
        (["battle", "a.pdf", "b.pdf", "--play", "a", "--json"], "--json"),
        (["battle", "a.pdf", "b.pdf", "--play", "c"], "--play"),
        (["battle", "--resume", "nosuchbattle"], "no battle"),
        (["battle", "--resume", "no-such.json"], "no-such.json"),
        (["battle", "--replay", "no-such.json"], "no-such.json"),
    ],
)
def test_a_call_that_cannot_be(muster: Muster, call: list[str], told: str):
    assert told in sentence(muster(*call))
