"""What people type in everyday words, in another language than their own, or when it is not their turn: understood, or answered with what is."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from functools import partial

import pytest

from cogs.messages.moves.several_actions import Chain
from cogs.messages.moves.typed_actions import _meant_by, understood
from cogs.messages.moves.typed_names import in_sight, naming, parts, spelled
from cogs.messages.refusals import misread
from cogs.why import verdict
from data.accents import folded
from data.content import build, games
from data.language import DATA, LANGUAGES, texts
from data.lookup.everyday_verbs import BESIDE, everyday
from data.lookup.everyday_words import plainer
from data.lookup.normalisation import lines
from rules.game import Refused
from rules.legal_actions import legal, rule_of
from rules.notation import Misread, _refusal
from rules.parts.ahead import SEALED
from rules.randomness import Chance
from tests.chat import ANNA, BOHUMIL, HERE
from tests.cogs.test_typed import walking
from tests.every_game.attempts import played
from tests.every_game.setups import random_action
from tests.hexknight.table import RULES as HEXKNIGHT
from tests.hexknight.table import TestTable as Island
from tests.hexknight.table import beside
from tests.hexygame.table import RULES as HEXYGAME
from tests.hexygame.table import TestTable
from tests.hexygame.test_ahead import under_attack
from tests.hexygame.test_refusals import table as hexygame_table
from tests.sampled import EVERYWHERE, often
from tests.table_stand_in import desk

every_game = pytest.mark.parametrize("game", games())


def at(game, kind):
    """A table at a question of a kind, and who is asked."""
    known = played(game, 11, 10_000)
    state, seat, seats, _ = next(p for p in known.positions if known.rules.decision(p[0], p[1]).kind == kind)
    return desk(known.rules, state, seats), seat


def told(game, kind, text, language="en"):
    table, seat = at(game, kind)
    return "\n".join(verdict(table, seat, text, texts(language, game))[0])


@pytest.mark.parametrize(
    ("game", "kind", "typed", "answer"),
    [
        ("hexknight", "movement", "walk", "Write `travel …` in place of `walk`. Next: `"),
        ("hexknight", "movement", "walk to z99", "`walk to` is `travel` here."),
        ("hexknight", "movement", "end turn", "`/move confirm`"),
        ("hexknight", "attack", "shoot", "`/move strike`"),
        ("hexknight", "attack", "walk", "`travel` belongs to another moment (movement). Now: attack."),
        ("hexygame", "main", "end turn", "`/move pass`"),
        ("hockey_game", "attack_declare", "shoot", "`/move shot`"),
        ("hockey_game", "attack_play", "end turn", "`/move finish`"),
        ("planetary_conquerors", "main", "end turn", "`/move end`"),
        ("planetary_conquerors", "react", "pass turn", "`/move pass`"),
        ("planetary_conquerors", "react", "summon", "`play`"),
        ("monster_hex", "place", "put", "Write `place …` in place of `put`."),
        ("monster_hex", "place", "walk", "`walk` is nothing that can be done here. You can type: `place`"),
        ("hexknight", "movement", "sdfsdf", "You can type: `play` (Play cards …), `take_back`, `travel`, `step` (One step …), `confirm`"),
        ("hexknight", "movement", "travle", "Did you mean **Travel**?"),
    ],
)
def test_everyday_words(game, kind, typed, answer):
    assert answer in told(game, kind, typed)


def test_everyday_words_in_every_language():
    assert "`/tah confirm`" in told("hexknight", "movement", "ukončit tah", "cs")
    assert "`/coup confirm`" in told("hexknight", "movement", "Fin du tour", "fr")
    assert "`/move confirm`" in told("hexknight", "movement", "konec tahu", "en")
    assert "`/tah pass`" in told("hexygame", "main", "ukonči tah", "cs")
    for typed, verb in (("sesílej", "cast"), ("táhni", "move"), ("útoč", "attack")):
        assert f"`{verb}`" in told("hexygame", "main", typed, "cs")
    assert "pass`" in told("hexygame", "main", "finis ton tour", "fr")
    assert "done`" in told("planetary_conquerors", "block", "laisse passer", "fr")
    assert "end`" in told("planetary_conquerors", "main", "fin", "fr")
    assert "`done` patří do jiné chvíle" in told("planetary_conquerors", "deck", "hotovo", "cs")
    assert "Místo `jdi` napiš `travel …`" in told("hexknight", "movement", "jdi", "cs")


@pytest.mark.sampled(0.4)
@every_game
@pytest.mark.parametrize(
    ("typed", "command"),
    [("undo", "undo"), ("OOPS", "undo"), ("i give up", "resign"), ("best move", "hint"), ("accept the draw", "draw")],
)
def test_what_is_no_action_names_its_command(game, typed, command):
    """Also to somebody who is not asked."""
    known = played(game)
    state, seat, seats, _ = known.positions[3]
    table = desk(known.rules, state, seats)
    for who in (seat, (seat + 1) % seats):
        lines_, numbers = verdict(table, who, typed, texts("en", game))
        assert f"`/game {command}`" in lines_[0]
        assert not numbers


@every_game
def test_a_number_alone_is_no_thing_of_another_moment(game):
    """It was refused as one: *at this table there are no abilities*, *you travel when you move*."""
    known = played(game)
    for state, seat, seats, _ in known.positions[:: often(27, 9)]:
        for typed in ("77", "-1", "88 99"):
            with pytest.raises(Misread) as found:
                understood(desk(known.rules, state, seats), seat, typed, texts("en", game))
            assert found.value.candidates, "what can be typed is said"


def test_a_number_alone_that_can_be_chosen_is_that_choice():
    table, seat = at("monster_hex", "choose_value")
    value = table.rules.words(table.state, seat, ("take",))[0].text
    assert understood(table, seat, value, texts("en", "monster_hex")) == ("take", value)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Nothing is typed yet."), ("cs", "Zatím tu není nic napsané."), ("fr", "Rien n'est encore écrit.")]
)
def test_spaces_alone_are_no_action_and_no_fault(language, said):
    table, seat = at("monster_hex", "place")
    say = texts(language, "monster_hex")
    with pytest.raises(Misread) as found:
        next(Chain(table, seat, " \n ", say))
    assert misread(found.value, say).startswith(said)
    assert "`place`" in misread(found.value, say)


BETWEEN = {"en": "onto", "cs": "na", "fr": "sur"}


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_between_things_are_passed_over(game, language):
    """Whatever is legal is understood with such a word before each of its things, in words of the game and by the names that the panel shows."""
    known, rng, tried = played(game), random.Random(8), 0
    for state, seat, seats, _ in rng.sample(known.positions, 12 if EVERYWHERE else 5):
        table, say = desk(known.rules, state, seats), texts(language, game)
        action = max((random_action(known.rules, state, seat, rng) for _ in range(4)), key=len)
        if len(action) < 2 or action[0] in SEALED:
            continue
        tried += 1
        assert understood(table, seat, f" {BETWEEN[language]} ".join(action), say) == action
    assert tried, "nothing was tried"


@pytest.mark.parametrize("typed", ["turned by two", "Turned twice", "otočeno o dva", "tourné de deux crans"])
def test_turns_of_a_tile_are_said_in_words(typed):
    """MH-3.1: and shown before they are done, like all that is said in everyday words."""
    known = played("monster_hex")
    for state, seat, *_ in known.positions:
        free = next((a for a in legal(known.rules, state, seat) if a[0] == "place" and a[-1] == "r2"), None)
        if free:
            break
    with pytest.raises(Misread) as shown:
        understood(desk(known.rules, state, 2), seat, f"{free[0]} {free[1]} on {free[2]} {typed}", texts("en", "monster_hex"))
    assert (shown.value.reason, shown.value.attempt) == ("number", free)


@pytest.mark.parametrize("typed", ["sešli žhavý ohař na e3", "seslat Žhavý ohař E3", "Žhavý ohař", "Žhavý ohař e3", "cinder_hound e3"])
def test_a_card_of_the_hand_is_known_at_the_wrong_time_however_it_is_cast(typed):
    """HX-6.1: nor is discarding offered to whoever wants to cast."""
    there = TestTable(active=1).hand(0, "cinder_hound").hand(1, "red_energy").play("1 cast red_energy", "1 pass")
    lines_, numbers = verdict(desk(HEXYGAME, there.state, 2), 0, typed, texts("cs", "hexygame"))
    assert lines_[0].startswith("**Teď ne: je k tomu potřeba tvůj vlastní tah.**")
    assert "`discard` (odhodit" in lines_[0]
    assert numbers == ["HX-6.1"]


def test_a_name_of_a_card_means_the_one_on_the_map_where_a_verb_takes_that():
    """HX-9.1: with its hex before it, after it, or none."""
    there = TestTable().put(0, "goblin_sapper", "e3", turn=3).pool(0, "C")
    for typed in ("goblin sapper e4", "e3 goblin sapper e4", "goblin sapper e3 e4", "e3 e4"):
        lines_, _ = verdict(desk(HEXYGAME, there.state, 2), 0, f"move {typed}", texts("en", "hexygame"))
        assert lines_[0].startswith("**Goblin Sapper on E3 came this turn"), typed


def test_a_card_with_a_place_is_judged_although_one_of_its_name_attacks():
    """HX-6.2: a place that is no answer to the attack belongs to the card."""
    there = under_attack().play("0 attack e6 e7", "0 pass")
    lines_, _ = verdict(desk(HEXYGAME, there.state, 2), 1, "Cinder Hound E7", texts("en", "hexygame"))
    assert lines_[0].startswith("**Cinder Hound is not in your hand.**")


@pytest.mark.parametrize("typed", ["go to the monastery E10", "travel to monastery e10", "walk into that nice old monastery on e10"])
def test_a_hex_is_understood_with_what_stands_there(typed):
    """HK-6.7: and shown first; what is no action without the words beside it is not."""
    there = Island().monsters().light().hero(0, "e12", hand="sa sa sa").turn(0)
    there.act(*["play surprise_attack"] * 3)
    with pytest.raises(Misread) as shown:
        understood(desk(HEXKNIGHT, there.state, 2), 0, typed, texts("en", "hexknight"))
    assert (shown.value.reason, shown.value.attempt) == ("number", ("travel", "e10"))
    with pytest.raises(Misread) as other:
        understood(desk(HEXKNIGHT, there.state, 2), 0, typed.replace("10", "99"), texts("en", "hexknight"))
    assert other.value.reason != "number"


@pytest.mark.parametrize(
    ("language", "typed", "said"), [("cs", "jít", "`jít` je tu `travel`."), ("en", "travel", ""), ("fr", "aller", "`aller`, c'est `travel` ici.")]
)
def test_a_verb_that_was_typed_by_its_name_is_called_so(language, typed, said):
    """HK-7.1: a refusal speaks of the game's own word for it."""
    there = beside("marauder", "sa sa sa")
    lines_, _ = verdict(desk(HEXKNIGHT, there.state, 2), 0, f"{typed} e10", texts(language, "hexknight"))
    assert (f"\n- {said}" if said else "**\n> **HK-6.7**") in lines_[0]


def test_what_is_missing_is_named_and_not_a_word_that_says_nothing():
    for language, turned in (("en", "60° right"), ("cs", "60° doprava"), ("fr", "60° à droite")):
        assert f"`r1` ({turned})" in told("monster_hex", "place", "m02 c1", language)
    assert "Z9 is not a hex of this board" in told("monster_hex", "place", "place m02 na z9")


def test_a_word_for_a_hex_before_its_label_says_nothing():
    """Where the label alone is legal with the verb."""
    table, seat = at("hexknight", "movement")
    for word in table.rules.words(table.state, seat, ("travel",)):
        assert f"`/move travel {word.text}`" in told("hexknight", "movement", f"go to the village {word.text.upper()}")
    assert "Next: " in told("hexknight", "movement", "go to the village Z99")


def test_of_a_card_that_may_only_be_discarded_it_is_said_when_it_can_be_cast():
    known = played("hexygame", 11, 10_000)
    found = 0
    for state, seat, seats, _ in known.positions:
        words = [word.text for word in known.rules.words(state, seat, ("discard",))]
        verbs = {word.text for word in known.rules.words(state, seat, ())}
        if not words or "cast" in verbs:
            continue
        lines, _numbers = verdict(desk(known.rules, state, seats), seat, words[0], texts("en", "hexygame"))
        said = "\n".join(lines)
        found += 1
        assert not said.startswith("**Legal now:**"), said
        if found == 3:
            break
    assert found == 3


def test_a_turn_in_words_is_judged():
    said = told("monster_hex", "place", "polož m02 na c1 otočeno o dva", "cs")
    assert "`/tah place m02 c1 r2`" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_monster_that_lies_on_the_board_is_known_by_its_name(language):
    """MH-3.1: it is not in the hand any more, which is what whoever types it reads."""
    known, say = played("monster_hex"), texts(language, "monster_hex")
    for state, seat, *_ in known.positions:
        board = known.rules.view(state, seat).board
        mine = [m for m in board.monsters if m.slot == seat]
        if mine and known.rules.decision(state, seat).kind == "place":
            break
    name = say(f"mh.monster.{board.factions[seat].faction}.{mine[0].tile}")
    said = "\n".join(verdict(desk(known.rules, state, 2), seat, f"{name} {mine[0].hex}", say)[0])
    assert max(say("refused.not_in_hand", tile="|").split("|"), key=len) in said


@every_game
def test_no_phrase_stands_for_a_word_of_the_game_or_for_two(game):
    rules = build(game)
    rows = [line.partition(":") for line in lines(f"{game}/words.txt")]
    phrases = Counter(folded(phrase).strip() for row in rows for phrase in row[2].split(","))
    assert [phrase for phrase, n in phrases.items() if n > 1] == []
    assert not [phrase for phrase in phrases if rules.knows(phrase)]


@every_game
def test_the_tables_name_verbs_and_no_word_of_a_game(game):
    """Each line names verbs that there are; no phrase stands for a verb that it is itself, nor twice."""
    rules = build(game)
    verbs = {verb for answers in rules.answers.values() for verb in answers}
    for name, allowed in ((f"{game}/verbs.txt", verbs), ("verbs.txt", {*BESIDE})):
        rows = [line.partition(":") for line in lines(name)]
        assert rows
        assert {verb for row in rows for verb in row[0].split()} <= allowed
        phrases = Counter(folded(phrase) for row in rows for phrase in row[2].split(","))
        assert [phrase for phrase, n in phrases.items() if n > 1] == []
        assert all(phrase and phrase not in {*verbs, *SEALED} for phrase in phrases), {*phrases} & verbs
    assert (DATA / game / "verbs.txt").exists()


@pytest.mark.sampled(0.2)
@every_game
def test_nothing_is_done_by_an_everyday_word(game):
    """Whatever somebody types that is in the table is shown first, refused, or explained, unless it is a name, what a button says, or a word of the
    game, cut short: fillers as in `lancer le de` aside."""
    known = played(game)
    rng = random.Random(5)
    for state, seat, seats, _ in rng.sample(known.positions, 5 if EVERYWHERE else 2):
        table = desk(known.rules, state, seats)
        for line in (*lines("verbs.txt"), *lines(f"{game}/verbs.txt")):
            for phrase in rng.sample(line.partition(":")[2].split(","), 3):
                try:
                    action = understood(table, seat, phrase, texts("en", game))
                except (Misread, Refused):
                    continue
                plain = plainer(game, known.rules.knows, phrase).text
                own = spelled(partial(known.rules.words, state, seat), naming(table, seat, texts("en", game)), plain)
                assert own or action[0].startswith(folded(phrase)), (phrase, action)


def test_a_verb_by_its_name_is_that_verb():
    """Whatever it may mean in everyday words: also where it cannot be used now."""
    assert "`deploy` belongs to another moment" in told("hockey_game", "attack_declare", "déployer héros")
    assert "`move` belongs to another moment" in told("planetary_conquerors", "main", "déplacer")
    for game, kind, label, verb in (("hexknight", "movement", "Passer", "confirm"), ("hockey_game", "attack_play", "Passe", "pass")):
        assert f"{verb}`" in told(game, kind, label, "fr")
    for game in games():
        known = played(game)
        state, seat, seats, _ = known.positions[0]
        table, sight = desk(known.rules, state, seats), in_sight(known.rules, known.rules.view(state, seat))
        for language in LANGUAGES:
            say = texts(language, game)
            names = naming(table, seat, say)
            for verb in {verb for answers in known.rules.answers.values() for verb in answers}:
                assert _meant_by(known.rules, names, sight, names[0]((), verb)) is None, (game, language, verb)


def test_the_longest_text_and_odd_letters():
    for text in ("walk " * 60, "walk\u0000", "ukončit" * 40, ",", "a" * 300, "walk, to, the"):
        assert everyday("hexknight", text) is None or everyday("hexknight", text).verbs
    assert everyday("hexknight", "Jdi NA d4") == (("travel", "step"), "Jdi NA", "d4")
    assert everyday("hexknight", "") is None


# In another language


def spelling(table, seat, action, language):
    """An action by the names that a reader of a language sees."""
    name_of = naming(table, seat, texts(language, table.rules.key))[0]
    return " ".join(name_of(action[:n], word).removesuffix(" …") for n, word in enumerate(action))


def outcome(table, seat, text, say):
    try:
        return understood(table, seat, text, say)
    except Misread as error:
        return error.reason
    except Refused as error:
        return error.reason


@pytest.mark.sampled(0.2)
@every_game
def test_any_language_is_understood_by_everybody(game):
    """What a reader of one language may type by its names, a reader of another may, too; and mixed with the words of the game."""
    known, found = played(game, 11, 10_000), Counter()
    rng = random.Random(8)
    for state, seat, seats, action in rng.sample(known.positions, often(25, 40)):
        table = desk(known.rules, state, seats)
        for writer in LANGUAGES:
            text = spelling(table, seat, action, writer)
            for reader in LANGUAGES:
                say = texts(reader, game)
                own = outcome(table, seat, text, texts(writer, game))
                if isinstance(own, tuple):
                    got = outcome(table, seat, text, say)
                    found["same" if got == own else "several" if got == "ambiguous" else "else"] += 1
                    mixed = " ".join([action[0], *text.split(" ")[len(spelling(table, seat, action[:1], writer).split(" ")) :]])
                    if isinstance(outcome(table, seat, mixed, texts(writer, game)), tuple):
                        found["mixed" if outcome(table, seat, mixed, say) == own else "not mixed"] += 1
    assert found["same"] > often(120, 200)
    assert found["else"] + found["several"] <= found["same"] / 100, found
    assert found["not mixed"] <= found["mixed"] / 100, found


# Not asked


@pytest.mark.sampled(0.2)
@every_game
def test_who_is_not_asked_reads_what_it_would_need(game):
    """The verb's own moments and rule, in words of the game and by name; letter by letter the same in a world they cannot tell apart."""
    known = played(game, 11, 10_000)
    rules, looked = known.rules, 0
    for state, seat, seats, action in random.Random(3).sample(known.positions, often(15, 30)):
        other = next((s for s in range(seats) if s not in rules.to_act(state)), None)
        if other is None:
            continue
        table, decision = desk(rules, state, seats), rules.decision(state, seat)
        for language in LANGUAGES:
            say = texts(language, game)
            for text in (" ".join(action), texts(language, game)(f"word.{action[0]}").removesuffix(" …")):
                lines_, numbers = verdict(table, other, text, say)
                answer = "\n".join(lines_)
                assert f"**{say('refused.not_your_turn')}**" in answer
                if text == " ".join(action):
                    assert f"`{action[0]}`" in answer
                    assert say(f"moment.{decision.kind}") in answer
                    assert numbers[0] in {rule_of(rules, decision._replace(kind=k, rule=rules.kinds[k]), action[0]) for k in rules.answers}
                assert "ABCD"[seat] in answer or seat not in dict(rules.view(state, None).asked)
                there = desk(rules, rules.imagine(state, other, Chance.of(7)), seats)
                assert verdict(there, other, text, say) == (lines_, numbers)
                looked += 1
    assert looked > often(15, 30)


async def test_at_a_table(chat):
    """`/move` answers like `/why`; who is not asked reads it, too, and nothing has happened."""
    await chat.use(ANNA, "game new", game="Monster Hex", opponent=BOHUMIL)
    table = await chat.bot.tables.here(int(HERE))
    (seat,) = table.acting
    asked, other = (ANNA, BOHUMIL) if table.seats[seat].player == int(ANNA) else (BOHUMIL, ANNA)
    before = table.position
    answer = await chat.use(other, "move", action="put m02 c3 r1")
    assert {ANNA: "not your turn", BOHUMIL: "Nejsi na řadě"}[other] in answer
    assert {ANNA: "When `place` is possible: ", BOHUMIL: "Kdy jde `place`: "}[other] in answer
    assert f"**{table.seats[seat].name}**" in answer
    assert "</game undo:" in await chat.use(asked, "move", action="undo")
    assert table.position == before


async def test_an_everyday_word_is_done_once_it_is_confirmed_also_after_a_restart(chat):
    await walking(chat)
    found = await chat.bot.tables.here(int(HERE))
    before, asked = found.position, found.state.step
    assert "Do you mean “End the movement”?" in await chat.use(ANNA, "move", action="end turn; play shield")
    shown = chat.private(ANNA)
    assert (await chat.bot.tables.here(int(HERE))).position == before
    await chat.restart()
    await chat.press_exactly(ANNA, shown, chat.plays(shown))
    now = await chat.bot.tables.here(int(HERE))
    assert now.position > before
    assert (now.state.step, now.acting) != (asked, found.acting)


# Cut short, and refused


def lively(game):
    """Positions of a game in which somebody passes seldom, with what is done there; of HexyGame, where that takes long, one with much to do."""
    rng, rules, found = random.Random(12), build(game), []
    state = rules.setup(2, {}, 3).state if game != "hexygame" else hexygame_table().state
    while (acting := rules.to_act(state)) and len(found) < (often(100, 250) if game == "hexygame" else 250):
        action = max((random_action(rules, state, acting[0], rng) for _ in range(3)), key=len)
        found.append((state, acting[0], action))
        if game != "hexygame":
            state = rules.apply(state, acting[0], action).state
    return found


def shortened(table, seat, action, language):
    """The things of an action by the first words of their names, without the hexes on which they stand."""
    name_of = naming(table, seat, texts(language, table.rules.key))[0]
    found = [action[0]]
    for n, word in enumerate(action[1:], 1):
        name = [part for part in parts(name_of(action[:n], word)) if part != word] or [word]
        found.append(word if name[0].isdigit() else name[0])
    return found


SPOILED = "z99"


@pytest.mark.sampled(0.4)
@every_game
def test_a_name_cut_short_is_not_what_is_wrong(game):
    """Of a legal action with names cut short the last word is spoiled: the answer is the one to the same in words of the game."""
    compared = 0
    for state, seat, action in [one for one in lively(game) if len(one[2]) > 2]:
        table, kept = desk(build(game), state), list(action[:-1])
        language = LANGUAGES[compared % 3]
        say, short = texts(language, game), shortened(table, seat, action[:-1], language)
        names, legal = naming(table, seat, say), partial(table.rules.words, state, seat)
        with suppress(Misread):
            cut = [word for word, whole in zip(short, kept, strict=True) if word != whole]
            if everyday(game, " ".join(short)):  # `move trap` is `move`, whatever is called a trap.
                continue
            if cut and not any(table.rules.knows(word) or len(word) < 3 for word in cut) and spelled(legal, names, " ".join(short)) == kept:
                text = " ".join([*short, SPOILED])
                assert verdict(table, seat, text, say)[0][0] == verdict(table, seat, " ".join([*kept, SPOILED]), say)[0][0], text
                compared += 1
    assert compared > 9 or game in ("hexknight", "hockey_game")  # There nothing follows the name of a thing.


@pytest.mark.sampled(0.4)
@every_game
def test_what_a_refusal_lists_is_legal(game):
    """Each word begins an action, after the words that were typed or as many of them as are legal."""
    rules, listed, rng = build(game), 0, random.Random(6)
    for state, seat, action in lively(game)[::3]:
        things = [word.text for word in in_sight(rules, rules.view(state, seat))(("",))]
        verbs = list(dict.fromkeys(verb for many in rules.answers.values() for verb in many))
        tries = [(verb, *rng.sample(things, n)) for verb in verbs for n in (0, 1, 2)]
        tries += [(*action[:n], rng.choice(things), *action[n + 1 :]) for n in range(1, len(action))] + [action[:n] for n in range(1, len(action))]
        for tried in tries:
            refused = _refusal(rules, state, seat, tried)
            here = {word.text for n in range(len(tried) + 1) for word in rules.words(state, seat, tried[:n])}
            assert refused is None or {*refused.legal} <= here, (tried, refused.reason, refused.legal)
            listed += bool(refused and refused.legal)
    assert listed > 30


@pytest.mark.parametrize("game", ["hockey_game", "hexknight"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_button_says_is_understood_when_typed(game, language):
    """A verb that has words of its own at a question: whoever types them is read so."""
    say, rules = texts(language, game), build(game)
    for kind, verbs in rules.answers.items():
        for verb in verbs:
            label = (say.find(f"do.{kind}.{verb}") or "").removesuffix(" …")
            if label and parts(label) != parts(say(f"word.{verb}").removesuffix(" …")) and parts(label) != [verb]:
                said = everyday(game, label)
                assert said is not None, label
                assert (verb in said.verbs, parts(said.said)) == (True, parts(label))
