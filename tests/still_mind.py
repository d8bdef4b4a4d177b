"""A process that thinks for ever and never says anything: `python -m tests.still_mind`, in the place of `cogs.playing.thought`."""

import time

if __name__ == "__main__":
    time.sleep(600)
