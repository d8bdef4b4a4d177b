"""Messages about tournaments: public ones, panels, pictures and files."""
