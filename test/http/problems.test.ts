import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { conflict, HeadcountError } from "../../src/domain/errors.ts";
import { BODY_BYTES_MAX } from "../../src/domain/limits.ts";
import { PROBLEMS, type ProblemSlug, problemTitle, problemType } from "../../src/http/problems.ts";
import { recordOutcomes, removeBefore } from "../support/commits.ts";
import { failure, queueCall } from "../support/finished-deliveries.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { type Answer, type ApiOptions, expectProblem, sharedApi, testApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";
import { servedRaw } from "../support/raw-client.ts";
import { readRepository } from "../support/repository.ts";

const SLUGS = Object.keys(PROBLEMS) as ProblemSlug[];
const HALL = { name: "Hall" };

/** An API with a space, a doorway with the sensor `a`, their link, and the sensor `7`. */
async function makeWorld(open: typeof testApi) {
  const store = memoryStore();
  const api = await open({ store });
  await api.report("7 2024-05-10T08:00:00Z 1");
  return { api, store, ...(await api.site()) };
}

type World = Awaited<ReturnType<typeof makeWorld>>;

/** A request for something that does not exist. */
const missing = (path: string) => (world: World) => world.api.get(`/v2/${path}`);
const removed = (path: string) => (world: World) => world.api.delete(`/v2/${path}`);

/** Lets the log fail to read a space's events. */
async function failing({ api, space }: World, error: Error): Promise<Answer> {
  vi.spyOn(api.context.events, "spaceEvents").mockRejectedValueOnce(error);
  return api.get(`/v2/spaces/${space}/events/?start_time=2024-05-01`);
}

/** Creates an event of the sensor `7` with a key. */
function keyed({ api }: World, key: string, direction: number): Promise<Answer> {
  const event = { sensor_id: "snr_7", timestamp: "2024-05-10T09:00:00Z", direction };
  return api.post("/v1/events/", event, { headers: { "idempotency-key": key } });
}

/** Repeats the request of an event that has been stored, was never answered, and is not in the log any more. */
function voided(world: World): Promise<Answer> {
  const fingerprint = `7 1 ${Date.parse("2024-05-10T09:00:00Z")}`;
  const remembered = { fingerprint, answer: null, eventId: 99n };
  vi.spyOn(world.api.context.ingest, "submit").mockResolvedValueOnce({ remembered, last: null } as never);
  return keyed(world, "voided", 1);
}

/** Replays a delivery of a new webhook. */
async function replayed(
  { api, space }: World,
  prepare: (webhook: string, call: bigint) => Promise<unknown>,
): Promise<Answer> {
  const { id: webhook } = await api.create("/v2/webhooks/", { endpoint: "https://example.com/hook" });
  const call = await queueCall(api, space, webhook);
  await prepare(webhook, call);
  return api.post(`/v2/webhooks/${webhook}/deliveries/dlv_${call}/replay`);
}

/** The answer to some lines on a new connection. */
async function raw(lines: readonly string[], bounds: ApiOptions["connections"] = {}): Promise<Answer> {
  const { client } = await servedRaw(bounds);
  const sending = client();
  sending.socket.write(lines.join("\r\n"));
  await sending.closed;
  const [head = "", text = ""] = sending.received.split("\r\n\r\n");
  const type = /^content-type: (.*)$/im.exec(head)?.[1];
  return { status: sending.status, headers: { "content-type": type }, body: JSON.parse(text), text };
}

const HANDSHAKE = [
  ...["GET /v2/?code=skc_1 HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: websocket"],
  ...["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""],
];

async function withOptions(options: ApiOptions, url: string): Promise<Answer> {
  return (await testApi(options)).get(url);
}

/** The answer to a request for a file of the console. */
async function ofConsole(headers: Readonly<Record<string, string>>): Promise<Answer> {
  const consoleFolder = temporaryFolder();
  writeFileSync(join(consoleFolder, "favicon.svg"), "<svg/>");
  return (await testApi({ consoleFolder })).get("/favicon.svg", { headers });
}

/** A request that is answered with each problem. */
const CASES: Readonly<Record<ProblemSlug, (world: World) => Promise<Answer>>> = {
  "invalid-request": ({ api }) => api.post("/v2/spaces/", { name: 5 }),
  "malformed-body": ({ api }) =>
    api.post("/v2/spaces/", undefined, { raw: "{", headers: { "content-type": "application/json" } }),
  "rows-rejected": ({ api }) => api.post("/v2/sensor_events/", [5]),
  "malformed-request": () => raw(["nonsense", "", ""]),
  "invalid-token": ({ api }) => api.get("/v2/spaces/", { token: "hct_unknown" }),
  "missing-scope": async ({ api }) => api.post("/v2/spaces/", HALL, { token: await api.token(["read"]) }),
  "invalid-socket-code": () => raw(HANDSHAKE),
  "unknown-path": missing("nothing/"),
  "unknown-space": missing("spaces/spc_99/"),
  "unknown-doorway": missing("doorways/drw_99/"),
  "unknown-link": missing("links/lnk_99/"),
  "unknown-sensor": missing("sensors/S-99/"),
  "unknown-event": removed("events/evt_99/"),
  "unknown-reset": removed("resets/rst_99/"),
  "unknown-tag": missing("tags/none/"),
  "unknown-assigned-team": ({ api, space }) => api.delete(`/v2/spaces/${space}/assigned_teams/ast_99/`),
  "unknown-time-segment": missing("time_segments/tsm_99/"),
  "unknown-time-segment-group": missing("time_segment_groups/tsg_99/"),
  "unknown-webhook": missing("webhooks/whk_99/"),
  "unknown-delivery": async ({ api }) => {
    const { id } = await api.create("/v2/webhooks/", { endpoint: "https://example.com/hook" });
    return api.post(`/v2/webhooks/${id}/deliveries/dlv_99/replay`);
  },
  "unknown-token": removed("tokens/tkn_99/"),
  "unknown-import": removed("imports/imp_99/"),
  "unknown-adapter": ({ api }) => api.post("/v2/devices/abacus/"),
  "method-not-allowed": ({ api }) => api.delete("/v2/spaces/"),
  "not-acceptable": ({ api }) => api.get("/v2/spaces/", { headers: { accept: "image/png" } }),
  "request-timeout": () => raw(["GET / HTTP/1.1", "Host: x", ""], { headersMs: 50, checkMs: 20 }),
  "doorway-name-taken": async ({ api, doorway }) => {
    const { name } = (await api.get(`/v2/doorways/${doorway}/`)).body;
    return api.post("/v2/doorways/", { name });
  },
  "sensor-attached-elsewhere": ({ api }) =>
    api.post("/v2/doorways/", { name: "Other door", sensor_serial_number: "a" }),
  "already-linked": ({ api, space, doorway }) =>
    api.post("/v2/links/", { space_id: space, doorway_id: doorway, sensor_placement: 1 }),
  "doorway-deleted": async () => {
    const { api, doorway, link } = await makeWorld(testApi);
    await api.delete(`/v2/doorways/${doorway}/`);
    return api.put(`/v2/links/${link}/`, { sensor_placement: -1 });
  },
  "events-not-removable": async () => {
    const api = await testApi();
    await api.report("a 2024-01-01T00:00:00Z 1");
    return api.post("/v2/admin/retention", { keep: "1d", apply: true });
  },
  "events-removed": async () => {
    const { api, store, link } = await makeWorld(testApi);
    await api.delete(`/v2/links/${link}/`);
    await removeBefore(store, Date.parse("2024-05-11"), Date.parse("2024-05-11"));
    return api.delete(`/v2/links/${link}/?erase=true`);
  },
  "space-has-children": async ({ api }) => {
    const { id } = await api.create("/v2/spaces/", { name: "House", space_type: "building" });
    await api.create("/v2/spaces/", { name: "Room", parent_id: id });
    return api.delete(`/v2/spaces/${id}/`, { name: "House" });
  },
  "team-already-assigned": async ({ api, space }) => {
    const assign = () => api.post(`/v2/spaces/${space}/assigned_teams/`, { team_name: "Sales" });
    await assign();
    return assign();
  },
  "idempotency-key-reused": async (world) => {
    await keyed(world, "reused", 1);
    return keyed(world, "reused", -1);
  },
  "event-voided": voided,
  "delivery-unfinished": (world) => replayed(world, async () => {}),
  "webhook-disabled": (world) =>
    replayed(world, async (webhook, call) => {
      await recordOutcomes(world.store, [failure(world.api, call, false)]);
      await world.api.put(`/v2/webhooks/${webhook}/`, { enabled: false });
    }),
  "too-many-deliveries": (world) => {
    const error = conflict("too-many-deliveries", "whk_1 has too many pending deliveries");
    vi.spyOn(world.api.context.deliveries, "replay").mockRejectedValueOnce(error);
    return replayed(world, async () => {});
  },
  "sensor-in-use": async ({ api }) => {
    await api.report("a 2024-05-06T07:00:00Z 1");
    return api.delete("/v2/sensors/a/");
  },
  "too-many-readings": async ({ api }) => {
    await api.post("/v2/readings/", [{ kind: "total", serial_number: "t", at: new Date(0), in_total: 0 }]);
    const error = conflict(
      "too-many-readings",
      "the sensor has more than 500000 readings since this instant",
    );
    vi.spyOn(api.context.journal, "transact").mockRejectedValueOnce(error);
    return api.put("/v2/sensors/t/", { counting: { cap: 2 } });
  },
  "older-node": async () => {
    const api = await testApi({ cluster: vi.fn() });
    const error = conflict("older-node", "nodes that are alive cannot read it: 1f2e3d4c");
    vi.spyOn(api.context.journal, "transact").mockRejectedValueOnce(error);
    return api.post("/v2/admin/cluster/upgrade");
  },
  "backup-running": ({ api }) => {
    const error = conflict("backup-running", "a backup is being made already");
    vi.spyOn(api.context.backups, "pack").mockRejectedValueOnce(error);
    return api.post("/v2/admin/backup");
  },
  "precondition-failed": () => ofConsole({ "if-match": '"other"' }),
  "range-not-satisfiable": () => ofConsole({ range: "bytes=1000-" }),
  "body-too-large": ({ api }) =>
    api.post("/v2/spaces/", undefined, {
      raw: Buffer.alloc(BODY_BYTES_MAX + 1, " "),
      headers: { "content-type": "application/json" },
    }),
  "unsupported-media-type": ({ api }) =>
    api.post("/v2/spaces/", undefined, { raw: "name=Hall", headers: { "content-type": "text/plain" } }),
  "unsupported-content-encoding": ({ api }) =>
    api.post("/v2/spaces/", HALL, { headers: { "content-encoding": "lzma" } }),
  "upgrade-required": ({ api }) => api.get("/v2/"),
  "rate-limit-exceeded": async ({ api }) => {
    const token = await api.token(["read"], 1);
    await api.get("/v2/tags/", { token });
    return api.get("/v2/tags/", { token });
  },
  "headers-too-large": () => raw(["GET / HTTP/1.1", `X: ${"x".repeat(100_000)}`, "", ""]),
  "internal-error": (world) => failing(world, new Error("unexpected")),
  "data-damaged": (world) => failing(world, new HeadcountError("store-damaged", "a page is damaged")),
  "data-lost": (world) => failing(world, new HeadcountError("data-lost", "a file is missing")),
  "not-ready": () => withOptions({ isReady: () => false }, "/v2/spaces/"),
  overloaded: () => raw(["GET /v2/spaces/ HTTP/1.1", "Host: x", "", ""], { total: 0 }),
  unavailable: (world) => failing(world, new HeadcountError("unavailable", "the disk is full")),
};

/** The page of the documentation: one section for each status and type. */
function problemsPage(): string {
  const statuses = [...new Set(SLUGS.map((slug) => PROBLEMS[slug].status))];
  const sections = statuses.map((status) => {
    const entries = SLUGS.filter((slug) => PROBLEMS[slug].status === status).map((slug) => {
      const { meaning, action } = PROBLEMS[slug];
      const title = problemTitle(slug);
      return `### ${title}\n\n\`${problemType(slug)}\`: ${meaning}\n\n${action}\n`;
    });
    return `## ${status}\n\n${entries.join("\n")}`;
  });
  return `# Problem types

Every error is \`application/problem+json\` (RFC 9457). Its \`type\` is a stable path, which does not change when the
wording of \`title\` or \`detail\` does: let programs compare \`type\`, and show \`detail\` to people. The server describes
each type at its path, such as \`GET /problems/unknown-space\`, without a token. Later releases may add types; treat an
unknown type by its \`status\`.

${sections.join("\n")}`;
}

describe("D17: the catalogue of problem types", async () => {
  const world = await makeWorld(sharedApi);

  it.each(SLUGS)("%s is answered with its status and title", async (slug) => {
    const answer = await CASES[slug](world);
    expectProblem(answer, PROBLEMS[slug].status);
    expect(answer.body.type).toBe(problemType(slug));
  });

  it("is served at the path of each type, without a token", async () => {
    const { api } = world;
    for (const slug of SLUGS) {
      const answer = await api.get(problemType(slug), { token: null });
      expect(answer).toMatchObject({ status: 200, headers: { "content-type": "text/plain; charset=utf-8" } });
      const { status, meaning, action } = PROBLEMS[slug];
      const title = problemTitle(slug);
      for (const text of [title, String(status), meaning, action]) expect(answer.text).toContain(text);
    }
    expectProblem(await api.get("/problems/nothing", { token: null }), 404);
  });

  it("is in the documentation as it is (`npx vitest run -u test/http/problems.test.ts` writes the page)", async () => {
    await expect(problemsPage()).toMatchFileSnapshot("../../docs/problems.md");
  });

  it("has every type that the API guide names", () => {
    const named = [...readRepository("docs/api-guide.md").matchAll(/\/problems\/([a-z-]+)/g)];
    expect(SLUGS).toEqual(expect.arrayContaining(named.map(([, slug]) => slug)));
  });
});
