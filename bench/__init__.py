"""Benchmarks. `python -m bench [name ...]` runs them; every figure is also a ratio to a plain baseline of the same run."""
