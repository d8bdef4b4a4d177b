"""Messages for choosing, typing and planning moves."""
