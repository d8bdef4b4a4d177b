PYTHON = .venv/bin/python
# Tests that go through all there is may take longer than the time after which the process of another one is ended.
LONG = -o faulthandler_exit_on_timeout=false
# Exact versions with hashes, for all systems and for Python 3.11 and later, from whichever index is set up; the files name none.
UPGRADE = --upgrade
LOCK = .venv/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url --custom-compile-command "make lock"

.PHONY: setup lock run test room bench fuzz strength balance training practice check playthroughs gallery slow mutants deep faults soak

setup:
	@echo "Installing what is needed, about a minute the first time ..."
	python3 -m venv .venv && .venv/bin/pip install -q --require-hashes -r requirements-dev-lock.txt
# Takes what is newest of all that requirements*.txt allow, unless it is said of which package: `make lock UPGRADE="-P pillow"`.
lock: setup
	.venv/bin/pip install -q uv
	$(LOCK) $(UPGRADE) requirements-dev.txt -o requirements-dev-lock.txt
	$(LOCK) requirements.txt -c requirements-dev-lock.txt -o requirements-lock.txt
	$(LOCK) requirements-server.txt -c requirements-dev-lock.txt -o requirements-server-lock.txt
run: setup
	$(PYTHON) bot.py
test: setup
	$(PYTHON) -m pytest
check: setup
	.venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/mypy
bench: setup
	$(PYTHON) -m tests.tools.bench
fuzz: setup
	$(PYTHON) -m tests.every_game.test_random_play 10000
	$(PYTHON) -m tests.every_game.test_leaving 20000
	$(PYTHON) -m tests.cogs.service.test_gateway_fuzz 3600
strength: setup
	$(PYTHON) -m tests.tools.strength
	$(PYTHON) -m tests.tools.strength_rows --hours 3 --write
	$(PYTHON) -m tests.tools.calibration --hours 24 --fit --write
balance: setup
	$(PYTHON) -m tests.tools.balance
	$(PYTHON) -m tests.tools.balance.levels --hours 24 --write
training: setup
	for game in monster_hex hexknight hexygame planetary_conquerors; do $(PYTHON) -m tests.tools.training $$game; done
	$(PYTHON) -m tests.hockey_game.training
	$(PYTHON) -m tests.tools.learning
	$(PYTHON) -m tests.tools.learning_rules
practice: setup
	$(PYTHON) -m tests.tools.practice
	$(PYTHON) -m tests.cogs.test_practice_words
playthroughs: setup
	$(PYTHON) -m tests.every_game.test_playthroughs
gallery: setup
	$(PYTHON) -m tests.tools.gallery
slow: setup
	$(PYTHON) -m tests.tools.slow
# `make room R=cogs/play`: the tests of a room alone, in half a minute; with ALL=1 however long they take.
room: .venv
	@$(PYTHON) -m tests.tools.room "$(R)" $(if $(ALL),--all)
# `make mutants SINCE=HEAD~20 R=cogs/play N=40`: small faults in the lines that have changed since (in a room; so many), tried by the tests nearest to
# them; without SINCE in all lines, without R of all rooms.
mutants: .venv
	$(PYTHON) -m tests.tools.mutants $(if $(SINCE),--since $(SINCE)) $(R) $(N)
.venv:
	$(MAKE) setup
deep: setup
	EVERYWHERE=1 $(PYTHON) -m pytest $(LONG) -m "deep or sampled"
	EVERYWHERE=1 $(PYTHON) -m pytest $(LONG) tests/every_game tests/cogs/play/tournaments tests/cogs/test_practice.py tests/cogs/messages/moves/test_typed_labels.py tests/rules/competition/test_teams.py tests/rules/parts/test_plans.py tests/house/test_sixth_game.py tests/data/store/transfer/test_copying.py tests/cogs/service/test_shutdown.py tests/cogs/test_plain_words.py tests/cogs/test_learn.py tests/cogs/messages/moves/test_typed_actions.py tests/data/store/test_ratings.py tests/cogs/test_no_machine_words.py tests/cogs/play/test_order_pauses.py tests/cogs/service/test_kill.py tests/data/store/transfer/test_move_database.py tests/hockey_game tests/hexygame tests/planetary_conquerors tests/hexknight/test_levels.py tests/monster_hex/test_levels.py tests/data/lookup tests/render/test_art.py tests/cogs/test_hockey.py tests/cogs/play/test_motions.py tests/cogs/play/presence/test_silent_players.py tests/cogs/messages/table/test_motions.py tests/cogs/test_play.py tests/cogs/play/test_fair_share.py tests/cogs/test_malformed.py tests/cogs/play/thinking/test_pool.py tests/cogs/service/test_deaf_gateway.py tests/cogs/service/test_watchdog.py tests/cogs/service/test_gateway_fuzz.py tests/cogs/test_planetary_conquerors.py tests/cogs/test_large_inputs.py tests/cogs/play/test_unseen_windows.py tests/cogs/service/test_match_threads.py
faults: setup
	$(PYTHON) -m tests.tools.faults
	$(PYTHON) -m tests.house.test_starts 20
	EVERYWHERE=1 $(PYTHON) -m pytest $(LONG) tests/cogs/test_tournaments_fail.py tests/cogs/play/test_outbox_worker.py tests/cogs/play/test_bad_rows.py tests/data/store/test_commits.py
soak: setup
	$(PYTHON) -m tests.tools.soak --database sqlite
	$(PYTHON) -m tests.tools.soak --database postgresql --processes 2
