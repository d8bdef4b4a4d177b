"""The host and port at which metrics are served, parsed from `METRICS`."""

from __future__ import annotations

from typing import NamedTuple

LOOPBACK = "127.0.0.1"
"""This machine alone."""


class Address(NamedTuple):
    """The host and port of a server."""

    host: str
    port: int

    @classmethod
    def read(cls, text: str) -> Address:
        """Parses a port of this machine, or `host:port`. Raises ValueError."""
        host, _, port = text.strip().rpartition(":")
        if not (port.isascii() and port.isdecimal() and len(port) < 6 and int(port) < 65536):
            raise ValueError(f"METRICS (.env) must be a port or an address with a port, such as 127.0.0.1:9464, not {text!r}")
        return cls(host.strip("[]") or LOOPBACK, int(port))
