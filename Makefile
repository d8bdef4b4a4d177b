PYTHON = .venv/bin/python
# Tests that go through all there is may take longer than the time after which the process of another one is ended.
LONG = -o faulthandler_exit_on_timeout=false
# Exact versions with hashes, for all systems and for Python 3.11 and later, from whichever index is set up; the files name none.
UPGRADE = --upgrade
LOCK = .venv/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url --custom-compile-command "make lock"

.PHONY: setup lock run test bench fuzz strength balance training check playthroughs gallery slow mutants deep faults soak

setup:
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
balance: setup
	$(PYTHON) -m tests.tools.balance
training: setup
	for game in monster_hex hexknight hexygame planetary_conquerors; do $(PYTHON) -m tests.tools.training $$game; done
	$(PYTHON) -m tests.hockey_game.training
	$(PYTHON) -m tests.tools.learning
	$(PYTHON) -m tests.tools.learning_rules
playthroughs: setup
	$(PYTHON) -m tests.every_game.test_playthroughs
gallery: setup
	$(PYTHON) -m tests.tools.gallery
slow: setup
	$(PYTHON) -m tests.tools.slow
mutants: setup
	$(PYTHON) -m tests.tools.mutants
deep: setup
	EVERYWHERE=1 $(PYTHON) -m pytest $(LONG) -m deep
	EVERYWHERE=1 $(PYTHON) -m pytest $(LONG) tests/every_game tests/house/test_sixth_game.py tests/data/store/transfer/test_copying.py tests/cogs/service/test_shutdown.py tests/cogs/test_plain_words.py tests/cogs/test_learn.py
faults: setup
	$(PYTHON) -m tests.tools.faults
	$(PYTHON) -m tests.house.test_starts 20
	EVERYWHERE=1 $(PYTHON) -m pytest $(LONG) tests/cogs/test_tournaments_fail.py tests/cogs/play/test_outbox_worker.py tests/cogs/play/test_bad_rows.py tests/data/store/test_commits.py
soak: setup
	$(PYTHON) -m tests.tools.soak --database sqlite
	$(PYTHON) -m tests.tools.soak --database postgresql --processes 2

# The rooms of `mutants`: the files that get small faults (`!` leaves some out), and what pytest runs to find them.
FILES.rules = rules/*.py rules/parts/*.py rules/computers/*.py rules/competition/*.py
TESTS.rules = tests/rules rules tests/every_game/test_contract.py tests/every_game/test_words.py tests/every_game/test_typed.py tests/every_game/test_records.py tests/every_game/test_undo.py tests/every_game/test_ahead.py tests/every_game/test_ahead_panel.py -k "not hexknight and not hockey_game and not planetary_conquerors"
FILES.cogs = cogs/play/*.py cogs/play/*/*.py !cogs/play/thinking/child.py
TESTS.cogs = tests/cogs/test_malformed.py tests/cogs/test_tables_in_chat.py tests/every_game/test_exports.py tests/cogs/service/test_shards.py tests/cogs/play/test_unseen_windows.py tests/cogs/service/test_shard_leases.py tests/cogs/messages/table/test_replay.py tests/cogs/play/test_windows_plainly.py tests/cogs/service/test_discord_port.py tests/cogs/play/thinking/test_pool.py tests/cogs/play/thinking/test_time_to_think.py tests/cogs/play/thinking/test_hints.py tests/cogs/play/thinking/test_analysis.py tests/cogs/service/test_clocks.py tests/cogs/test_sealed_situations.py tests/cogs/play/test_default_orders.py tests/cogs/test_agreed.py tests/cogs/test_tournament.py tests/cogs/play/test_rows_of_tables.py tests/cogs/play/test_lobbies_plainly.py tests/cogs/play/time/test_dials.py tests/cogs/play/history/test_versions.py tests/cogs/play/test_consent.py tests/cogs/play/test_tokens.py tests/cogs/play/test_outbox_worker.py tests/cogs/test_tournaments_again.py tests/cogs/test_tournaments_fail.py tests/data/store/test_commits.py -k "not wherever_the_process_is_killed and not of_two_at_the_same_moment"
FILES.data = data/*.py data/lookup/*.py data/store/*.py data/store/*/*.py
TESTS.data = tests/data tests/cogs/play/test_rows_of_tables.py tests/cogs/play/test_lobbies_plainly.py tests/cogs/play/history/test_versions.py tests/cogs/play/test_outbox_worker.py tests/cogs/test_tournaments_again.py tests/cogs/test_my_data.py -k "not wherever_the_process_is_killed and not of_two_at_the_same_moment and not every_sketch"
FILES.monster_hex = rules/monster_hex/*.py rules/monster_hex/computer/*.py !rules/monster_hex/computer/opponents.py !rules/monster_hex/computer/guide.py !rules/monster_hex/computer/judging.py
TESTS.monster_hex = tests/monster_hex tests/every_game -k "monster_hex and not pictures and not alt_texts" --ignore=tests/monster_hex/test_opponents.py
FILES.hexknight = rules/hexknight/*.py rules/hexknight/computer/*.py !rules/hexknight/computer/opponents.py !rules/hexknight/plans.py !rules/hexknight/computer/judging.py !rules/hexknight/advice.py
TESTS.hexknight = tests/hexknight tests/every_game -k "hexknight and not pictures and not alt_texts" --ignore=tests/hexknight/test_opponents.py
FILES.hockey_game = rules/hockey_game/*.py rules/hockey_game/computer/*.py !rules/hockey_game/computer/opponents.py !rules/hockey_game/computer/judging.py !rules/hockey_game/advice.py !rules/hockey_game/values.py !rules/hockey_game/computer/attacking.py !rules/hockey_game/computer/deciding.py !rules/hockey_game/computer/defending.py !rules/hockey_game/computer/expert.py !rules/hockey_game/computer/foresight.py !rules/hockey_game/computer/guide.py !rules/hockey_game/computer/prospects.py !rules/hockey_game/computer/standing.py !rules/hockey_game/computer/weighing.py
TESTS.hockey_game = tests/hockey_game tests/every_game -k "hockey_game and not pictures and not alt_texts" --ignore=tests/hockey_game/test_opponents.py --ignore=tests/hockey_game/test_hard.py
FILES.hexygame = rules/hexygame/*.py rules/hexygame/computer/*.py !rules/hexygame/computer/opponents.py !rules/hexygame/computer/judging.py !rules/hexygame/advice.py
TESTS.hexygame = tests/hexygame tests/every_game -k "hexygame and not pictures and not alt_texts"
FILES.planetary_conquerors = rules/planetary_conquerors/*.py rules/planetary_conquerors/computer/*.py !rules/planetary_conquerors/computer/opponents.py !rules/planetary_conquerors/computer/judging.py !rules/planetary_conquerors/advice.py !rules/planetary_conquerors/computer/strategist.py !rules/planetary_conquerors/computer/guide.py !rules/planetary_conquerors/computer/promising.py !rules/planetary_conquerors/computer/assaulting.py !rules/planetary_conquerors/computer/surveying.py
TESTS.planetary_conquerors = tests/planetary_conquerors tests/every_game -k "planetary_conquerors and not pictures and not alt_texts"
