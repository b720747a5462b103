import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { GRACE_MS } from "../../src/cli/server.ts";
import { SETTINGS } from "../../src/cli/settings.ts";
import { DATABASE_BYTES_DEFAULT, RUN_CACHE_BYTES_DEFAULT } from "../../src/domain/limits.ts";
import { isInRepository, readRepository, unknownSettings } from "../support/repository.ts";

const service = z.object({
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  networks: z.array(z.string()),
});

const COMPOSE = z
  .object({
    services: z.strictObject({
      headcount: service.extend({
        build: z.literal("."),
        restart: z.string(),
        stop_grace_period: z.string().regex(/^\d+s$/),
        mem_limit: z.string().regex(/^\d+g$/),
        read_only: z.literal(true),
        cap_drop: z.tuple([z.literal("ALL")]),
        security_opt: z.tuple([z.literal("no-new-privileges:true")]),
      }),
      caddy: service.extend({
        ports: z.array(z.string()),
        depends_on: z.object({ headcount: z.object({ condition: z.literal("service_healthy") }) }),
      }),
    }),
    networks: z.record(
      z.string(),
      z.object({ ipam: z.object({ config: z.tuple([z.object({ subnet: z.string() })]) }) }),
    ),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(readRepository("compose.yaml")));

const { headcount, caddy } = COMPOSE.services;

describe("compose.yaml", () => {
  it("mounts existing files, and a volume at the data directory of the image", () => {
    const sources = [headcount, caddy].flatMap(({ volumes }) =>
      volumes.map((mount) => mount.split(":")[0] ?? ""),
    );
    const missing = sources.filter((source) =>
      source.startsWith("./") ? !isInRepository(source) : !(source in COMPOSE.volumes),
    );
    expect(missing).toEqual([]);
    expect(headcount.volumes).toEqual(["data:/data"]);
    expect(readRepository("Dockerfile")).toContain("HEADCOUNT_DATA_DIR=/data\n");
  });

  it("sets known settings, and trusts only the proxy in its network", () => {
    expect(unknownSettings(Object.keys(headcount.environment))).toEqual([]);
    expect(headcount.networks).toEqual(caddy.networks);
    const [network = ""] = headcount.networks;
    expect(headcount.environment.HEADCOUNT_TRUST_PROXY).toBe(
      COMPOSE.networks[network]?.ipam.config[0].subnet,
    );
    expect(headcount.environment.HEADCOUNT_PUBLIC_URL).toMatch(/^https:/);
  });

  it("publishes the ports of the proxy only, which reaches the server", () => {
    expect(headcount).not.toHaveProperty("ports");
    expect(caddy.environment.UPSTREAM).toBe(`headcount:${SETTINGS.serve.port.default}`);
    const caddyfile = readRepository("deploy/Caddyfile");
    const names = [...caddyfile.matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
    expect(names).toEqual(["DOMAIN", "UPSTREAM"]);
    expect(Object.keys(caddy.environment)).toEqual(names);
  });

  it("gives the server enough time to stop and enough memory for its defaults", () => {
    expect(Number.parseInt(headcount.stop_grace_period, 10) * 1_000).toBeGreaterThan(GRACE_MS);
    const bytes = Number.parseInt(headcount.mem_limit, 10) * 2 ** 30;
    expect(bytes).toBeGreaterThan(RUN_CACHE_BYTES_DEFAULT + DATABASE_BYTES_DEFAULT + 2 ** 29);
  });
});
