import pytest

from builder.history import History, NoSuchStep, begin


def record_edits(*edits):
    history = begin()
    for _ in range(*edits):
        history = history.record()
    return history


def test_a_new_roster_has_nothing_to_undo_or_redo():
    with pytest.raises(NoSuchStep, match="nothing to undo"):
        begin().undo()
    with pytest.raises(NoSuchStep, match="nothing to redo"):
        begin().redo()


def test_undo_and_redo_walk_the_same_line():
    history = record_edits(3)
    assert history.at == 4
    assert history.undo().at == 3
    assert history.undo().undo().undo().at == 1
    assert history.undo().undo().redo().redo() == history


def test_an_edit_after_an_undo_starts_a_branch_that_leaves_the_other_reachable():
    history = record_edits(2).undo().record()
    assert history.at == 4
    assert history.parents == {1: None, 2: 1, 3: 2, 4: 2}
    assert history.branches(2) == (3, 4)
    assert history.go(3).at == 3
    with pytest.raises(NoSuchStep):
        history.redo()


def test_redo_goes_back_into_the_branch_that_was_undone():
    history = record_edits(2).undo().record().go(3).undo()
    assert history.at == 2
    assert history.redo().at == 3


def test_redo_takes_the_newest_branch_where_nothing_was_undone():
    assert History({1: None, 2: 1, 3: 2, 4: 2}, 2).redo().at == 4


def test_going_back_on_the_line_keeps_the_way_forward():
    history = record_edits(3).go(2)
    assert history.redo().at == 3
    assert history.redo().redo().at == 4


def test_the_line_is_told_newest_first():
    history = record_edits(2).undo().record()
    assert list(history.line(4)) == [4, 2, 1]


def test_there_is_no_step_that_was_never_made():
    with pytest.raises(NoSuchStep, match="no step 9; its steps go from 1 to 3"):
        record_edits(2).go(9)
