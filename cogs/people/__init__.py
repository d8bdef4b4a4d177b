"""Commands and buttons for personal settings, and for what people see of each other."""
