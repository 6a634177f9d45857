# `make play` and `make test` do all the set-up they need.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup play test lint balance stability bench bench-peers hands clauses lock clean

setup: .venv/ready

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parlour needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing what Parlour needs (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/parlour warm
	@touch $@

play: setup
	@$(BIN)/parlour warm --quiet
	@$(BIN)/parlour

test: setup lint clauses
	@$(BIN)/parlour warm --quiet
	$(BIN)/python -m pytest -n 2

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

# Ten thousand random hands at the stack of Shapes, and what must hold whatever they do: some twenty minutes.
hands: setup
	$(BIN)/python -m tests.physics.hands

# After changing dependencies in pyproject.toml.
lock: setup
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --extra dev pyproject.toml -o requirements.lock

clean:
	rm -rf .venv .venv-peers bench/peers/node_modules build dist src/*.egg-info
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
