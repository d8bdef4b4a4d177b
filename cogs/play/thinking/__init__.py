"""Computers that think: in processes of their own, in turn."""
