PYTHON = .venv/bin/python

.PHONY: setup run test bench fuzz fair strength balance check playthroughs mutants faults

setup:
	python3 -m venv .venv && .venv/bin/pip install -q -r requirements-dev.txt
run: setup
	$(PYTHON) bot.py
test: setup
	$(PYTHON) -m pytest
check: setup
	.venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/mypy
bench: setup
	$(PYTHON) -m tests.bench
fuzz: setup
	$(PYTHON) -m tests.every_game.test_random_play 10000
	$(PYTHON) -m tests.every_game.test_leaving 20000
fair: setup
	$(PYTHON) -m tests.fairness
strength: setup
	$(PYTHON) -m tests.strength
balance: setup
	$(PYTHON) -m tests.balance
playthroughs: setup
	$(PYTHON) -m tests.every_game.test_playthroughs
mutants: setup
	$(PYTHON) -m tests.mutants
faults: setup
	$(PYTHON) -m tests.faults
