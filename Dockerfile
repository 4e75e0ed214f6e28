# syntax=docker/dockerfile:1

# The web app and the server's JavaScript are the same on every platform.
FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --omit=dev
COPY tsconfig.base.json tsconfig.build.json ./
COPY scripts scripts
COPY contract contract
COPY server server
COPY web web
COPY docs docs
RUN npm run build

# What the server needs while it runs is made for the platform of the image.
FROM node:24-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --omit=dev --workspace=contract --workspace=server

FROM node:24-slim
LABEL org.opencontainers.image.title="Drawbridge" \
      org.opencontainers.image.description="Collects leads at events and raffles prizes among them" \
      org.opencontainers.image.version="1.0.0" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    container=oci \
    DATA_DIR=/data
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY package.json LICENSE ./
COPY contract/package.json contract/
COPY contract/src/languages contract/src/languages
COPY --from=build /app/contract/dist contract/dist
COPY server/package.json server/
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/web/dist web/dist
COPY deploy/healthcheck.mjs deploy/
# Links the libraries of the embedded PostgreSQL, because the file system may be read-only later, and fails if
# it does not run on this base image.
RUN node -e "import('./server/dist/db/embedded/binaries.js').then((binaries) => binaries.findBinaries(undefined, '/tmp'))"
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "deploy/healthcheck.mjs"]
CMD ["node", "server/dist/main.js"]
