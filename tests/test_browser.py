"""The playground's page in a real browser: a complete game by clicking, on a phone's width. Skipped where there is no Chromium."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from contextlib import suppress
from typing import Any

import aiohttp
import pytest

from tests.chat import ANNA, BOHUMIL, CECILE, HERE, Chat
from tests.waiting import within

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--remote-debugging-port=0", "--window-size=400,850",
]  # fmt: skip

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (Debian: apt-get install chromium)")


class Browser:
    """One tab, driven through the DevTools protocol."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0

    async def call(self, method: str, **params: Any) -> Any:
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        async for frame in self._socket:
            answer = json.loads(frame.data)
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]
        raise AssertionError("the browser has gone")

    async def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        result = await self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    async def until(self, script: str, seconds: float = 10) -> Any:
        """Waits until an expression is true."""
        for _ in range(int(seconds / 0.03)):
            if found := await self.run(script):
                return found
            await asyncio.sleep(0.03)
        shown = await self.run("document.querySelector('#messages').innerText.slice(-500)")
        raise AssertionError(f"never true: {script}; the page ends with {shown}")

    async def key(self, key: str) -> None:
        number, text = {"Enter": (13, "\r"), "ArrowDown": (40, ""), "Tab": (9, "")}[key]
        await self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=number, text=text)
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=number)


@pytest.fixture
async def browser(tmp_path):
    assert CHROMIUM
    process = subprocess.Popen([CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path}", "about:blank"], stderr=subprocess.PIPE, text=True)
    try:
        port_file = tmp_path / "DevToolsActivePort"
        for _ in range(300):
            if port_file.exists() and port_file.read_text():
                break
            await asyncio.sleep(0.05)
        port = port_file.read_text().splitlines()[0]
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json") as answer:
                tab = next(t for t in await answer.json(content_type=None) if t["type"] == "page")
            async with session.ws_connect(tab["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                yield Browser(socket)
    finally:
        process.kill()
        process.wait(10)


PRESS = """(() => { const b = [...document.querySelectorAll('%s button')].filter(b => b.textContent.startsWith('%s') && !b.disabled).pop();
  if (b) b.click(); return !!b; })()"""


async def test_a_complete_game_in_the_page(tmp_path, browser):
    async with Chat(tmp_path / "chat") as chat:
        await browser.call("Page.enable")
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{ANNA}/{HERE}")
        await browser.until("!!document.querySelector('#members button')")
        await open_table(browser)
        await browser.until("/wants to play this with you/.test(document.querySelector('#messages').textContent)")
        await browser.run("[...document.querySelectorAll('#members button')].find(b => b.textContent.includes('Bohumil')).click()")
        await browser.until("document.querySelector('#who').textContent.endsWith('Bohumil')")
        await browser.until(PRESS % ("article:not(.private)", "Accept"))
        await browser.until("/Your turn/.test(document.querySelector('#messages').textContent)")
        table = await chat.bot.tables.here(int(HERE))
        wide = await browser.run("document.documentElement.scrollWidth <= innerWidth")
        assert wide, "the page is wider than a phone"
        async with within("the end of the game"):
            while not table.over:
                (seat,) = table.rules.to_act(table.state)
                await one_decision(browser, table, str(table.seats[seat].player))
        await browser.until("/wins|share/.test(document.querySelector('#messages').textContent)")
        assert await browser.run("[...document.querySelectorAll('article img')].every(i => i.alt.length > 20)")


async def open_table(browser: Browser) -> None:
    """Types the command with the keyboard alone."""
    await browser.run("document.querySelector('#box').focus()")
    await browser.call("Input.insertText", text="/game new")
    await browser.until("!document.querySelector('#palette').hidden")
    await browser.key("Enter")
    await browser.until("document.activeElement.name === 'game'")
    await browser.call("Input.insertText", text="hex")
    await browser.until("document.querySelectorAll('.suggest [role=option]').length === 3")
    await browser.key("ArrowDown")
    await browser.key("Tab")  # The lit one.
    await browser.until("document.querySelector('[name=game]').value === 'HexKnight' && document.activeElement.name === 'opponent'")
    await browser.run("(() => { const box = document.querySelector('[name=game]'); box.value = ''; box.focus(); })()")
    await browser.call("Input.insertText", text="monster")
    await browser.until("/^Monster/.test([...document.querySelectorAll('.suggest [role=option]')].map(o => o.textContent).join())")
    await browser.key("Enter")  # The only one.
    await browser.until("document.activeElement.value === 'Monster Hex' && document.activeElement.dataset.value === 'monster_hex'")
    assert not await browser.run("document.querySelector('#fields').hidden"), "the form was sent"
    await browser.run(f"document.querySelector('[name=opponent]').value = '{BOHUMIL}'")
    await browser.run("document.querySelector('#composer').requestSubmit()")


async def one_decision(browser: Browser, table: Any, member: str) -> None:
    before = table.position
    name = {"4001": "Anna", "4002": "Bohumil"}[member]
    if await browser.run(f"!document.querySelector('#who').textContent.endsWith('{name}')"):
        await browser.run(f"[...document.querySelectorAll('#members button')].find(b => b.textContent.includes('{name}')).click()")
        await browser.until(f"document.querySelector('#who').textContent.endsWith('{name}')")
    panel = "[...document.querySelectorAll('article.private')].pop()?.id"
    earlier = json.dumps(await browser.run(panel) or "")
    for patience in (3, 3, 10):  # A click that met a changing message; a person would click again.
        await browser.until(PRESS % ("article:not(.private)", "Your move"))
        with suppress(AssertionError if patience < 10 else ()):
            await browser.until(f"({panel} ?? '') !== {earlier}", patience)  # The panel of the last turn is still there, with buttons of its own.
            break
    for turn in range(2000):
        if table.position > before:
            break
        if turn % 50 == 49:
            await browser.run("window.done = null")  # A click that met a changing message; a person would click again.
        await browser.run("""(() => {
          const last = [...document.querySelectorAll('article.private')].pop();
          if (!last) return;
          const stamp = last.dataset.stamp;
          if (window.done === stamp) return;
          const menu = last.querySelector('select');
          const button = [...last.querySelectorAll('.row button')].find(b => !b.disabled);
          if (menu) { menu.value = menu.options[1].value; menu.dispatchEvent(new Event('change')); window.done = stamp; }
          else if (button) { button.click(); window.done = stamp; }
        })()""")
        await asyncio.sleep(0.02)
    assert table.position > before


async def test_a_turn_of_several_cards_in_the_page(tmp_path, browser):
    """HexKnight: several cards from one menu, a journey, and the end of the turn."""
    async with Chat(tmp_path / "chat") as chat:
        await chat.use(ANNA, "game new", game="hexknight", opponent=BOHUMIL, options="seating=joined map=fixed")
        table = await chat.bot.tables.here(int(HERE))
        if table.state.step == "preparation":
            await chat.use(ANNA, "move", action="confirm")
        await browser.call("Page.enable")
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{ANNA}/{HERE}")
        await browser.until("document.querySelectorAll('article img').length > 0")
        await browser.until(PRESS % ("article:not(.private)", "Your move"))
        await browser.until("!!document.querySelector('article.private details')")
        await browser.run("document.querySelector('article.private details').open = true")
        await browser.run("[...document.querySelectorAll('article.private details input')].slice(0, 2).forEach(i => i.click())")
        assert await browser.run("document.documentElement.scrollWidth <= innerWidth"), "the panel is wider than a phone"
        await browser.until(PRESS % ("article.private details", "Choose 2"))
        await browser.until("!!document.querySelector('article.private select')")
        assert len(table.state.heroes[0].play) == 2
        await browser.run("""(() => { const menu = document.querySelector('article.private select');
          menu.value = menu.options[1].value; menu.dispatchEvent(new Event('change')); })()""")
        await browser.until("/You walk|You travel|You go/.test(document.querySelector('#messages').textContent)")
        assert table.state.heroes[0].at != table.rules.island(table.state).portal


async def test_a_deck_in_the_page(tmp_path, browser):
    """*As text* opens the form, and what comes back takes the deck's place with what it lacks; a card by *Add cards*."""
    async with Chat(tmp_path / "chat") as chat:
        await browser.call("Page.enable")
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{ANNA}/{HERE}")
        await browser.until("!!document.querySelector('#members button')")
        await browser.run("document.querySelector('#box').focus()")
        await browser.call("Input.insertText", text="/deck build")
        await browser.until("!document.querySelector('#palette').hidden")
        await browser.key("Enter")
        await browser.until("document.activeElement.name === 'name'")
        await browser.run("document.querySelector('[name=name]').value = 'Mine'; document.querySelector('[name=like]').value = 'ember_raid'")
        await browser.run("document.querySelector('#composer').requestSubmit()")
        await browser.until("document.querySelectorAll('article.private img').length > 0")
        await browser.until(PRESS % ("article.private", "As text"))
        await browser.until("document.querySelector('#modal').open")
        assert "18x Red Hearth" in await browser.run("document.querySelector('#modal textarea').value")
        assert await browser.run("document.documentElement.scrollWidth <= innerWidth"), "the form is wider than a phone"
        await browser.run("document.querySelector('#modal textarea').value = '4 Meteor'; document.querySelector('#modal form').requestSubmit()")
        await browser.until("/4 cards; 48 to 120/.test(document.querySelector('#messages').textContent)")
        assert await browser.run("document.querySelectorAll('article.private').length") == 1
        await browser.until(PRESS % ("article.private", "Add cards"))
        await browser.until("/112 cards/.test(document.querySelector('article.private').textContent)")
        await browser.run("""(() => { const menu = [...document.querySelectorAll('article.private select')].find(s => /Look at/.test(s.textContent));
          menu.value = 'spark_lance'; menu.dispatchEvent(new Event('change')); })()""")
        await browser.until("/In Mine: 0/.test(document.querySelector('article.private').textContent)")
        await browser.until(PRESS % ("article.private", "+ 1"))
        await browser.until("/In Mine: 1/.test(document.querySelector('article.private').textContent)")
        assert await browser.run("document.documentElement.scrollWidth <= innerWidth"), "a card is wider than a phone"


async def test_time_passes_in_the_page(tmp_path, browser):
    """Six hours at a press: a reminder comes, and in the end the game answers."""
    async with Chat(tmp_path / "chat") as chat:
        await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined opening=fixed", clock="12h")
        table = await chat.bot.tables.here(int(HERE))
        await browser.call("Page.enable")
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{ANNA}/{HERE}")
        await browser.until("document.querySelectorAll('article').length > 0")
        await browser.until("/⏱ 12 hours/.test(document.querySelector('#messages').textContent)")
        await browser.run("document.querySelector('#later').click()")
        await browser.until("/time left: 6 hours/.test(document.querySelector('#messages').textContent)")
        assert await browser.run("document.documentElement.scrollWidth <= innerWidth"), "the header is wider than a phone"
        await browser.run("document.querySelector('#later').click()")
        await browser.until("/The time of Anna is over/.test(document.querySelector('#messages').textContent)")
        assert table.acting == (1,)


async def test_stops_are_chosen_in_the_page(tmp_path, browser):
    """*Plan ahead*, a menu of several in which what has been chosen is ticked, and nothing is wider than a phone."""
    async with Chat(tmp_path / "chat") as chat:
        await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined decks=drawn")
        table = await chat.bot.tables.here(int(HERE))
        await browser.call("Page.enable")
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{ANNA}/{HERE}")
        await browser.until("document.querySelectorAll('article img').length > 0")
        await browser.until(PRESS % ("article:not(.private)", "Plan ahead"))
        await browser.until(PRESS % ("article.private", "When I am asked"))
        ticked = "[...document.querySelectorAll('article.private details input')].filter(i => i.checked).length"
        for number, name in enumerate(("Always pass on spells and abilities", "Always pass on moves near my Flag"), 1):
            await browser.until(f"{ticked} === {number - 1} && document.querySelectorAll('article.private details').length === 2")
            await browser.run("document.querySelector('article.private details').open = true")
            await browser.run("[...document.querySelectorAll('article.private details input')].find(i => !i.checked).click()")
            assert await browser.run("document.documentElement.scrollWidth <= innerWidth"), "the panel is wider than a phone"
            await browser.until(PRESS % ("article.private details", f"Choose {number}"))
            await browser.until(f"document.querySelector('#messages').innerText.includes('- {name}')")
        assert table.orders(0) == {"pass_spell", "pass_move"}


CONTRASTS = """(() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const back = (node) => { for (; node; node = node.parentElement) {
    const found = parts(getComputedStyle(node).backgroundColor); if (found.length === 3 || found[3] === 1) return found; } };
  return [...document.querySelectorAll('#palette [role=option] *')].map(node => {
    const under = back(node), style = getComputedStyle(node), clear = Number(style.opacity);
    const ink = parts(style.color).slice(0, 3).map((v, n) => v * clear + under[n] * (1 - clear));
    const [a, b] = [light(ink), light(under)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05); });
})()"""
"""The contrast of each text in the open palette with what is behind it, as WCAG 2.2 computes it."""


async def test_suggestions_can_be_read_and_heard(tmp_path, browser):
    """The lit one is named to screen readers, in the palette and in a form; letters stand out; on a phone a form leaves most of the talk in sight."""
    async with Chat(tmp_path / "chat") as chat:
        await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
        await browser.call("Page.enable")
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{ANNA}/{HERE}")
        await browser.until("document.querySelectorAll('article img').length > 0")
        await browser.run("document.querySelector('#box').focus()")
        await browser.call("Input.insertText", text="/game")
        lit = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.getAttribute('aria-selected') === 'true'"
        await browser.until(lit)
        first = await browser.run("document.activeElement.getAttribute('aria-activedescendant')")
        await browser.key("ArrowDown")
        await browser.until(f"document.activeElement.getAttribute('aria-activedescendant') !== '{first}' && {lit}")
        assert min(await browser.run(CONTRASTS)) >= 4.5
        await browser.run("document.querySelector('#box').value = ''")
        await browser.call("Input.insertText", text="/game new")
        await browser.key("Enter")
        await browser.until("document.querySelectorAll('.suggest [role=option]').length > 0")
        assert not await browser.run("document.activeElement.hasAttribute('aria-activedescendant')")
        await browser.key("ArrowDown")
        await browser.until(lit)
        assert await browser.run("document.querySelector('#composer').offsetHeight / innerHeight") < 0.55
        assert await browser.run("document.querySelector('#messages').offsetHeight / innerHeight") > 0.3
        assert await browser.run("document.documentElement.scrollWidth <= innerWidth"), "the form is wider than a phone"


async def test_the_page_speaks_the_members_language(tmp_path, browser):
    """All that stands in the page, in three languages; every text is there in each of them."""
    async with Chat(tmp_path / "chat") as chat:
        await browser.call("Page.enable")
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{BOHUMIL}/{HERE}")
        await browser.until("document.documentElement?.lang === 'cs'")
        said = "document.querySelector('nav').innerText + document.querySelector('#box').placeholder + document.querySelector('#send').innerText"
        for locale, words in (("cs", "Odeslat"), ("fr", "Envoyer"), ("en-US", "Send")):
            await browser.run(
                f"(() => {{ const l = document.querySelector('#locale'); l.value = '{locale}'; l.dispatchEvent(new Event('change')); }})()"
            )
            await browser.until(f"document.querySelector('#send').textContent === '{words}'")
            shown = await browser.run(said)
            assert ("Type /" in shown) == (locale == "en-US"), shown
        keys = await browser.run("import('/page/words.js').then(({ WORDS }) => Object.values(WORDS).map(texts => Object.keys(texts).sort().join()))")
        assert len(set(keys)) == 1
        assert len(keys) == 3


async def test_what_is_new_is_marked_and_a_private_panel_keeps_its_place(tmp_path, browser):
    """Channels and members have marks until somebody looks, also in the title; what others do comes below one's private panel."""
    async with Chat(tmp_path / "chat") as chat:
        await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined opening=fixed")
        table = await chat.bot.tables.here(int(HERE))
        other = next(channel for channel in chat.world.channels if channel not in (HERE, *chat.world.threads))
        await browser.call("Page.enable")
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{BOHUMIL}/{other}")
        await browser.until("document.querySelectorAll('#channels button').length > 1")
        assert not await browser.run("!!document.querySelector('.badge, .news')"), "whoever comes for the first time has missed nothing"
        await chat.use(ANNA, "move", action=" ".join(table.rules.decision(table.state, 0).default))
        await browser.until("document.title.startsWith('(1)')")
        assert await browser.run("document.querySelector('#members [aria-current=true] .badge').textContent") == "1"
        assert await browser.run("document.querySelector('#channels .unread .badge').textContent") == "1"
        await browser.run("document.querySelector('#channels .unread').click()")
        await browser.until("!document.title.startsWith('(') && !document.querySelector('#channels .unread')")
        await browser.until(PRESS % ("article:not(.private)", "Your move"))
        await browser.until("!!document.querySelector('article.private')")
        before = await browser.run("document.querySelectorAll('article').length")
        await chat.use(ANNA, "game export")
        await chat.bot.get_channel(int(HERE)).send("What others say.")
        await browser.until(f"document.querySelectorAll('article').length > {before}")
        last = "document.querySelector('#messages').lastElementChild"
        assert not await browser.run(f"{last}.classList.contains('private')"), "a private message stays where it was sent"
        assert "What others say." in await browser.run(f"{last}.textContent")
        assert await browser.run(f"{last}.getBoundingClientRect().bottom <= innerHeight"), "what has come is in sight"
        boxes = await browser.run("[...document.querySelectorAll('article img')].map(i => [i.clientWidth, i.clientHeight, innerWidth])")
        assert boxes
        assert all(wide <= (400 if window <= 700 else 550) and (window <= 700 or high <= 350) for wide, high, window in boxes), boxes


async def test_a_command_that_is_mentioned_goes_into_the_box(tmp_path, browser):
    """It stands there by its name in the member's palette."""
    async with Chat(tmp_path / "chat") as chat:
        await chat.use(BOHUMIL, "game list")
        await browser.call("Page.enable")
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{BOHUMIL}/{HERE}")
        await browser.until("document.querySelector('#messages a.mention')?.textContent === '/hra nová'")
        await browser.run("document.querySelector('#messages a.mention').click()")
        await browser.until("document.querySelector('#box').value === '/hra nová' && !document.querySelector('#palette').hidden")


async def test_an_address_of_a_channel_that_is_gone_leads_to_one_that_is_there(tmp_path, browser):
    async with Chat(tmp_path / "chat") as chat:
        await browser.call("Page.enable")
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{ANNA}/777")
        await browser.until("document.querySelector('#where')?.textContent === '# game-table'")
        assert await browser.run("document.querySelector('#channels [aria-current=true]').textContent") == "# game-table"


async def test_whoever_is_chosen_is_in_sight_on_a_phone(tmp_path, browser):
    """Members and channels that do not fit beside each other can be scrolled; who one is and where stay in sight."""
    inside = """(() => { const list = document.querySelector('%s'), one = list?.querySelector('[aria-current=true]')?.getBoundingClientRect();
      const all = list?.getBoundingClientRect(); return !!one && one.left >= all.left - 1 && one.right <= all.right + 1; })()"""
    async with Chat(tmp_path / "chat") as chat:
        await browser.call("Page.enable")
        last = [channel for channel in chat.world.channels if channel not in chat.world.threads][-1]
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{CECILE}/{last}")
        await browser.until("document.querySelector('#who')?.textContent.endsWith('Cécile')")
        await browser.until(inside % "#members")
        await browser.until(inside % "#channels")
        await browser.run("document.querySelector('#members').scrollLeft = 0")
        await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
        await browser.until("!!document.querySelector('#members .badge, #channels .news')")
        assert await browser.run("document.querySelector('#members').scrollLeft") == 0, "it is left where somebody has put it"


async def test_a_deck_by_a_file_in_the_page(tmp_path, browser):
    """The form speaks the member's language, names the file that is chosen, and can be left."""
    async with Chat(tmp_path / "chat") as chat:
        await browser.call("Page.enable")
        await browser.call("Page.navigate", url=chat.standin.address + f"/#{CECILE}/{HERE}")
        await browser.until("document.querySelector('#who')?.textContent.endsWith('Cécile')")

        async def opened() -> str:
            await browser.run("document.querySelector('#box').focus()")
            await browser.call("Input.insertText", text="/deck importer")
            await browser.until("!document.querySelector('#palette').hidden")
            await browser.key("Enter")
            await browser.until("document.activeElement.name === 'name'")
            await browser.run("document.querySelector('[name=name]').value = 'Mon raid'; document.querySelector('[name=game]').value = 'hexygame'")
            await browser.run("document.querySelector('#composer').requestSubmit()")
            await browser.until("document.querySelector('#modal').open")
            return await browser.run("document.querySelector('#modal').innerText")

        assert "Choisir un fichier" in await opened()
        await browser.until(PRESS % ("#modal", "Annuler"))
        assert not await browser.run("document.querySelector('#modal').open")
        await opened()
        await browser.run("""(() => { const field = document.querySelector('#modal input[type=file]'), files = new DataTransfer();
          files.items.add(new File(['14x Âtre rouge\\n4 Météore\\n'], 'raid.txt'));
          field.files = files.files; field.dispatchEvent(new Event('change')); })()""")
        assert "raid.txt" in await browser.run("document.querySelector('#modal').innerText")
        assert await browser.run("document.documentElement.scrollWidth <= innerWidth"), "the form is wider than a phone"
        await browser.run("document.querySelector('#modal form').requestSubmit()")
        await browser.until("/18 cartes/.test(document.querySelector('#messages').textContent)")
