"""What people set and see of each other, by buttons and commands."""
