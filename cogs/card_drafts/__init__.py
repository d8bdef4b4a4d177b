"""What is done in card drafts by buttons, menus, forms and commands."""
