"""Puts the client's sentences of each language into its wheel; all else that a build needs to know is in setup.cfg."""

from __future__ import annotations

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

WORDS = Path(__file__).parents[2] / "datasheets" / "words"


class BuildWithSentences(build_py):
    """Copies `client.json` of each folder of words to where `words.py` looks for it."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Return the modules of the package; this file is none of them, though it stands in its folder."""
        return [each for each in super().find_package_modules(package, package_dir) if each[1] != "setup"]

    def run(self) -> None:
        """Build the package, then add the sentences."""
        super().run()
        files = list(WORDS.glob("*/client.json"))
        if not files:
            raise FileNotFoundError(f"no words in {WORDS}; build the client within Muster's repository")
        for file in files:
            copy = Path(self.build_lib) / "muster_client" / "sentences" / file.parent.name / file.name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())


if __name__ == "__main__":
    setup(cmdclass={"build_py": BuildWithSentences})
