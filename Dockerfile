# Headcount in a container: `docker build -t headcount .`, then docs/deployment.md.

FROM node:22-slim AS build
WORKDIR /app
# Packages first: they are installed again only when they change.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY . .
RUN node scripts/prepare.mjs && npm prune --omit=dev --ignore-scripts

FROM node:22-slim
ENV NODE_ENV=production \
    HEADCOUNT_HOST=0.0.0.0 \
    HEADCOUNT_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/sql sql
COPY --from=build /app/fixtures fixtures
COPY --from=build /app/bin bin
COPY --from=build /app/dist dist
RUN ln -s /app/bin/headcount /usr/local/bin/headcount \
    && install --directory --mode=0700 --owner=node --group=node /data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEADCOUNT_PORT ?? 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["headcount"]
CMD ["serve"]
