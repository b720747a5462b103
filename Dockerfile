# The container image: `docker build -t headcount .`. docs/deployment.md shows how to run it.

FROM node:24-slim AS build
WORKDIR /app
# These files are copied first, so that Docker installs the packages again only when one of them changes.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY . .
RUN node scripts/prepare.mjs && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production \
    HEADCOUNT_HOST=0.0.0.0 \
    HEADCOUNT_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/openapi openapi
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
    CMD ["node", "/app/bin/healthcheck.mjs"]
ENTRYPOINT ["headcount"]
CMD ["serve"]
