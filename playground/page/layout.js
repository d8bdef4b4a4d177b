// Messages made of components alone (Discord's IS_COMPONENTS_V2): containers, sections, galleries. Text and rows are drawn as everywhere.
// And forms that take files.

export const isLayout = (message) => Boolean(message.flags & (1 << 15));

// `tools` are those of the page: make, rich (text), local (a file's address), row (of buttons and menus).
export function layout(message, tools) {
  const { make, rich, local, row } = tools;
  const picture = (media, description) => make("img", { src: local(media.url), alt: description ?? "" });

  function section(part) {
    const texts = make("div", { class: "texts" }, ...part.components.map(draw));
    const beside = part.accessory.type === 11 ? make("div", { class: "thumbnail" }, picture(part.accessory.media, part.accessory.description)) : row({ components: [part.accessory] });
    return make("div", { class: "section" }, texts, beside);
  }

  function container(part) {
    const box = make("div", { class: "container" }, ...part.components.map(draw));
    if (part.accent_color != null) box.style.setProperty("--bar", "#" + part.accent_color.toString(16).padStart(6, "0"));
    return box;
  }

  function file(part) {
    const name = decodeURIComponent(part.file.url.split("/").pop());
    return make("div", { class: "files" }, make("a", { href: local(part.file.url), download: name }, name));
  }

  function draw(part) {
    if (part.type === 1) return row(part);
    if (part.type === 9) return section(part);
    if (part.type === 10) return rich(part.content);
    if (part.type === 12) return make("div", { class: "gallery", "data-count": part.items.length }, ...part.items.map((item) => picture(item.media, item.description)));
    if (part.type === 13) return file(part);
    if (part.type === 14) return make("hr", { class: (part.spacing === 2 ? "wide " : "") + (part.divider === false ? "blank" : "") });
    if (part.type === 17) return container(part);
    return "";
  }

  return make("div", { class: "layout" }, ...message.components.map(draw));
}

// A field of a form that takes files, with its label.
export function upload(modal, input, make, t) {
  const label = modal.components.find((row) => row.component === input);
  const chosen = make("span", { class: "chosen" });
  const field = make("input", { type: "file", class: "unseen", name: input.custom_id, multiple: (input.max_values ?? 1) > 1, required: input.required !== false,
    onchange: () => { chosen.textContent = [...field.files].map((file) => file.name).join(", "); } });
  return make("label", {}, label.label, make("small", {}, label.description ?? ""), field, make("span", { class: "choose" }, t("file")), chosen);
}

// What is sent of it.
export async function uploaded(input, form) {
  const files = await Promise.all([...form.elements[input.custom_id].files].map(async (file) => ({ name: file.name, content: await file.text() })));
  return { type: 18, component: { type: 19, custom_id: input.custom_id, files } };
}
