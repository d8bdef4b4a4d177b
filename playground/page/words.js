// What the page itself says, in the language of whoever looks at it.

export const WORDS = {
  en: {
    title: "Referee playground", playground: "Playground", side: "Channels and members", channels: "Channels", members: "You are", language: "Language",
    later: "Lets 6 hours pass for the clocks of all tables", passed: "Six hours have passed.", send: "Send", submit: "Send", cancel: "Cancel", file: "Choose a file", type: "Type / for a command",
    thinking: "{name} is thinking …", only: "Only you can see this", dismiss: "Dismiss", choose: "Choose", chosen: "Choose {n}", yes: "Yes", no: "No", none: "–",
    as: "as {name}", offline: "The bot is not connected.", slash: "The bot listens to slash commands only. Type / to see them.",
    unread: { one: "{n} unread message to you", other: "{n} unread messages to you" }, news: "unread", somebody: "somebody", role: "deleted role", channel: "deleted channel",
    "The application did not respond": "The bot did not answer in time.", "This button is switched off": "This button is switched off.",
    "These are not choices of this menu": "The menu has changed meanwhile.", "Unknown Message": "This message is gone.", refused: "That did not work.",
  },
  cs: {
    title: "Rozhodčí na zkoušku", playground: "Na zkoušku", side: "Kanály a členové", channels: "Kanály", members: "Hraješ jako", language: "Jazyk",
    later: "Posune čas o 6 hodin, i hodiny všech stolů", passed: "Uplynulo šest hodin.", send: "Odeslat", submit: "Odeslat", cancel: "Zrušit", file: "Vybrat soubor", type: "Napiš / a vyber příkaz",
    thinking: "{name} přemýšlí …", only: "Vidíš to jen ty", dismiss: "Skrýt", choose: "Vyber", chosen: "Vybrat: {n}", yes: "Ano", no: "Ne", none: "–",
    as: "jako {name}", offline: "Bot není připojený.", slash: "Bot poslouchá jen příkazy. Napiš / a uvidíš je.",
    unread: { one: "{n} nepřečtená zpráva pro tebe", few: "{n} nepřečtené zprávy pro tebe", other: "{n} nepřečtených zpráv pro tebe" }, news: "nepřečtené", somebody: "někdo", role: "smazaná role", channel: "smazaný kanál",
    "The application did not respond": "Bot neodpověděl včas.", "This button is switched off": "Toto tlačítko je vypnuté.",
    "These are not choices of this menu": "Nabídka se mezitím změnila.", "Unknown Message": "Tato zpráva už tu není.", refused: "To se nepovedlo.",
  },
  fr: {
    title: "L’arbitre à l’essai", playground: "À l’essai", side: "Salons et membres", channels: "Salons", members: "Tu joues", language: "Langue",
    later: "Fait passer 6 heures pour les pendules de toutes les tables", passed: "Six heures ont passé.", send: "Envoyer", submit: "Envoyer", cancel: "Annuler", file: "Choisir un fichier", type: "Tape / pour une commande",
    thinking: "{name} réfléchit…", only: "Toi seul peux voir ceci", dismiss: "Masquer", choose: "Choisis", chosen: "Choisir\u00a0: {n}", yes: "Oui", no: "Non", none: "–",
    as: "en tant que {name}", offline: "Le bot n’est pas connecté.", slash: "Le bot n’écoute que les commandes. Tape / pour les voir.",
    unread: { one: "{n} message non lu pour toi", other: "{n} messages non lus pour toi" }, news: "non lu", somebody: "quelqu’un", role: "rôle supprimé", channel: "salon supprimé",
    "The application did not respond": "Le bot n’a pas répondu à temps.", "This button is switched off": "Ce bouton est désactivé.",
    "These are not choices of this menu": "Le menu a changé entre-temps.", "Unknown Message": "Ce message n’est plus là.", refused: "Ça n’a pas marché.",
  },
};

// The page's language for a member's locale, such as "cs" or "en-US".
export const languageOf = (locale) => Object.keys(WORDS).find((language) => locale?.startsWith(language)) ?? "en";

// A text by its key, with its facts filled in; where it has plural forms, `n` chooses one. What has no text is said as it is.
export function say(language, key, facts = {}) {
  const text = WORDS[language][key] ?? WORDS.en[key] ?? key;
  const form = typeof text === "string" ? text : text[new Intl.PluralRules(language).select(facts.n)] ?? text.other;
  return form.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}
