// A chat client for the stand-in: one member at a time, as that member's own Discord would show it.
import { isLayout, layout, upload, uploaded } from "./layout.js";
import { begin, missed, seen } from "./unread.js";
import { languageOf, say } from "./words.js";

const FACES = ["#b5485d", "#3d7a5a", "#7a5aa8", "#a86f2c"];
const at = (id) => document.getElementById(id);
const state = { member: "4001", channel: "3001", members: [], roles: [], channels: [], messages: new Map(), commands: [], online: false, ahead: 0 };
let socket, chosen = null, marked = 0, dismissed = new Set();

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key.startsWith("aria-")) node.setAttribute(key, String(value));
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.filter((c) => c != null));
  return node;
}

const me = () => state.members.find((m) => m.id === state.member);
const t = (key, facts) => say(languageOf(me()?.locale), key, facts);
const nameOf = (id) => state.members.find((m) => m.id === id)?.name ?? t("somebody");
const directOf = (member) => "5" + member.slice(1); // Everybody has direct messages of their own.

async function ask(what, body) {
  const answer = await fetch(`/play/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const data = await answer.json();
  if (!answer.ok) throw new Error(t(data.message ?? "refused"));
  if (data.error) throw new Error(t(data.error));
  return data;
}

let noticeTimer;
function notice(text) {
  at("notice").textContent = text;
  at("notice").hidden = !text;
  clearTimeout(noticeTimer);
  if (text) noticeTimer = setTimeout(() => notice(""), 6000);
}

// Text as Discord shows it: code, bold, italics, quotes, mentions, time stamps.
function rich(text) {
  const box = make("div", { class: "content" });
  for (const [i, block] of text.split("```").entries()) {
    if (i % 2) { box.append(make("pre", {}, block.replace(/^\n/, ""))); continue; }
    let quote = null;
    const lines = block.split("\n");
    lines.forEach((line, n) => {
      const quoted = line.startsWith("> ");
      if (quoted && !quote) box.append(quote = make("blockquote"));
      if (!quoted) quote = null;
      const target = quote ?? box;
      if (line.startsWith("-# ")) { const small = make("small"); inline(small, line.slice(3)); target.append(small); }
      else inline(target, quoted ? line.slice(2) : line);
      if (n < lines.length - 1 && (quoted ? lines[n + 1].startsWith("> ") : !lines[n + 1].startsWith("> "))) target.append("\n");
    });
  }
  return box;
}

function inline(target, line) {
  const parts = line.split(/(\\[^\w\s]|\\_|`[^`]+`|\*\*.+?\*\*|\*[^*]+\*|<@\d+>|<@&\d+>|\[[^\]]+\]\(https:[^)\s]+\)|<#\d+>|<\/[^:>]+:\d+>|<t:\d+(?::[tTdDfFR])?>)/);
  for (const part of parts) {
    if (/^\\.$/.test(part)) target.append(part[1]);
    else if (/^`.+`$/.test(part)) target.append(make("code", {}, part.slice(1, -1)));
    else if (/^\*\*.+\*\*$/.test(part)) { const b = make("strong"); inline(b, part.slice(2, -2)); target.append(b); }
    else if (/^\*[^*]+\*$/.test(part)) target.append(make("em", {}, part.slice(1, -1)));
    else if (/^<@\d+>$/.test(part)) target.append(make("span", { class: "mention" }, "@" + nameOf(part.slice(2, -1))));
    else if (/^<@&\d+>$/.test(part)) target.append(make("span", { class: "mention" }, "@" + roleOf(part.slice(3, -1))));
    else if (/^\[.+\]\(/.test(part)) target.append(link(...part.slice(1, -1).split("](")));
    else if (/^<#\d+>$/.test(part)) target.append(channelLink(part.slice(2, -1)));
    else if (/^<\//.test(part)) target.append(commandLink(part.slice(2, -1).split(":")[0]));
    else if (/^<t:/.test(part)) target.append(stamp(...part.slice(3, -1).split(":")));
    else target.append(part);
  }
}

const roleOf = (id) => state.roles.find((r) => r.id === id)?.name ?? t("role");

// A link to a channel or a message of this server leads there; others open as usual.
function link(words, url) {
  const channel = /^https:\/\/discord\.com\/channels\/[^/]+\/(\d+)/.exec(url)?.[1];
  if (!channel) return make("a", { href: url, target: "_blank", rel: "noreferrer" }, words);
  return make("a", { href: `#${state.member}/${channel}`, onclick: (e) => { e.preventDefault(); go(state.member, channel); } }, words);
}

// A command stands there by the name that the palette has, and goes into the box.
function commandLink(path) {
  const shown = flat(true).find((c) => c.plain === "/" + path)?.shown ?? "/" + path;
  return make("a", { class: "mention", href: "#", onclick: (e) => { e.preventDefault(); at("box").value = shown; at("box").focus(); drawPalette(); } }, shown);
}

function channelLink(id) {
  const channel = state.channels.find((c) => c.id === id);
  if (!channel) return make("span", { class: "mention" }, "#" + t("channel"));
  return make("a", { class: "mention", href: `#${state.member}/${id}`, onclick: (e) => { e.preventDefault(); go(state.member, id); } }, channel.name.replace(" ", ""));
}

// A time stamp in the member's language: relative for R, else date and time as far as the style has them.
const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function stamp(seconds, style = "f") {
  const when = new Date(Number(seconds) * 1000), locale = me()?.locale;
  const exact = new Intl.DateTimeFormat(locale, STYLES.F).format(when);
  const left = (when - Date.now()) / 1000 - state.ahead;
  const [unit, length] = UNITS.find(([, n]) => Math.abs(left) >= n) ?? UNITS[3];
  const words = style === "R" ? new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(left / length), unit) : new Intl.DateTimeFormat(locale, STYLES[style]).format(when);
  return make("time", { datetime: when.toISOString(), title: exact }, words);
}

const local = (url) => new URL(url).pathname;

function show(message) {
  const hidden = message.flags & 64;
  const pinged = message.mentions.some((u) => u.id === state.member);
  const node = make("article", { id: "m" + message.id, class: hidden ? "private" : pinged ? "pinged" : "" });
  const time = new Date(message.timestamp).toLocaleTimeString(me()?.locale, { hour: "2-digit", minute: "2-digit" });
  node.append(make("span", { class: "face", "aria-hidden": "true" }, "R"));
  const body = make("div");
  body.append(make("div", { class: "by" }, message.author.global_name, make("time", {}, time)));
  const whole = isLayout(message); // It has its files and rows within.
  if (whole) body.append(layout(message, { make, rich, local, row: (row) => components(message, row) }));
  else body.append(message.flags & 128 ? make("div", { class: "content" }, t("thinking", { name: message.author.global_name })) : rich(message.content));
  const files = make("div", { class: "files" });
  for (const file of whole ? [] : message.attachments) {
    if (file.content_type?.startsWith("image/")) files.append(make("img", { src: local(file.url), alt: file.description ?? "" }));
    else files.append(make("a", { href: local(file.url), download: file.filename }, file.filename));
  }
  body.append(files);
  for (const row of whole ? [] : message.components) body.append(components(message, row));
  if (hidden) {
    const away = make("button", { type: "button", onclick: () => { dismissed.add(message.id); draw(); } }, t("dismiss"));
    body.append(make("div", { class: "only" }, t("only") + " · ", away));
  }
  node.append(body);
  return node;
}

function components(message, row) {
  const box = make("div", { class: "row" });
  const act = async (body, control) => {
    control.disabled = true;
    try {
      const answer = await ask("component", { member: state.member, channel: message.channel_id, message: message.id, ...body });
      if (answer.modal) openModal(answer.modal, message);
    } catch (error) { notice(error.message); }
    control.disabled = false;
  };
  for (const part of row.components) {
    if (part.type === 2 && part.url) {
      const leads = link(part.label ?? "·", part.url);
      leads.className = "button";
      box.append(leads);
    } else if (part.type === 2) {
      const button = make("button", { type: "button", class: "s" + part.style, disabled: part.disabled, onclick: () => act({ custom_id: part.custom_id }, button) }, part.label ?? "·");
      box.append(button);
    } else if (part.type === 3 && (part.max_values > 1 || part.min_values === 0)) {
      box.append(several(part, act));
    } else if (part.type === 3) {
      const menu = make("select", { "aria-label": part.placeholder ?? t("choose"), onchange: () => menu.value && act({ custom_id: part.custom_id, values: [menu.value] }, menu) });
      menu.append(make("option", { value: "" }, part.placeholder ?? t("choose")));
      for (const option of part.options) menu.append(make("option", { value: option.value }, option.label + (option.description ? " – " + option.description : "")));
      box.append(menu);
    } else if (part.type === 5) {
      const menu = make("select", { "aria-label": part.placeholder ?? t("choose"), onchange: () => menu.value && act({ custom_id: part.custom_id, values: [menu.value] }, menu) });
      menu.append(make("option", { value: "" }, part.placeholder ?? t("choose")), ...state.members.map((m) => make("option", { value: m.id }, m.name)));
      box.append(menu);
    }
  }
  return box;
}

// A menu from which several may be chosen; what is ticked first is sent first.
function several(part, act) {
  const chosen = part.options.filter((option) => option.default).map((option) => option.value);
  const send = make("button", { type: "button", class: "s1", disabled: true, onclick: () => act({ custom_id: part.custom_id, values: chosen }, send) }, t("choose"));
  const tick = (option) => {
    const field = make("input", { type: "checkbox", checked: !!option.default, onchange: () => {
      if (field.checked) chosen.push(option.value); else chosen.splice(chosen.indexOf(option.value), 1);
      send.disabled = chosen.length < (part.min_values ?? 1) || chosen.length > part.max_values;
      send.textContent = chosen.length ? t("chosen", { n: chosen.length }) : t("choose");
    } });
    return make("label", {}, field, make("span", {}, option.label), make("small", {}, option.description ?? ""));
  };
  return make("details", { class: "several" }, make("summary", {}, part.placeholder ?? t("choose")), ...part.options.map(tick), send);
}

// Phones show what a form of this id held when it was first opened (discord-api-docs issue 7554); other clients show what the bot has sent.
const held = new Map();
const onPhone = matchMedia("(max-width: 700px)");

function begins(modal, input) {
  const key = modal.custom_id + "\n" + input.custom_id;
  if (!held.has(key)) held.set(key, input.value ?? "");
  return onPhone.matches ? held.get(key) : input.value ?? "";
}

function openModal(modal, message) {
  const dialog = at("modal");
  const inputs = modal.components.flatMap((r) => r.components ?? [r.component]);
  const form = make("form", { method: "dialog" }, make("h2", {}, modal.title));
  for (const input of inputs) {
    if (input.type === 19) { form.append(upload(modal, input, make, t)); continue; }
    const field = make(input.style === 2 ? "textarea" : "input", { name: input.custom_id, maxlength: input.max_length, ...(input.style === 2 && { rows: 12 }) });
    field.value = begins(modal, input);
    form.append(make("label", {}, input.label ?? "", field));
  }
  form.append(make("div", { class: "row" }, make("button", { type: "submit", class: "s1" }, t("submit")), make("button", { type: "button", class: "s2", onclick: () => dialog.close() }, t("cancel"))));
  form.addEventListener("submit", async () => {
    const rows = await Promise.all(inputs.map((i) => i.type === 19 ? uploaded(i, form) : { type: 1, components: [{ type: 4, custom_id: i.custom_id, value: form.elements[i.custom_id].value }] }));
    ask("modal", { member: state.member, channel: state.channel, message: message?.id, custom_id: modal.custom_id, components: rows }).catch((e) => notice(e.message));
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

// Drawing

// A new message stands before the first one that is to follow it.
function place(box, node, shown) {
  const later = shown.slice(shown.findIndex((m) => "m" + m.id === node.id) + 1).map((m) => at("m" + m.id)).find(Boolean);
  box.insertBefore(node, later ?? null);
}

function draw() {
  const box = at("messages");
  const low = box.scrollHeight - box.scrollTop - box.clientHeight < 160;
  const shown = [...state.messages.values()].filter((m) => m.channel_id === state.channel && !dismissed.has(m.id));
  const wanted = new Set(shown.map((m) => "m" + m.id));
  for (const node of [...box.children]) if (!wanted.has(node.id)) node.remove();
  for (const message of shown) {
    const stamp = languageOf(me()?.locale) + JSON.stringify(message);
    const old = at("m" + message.id);
    if (old && old.dataset.stamp === stamp) continue;
    const fresh = show(message);
    fresh.dataset.stamp = stamp;
    if (old) old.replaceWith(fresh); else place(box, fresh, shown);
    for (const img of fresh.querySelectorAll("img")) img.addEventListener("load", () => { if (low) box.scrollTop = box.scrollHeight; });
  }
  if (low) box.scrollTop = box.scrollHeight;
  at("where").textContent = state.channels.find((c) => c.id === state.channel)?.name ?? "";
  at("who").textContent = t("as", { name: me()?.name ?? "" });
  at("link").textContent = state.online ? "" : t("offline");
}

// What stands in the page from the beginning, in the member's language.
function drawWords() {
  document.documentElement.lang = languageOf(me()?.locale);
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = t(node.dataset.say);
  for (const name of ["title", "placeholder", "aria-label"]) {
    for (const node of document.querySelectorAll(`[data-say-${name}]`)) node.setAttribute(name, t(node.getAttribute(`data-say-${name}`)));
  }
}

// A list stays where it has been scrolled to, until something else is chosen in it: that is brought into sight.
function list(id, chosen, rows) {
  const box = at(id), left = box.scrollLeft;
  box.replaceChildren(...rows);
  box.scrollLeft = left;
  if (box.dataset.chosen !== chosen) box.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest", inline: "center" });
  box.dataset.chosen = chosen;
}

function drawSide() {
  drawWords();
  const messages = [...state.messages.values()];
  if (!document.hidden) seen(state.member, state.channel, messages.filter((m) => m.channel_id === state.channel));
  const places = (member) => state.channels.map((c) => c.id.startsWith("5") ? directOf(member) : c.id);
  begin(state.members.map((m) => m.id), [...new Set(state.members.flatMap((m) => places(m.id)))], messages);
  const calls = (member) => places(member).reduce((sum, channel) => sum + missed(member, channel, messages).own, 0);
  const badge = (n) => n ? make("span", { class: "badge", role: "img", "aria-label": t("unread", { n }) }, String(n)) : null;
  list("channels", state.channel, state.channels.map((c) => {
    const { all, own } = missed(state.member, c.id, messages);
    const mark = own ? badge(own) : all ? make("span", { class: "news", role: "img", "aria-label": t("news") }) : null;
    return make("li", {}, make("button", { type: "button", class: all ? "unread" : "", "aria-current": c.id === state.channel, onclick: () => go(state.member, c.id) }, make("span", {}, c.name), mark));
  }));
  list("members", state.member, state.members.map((m, i) => {
    const face = make("span", { class: "face", style: `background:${FACES[i % 4]}`, "aria-hidden": "true" }, m.name[0]);
    return make("li", {}, make("button", { type: "button", "aria-current": m.id === state.member, onclick: () => go(m.id, state.channel) }, face, make("span", {}, m.name), badge(calls(m.id))));
  }));
  const own = calls(state.member);
  document.title = (own ? `(${own}) ` : "") + t("title");
  at("locale").value = me()?.locale.startsWith("en") ? "en-US" : me()?.locale;
}

async function go(member, channel) {
  if (channel.startsWith("5")) channel = directOf(member);
  state.member = member; state.channel = channel;
  location.hash = `${member}/${channel}`;
  stopCommand();
  at("messages").replaceChildren();
  await listen();
  at("messages").scrollTop = at("messages").scrollHeight;
}

// What is heard while the state is on its way may be newer than the state: it is told again afterwards.
const loads = new Set();

async function load() {
  const heard = [];
  loads.add(heard);
  try {
    const data = await (await fetch("/play/state?member=" + state.member)).json();
    Object.assign(state, { members: data.members, roles: data.roles, ahead: data.ahead, channels: data.channels, commands: data.commands, online: data.online });
    if (!state.channels.some((c) => c.id === state.channel || directOf(state.member) === state.channel)) state.channel = state.channels[0].id; // It is gone.
    state.messages = new Map(data.messages.map((m) => [m.id, m]));
    for (const { event, data: message } of heard) keep(event, message);
  } finally { loads.delete(heard); }
  drawSide(); draw();
}

function keep(event, message) {
  if (event === "MESSAGE_DELETE") state.messages.delete(message.id); else state.messages.set(message.id, message);
}

// The socket is open before the state is fetched: what happens in between must not be missed.
function listen() {
  return new Promise((opened) => {
    if (socket) { socket.onclose = socket.onmessage = null; socket.close(); }
    socket = new WebSocket(`ws://${location.host}/play/socket?member=${state.member}`);
    socket.onopen = async () => { await load(); opened(); };
    socket.onmessage = hear;
    socket.onclose = () => { state.online = false; draw(); setTimeout(listen, 1500); };
  });
}

function hear(frame) {
  const { event, data } = JSON.parse(frame.data);
  if (event === "MESSAGE_DELETE" || event === "MESSAGE_CREATE" || event === "MESSAGE_UPDATE") {
    keep(event, data);
    for (const heard of loads) heard.push({ event, data });
    state.online = true;
  } else { load(); return; }
  drawSide(); draw();
  if (event === "MESSAGE_CREATE" && data.flags & 64 && data.channel_id === state.channel) at("messages").scrollTop = at("messages").scrollHeight;
}

// Commands

function flat(anywhere = false) {
  const locale = me()?.locale;
  const named = (o) => o.name_localizations?.[locale] ?? o.name;
  const told = (o) => o.description_localizations?.[locale] ?? o.description;
  const found = [];
  const walk = (node, path, shown) => {
    const subs = (node.options ?? []).filter((o) => o.type <= 2);
    if (subs.length) subs.forEach((s) => walk(s, [...path, s.name], [...shown, named(s)]));
    else found.push({ path, shown: "/" + shown.join(" "), plain: "/" + path.join(" "), description: told(node), options: node.options ?? [], named, told });
  };
  const direct = !anywhere && state.channel.startsWith("5");
  const here = state.commands.filter((c) => !direct || !c.contexts || c.contexts.includes(1));
  here.forEach((c) => walk(c, [c.name], [named(c)]));
  return found;
}

function fitting() {
  const typed = at("box").value.trim().toLowerCase();
  return flat().filter((c) => c.shown.includes(typed) || c.plain.includes(typed));
}

function drawPalette() {
  const box = at("palette");
  const open = at("box").value.startsWith("/") && !chosen;
  const list = open ? fitting() : [];
  box.hidden = !list.length;
  at("box").setAttribute("aria-expanded", String(!box.hidden));
  marked = Math.max(0, Math.min(marked, list.length - 1));
  box.replaceChildren(...list.map((c, i) => make("div", { role: "option", id: "command" + i, "aria-selected": i === marked, onmousedown: (e) => { e.preventDefault(); startCommand(c); } }, make("strong", {}, c.shown), make("small", {}, c.description))));
  box.children[marked]?.scrollIntoView({ block: "nearest" });
  lit(at("box"), box.children[marked]);
}

// Tells who does not see it which of the suggestions is lit.
function lit(input, option) {
  if (option) input.setAttribute("aria-activedescendant", option.id); else input.removeAttribute("aria-activedescendant");
}

function startCommand(command) {
  chosen = command;
  at("box").value = command.shown;
  at("box").readOnly = true;
  hidePalette();
  const box = at("fields");
  box.hidden = false;
  box.replaceChildren(...command.options.map((o) => field(command, o)));
  (box.querySelector("input, select") ?? at("send")).focus();
}

function stopCommand() {
  chosen = null;
  at("box").value = ""; at("box").readOnly = false;
  at("fields").hidden = true; at("fields").replaceChildren();
  hidePalette();
}

function hidePalette() {
  at("palette").hidden = true;
  at("box").setAttribute("aria-expanded", "false");
  lit(at("box"), null);
}

function field(command, option) {
  const label = make("label", { title: command.told(option) }, command.named(option) + (option.required ? " *" : ""));
  const common = { name: option.name, "data-type": option.type, required: option.required };
  const pickFrom = (entries) => make("select", common, make("option", { value: "" }, t("none")), ...entries.map(([value, text]) => make("option", { value }, text)));
  if (option.choices?.length) label.append(pickFrom(option.choices.map((c) => [c.value, command.named(c)])));
  else if (option.type === 6) label.append(pickFrom(state.members.map((m) => [m.id, m.name])));
  else if (option.type === 8) label.append(pickFrom(state.roles.map((r) => [r.id, r.name])));
  else if (option.type === 5) label.append(pickFrom([["true", t("yes")], ["false", t("no")]]));
  else if (option.type === 11) label.append(make("input", { ...common, type: "file" }));
  else {
    const input = make("input", { ...common, type: option.type === 4 ? "number" : "text", min: option.min_value, max: option.max_value, maxlength: option.max_length, placeholder: command.told(option) });
    label.append(input);
    if (option.autocomplete) completing(command, option, input, label);
  }
  return label;
}

function completing(command, option, input, label) {
  const box = make("div", { class: "suggest", role: "listbox", id: "for-" + option.name, "aria-label": command.named(option), hidden: true });
  let list = [], at_ = -1, turn = 0;
  label.append(box);
  for (const [key, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": box.id })) input.setAttribute(key, value);
  const paint = () => {
    box.hidden = !list.length;
    input.setAttribute("aria-expanded", String(!box.hidden));
    box.replaceChildren(...list.map((c, i) => make("div", { role: "option", id: `${box.id}-${i}`, "aria-selected": i === at_, onmousedown: (e) => { e.preventDefault(); take(c); } }, c.name)));
    box.children[at_]?.scrollIntoView({ block: "nearest" });
    lit(input, box.children[at_]);
  };
  // Like Discord, it shows what a suggestion is called and sends what it means; text that goes on as it was typed stands there as it is sent.
  const take = (choice) => {
    input.value = choice.name.startsWith(choice.value) ? choice.value : choice.name;
    input.dataset.value = choice.value;
    turn++; list = []; paint();
  };
  const fetchChoices = async () => {
    const mine = ++turn;
    try {
      const answer = await ask("autocomplete", { member: state.member, channel: state.channel, name: command.path, options: { ...values(), [option.name]: input.value }, focused: option.name });
      if (mine === turn && document.activeElement === input) { list = answer.choices; at_ = -1; paint(); }
    } catch { list = []; paint(); }
  };
  input.addEventListener("input", () => { delete input.dataset.value; fetchChoices(); });
  input.addEventListener("focus", fetchChoices);
  input.addEventListener("blur", () => { list = []; paint(); });
  input.addEventListener("keydown", (e) => {
    if (!list.length) return;
    if (e.key === "ArrowDown" || e.key === "ArrowUp") { at_ = (at_ + (e.key === "ArrowDown" ? 1 : -1) + list.length) % list.length; paint(); e.preventDefault(); }
    else if (e.key === "Enter" || e.key === "Tab") {
      const one = list[at_] ?? (list.length === 1 && input.value.trim() ? list[0] : null); // The lit one, or the only one.
      if (one) { take(one); if (e.key === "Enter") e.preventDefault(); }
    }
    else if (e.key === "Escape") { list = []; paint(); e.stopPropagation(); }
  });
}

function values() {
  const found = {};
  for (const input of at("fields").querySelectorAll("[name]")) if (input.type !== "file" && input.value !== "") found[input.name] = input.dataset.value ?? input.value;
  return found;
}

at("composer").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!chosen) {
    const list = fitting();
    if (at("box").value.startsWith("/") && list.length) startCommand(list[marked] ?? list[0]);
    else if (at("box").value) notice(t("slash"));
    return;
  }
  const options = values();
  for (const input of at("fields").querySelectorAll("input[type=file]")) if (input.files[0]) options[input.name] = { name: input.files[0].name, content: await input.files[0].text() };
  const command = chosen;
  stopCommand();
  at("box").focus();
  try {
    const answer = await ask("command", { member: state.member, channel: state.channel, name: command.path, options });
    if (answer.modal) openModal(answer.modal);
  } catch (error) { notice(error.message); }
});
at("box").addEventListener("input", () => { marked = 0; drawPalette(); });
at("box").addEventListener("focus", drawPalette);
at("box").addEventListener("blur", hidePalette);
at("box").addEventListener("keydown", (e) => {
  if (e.key === "ArrowDown") { marked += 1; drawPalette(); e.preventDefault(); }
  if (e.key === "ArrowUp") { marked -= 1; drawPalette(); e.preventDefault(); }
  if (e.key === "Tab" && !at("palette").hidden) { startCommand(fitting()[marked]); e.preventDefault(); }
});
at("composer").addEventListener("keydown", (e) => { if (e.key === "Escape") { stopCommand(); at("box").focus(); } });
at("later").addEventListener("click", async () => {
  await fetch("/play/later", { method: "POST", body: JSON.stringify({ hours: 6 }) });
  notice(t("passed"));
  setTimeout(load, 800);
});
at("locale").addEventListener("change", async () => { await fetch("/play/locale", { method: "POST", body: JSON.stringify({ member: state.member, locale: at("locale").value }) }); load(); });

document.addEventListener("visibilitychange", drawSide);

const [member, channel] = location.hash.slice(1).split("/");
if (member) state.member = member;
if (channel) state.channel = channel;
listen();
