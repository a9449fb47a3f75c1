# Muster: every task is a target; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
# Many tests start the command line, servers and workers: without compiled files each would compile all modules anew.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help run test test-fast lint types rules facts mutants recorded film bench soak sweep fuzz clean python

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/run ## install, prepare the database with the bundled data, serve on http://127.0.0.1:8000
	@$(BIN)/muster migrate
	@$(BIN)/muster serve

test: $(VENV)/test ## the test suite
	@$(BIN)/python -m resolver.table.compiled
	@$(PYTEST) -n auto --dist worksteal

test-fast: $(VENV)/test ## the suite without the tests marked slow
	@$(PYTEST) -n auto --dist worksteal -q -m "not slow"

lint: $(VENV)/dev ## format check, lint, import contracts, types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports
	@$(BIN)/mypy

types: $(VENV)/dev ## types alone
	@$(BIN)/mypy

rules: $(VENV)/test ## which ledger rules the tests cover, per system
	@$(PYTEST) --collect-only -qq --rule-coverage

facts: $(VENV)/test ## change each number in the systems' data once; every one has a test that notices (SYSTEMS="wh40k-9e" JOBS=2)
	@$(BIN)/python -m tests.mutation.facts $(if $(JOBS),--jobs $(JOBS)) $(SYSTEMS)

mutants: $(VENV)/test ## mutation testing on a random sample (SAMPLE=200 SEED=1 PATHS=resolver JOBS=2)
	@$(BIN)/python -m tests.mutation $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) $(if $(JOBS),--jobs $(JOBS)) $(PATHS)

recorded: $(VENV)/test ## play recorded battles anew after a change that was meant (NAMES="9e-moving 8e-moving" for some)
	@$(BIN)/python -m tests.recorded $(NAMES)

film: $(VENV)/test ## play the battle of the first page again and write its film
	@$(BIN)/python -m tests.film

bench: $(VENV)/test ## benchmarks, as ratios within one run (NAME=battles for one)
	@$(BIN)/python -m bench $(NAME)

soak: $(VENV)/test ## battles between random armies, replayed and refereed (N=1000 SYSTEM=wh40k-9e SOURCE=bundled|real FIRST=1)
	@$(BIN)/python -m tests.soak $(or $(N),100) $(or $(SYSTEM),wh40k-9e) $(or $(SOURCE),bundled) $(or $(FIRST),1)

sweep: $(VENV)/test ## all that the tests take samples of; every real list out and in again; weapon counts of every real unit (EDITION=wh40k-9e LOADOUTS=20)
	@$(PYTEST) -n auto --dist worksteal -q --whole -m "sample or slow"
	@$(BIN)/python -m tests.placing.roundtrips
	@$(BIN)/python -m tests.imported.sweeping $(EDITION) $(LOADOUTS)
	@$(BIN)/python -m tests.placing.units

fuzz: $(VENV)/fuzz ## attack the API from its own OpenAPI, and with spoiled documents (N=100 tries of each kind)
	@MUSTER_FUZZ=$(or $(N),100) $(PYTEST) -n auto --dist worksteal tests/fuzz -q

clean: ## remove what can be made again (not your database)
	@rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Muster needs Python 3.11 or newer as '$(PYTHON)'; name another one with: make PYTHON=python3.12 run"; exit 1; }

$(VENV)/bin/python: | python
	@echo "Making the virtual environment $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

# One stamp per set of dependencies; installed again when setup.cfg changes.
$(VENV)/run: setup.cfg | $(VENV)/bin/python
	@echo "Installing Muster (about half a minute) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@echo "Compiling the geometry of battles (once) ..."
	@$(BIN)/python -m resolver.table.compiled
	@touch $@

$(VENV)/test: setup.cfg | $(VENV)/bin/python
	@echo "Installing Muster and what its tests need ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test]'
	@$(BIN)/python -m resolver.table.compiled
	@touch $@ $(VENV)/run

$(VENV)/dev: setup.cfg | $(VENV)/bin/python
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test,dev]'
	@$(BIN)/python -m resolver.table.compiled
	@touch $@ $(VENV)/test $(VENV)/run

$(VENV)/fuzz: setup.cfg | $(VENV)/bin/python
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test,fuzz]'
	@touch $@ $(VENV)/test $(VENV)/run
