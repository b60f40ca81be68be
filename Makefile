# Two commands matter: `make run` serves the product, `make test` proves it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Compiled modules stay, whatever the environment says: without them pytest rewrites every test and each server that a
# test starts compiles the product, half a minute in every run of the tests and seconds in every start.
unexport PYTHONDONTWRITEBYTECODE
# All processes take whole files; abuse is collected by its own commands alone.
ON_TWO_CORES := -n 2 --dist loadgroup --no-loadscope-reorder
NO_ABUSE := --ignore=tests/abuse -p no:schemathesis

.PHONY: run test test-long test-postgres test-abuse abuse lint lint-api renew bench bench-keep mutants new-game reference clean

run: $(VENV)/.run
	$(BIN)/companion serve

# `make test GAME=mechalyte`: the tests of one game, and the cases of this game of the laws for all games.
SLUG := $(subst _,-,$(GAME))
PACKAGE := $(subst -,_,$(GAME))
LAWS := $(wildcard tests/games/test_*.py) tests/test_basis.py \
	$(patsubst %,tests/web/test_%.py,basis_pages matchups pages rulings_everywhere)
OF_GAME := -k "$(PACKAGE) or $(SLUG)" tests/games/$(PACKAGE) $(wildcard tests/web/test_$(PACKAGE)_*.py) $(LAWS)

test: $(VENV)/.dev
	$(BIN)/pytest $(ON_TWO_CORES) $(NO_ABUSE) -m "not long" $(if $(GAME),$(OF_GAME))

# `make test-long PART=2/14`: one of fourteen parts of them; `make test-abuse PART=1/3`: one of three.
test-long test-abuse: export COMPANION_PART = $(PART)
test-long: $(VENV)/.dev
	$(BIN)/pytest $(ON_TWO_CORES) $(NO_ABUSE) -m long

# What stores documents and reads them again; the same tests as on SQLite.
STORED := storage releases/test_journeys.py releases/test_releases.py \
	$(patsubst %,web/test_%.py,build_rulings builds collections damaged documents hostile owned_cards packs resolved_once)

test-postgres: $(VENV)/.dev
	COMPANION_TEST_DATABASE=postgres $(BIN)/pytest $(ON_TWO_CORES) -p no:schemathesis -m "not long and not sqlite" \
		-k "not address_of_every_kind and not build_file and not pack_file_lies" $(addprefix tests/,$(STORED))

test-abuse: $(VENV)/.dev
	$(BIN)/pytest $(ON_TWO_CORES) -m abuse tests/abuse

# COMPANION_ABUSE_SECONDS: how long each test goes on with new cases.
abuse: export COMPANION_ABUSE_SECONDS ?= 60
abuse: $(VENV)/.dev
	$(BIN)/pytest $(ON_TWO_CORES) -m abuse tests/abuse

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The API's document as programs for Node read it: Spectral's rules, and types for TypeScript, which must compile.
NODE := build/node
$(NODE)/.installed:
	npm install --silent --no-audit --no-fund --prefix $(NODE) @stoplight/spectral-cli@6 openapi-typescript@7 typescript@5
	touch $@

lint-api: $(VENV)/.dev $(NODE)/.installed
	$(BIN)/python -c 'import json; from companion.web.api.openapi import openapi; print(json.dumps(openapi()))' > $(NODE)/openapi.json
	$(NODE)/node_modules/.bin/spectral lint --ruleset .ci/spectral.yaml --fail-severity warn $(NODE)/openapi.json
	$(NODE)/node_modules/.bin/openapi-typescript $(NODE)/openapi.json --output $(NODE)/api.ts
	$(NODE)/node_modules/.bin/tsc --noEmit --strict --skipLibCheck $(NODE)/api.ts

renew: $(VENV)/.dev
	RENEW=1 $(BIN)/pytest -q -m golden

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench

bench-keep: $(VENV)/.dev
	$(BIN)/python -m tests.bench --keep

# What other programs may use (companion.python_api), and the modules that a game is made with, as pages in build/reference.
reference: $(VENV)/.dev
	$(BIN)/pdoc --no-show-source --output-directory build/reference \
		companion.python_api companion.games '!companion\.games\..+' companion.gamekit.contract companion.data.documents companion.data.cards companion.data.packs \
		companion.data.rulebook companion.base.findings companion.gamekit.matchup companion.dice companion.verbs companion.printing.pdf

mutants: $(VENV)/.dev
	$(BIN)/python -m tests.mutants

# Writes a small game that passes every test: make new-game NAME=iron-rain
new-game: $(VENV)/.dev
	$(BIN)/python docs/new_game/write.py "$(NAME)"
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/ruff format --quiet .

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
