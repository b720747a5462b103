import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { GRACE_MS } from "../../src/cli/serving/server.ts";
import { SETTINGS } from "../../src/cli/settings/settings.ts";
import {
  isInRepository,
  MEMORY_BYTES_NEEDED,
  readRepository,
  unknownSettings,
} from "../support/repository.ts";

interface Service {
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly networks: readonly string[];
  readonly stop_grace_period: string;
  readonly mem_limit: string;
}

const NODES = ["node-1", "node-2", "node-3"] as const;

type ServiceName = "headcount" | "caddy" | "balancer" | "postgres" | "standby" | (typeof NODES)[number];

const COMPOSE = parse(readRepository("compose.yaml"), { merge: true }) as {
  readonly services: Readonly<Record<ServiceName, Service>>;
  readonly networks: Readonly<Record<string, { readonly ipam: { readonly config: readonly unknown[] } }>>;
  readonly volumes: object;
};

const { headcount, caddy, balancer, postgres, standby } = COMPOSE.services;
const nodes = NODES.map((name) => COMPOSE.services[name]);

/** The services that start for a service, with it. */
function startedFor(name: ServiceName): ServiceName[] {
  const needed = Object.keys(COMPOSE.services[name].depends_on ?? {}) as ServiceName[];
  return [...new Set([name, ...needed.flatMap(startedFor)])];
}

/** The names in `{$NAME}` of a Caddyfile. */
function variablesOf(caddyfile: string): (string | undefined)[] {
  return [...readRepository(caddyfile).matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
}

describe("compose.yaml", () => {
  it("confines the server, and starts the proxy when the server is healthy", () => {
    const confinement = { read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] };
    expect(headcount).toMatchObject({ build: ".", ...confinement });
    expect(caddy).toMatchObject({ depends_on: { headcount: { condition: "service_healthy" } } });
  });

  it("mounts existing files, and a volume at the data directory of the image", () => {
    const sources = Object.values(COMPOSE.services).flatMap(({ volumes }) =>
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
    const names = variablesOf("deploy/Caddyfile");
    expect(names).toEqual(["DOMAIN", "UPSTREAM"]);
    expect(Object.keys(caddy.environment)).toEqual(names);
  });

  it("gives the server enough time to stop and enough memory for its defaults", () => {
    expect(Number.parseInt(headcount.stop_grace_period, 10) * 1_000).toBeGreaterThan(GRACE_MS);
    expect(Number.parseInt(headcount.mem_limit, 10) * 2 ** 30).toBeGreaterThan(MEMORY_BYTES_NEEDED);
  });
});

describe("the profile cluster of compose.yaml", () => {
  it("has all that its balancer needs, and nothing that starts without the profile", () => {
    expect(startedFor("balancer").toSorted()).toEqual(["balancer", ...NODES, "postgres", "standby"]);
    const unprofiled = Object.entries(COMPOSE.services).filter(([, { profiles }]) => profiles === undefined);
    expect(unprofiled.map(([name]) => name)).toEqual(["headcount", "caddy"]);
    for (const name of startedFor("balancer")) expect(COMPOSE.services[name].profiles).toEqual(["cluster"]);
  });

  it("has nodes that are servers like the single one, with a volume, an address and the database each", () => {
    for (const [
      index,
      { environment, volumes, networks, profiles, depends_on, ...node },
    ] of nodes.entries()) {
      const name = NODES[index];
      expect(headcount).toMatchObject(node);
      expect(volumes).toEqual([`${name}:/data`]);
      expect(networks).toEqual([...headcount.networks, "database"]);
      expect(unknownSettings(Object.keys(environment))).toEqual([]);
      expect(environment).toMatchObject({
        ...headcount.environment,
        HEADCOUNT_NODE_ADDRESS: `http://${name}:${SETTINGS.serve.port.default}`,
        HEADCOUNT_DATABASE: "postgres://headcount@postgres,standby/headcount",
      });
    }
  });

  it("publishes the ports of the balancer only, which reaches the nodes and not the database", () => {
    for (const service of [...nodes, postgres, standby]) expect(service).not.toHaveProperty("ports");
    const port = SETTINGS.serve.port.default;
    expect(balancer.environment.UPSTREAMS?.split(" ")).toEqual(NODES.map((name) => `${name}:${port}`));
    expect(Object.keys(balancer.environment)).toEqual(variablesOf("deploy/cluster.Caddyfile"));
    expect(balancer.networks).toEqual(headcount.networks);
    expect([postgres.networks, standby.networks]).toEqual([["database"], ["database"]]);
  });

  it("has passwords in the environment only, and the names that PostgreSQL is set up with", () => {
    const secret = `\${POSTGRES_PASSWORD:-}`;
    expect(nodes.map(({ environment }) => environment.PGPASSWORD)).toEqual(NODES.map(() => secret));
    expect([postgres.environment.POSTGRES_PASSWORD, standby.environment.PGPASSWORD]).toEqual([
      secret,
      secret,
    ]);
    const setUp = readRepository("deploy/postgres/primary.sql");
    expect(setUp).toContain("ALTER SYSTEM SET synchronous_standby_names = 'standby';");
    expect(readRepository("deploy/postgres/standby.sh")).toContain(
      "host=postgres user=replicator application_name=standby",
    );
    // What the page has users do by hand.
    const page = readRepository("docs/cluster.md");
    const grants = setUp.match(/^(?:CREATE DATABASE|GRANT|ALTER ROLE) .*;$/gm) ?? [];
    expect(grants).toHaveLength(4);
    expect(grants.filter((grant) => !page.includes(grant))).toEqual([]);
  });
});
