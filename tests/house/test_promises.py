"""Every sentence of PRIVACY.md is kept by a test that is named here: one that is new or has changed is missed until somebody has looked at it."""

from __future__ import annotations

import ast
import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import discord
import pytest

from cogs.housekeeping import KEPT_DAYS, UNUSED_DAYS
from cogs.service.bot import Referee
from data.store import Store
from data.store.transfer.backup import ASIDE_DAYS, ASIDE_KEPT, KEPT, backup, restore
from tests.data.store.test_finished_games import finished

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "PRIVACY.md").read_text(encoding="utf-8")
MINE, PROFILE, CLOCKS, LOG = "cogs/test_my_data.py", "cogs/test_profile.py", "cogs/service/test_timer.py", "cogs/service/test_log.py"
FORGOTTEN = f"{MINE}::test_shown_exported_and_forgotten_without_a_trace"
SERVER = f"{MINE}::test_a_server_that_is_left_is_forgotten_after_a_while"
ABSENCES, GONE = "cogs/play/presence/test_absence_rules.py", "cogs/tournaments/test_departed_entrants.py"
PRIVATE, HERE, CALLS = "data/store/test_private_files.py", "house/test_promises.py", "cogs/service/test_direct_messages.py"
MOTIONS = "cogs/play/test_motions.py"
PRACTICE = "cogs/test_practice.py"
PAUSES = "cogs/play/test_order_pauses.py"
VANISHED = "cogs/play/presence/test_silent_players.py"
BLOCKS, CALLED = "cogs/play/test_blocks.py", "cogs/play/test_calls_through_the_bot.py"
AGAIN = "cogs/play/test_repeated_calls.py"
SCRIPTS = "cogs/test_scripts.py"
USAGE = "data/store/test_unused_settings.py"
UNUSED = f"{USAGE}::test_what_somebody_has_set_goes_after_two_years"

KEPT_BY = {
    "What the Referee stores about people, why, for how long, and how to have it forgotten.": [FORGOTTEN],
    "It is all in one database of whoever runs the bot.": [FORGOTTEN],
    "Nothing is sent anywhere but to Discord.": [f"{HERE}::test_nothing_speaks_to_anybody_but_discord"],
    "| your Discord number and display name at the tables and tournaments you take part in, also at those where somebody else plays on"
    " | to know whose move it is, and to show results | you ask to be forgotten, or the server is, however long you have not been here |": [
        FORGOTTEN,
        SERVER,
        f"{USAGE}::test_games_ratings_and_what_somebody_has_won_stay",
    ],
    "| the name of your account beside them, of Latin letters and figures | it is shown where two at a table look the same, and stands in pictures"
    " in the place of a name whose letters they lack | as above |": [
        FORGOTTEN,
        SERVER,
        f"{SCRIPTS}::test_two_of_one_name_at_a_table",
        f"{SCRIPTS}::test_what_people_are_called_in_pictures",
    ],
    "| your actions in games, with the time and the number of the interaction | the record of a game; no move is carried out twice | as above |": [
        FORGOTTEN,
        SERVER,
        "data/store/test_store.py::test_an_interaction_counts_once",
    ],
    "| how long you take to answer, as the times of your actions tell | `/profile` shows what is usual for you | as above |": [
        FORGOTTEN,
        SERVER,
        "data/store/test_finished_games.py::test_answer_times_are_those_of_answers_to_others",
    ],
    "| ratings and how games changed them, and which games and tournaments you have won | `/profile`, `/leaderboard` | as above |": [
        FORGOTTEN,
        SERVER,
        f"{PROFILE}::test_profile",
        f"{USAGE}::test_games_ratings_and_what_somebody_has_won_stay",
    ],
    "| decks you have saved, and those you bring to tournaments | to play with them; nobody else sees them before the end of a game"
    " in which you play them | you delete them, ask to be forgotten, or you have not used the bot for two years |": [
        UNUSED,
        FORGOTTEN,
        "cogs/test_hexygame.py::test_decks_are_private_until_the_end",
        "cogs/test_hexygame.py::test_building_and_using_a_deck",
        "cogs/test_hexygame.py::test_share_codes",
    ],
    "| the cards that you have picked in a card draft, the list of those you would have first, and the deck that you build of them"
    " | to draft and to play with them; nobody else sees picks and deck before the last match, and your list never"
    " | you ask to be forgotten, which leaves your picks and the deck you have played without your name, or the server is |": [
        "cogs/test_card_drafts.py::test_a_draft_of_six_with_people_computers_and_a_restart_a_day",
        "cogs/test_card_drafts.py::test_who_leaves_has_a_computer_pick_on_and_a_substitute_takes_the_picks_over",
        "cogs/tournaments/test_drafts_for_moderators.py::test_what_was_drafted_stays_secret_while_a_game_that_the_end_has_left_open_goes_on",
        "cogs/tournaments/test_drafts_for_moderators.py::test_who_drafts_takes_it_with_them_and_is_forgotten",
    ],
    "| your usual stops, game by game | they are given for you when you sit down at a table; nobody else sees them before the end of such a game"
    " | you take them back, ask to be forgotten, or you have not used the bot for two years |": [
        UNUSED,
        FORGOTTEN,
        "cogs/play/test_default_orders.py::test_nobody_sees_usual_stops_before_the_end",
        "cogs/play/test_default_orders.py::test_usual_stops_are_chosen_changed_and_taken_back",
    ],
    "| language, theme, whether your replays move, pings, whether you want direct messages, time zone, quiet hours, days away, whether your games"
    " are shown everywhere | to speak your language, leave you in peace and show what you want to be shown | you ask to be forgotten, or you have not"
    " used the bot for two years |": [
        FORGOTTEN,
        UNUSED,
    ],
    "| what you are setting up and have not confirmed yet, with those you named | you can go on with it | it is posted, a day has passed, or you"
    " ask to be forgotten |": [
        FORGOTTEN,
        "cogs/tournaments/test_setup_panel.py::test_nobody_else_touches_it_and_it_is_swept_after_a_day",
    ],
    "| the day on which you last used the bot, if you have set or saved anything | that goes by itself when you have not used the bot for two years"
    " | it goes with that, or you ask to be forgotten |": [
        FORGOTTEN,
        UNUSED,
        f"{USAGE}::test_nobody_is_noted_of_whom_nothing_would_go",
    ],
    "**Or do nothing**: what you have set and saved for yourself goes when you have not used the bot for two years; any command, button or menu"
    " counts.": [
        UNUSED,
        f"{MINE}::test_whatever_somebody_does_counts_as_being_here",
    ],
    "So is what moderators did to you, with what they wrote, but not who they are, nor who has blocked you, or whatever else others have set for"
    " themselves.": [f"{MINE}::test_the_file_has_what_was_done_to_somebody_and_nothing_that_others_have_set"],
    "| whose challenges you accept without being asked, on what terms, and who may sit down at tables that you open"
    " | a game with you may begin at once, and only as you want it"
    " | you ask to be forgotten, or you have not used the bot for two years |": [
        FORGOTTEN,
        UNUSED,
        "cogs/test_accepted_challenges.py::test_on_what_terms",
        "cogs/test_accepted_challenges.py::test_unseen_it_is_over_after_48_hours_in_the_chat",
        "cogs/play/test_open_tables.py::test_what_is_accepted_is_kept_by_both_databases",
        f"{BLOCKS}::test_who_is_not_welcome_cannot_tell_why",
    ],
    "| which games of others you follow | to write to you at their turns or at their end"
    " | you stop following, the game is over, you take no direct messages, you ask to be forgotten, or you have not used the bot for two years |": [
        UNUSED,
        FORGOTTEN,
        f"{CALLS}::test_a_button_below_it_ends_it",
        f"{CALLS}::test_a_follower_reads_of_each_turn_and_of_the_end",
        f"{CALLS}::test_limits_and_states",
    ],
    "| that you have left the server of a game, do not see its channel or are timed out there, when Discord has said so,"
    " and until when your time stands for it | your time stands once a game, and the others are told why"
    " | the game is over, you ask to be forgotten, or the server is |": [
        FORGOTTEN,
        f"{ABSENCES}::test_what_discord_has_said_is_kept_with_the_table_and_goes_with_its_end",
        f"{ABSENCES}::test_who_is_forgotten_is_forgotten_here_as_well",
    ],
    "| that you have left the server of a tournament in which you play, when Discord has said so | you are not paired, and whoever runs it is asked"
    " about you | you are seen there again, you ask to be forgotten, or the server is |": [
        f"{GONE}::test_who_comes_back_is_paired_again_by_themselves",
        f"{GONE}::test_who_is_forgotten_is_not_named_to_the_host",
        SERVER,
    ],
    "| how long a table without a clock has waited for you | after a week of your own time the others may decide how it goes on, of which you are"
    " told before | you act there, the game is over, you ask to be forgotten, or the server is |": [
        f"{VANISHED}::test_after_six_days_they_are_told_and_after_seven_the_others_decide",
        f"{VANISHED}::test_what_is_known_of_the_vanished_goes_when_they_are_forgotten_and_with_the_game",
        SERVER,
    ],
    "| how long you have taken to answer by hand in a game, and at which hour of your day you were asked, for six weeks | at "
    "tables that want it your orders answer after a pause like these, so that nobody can tell whether you were there | six weeks "
    "have gone by, or you ask to be forgotten |": [
        FORGOTTEN,
        f"{PAUSES}::test_answers_by_hand_are_remembered_and_nothing_else_is",
        f"{PAUSES}::test_they_are_forgotten_after_six_weeks",
        f"{PAUSES}::test_orders_answer_like_their_owner",
    ],
    "| when you were last nudged at a table | nobody is nudged twice a day | you ask to be forgotten, or the server is |": [
        FORGOTTEN,
        f"{CALLS}::test_a_nudge_calls_whoever_is_asked_once_a_day",
        f"{CALLS}::test_nobody_is_owed_two_and_only_who_wants_it_any",
    ],
    "| which positions of `/practice` you have tried to solve, when, whether you solved them at the first try, and what you have done so far in a"
    " turn that you play there | a position counts once, and you see how many you have solved; nobody else does | you ask to be forgotten, or you"
    " have not used the bot for two years |": [
        FORGOTTEN,
        UNUSED,
        f"{PRACTICE}::test_the_first_try_counts_and_no_other",
        f"{PRACTICE}::test_tries_are_private_shown_handed_out_and_forgotten",
        f"{PRACTICE}::test_two_presses_at_the_same_moment_are_one_try",
    ],
    "| whom you have blocked | they call you no more, and do not sit down with you; they are not told, and it is not in their file"
    " | you take it back, they or you ask to be forgotten, or you have not used the bot for two years |": [
        FORGOTTEN,
        UNUSED,
        f"{CALLED}::test_each_call_once_through_the_bot",
        f"{BLOCKS}::test_the_blocked_read_what_anybody_reads",
        f"{BLOCKS}::test_who_is_blocked_sits_down_nowhere",
        f"{BLOCKS}::test_who_is_not_welcome_cannot_tell_why",
    ],
    "| when you were called for something, and by whom | nobody calls you for the same more than once an hour"
    " | an hour has passed and somebody is called again, or you ask to be forgotten |": [
        FORGOTTEN,
        f"{AGAIN}::test_ten_times_the_same_calls_once",
    ],
    "**Nobody is called against their settings**: with pings off, in quiet hours, away, or by somebody whom you have blocked, a message names you and"
    " does not ping you.": [f"{CALLED}::test_each_call_once_through_the_bot"],
    "What you have set is looked up when a message goes out.": [f"{AGAIN}::test_what_is_owed_is_asked_again_when_it_goes_out"],
    "Who is blocked reads what everybody reads whose challenge waits for an answer.": [f"{BLOCKS}::test_the_blocked_read_what_anybody_reads"],
    "**Direct messages** go to whoever asked for them, and say no more than the board in its channel, but for what they had said ahead themselves;"
    " to those who follow a game only while they are in its server and see that channel.": [
        f"{CALLS}::test_it_is_told_once_with_a_way_to_the_board",
        f"{CALLS}::test_who_cannot_see_it_there_reads_nothing",
    ],
    "| for what you have called a moderator in a match of a tournament, with your reason | moderators read it | a moderator has settled it, the"
    " tournament is over, you ask to be forgotten, or the server is |": [
        "cogs/tournaments/test_desk.py::test_a_player_calls_a_moderator_who_reads_why_where_and_after_which_action",
        "cogs/tournaments/test_desk.py::test_a_dispute_goes_with_its_tournament",
        FORGOTTEN,
        SERVER,
    ],
    "| in a league, whom you would play and from when on, and whether you stay for the next season | a match begins when both want it, and your"
    " division reads who has agreed; the next season has those who stay | what has come to no match goes with the season; the rest when you ask"
    " to be forgotten, or the server is |": [
        "cogs/play/tournaments/test_leagues.py::test_what_somebody_says_in_a_league_is_in_their_file_and_goes_with_the_season",
        "cogs/play/tournaments/test_leagues.py::test_whoever_is_forgotten_stays_nobody_in_the_page_of_honours",
        SERVER,
    ],
    "| in a tournament of teams, which team invites you and to which you belong; as its captain, in which order you would have its members play"
    " | you may join it; line-ups are sealed until both are in | you have joined a team or declined, the invitation is taken back, or the tournament"
    " has begun; the rest when you ask to be forgotten, or the server is |": [
        "cogs/play/tournaments/test_teams.py::test_an_invitation_is_in_ones_file_and_goes_with_the_start_or_with_its_person",
        "cogs/play/tournaments/test_teams.py::test_who_declines_is_not_invited_any_more_until_asked_again",
        "cogs/play/tournaments/test_teams.py::test_whatever_a_line_up_is_everybody_reads_the_same_until_both_are_in",
        SERVER,
    ],
    "| on a ladder, on which rung you stand and whom you have challenged | whoever is challenged answers, and the ladder's channel reads both | the"
    " challenge with its answer; the rest when you ask to be forgotten, or the server is |": [
        "cogs/play/tournaments/test_ladders.py::test_what_somebody_says_on_a_ladder_is_in_their_file_and_goes_with_the_answer",
        "cogs/play/tournaments/test_ladders.py::test_whoever_is_forgotten_stays_nobody_on_their_rung",
        SERVER,
    ],
    "| what you have put to the others as a moderator where you play, with your reason, and that you ask for a seat; and for how long you"
    " have been silent when somebody has put it to you | it is done when all agree, or when nobody objects for three days | it is done, or refused"
    " for a day, the game is over, you ask to be forgotten, or the server is |": [
        f"{MOTIONS}::test_silence_is_announced_after_48_hours_and_it_is_done_a_day_later",
        f"{MOTIONS}::test_anybody_there_who_objects_ends_it_and_it_is_not_put_again_at_once",
        f"{MOTIONS}::test_what_a_second_moderator_or_the_game_does_meanwhile",
        f"{MOTIONS}::test_it_goes_with_whoever_has_put_it",
        SERVER,
    ],
    "| what you did as a moderator, with your reasons | the players of a game may know who decided what | as above |": [
        FORGOTTEN,
        SERVER,
        "cogs/test_referee.py::test_a_moderator_answers_and_gives_a_game_away",
    ],
    "Whoever runs the bot may watch figures of how it is doing: numbers alone, and nothing about persons or servers.": [
        "cogs/service/test_metrics.py::test_every_figure_is_there_and_none_tells_of_anybody"
    ],
    "The bot does not read messages: it asks Discord for no privileged intent, and learns only what people give to its commands, buttons and"
    " menus.": [f"{HERE}::test_no_intent_but_that_for_servers"],
    "What was typed or chosen never goes to its log, nor do hands, decks, seeds and tokens, at whatever level it writes.": [
        f"{LOG}::test_a_game_at_debug_leaves_no_secret_in_the_log",
        f"{LOG}::test_errors_are_told_by_kind_and_place_and_harmless_ones_with_their_message",
        f"{LOG}::test_the_level_set_for_the_bot_does_not_concern_libraries",
    ],
    "**A server sees its own games**: `/profile` and `/leaderboard` count the games played in it, and name people as they are called there.": [
        f"{PROFILE}::test_a_server_sees_its_own_games_and_the_names_it_knows"
    ],
    "By direct message you see all your games, and those you have met by the names they had where you met.": [
        f"{PROFILE}::test_a_server_sees_its_own_games_and_the_names_it_knows"
    ],
    "**Whoever wants to be seen everywhere** says so with `/settings`.": [f"{PROFILE}::test_a_server_sees_its_own_games_and_the_names_it_knows"],
    "Then all their games and ratings are shown in every server; their opponents are named only if that server knows them, or they want it, too.": [
        f"{PROFILE}::test_a_server_sees_its_own_games_and_the_names_it_knows"
    ],
    "`/leaderboard` over all servers lists nobody else but yourself.": [f"{PROFILE}::test_a_rated_game_changes_ratings_and_says_so"],
    "**When your time ends** is told to you and those at your table.": [f"{CLOCKS}::test_nobody_else_learns_from_a_clock_who_is_away"],
    "Everybody else reads what the clock gives, and in a reminder what is left of it, whether you are there, sleep or are away.": [
        f"{CLOCKS}::test_nobody_else_learns_from_a_clock_who_is_away",
        f"{CLOCKS}::test_the_board_says_when_time_ends_and_reminds_twice",
    ],
    "**See it, take it with you**: `/settings`, *My data*, as an overview or as a file.": [FORGOTTEN],
    "Actions are in the file of who sat there when they were done, whoever sits there now.": [
        f"{MINE}::test_actions_are_exported_for_who_sat_there_then"
    ],
    "**Be forgotten**: `/settings`, *My data*, and *Forget me*.": [FORGOTTEN],
    "Your unfinished games are resigned, tournaments left; settings, usual stops, decks, ratings and what you were setting up (tournaments, "
    "and for a day at most tables that you have not confirmed, with those you named) are deleted;"
    " finished games stay, with a dash in the place of your name and without your number.": [FORGOTTEN],
    "Messages that the bot has posted in channels are Discord's; moderators can delete them there.": [FORGOTTEN],
    "Reasons and names of tournaments that somebody has typed stay as they were typed.": [f"{MINE}::test_other_names_are_left_alone"],
    "**A server that removes the bot** is forgotten 30 days later, with its games, tournaments, ratings and settings.": [
        SERVER,
        f"{MINE}::test_one_server_that_cannot_be_forgotten_keeps_no_other",
    ],
    "Ratings over all servers are then what the other games have made of them.": [
        f"{MINE}::test_ratings_over_all_are_what_the_remaining_games_made_of_them"
    ],
    "If the bot comes back before, nothing is lost.": [SERVER],
    "**Backups** made by whoever runs the bot are copies of the database; the newest 20 are kept, and who was forgotten is still in those made"
    " before.": [f"{PRIVATE}::test_copies_and_databases_put_aside_are_few_and_go", f"{HERE}::test_who_was_forgotten_is_in_backups_made_before"],
    "Restoring one brings back what was in it.": [
        f"{HERE}::test_who_was_forgotten_is_in_backups_made_before",
        "data/store/transfer/test_copying.py::test_a_copy_holds_what_was_there_and_is_put_back",
    ],
    "The database in whose place it was put is kept for 30 days, and at most three of them.": [
        f"{PRIVATE}::test_copies_and_databases_put_aside_are_few_and_go"
    ],
    "Nobody but the owner of the database can read it or its copies on that machine; on Windows they have the rights of their folder.": [
        f"{PRIVATE}::test_files_are_made_for_their_owner",
        f"{PRIVATE}::test_files_of_before_are_taken_from_the_others",
    ],
}
"""Tests by the sentence that they hold."""


def sentences() -> list[str]:
    """The sentences of the page, and the rows of its table."""
    found = []
    for line in re.sub(r"\n  (?=\S)", " ", TEXT).splitlines():
        if line.startswith("|"):
            found += [line] if not re.match(r"\| (what \||---) ", line) else []
        elif line and not line.startswith("#"):
            found += re.split(r"(?<=\.)\s+(?=[A-Z*`])", line.removeprefix("- "))
    return found


def test_every_sentence_has_a_test():
    assert len(sentences()) > 25
    assert set(sentences()) - set(KEPT_BY) == set(), "new sentences need tests"
    assert set(KEPT_BY) - set(sentences()) == set(), "tests of sentences that are gone"


@pytest.mark.parametrize("name", sorted({name for names in KEPT_BY.values() for name in names}))
def test_the_tests_are_there(name):
    path, _, function = name.partition("::")
    body = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8")).body
    assert function in {node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_the_numbers_are_those_of_the_code():
    assert UNUSED_DAYS == 2 * 365
    assert TEXT.count("have not used the bot for two years") == 9
    assert f"is forgotten {KEPT_DAYS} days later" in TEXT
    assert f"the newest {KEPT} are kept" in TEXT
    assert f"kept for {ASIDE_DAYS} days, and at most three" in TEXT
    assert ASIDE_KEPT == 3


def test_the_pages_are_found():
    readme, terms = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "TERMS.md"))
    assert "(PRIVACY.md)" in readme
    assert "(TERMS.md)" in readme
    assert "(PRIVACY.md)" in terms


def test_nothing_speaks_to_anybody_but_discord():
    """Only discord.py opens connections: nothing of ours knows how to."""
    speaking = {"aiohttp", "socket", "ssl", "urllib", "http", "requests", "httpx", "smtplib", "ftplib", "websockets", "subprocess", "telnetlib"}
    for path in (p for room in ("rules", "render", "data", "cogs") for p in (ROOT / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        names = set(re.findall(r"^ *(?:import|from) +(\w+)", text, re.MULTILINE))
        if set(re.findall(r"\baiohttp\b(\.\w+)?", text)) <= {"", ".ClientError"}:
            names.discard("aiohttp")  # It may say what a lost connection of discord.py's looks like.
        if set(re.findall(r"\burllib\b(\.\w+)?", text)) <= {".parse"}:
            names.discard("urllib")  # It reads addresses, and asks for nothing there.
        if path == ROOT / "cogs" / "service" / "metrics.py":  # It listens, where whoever runs the bot wants it to, and hears of requests.
            assert re.findall(r"^.*\baiohttp\b.*$", text, re.MULTILINE) == ["from aiohttp import TraceConfig, web"]
            names.discard("aiohttp")
        if path == ROOT / "cogs" / "play" / "thinking" / "worker_process.py":  # It starts processes of ours, and speaks to them by pipes.
            names.discard("subprocess")
        assert not names & speaking, path


async def test_no_intent_but_that_for_servers():
    store = await Store.open(":memory:")
    bot = Referee(store)
    assert bot.intents == discord.Intents(guilds=True)
    await bot.close()
    await store.close()


async def test_who_was_forgotten_is_in_backups_made_before(tmp_path):
    def names(path: Path) -> set[str]:
        with closing(sqlite3.connect(path)) as db:
            return {name for (name,) in db.execute("SELECT name FROM seats")}

    database = tmp_path / "games.sqlite3"
    store = await Store.open(database)
    await finished(store, (0,), (1,))
    copy = await backup(store)
    await store.own_data.forget(7)
    assert names(database) == {"—", "Bohumil"}
    assert names(copy) == {"Anna", "Bohumil"}
    await store.close()
    await asyncio.to_thread(restore, copy, database)
    assert names(database) == {"Anna", "Bohumil"}
