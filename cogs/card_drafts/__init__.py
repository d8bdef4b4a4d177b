"""Buttons, menus, forms and commands of card drafts."""
