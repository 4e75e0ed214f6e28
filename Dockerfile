# syntax=docker/dockerfile:1

# The image has the npm package installed in it. The package itself is the same on every platform.
FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --omit=dev
COPY README.md CHANGELOG.md LICENSE tsconfig.base.json tsconfig.build.json ./
COPY scripts scripts
COPY contract contract
COPY server server
COPY web web
COPY docs docs
COPY deploy deploy
RUN npm run pack && mv drawbridge-raffle-*.tgz drawbridge.tgz

# What npm adds to it, such as PostgreSQL, is made for the platform of the image.
FROM node:24-slim AS install
COPY --from=build /app/drawbridge.tgz /
RUN npm install --global --prefix=/opt/drawbridge /drawbridge.tgz
# Links the libraries of the embedded PostgreSQL, because the file system may be read-only later, and fails if
# it does not run on this base image.
RUN node -e "import('/opt/drawbridge/lib/node_modules/drawbridge-raffle/server/dist/db/embedded/binaries.js').then((binaries) => binaries.findBinaries(undefined, '/tmp'))"

FROM node:24-slim
LABEL org.opencontainers.image.title="Drawbridge" \
      org.opencontainers.image.description="Collects leads at events and raffles prizes among them" \
      org.opencontainers.image.version="1.1.0" \
      org.opencontainers.image.source="https://github.com/drawbridge-raffle/drawbridge" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    container=oci \
    PATH=/opt/drawbridge/bin:$PATH \
    DATA_DIR=/data
COPY --from=install /opt/drawbridge /opt/drawbridge
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "/opt/drawbridge/lib/node_modules/drawbridge-raffle/deploy/healthcheck.mjs"]
CMD ["drawbridge", "start"]
