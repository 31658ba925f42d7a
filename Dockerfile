# The Chessmith server as an image; docs/deploy.md says how to run it.
FROM node:24-bookworm-slim AS build

# For platforms without a prebuilt better-sqlite3.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*

WORKDIR /src
COPY . .
# The build needs no native module, so nothing is compiled here.
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm run package -- --to /archive

WORKDIR /opt/chessmith
RUN npm install --no-audit --no-fund /archive/chessmith-*.tgz
RUN cp /src/scripts/docker-health.mjs health.mjs

FROM node:24-bookworm-slim

COPY --from=build /opt/chessmith /opt/chessmith
RUN mkdir /data && chown node:node /data

ENV NODE_ENV=production \
    PATH=/opt/chessmith/node_modules/.bin:$PATH \
    CHESSMITH_HTTP_HOST=0.0.0.0 \
    CHESSMITH_HTTP_PORT=8080 \
    CHESSMITH_DATA=/data

USER node
WORKDIR /data
VOLUME /data
EXPOSE 8080

HEALTHCHECK --interval=30s --timeout=5s --start-period=15s \
    CMD ["node", "/opt/chessmith/health.mjs", "/proc/1/cmdline"]

# Arguments after the image's name are flags of the server: docker run … chessmith --log-level warn
ENTRYPOINT ["chessmith", "serve"]
