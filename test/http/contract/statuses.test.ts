import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  expectProblem,
  openApi,
  pathsOf,
  type Sent,
  type TestApi,
  testApi,
} from "../../support/http.ts";

type Asked = readonly [method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH", path: string, sent?: Sent];

const JSON_TYPE = { "content-type": "application/json" };
const RETRY_AFTER = /^[1-9]\d*$/;

/** Refused requests by their cause; `{…}` stands for an id of the site. */
const INVALID: Readonly<Record<string, Asked>> = {
  "a required field that is missing": ["POST", "spaces/", { body: {} }],
  "a field of another type": ["POST", "doorways/", { body: { name: 5 } }],
  "a body that is no JSON": ["POST", "spaces/", { raw: "{", headers: JSON_TYPE }],
  "a body that names what does not exist": [
    "POST",
    "links/",
    { body: { space_id: "spc_99", doorway_id: "{doorway}", sensor_placement: 1 } },
  ],
  "a filter that names what does not exist": ["GET", "doorways/?space_id=spc_99"],
  "a page before the first": ["GET", "spaces/?page=0"],
  "a name that is not the space's": ["DELETE", "spaces/{space}/", { body: { name: "hall" } }],
  "a reset in the future": [
    "POST",
    "resets/",
    { body: { space_id: "{space}", timestamp: "2024-05-10T12:00:00.001Z" } },
  ],
};

const NOWHERE: Readonly<Record<string, Asked>> = {
  "an unknown path": ["GET", "rooms/"],
  "an unknown resource": ["GET", "spaces/spc_99/"],
  "the id of something else": ["GET", "spaces/{doorway}/"],
  "a malformed id": ["PUT", "doorways/drw_01/", { body: {} }],
  "a tag that nothing carries": ["GET", "tags/unknown/"],
  "a tag that is not on it": ["DELETE", "spaces/{space}/tags/unknown/"],
  "a path that is taken away": ["DELETE", "webhooks/whk_99/"],
};

const CONFLICTS: Readonly<Record<string, Asked>> = {
  "a doorway's name that is taken": ["POST", "doorways/", { body: { name: "Front door" } }],
  "a sensor that is attached elsewhere": [
    "POST",
    "doorways/",
    { body: { name: "Back door", sensor_serial_number: "a", sensor_id: "{sensor}" } },
  ],
  "a second link of a space and a doorway": [
    "POST",
    "links/",
    { body: { space_id: "{space}", doorway_id: "{doorway}", sensor_placement: -1 } },
  ],
  "a space that has children": ["DELETE", "spaces/{building}/", { body: { name: "Building" } }],
};

/** A site for all tests here to share: what is refused changes nothing. */
let api: TestApi;
let ids: ReadonlyMap<string, string>;
beforeAll(async () => {
  api = await openApi({ rateLimit: null });
  const building = await api.create("/v2/spaces/", { name: "Building", space_type: "building" });
  const site = await api.site({ parent_id: building.id });
  const [sensor] = (await api.get("/v1/sensors/")).body.results;
  ids = new Map(Object.entries({ ...site, building: building.id, sensor: String(sensor?.id) }));
});
afterAll(() => api.app.close());

function ask(version: string, asked: Asked): Promise<Answer> {
  const filled = JSON.stringify(asked).replaceAll(/\{(\w+)\}/g, (_all, word) => ids.get(word) ?? "");
  const [method, path, sent]: Asked = JSON.parse(filled);
  return api.send(method, `/${version}/${path}`, sent);
}

describe.each(["v1", "v2"])("%s: the documents' statuses", (version) => {
  it.each(Object.entries(INVALID))("400 for %s, and the body says why", async (_cause, asked) => {
    expect(pathsOf(await ask(version, asked))).toHaveLength(1);
  });

  it.each(Object.entries(NOWHERE))("404 for %s", async (_cause, asked) => {
    expectProblem(await ask(version, asked), 404);
  });

  it.each(Object.entries(CONFLICTS))("409 for %s", async (_cause, asked) => {
    expectProblem(await ask(version, asked), 409);
  });

  it("403 without a token, with a wrong one, and with one that may not", async () => {
    const url = `/${version}/spaces/`;
    const ingest = await api.token(["ingest"]);
    expectProblem(await api.get(url, { token: null }), 403, "Authorization: Bearer <token>");
    expectProblem(await api.get(url, { token: "wrong" }), 403, "Authorization: Bearer <token>");
    expectProblem(await api.get(url, { token: ingest }), 403, "scope read");
  });

  it("429 beyond a token's rate, and when to try again; v1 and v2 count together", async () => {
    const { token } = await api.create("/v2/tokens/", { name: version, rate: 2 });
    const sent = { token: String(token) };
    for (const each of ["v1", "v2"]) expect((await api.get(`/${each}/spaces/`, sent)).status).toBe(200);
    const refused = await api.get(`/${version}/spaces/`, sent);
    expectProblem(refused, 429, "more than 2 requests in a minute");
    expect(refused.headers["retry-after"]).toMatch(RETRY_AFTER);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
  });
});

describe.each(["v1", "v2"])("D17: %s: the statuses beyond the documents", (version) => {
  it("405 for a method that is not for a path, and which are", async () => {
    const answer = await ask(version, ["PATCH", "webhooks/whk_1/", { body: {} }]);
    expectProblem(answer, 405);
    expect(answer.headers.allow).toBe("DELETE, GET, HEAD, OPTIONS, PUT");
    const reset = await ask(version, ["PUT", "resets/", { body: {} }]);
    expectProblem(reset, 405);
    expect(reset.headers.allow).toBe("GET, HEAD, OPTIONS, POST");
  });

  it("503 while the server starts or stops, and when to try again", async () => {
    const starting = await testApi({ isReady: () => false });
    const answer = await starting.get(`/${version}/spaces/`);
    expectProblem(answer, 503);
    expect(answer.headers["retry-after"]).toMatch(RETRY_AFTER);
    // Before it is known who asks, nothing is told.
    expectProblem(await starting.get(`/${version}/spaces/`, { token: null }), 403);
  });
});

describe("D17: causes that one version alone has", () => {
  it("v1: 409 for an Idempotency-Key that was used; 400 for an event of an unknown sensor", async () => {
    const event = { sensor_id: ids.get("sensor"), direction: 1, timestamp: "2024-05-10" };
    const headers = { "idempotency-key": "1" };
    expect((await api.post("/v1/events/", event, { headers })).status).toBe(201);
    expectProblem(await api.post("/v1/events/", { ...event, direction: -1 }, { headers }), 409);
    expect(pathsOf(await api.post("/v1/events/", { ...event, sensor_id: "snr_99" }))).toEqual(["sensor_id"]);
  });

  it("v2: 409 for a team that a space has; 400 for a hierarchy that cannot be", async () => {
    const { id } = await api.create("/v2/spaces/", { name: "Floor", space_type: "floor" });
    await api.create(`/v2/spaces/${id}/assigned_teams/`, { team_name: "Security" });
    expectProblem(await api.post(`/v2/spaces/${id}/assigned_teams/`, { team_name: "Security" }), 409);
    const building = { name: "Building", space_type: "building", parent_id: id };
    expect(pathsOf(await api.post("/v2/spaces/", building))).toEqual(["parent_id"]);
  });
});
