# Two commands matter: `make run` serves the product, `make test` proves it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test test-long test-postgres test-abuse abuse lint renew bench bench-keep mutants clean

run: $(VENV)/.run
	$(BIN)/companion serve

# `make test GAME=mechalyte`: the tests of one game, and the cases of this game of the laws for all games.
SLUG := $(subst _,-,$(GAME))
PACKAGE := $(subst -,_,$(GAME))
LAWS := $(wildcard tests/games/test_*.py) tests/test_basis.py \
	$(patsubst %,tests/web/test_%.py,basis_pages matchups pages rulings_everywhere)
OF_GAME := -k "$(PACKAGE) or $(SLUG)" tests/games/$(PACKAGE) $(wildcard tests/web/test_$(PACKAGE)_*.py) $(LAWS)

test: $(VENV)/.dev
	$(BIN)/pytest -n 2 --dist loadgroup -m "not long and not abuse" $(if $(GAME),$(OF_GAME))

test-long: $(VENV)/.dev
	$(BIN)/pytest -n 2 --dist loadgroup -m long

# What stores documents and reads them again; the same tests as on SQLite.
STORED := storage releases/test_journeys.py releases/test_releases.py \
	$(patsubst %,web/test_%.py,build_rulings builds collections damaged documents hostile owned_cards packs resolved_once)

test-postgres: $(VENV)/.dev
	COMPANION_TEST_DATABASE=postgres $(BIN)/pytest -n 2 -m "not long and not sqlite" \
		-k "not address_of_every_kind and not build_file and not pack_file_lies" $(addprefix tests/,$(STORED))

test-abuse: $(VENV)/.dev
	$(BIN)/pytest -n 2 --dist loadgroup -m abuse tests/abuse

# COMPANION_ABUSE_SECONDS: how long each test goes on with new cases.
abuse: export COMPANION_ABUSE_SECONDS ?= 60
abuse: $(VENV)/.dev
	$(BIN)/pytest -n 2 --dist loadgroup -m abuse tests/abuse

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

renew: $(VENV)/.dev
	RENEW=1 $(BIN)/pytest -q -m golden

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench

bench-keep: $(VENV)/.dev
	$(BIN)/python -m tests.bench --keep

mutants: $(VENV)/.dev
	$(BIN)/python -m tests.mutants

clean:
	rm -rf $(VENV) build dist

$(VENV)/.run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -e '.[solver]'
	touch $@

$(VENV)/.dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/.run
