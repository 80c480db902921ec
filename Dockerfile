# Tableside as an image, for a household and for hosts: docs/containers.md. Every package comes as a build of which the sum is known.
FROM python:3.13-slim AS build
RUN python -m venv /opt/tableside
COPY requirements-hosted.lock /src/
RUN /opt/tableside/bin/pip install --no-cache-dir --only-binary :all: --require-hashes -r /src/requirements-hosted.lock
COPY app.py LICENSE /opt/tableside/
COPY companion /opt/tableside/companion
COPY templates /opt/tableside/templates
COPY static /opt/tableside/static
RUN printf '#!/bin/sh\nexec python /opt/tableside/app.py "$@"\n' > /opt/tableside/bin/tableside && chmod 755 /opt/tableside/bin/tableside
RUN /opt/tableside/bin/python -m compileall -q /opt/tableside/companion

FROM python:3.13-slim
RUN useradd --uid 8000 --no-create-home tableside && install -d -m 700 -o tableside -g tableside /data
COPY --from=build /opt/tableside /opt/tableside
ENV PATH=/opt/tableside/bin:$PATH TABLESIDE_DATA=/data TABLESIDE_NO_BROWSER=on PYTHONUNBUFFERED=1 MALLOC_ARENA_MAX=1
USER tableside
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD python -c "import urllib.request as web; web.urlopen('http://127.0.0.1:${TABLESIDE_PORT:-8000}/livez', timeout=4)"
ENTRYPOINT ["tableside"]
