"""Every data file that the team has is read, and next to nothing in them deserves a warning."""

from pathlib import Path

import pytest

from datasheets.battlescribe.checks import File, check
from datasheets.battlescribe.reading import read


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.parametrize(("repository", "files", "warnings"), [("wh40k-9e", 53, 1), ("wh40k-8e", 54, 6)])
def test_repositories_are_read_without_an_error(shared: Path, repository: str, files: int, warnings: int) -> None:
    read_files = [
        File(path.name, read(path.read_bytes(), path.name)) for path in _data_files(shared / "bsdata" / repository)
    ]
    problems = check(read_files)
    assert len(read_files) == files
    assert [problem.severity for problem in problems] == ["warning"] * warnings
    assert all("stands" in problem.message for problem in problems)


def _data_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".gst", ".cat"))
