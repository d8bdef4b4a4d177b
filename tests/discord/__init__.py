"""Discord's own description of its API, as far as the bot uses it."""
