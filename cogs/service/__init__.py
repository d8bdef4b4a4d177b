"""The bot at work: start, messages owed, clocks, tournaments in their channels, who may fetch what."""
