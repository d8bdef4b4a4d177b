"""Whether everything is as the bot needs it, in words for whoever runs it. One module a subject; each finds, and changes nothing."""
