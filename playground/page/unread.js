// What members have not seen yet: how far each of them has read each channel, kept from visit to visit.

const KEY = "read";
let read = null;

function kept() {
  if (read === null) try { read = JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { read = {}; }
  return read;
}

const newer = (id, than) => BigInt(id) > BigInt(than);

// A member has seen these messages of a channel.
export function seen(member, channel, messages) {
  const last = messages.reduce((most, m) => newer(m.id, most) ? m.id : most, kept()[`${member}/${channel}`] ?? "0");
  if (kept()[`${member}/${channel}`] === last) return;
  kept()[`${member}/${channel}`] = last;
  try { localStorage.setItem(KEY, JSON.stringify(read)); } catch { /* Then it is known for this visit. */ }
}

// Whoever comes for the first time has missed nothing.
export function begin(members, channels, messages) {
  for (const member of members) for (const channel of channels) {
    if (!(`${member}/${channel}` in kept())) seen(member, channel, messages.filter((m) => m.channel_id === channel));
  }
}

// How many messages of a channel a member has not seen, and how many of these name the member.
export function missed(member, channel, messages) {
  const since = kept()[`${member}/${channel}`] ?? "0";
  const fresh = messages.filter((m) => m.channel_id === channel && newer(m.id, since));
  return { all: fresh.length, own: fresh.filter((m) => m.mentions.some((u) => u.id === member)).length };
}
