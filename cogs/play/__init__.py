"""Tables and tournaments without Discord, tested alone."""
