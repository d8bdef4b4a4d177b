"""What is done in tournaments by buttons and panels."""
