"""What is shown of rules and cards."""
