"""What measures, learns, draws and breaks: commands of their own, beside what the suite runs."""
