"""What people type is shown letter by letter, in every text of every catalogue."""

from __future__ import annotations

import json
import sqlite3

import pytest

from data.language import LANGUAGES, texts
from data.user_text import Names, Typed, escaped, fenced, one_line, set_apart, typed
from tests.data.test_language import FOLDERS, catalogue, fields
from tests.markup import kinds, made_of
from tests.sampled import often

HOSTILE = (
    "[free nitro](https://evil.example)",
    "# <@4001> @everyone <@&1> <#2> @here",
    "```\n> `x` ||y|| \u202eelpmaxe <t:1:R> ```",
    "-# <https://evil.example> discord.gg/evil",
    "1. **a** __b__ ~~c~~ *d",
    "- x\\",
    "\\[x](https://evil.example) \\\\[x](steam://evil)",
    "\n\n> x\u2028# y\r* z\x00\x85",
    "https://evil.example",
    "`",
    ">>> _ </game new:1> <:a:1> <id:guide>",
    "**דנה** <@4001> [x](https://evil.example)",
)
"""Names that people might give themselves."""


def test_the_reader_sees_what_is_there():
    """It must find all this, or what follows proves nothing."""
    bare = {kind for name in HOSTILE for kind, _ in made_of(name)}
    assert bare == {
        "masked link",
        "link",
        "invitation",
        "mention",
        "call",
        "tag",
        "heading",
        "quotation",
        "entry",
        "emphasis",
        "code",
        "unseen",
        "line",
    }
    assert not kinds("Anna")
    assert not kinds("St. O’Brien-Žluť (2) & 张伟 👨‍👩‍👧")


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_is_made_of_a_name(name):
    for before, after in (("", ""), ("**", "**"), ("> ", " · x"), ("- ", ""), ("1. ", ":"), ("*", "*")):
        assert kinds(f"{before}{Typed(name)}{after}") == kinds(f"{before}Anna{after}"), name
        assert kinds(before + escaped(name) + after) == kinds(before + "Anna" + after)
    assert kinds(f"`{Typed(name).in_code()}`") == kinds("`Anna`")
    assert fenced(name).count("```") == 2
    assert "`" not in fenced(name)[3:-3]


def test_a_name_is_what_it_says_wherever_it_is_drawn_stored_or_compared():
    name = Typed("[a_b](c) 👨‍👩‍👧")
    assert name == str(name) == "".join([name]) == json.loads(json.dumps(name)) == "[a_b](c) 👨‍👩‍👧"
    assert sqlite3.connect(":memory:").execute("SELECT ?", (name,)).fetchone() == (name,)
    assert f"{name}" == "\\[a\\_b\\](c) 👨‍👩‍👧"
    assert f"{name!s}" == name


def test_a_name_is_one_line_and_something():
    assert one_line("  a\u202e\n\tb\u200b ") == "a b"
    assert one_line("\u200b\u200d\n") == one_line("") == "?"


@pytest.mark.parametrize("name", ["דנה", "علي", "Dana דנה", "٣٤"])
def test_a_name_from_right_to_left_stands_apart(name):
    """What stands beside it keeps its place: `NAME (2) wins 3:1`."""
    assert f"{Typed(name)} (2) wins 3:1" == f"\u2068{name}\u2069 (2) wins 3:1"
    assert escaped(name) == set_apart(name) == set_apart(Typed(name)) == f"\u2068{name}\u2069"
    assert str(Typed(name)) == Typed(name) == Typed(set_apart(name)) == name, "nowhere but where it is read"
    for language in LANGUAGES:
        assert f"\u2068{name}\u2069" in texts(language)("challenge.asks", who=Typed(name), host="x", until="y")


def test_several_names_are_read_in_their_order():
    one, other = "\u2068דנה\u2069", "\u2068ע\\*לי\u2069"
    assert f"{Names('דנה → Bob, ע*לי')}" == f"{one} → Bob, {other}"
    assert f"{Names('Anna → *Bob, ')}" == f"{Typed('Anna → *Bob, ')}"
    assert f"{typed({'who': 'דנה, Bob', 'n': 2})['who']}" == f"{one}, Bob"
    assert Names("דנה → Bob") == "דנה → Bob"


@pytest.mark.parametrize("name", ["Anna", "Анна", "Nguyễn 1", "さくら", "🔥", "Žluť (2)", ""])
def test_any_other_name_is_as_it_is(name):
    assert set_apart(name) == name
    assert "\u2068" not in escaped(name)


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_text_with_every_name(folder):
    """A hostile name in the place of any fact makes nothing that a plain one would not. In an ordinary run each text has a third of the names."""
    game = folder.removesuffix("locale").strip("/") or None
    for language in LANGUAGES:
        say = texts(language, game)
        for turn, (key, text) in enumerate(catalogue(folder, "en").items()):
            facts = fields(text)
            counted = [{"n": n} for n in (1, 2, 5)] if "n" in facts else [{}]
            for number in counted if facts - {"n"} else ():
                plain = kinds(say(key, **dict.fromkeys(facts, Typed("Anna")) | number))
                for name in HOSTILE[turn % often(3, 1) :: often(3, 1)]:
                    shown = say(key, **dict.fromkeys(facts, Typed(name)) | number)
                    assert kinds(shown) == plain, f"{language} {key}: {shown}"
