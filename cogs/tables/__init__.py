"""What is done at tables by buttons and commands: one module a subject."""
