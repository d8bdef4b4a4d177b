"""Messages that show rules and cards."""
