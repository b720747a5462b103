import fc from "fast-check";
import { expect, it } from "vitest";
import { parentProblem } from "../../src/domain/hierarchy.ts";
import { Catalog } from "../../src/engine/catalog/catalog.ts";
import { openClusterApi } from "../support/cluster-api.ts";
import type { ApiDescription } from "../support/described-answers.ts";
import { openApi, type TestApi, testApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { checkProperty } from "../support/random.ts";
import { type FuzzedRequest, requestsFrom } from "./requests.ts";

const SEQUENCES = 14;

/** The most requests to one server, one after another; half of them on average. */
const SEQUENCE_MAX = 60;

/** Lists that must be readable after any requests. */
const LISTS = [
  ...["spaces", "doorways", "links", "resets", "events", "tags", "sensors", "webhooks"].map(
    (list) => `/v1/${list}/`,
  ),
  ...["spaces", "doorways", "links/?ended=true", "resets", "tags", "sensors", "webhooks", "audit_log"].map(
    (list) => `/v2/${list}`,
  ),
  ...["time_segments", "time_segment_groups", "tokens"].map((list) => `/v2/${list}/`),
];

async function descriptions(): Promise<ApiDescription[]> {
  const api = await testApi();
  await api.app.ready();
  return [api.app.describeV1(), api.app.describeV2()] as ApiDescription[];
}

/** Sends a request; TestApi holds the answer against its description. Requests must not revoke the token they use. */
async function send(api: TestApi, { method, url, ...sent }: FuzzedRequest): Promise<void> {
  if (method === "DELETE" && /^\/v2\/tokens\/tkn_1\b/.test(url)) return;
  const { status, text } = await api.send(method as "GET", url, sent);
  expect(status, `${method} ${url} ${JSON.stringify(sent)}: ${text}`).toBeLessThan(500);
}

/**
 * Sends random sequences of requests, each to a new API.
 *
 * @param check what must hold of it afterwards
 */
async function checkSequences(
  open: () => Promise<TestApi>,
  check: (api: TestApi) => Promise<void>,
): Promise<void> {
  const requests = requestsFrom(await descriptions());
  await checkProperty(
    fc.asyncProperty(
      fc.array(requests, { minLength: 1, maxLength: SEQUENCE_MAX, size: "max" }),
      async (sequence) => {
        const api = await open();
        try {
          for (const request of sequence) await send(api, request);
          expect(faultsOf(api.context.catalog)).toEqual([]);
          for (const url of LISTS) expect((await api.get(url)).status, url).toBe(200);
          await check(api);
        } finally {
          await api.app.close();
        }
      },
    ),
    { numRuns: SEQUENCES },
  );
}

it("no request leads to a 5xx or an answer that is not as described, nor leaves the catalog inconsistent", async () => {
  let store = memoryStore();
  const open = () => {
    store = memoryStore();
    return openApi({ store });
  };
  await checkSequences(open, async ({ context }) =>
    expect(rowsOf(await Catalog.open(store.catalog))).toEqual(rowsOf(context.catalog)),
  );
});

describeWithPostgres("requests to any of three servers on one log", (server) => {
  it("do not either, and all servers have the same catalog", async () => {
    const check = async ({ engines }: TestApi) => {
      for (const { journal } of engines) await journal.followLog();
      const [first, ...others] = engines.map(({ catalog }) => rowsOf(catalog));
      for (const other of others) expect(other).toEqual(first);
    };
    await checkSequences(() => openClusterApi(server()), check);
  });
});

/** A half-open span of time; null is without limit. */
interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

/** What is wrong with a catalog, one line a fault; nothing if all that is named exists and every rule holds. */
function faultsOf(catalog: Catalog): string[] {
  const faults: string[] = [];
  const demand = (holds: boolean, what: string) => void (holds || faults.push(what));
  for (const space of catalog.spaces.all()) {
    const parent = space.parentId === null ? undefined : catalog.spaces.get(space.parentId);
    demand(space.parentId === null || parent !== undefined, `parent of space ${space.id}`);
    const others = parent === undefined ? 0 : catalog.childrenOf.of(parent.id).length - 1;
    if (parent !== undefined) {
      const siblings = parent.spaceType === "space" ? others : 0;
      demand(parentProblem(space.spaceType, parent.spaceType, siblings) === null, `D21 of space ${space.id}`);
    }
    demand(!catalog.ancestry(space).includes(space), `cycle of space ${space.id}`);
    demand(catalog.schedulesOfSpace.of(space.id).length > 0, `schedule of space ${space.id}`);
  }
  for (const link of catalog.links.all()) {
    const doorway = catalog.doorways.get(link.doorwayId);
    demand(catalog.spaces.has(link.spaceId) && doorway !== undefined, `ends of link ${link.id}`);
    demand(link.to !== null || doorway?.deletedAt === null, `open link ${link.id} of a deleted doorway`);
  }
  for (const { id, sensorId, doorwayId, to } of catalog.attachments.all()) {
    const doorway = catalog.doorways.get(doorwayId);
    demand(catalog.sensors.has(sensorId) && doorway !== undefined, `ends of attachment ${id}`);
    demand(to !== null || doorway?.deletedAt === null, `sensor at a deleted doorway ${doorwayId}`);
  }
  for (const segment of catalog.timeSegments.all())
    demand(
      segment.spaceIds.every((id) => catalog.spaces.has(id)),
      `spaces of segment ${segment.id}`,
    );
  for (const group of catalog.timeSegmentGroups.all())
    demand(
      group.timeSegmentIds.every((id) => catalog.timeSegments.has(id)),
      `segments of group ${group.id}`,
    );
  for (const row of [...catalog.resets.all(), ...catalog.assignedTeams.all()])
    demand(catalog.spaces.has(row.spaceId), `space of ${row.id}`);
  return [...faults, ...overlapsOf(catalog)];
}

function overlapsOf(catalog: Catalog): string[] {
  const pairs = grouped(catalog.links.all(), (link) => `${link.spaceId} ${link.doorwayId}`);
  const ofSensor = grouped(catalog.attachments.all(), (attachment) => `sensor ${attachment.sensorId}`);
  const ofDoorway = grouped(catalog.attachments.all(), (attachment) => `doorway ${attachment.doorwayId}`);
  const names = grouped(
    catalog.doorways.all().filter(({ deletedAt }) => deletedAt === null),
    ({ name }) => name,
  );
  return [
    ...[...pairs, ...ofSensor, ...ofDoorway]
      .filter(([, spans]) => overlap(spans))
      .map(([key]) => `overlap of ${key}`),
    ...[...names].filter(([, doorways]) => doorways.length > 1).map(([name]) => `doorways named ${name}`),
  ];
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function overlap(spans: readonly Span[]): boolean {
  const sorted = spans.toSorted((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity));
  return sorted.some((span, i) => {
    const next = sorted[i + 1];
    return next !== undefined && (span.to ?? Infinity) > (next.from ?? -Infinity);
  });
}

/** All rows of a catalog, as a store would hold them. */
function rowsOf(catalog: Catalog): unknown {
  const tables = Object.entries(catalog).filter(([, table]) => typeof Object(table).all === "function");
  return Object.fromEntries(
    tables.map(([name, table]) => [
      name,
      (table as { all(): { id: bigint }[] }).all().toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ]),
  );
}
