"""Every case of every spec in the folder beside this file, word for word; how they are written: `spec`."""

import pytest

from tests.evaluation.spec import EXPECTED, actual_values, evaluate_case, load

CASES = list(load())


@pytest.mark.parametrize(("spec", "case"), [(spec, case) for _, spec, case in CASES], ids=[name for name, _, _ in CASES])
def test_spec(spec, case):
    expected = {key: value for key, value in case.items() if key in EXPECTED}
    assert set(case) - EXPECTED <= {"about", "roster", "cost-limits"}
    assert expected, "a case expects something"
    assert actual_values(evaluate_case(spec, case), case) == {"findings": []} | expected
