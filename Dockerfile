FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.lock pyproject.toml README.md LICENSE ./
RUN pip install --no-cache-dir -c requirements.lock hatchling
COPY assets assets
COPY bot bot
COPY cogs cogs
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.13-slim
# Pillow's Raqm orders lines with FriBiDi; without it, letters of scripts that join or turn do not.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/*
COPY requirements.lock /tmp/
COPY --from=build /wheels /tmp/wheels
RUN pip install --no-cache-dir -c /tmp/requirements.lock "$(echo /tmp/wheels/*.whl)[fast]" \
    && rm -r /tmp/wheels /tmp/requirements.lock \
    && useradd --system --create-home --uid 10001 hearts \
    && install --directory --owner hearts --group hearts /data

# In the volume: the games, their backups, and what numba compiles at the first start, for the next container.
ENV HEARTS_DATABASE=/data/hearts.sqlite \
    HEARTS_WATCH_PORT=9464 \
    NUMBA_CACHE_DIR=/data/compiled \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER hearts
WORKDIR /data
VOLUME /data
# As `hearts-bot health`, in a third of the time.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["python", "-m", "bot.health_cli"]
# The exec form makes the program the container's first process, so that `docker stop` reaches it as SIGTERM.
ENTRYPOINT ["hearts-bot"]
CMD ["run"]
