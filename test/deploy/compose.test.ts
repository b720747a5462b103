import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { GRACE_MS } from "../../src/cli/server.ts";
import { SETTINGS } from "../../src/cli/settings.ts";
import {
  DATABASE_BYTES_DEFAULT,
  RUN_CACHE_BYTES_DEFAULT,
  SQL_MEMORY_BYTES_DEFAULT,
} from "../../src/domain/limits.ts";
import { isInRepository, readRepository, unknownSettings } from "../support/repository.ts";

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly networks: readonly string[];
  readonly stop_grace_period: string;
  readonly mem_limit: string;
}

const COMPOSE = parse(readRepository("compose.yaml")) as {
  readonly services: Readonly<Record<"headcount" | "caddy", Service>>;
  readonly networks: Readonly<Record<string, { readonly ipam: { readonly config: readonly unknown[] } }>>;
  readonly volumes: object;
};

const { headcount, caddy } = COMPOSE.services;

describe("compose.yaml", () => {
  it("confines the server, and starts the proxy when the server is healthy", () => {
    const confinement = { read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] };
    expect(headcount).toMatchObject({ build: ".", ...confinement });
    expect(caddy).toMatchObject({ depends_on: { headcount: { condition: "service_healthy" } } });
  });

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
    const subnet = headcount.environment.HEADCOUNT_TRUST_PROXY;
    expect(COMPOSE.networks[network]?.ipam.config).toEqual([expect.objectContaining({ subnet })]);
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
    expect(bytes).toBeGreaterThan(
      RUN_CACHE_BYTES_DEFAULT + DATABASE_BYTES_DEFAULT + SQL_MEMORY_BYTES_DEFAULT + 2 ** 29,
    );
  });
});
