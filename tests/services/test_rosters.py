"""Rosters as a service: what is stored about them, and that nothing is half done."""

import pytest

from builder.operations.error import OperationError
from builder.rules.verify_fixes import Budget
from builder.services.assembly import Services, open_services
from builder.services.errors import Conflict, NotFound, Stale
from builder.settings import Settings
from exports.document import document_from
from tests.armies import army


def rename(title: str) -> list[dict[str, object]]:
    return [{"op": "rename", "subject": "", "name": title}]


def test_the_summary_of_a_list_is_the_judgement(services: Services) -> None:
    for row in services.rosters.page(limit=200).items:
        judged = services.rosters.judge(row.id)[1]
        assert row.summary == judged.summary
        assert row.summary["legal"] is judged.judgement.legal
        assert row.name == judged.roster.name


def test_somebody_was_quicker(services: Services) -> None:
    services.rosters.apply("sunward-patrol", 1, rename("One"))
    for late in (
        lambda: services.rosters.apply("sunward-patrol", 1, rename("Two")),
        lambda: services.rosters.undo("sunward-patrol", 1),
        lambda: services.rosters.restore("sunward-patrol", 1, 1),
        lambda: services.rosters.delete("sunward-patrol", 1),
    ):
        with pytest.raises(Stale):
            late()
    assert services.rosters.get("sunward-patrol").row.name == "One"
    assert len(services.rosters.history("sunward-patrol").items) == 2


def test_a_race_is_decided_in_the_update(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = services.judging.judge
    beaten = False

    def slow(*args: object, **options: object) -> object:
        nonlocal beaten
        if not beaten:
            beaten = True
            services.rosters.apply("sunward-patrol", 1, rename("Quicker"))
        return judge(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(services.judging, "judge", slow)
    with pytest.raises(Stale):
        services.rosters.apply("sunward-patrol", 1, rename("Slower"))
    assert services.rosters.get("sunward-patrol").row.name == "Quicker"
    assert len(services.rosters.history("sunward-patrol").items) == 2


def test_an_operation_that_does_not_fit_changes_nothing(services: Services) -> None:
    before = services.rosters.get("sunward-patrol")
    with pytest.raises(OperationError):
        services.rosters.apply("sunward-patrol", 1, [*rename("New"), {"op": "remove", "selection": "s9999"}])
    assert services.rosters.get("sunward-patrol") == before


def test_what_is_kept_from_edit_to_edit_is_what_anybody_would_judge(services: Services, settings: Settings) -> None:
    id, budget = "sunward-host", Budget(200)
    units = [unit.uid for unit in services.rosters.get(id).roster.units()]
    edits: list[dict[str, object]] = [
        {"op": "add-unit", "force": "f1", "entry": "dawn-marshal"},
        {"op": "remove", "selection": units[0]},
        {"op": "rename", "subject": units[1], "name": "Vanguard"},
        {"op": "duplicate", "selection": units[2]},
    ]
    for edit in edits:
        found = services.rosters.get(id)
        services.rosters.judge_answer(found, budget)
        row = services.rosters.apply(id, found.row.version, [edit]).row
        stranger = open_services(settings)
        judged = stranger.rosters.judge_answer(stranger.rosters.get(id), budget)
        stranger.close()
        assert row.summary == judged.summary
        for _ in range(2):  # worked out, then kept
            mine = services.rosters.judge_answer(services.rosters.get(id), budget)
            assert mine.judgement.findings == judged.judgement.findings
        other = services.rosters.judge_answer(services.rosters.get(id), Budget(0))
        assert len(other.judgement.unverified) >= len(mine.judgement.unverified)


def test_undo_brings_back_the_very_tree(services: Services) -> None:
    before = services.rosters.get("gloam-court")
    unit = before.roster.forces[0].selections[0].uid
    after = services.rosters.apply("gloam-court", 1, [{"op": "remove", "selection": unit}])
    assert after.roster != before.roster
    back = services.rosters.undo("gloam-court", 2)
    assert back.roster == before.roster
    assert back.row.summary == before.row.summary
    with pytest.raises(Conflict):
        services.rosters.undo("gloam-court", 3)


def test_a_document_from_elsewhere_is_kept_with_its_pins(services: Services) -> None:
    made, is_new = services.rosters.add_document(army())
    assert is_new
    assert services.rosters.add_document(army()) == (made, False)
    assert services.rosters.add_document(army(), again=True)[0].row.id != made.row.id
    pins = {force["catalogue"]: force["pin"] for force in army()["army"]["forces"]}
    assert {force.catalogue: force.pin for force in made.roster.forces} == pins
    assert made.row.name == army()["army"]["name"]
    assert services.documents.of(made.row.id).army.units[0].name == document_from(army()).army.units[0].name


def test_what_is_not_there(services: Services) -> None:
    for ask in (
        lambda: services.rosters.get("nobody"),
        lambda: services.rosters.version("nobody"),
        lambda: services.rosters.history("nobody"),
        lambda: services.rosters.undo("nobody", 1),
        lambda: services.rosters.delete("nobody", 1),
        lambda: services.rosters.create("chess", "x"),
        lambda: services.catalogues.get("nobody"),
        lambda: services.datasheets.get("core-9e", "nobody"),
        lambda: services.datasheets.versions("core-9e", "nobody"),
        lambda: services.battles.get("nobody"),
    ):
        with pytest.raises(NotFound):
            ask()
