"""Messages that show rules and cards; `find_cards` finds a card by what was typed, `entry` shows a rule, `chapters` the book."""
