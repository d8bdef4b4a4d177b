# The bot for a server: `docker compose up -d` runs it with PostgreSQL, see compose.yaml. Alone it keeps its games in the volume /data.
# By its digest, so that it is the same wherever and whenever it is built; docs/running.md says how to take a newer one.
FROM python:3.12-slim@sha256:229a2c5bfa27522db7815ea81f9bed70af17ccb9de9fc7ad142b1877b5830d36

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /referee
COPY requirements-lock.txt requirements-server-lock.txt ./
RUN pip install --require-hashes -r requirements-lock.txt -r requirements-server-lock.txt
COPY bot.py ./
COPY rules rules
COPY render render
COPY data data
COPY cogs cogs
# Of this the real bot needs nothing; without a token it is the way to look whether the image works.
COPY playground playground
RUN python -m compileall -q . && useradd --system --uid 10001 --no-create-home referee && install -d -o referee -m 700 /data

USER referee
ENV REFEREE_DB=/data/referee.sqlite3 PLAYGROUND_FILES=/data/playground METRICS=127.0.0.1:9464
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:9464/health', timeout=4)"]
# As a list, so that Python itself is told to stop, and not a shell.
CMD ["python", "bot.py"]
