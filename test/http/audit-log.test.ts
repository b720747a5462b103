import { describe, expect, it } from "vitest";
import { withEngine } from "../../src/cli/open-engine.ts";
import { createSpace } from "../../src/engine/spaces.ts";
import { hashSecret } from "../../src/engine/tokens.ts";
import { updateWebhook } from "../../src/engine/webhooks.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { ADMIN, type Body, expectProblem, NOW, pathsOf, type TestApi, testApi } from "../support/http.ts";

/** What a change leaves in the log, oldest first, without its number and time. */
async function noted(api: TestApi, change: () => Promise<unknown>): Promise<object[]> {
  const entries = async () => (await api.get("/v2/audit_log/?order=asc&page_size=1000")).body.results;
  const before = (await entries()).length;
  await change();
  return (await entries()).slice(before).map(({ action, resource_type, resource_id, changes }) => ({
    action,
    type: resource_type,
    id: resource_id,
    changes,
  }));
}

const update = (type: string, id: string, changes: object) => ({ action: "update", type, id, changes });
const anyNumber = expect.stringMatching(/^[1-9]\d*$/);

describe("the audit log notes", () => {
  it("a space's creation, changes and deletion, with all that goes with it", async () => {
    const api = await testApi();
    const made = await noted(api, () => api.create("/v2/spaces/", { name: "Hall", capacity: 5 }));
    const [{ id = "" } = {}] = made as { id: string }[];
    expect(made).toEqual([
      {
        action: "create",
        type: "space",
        id: expect.stringMatching(/^spc_/),
        changes: expect.objectContaining({
          name: { to: "Hall" },
          capacity: { to: 5 },
          parent_id: { to: null },
        }),
      },
      {
        action: "create",
        type: "daily_reset_schedule",
        id: anyNumber,
        changes: {
          space_id: { to: id },
          time_zone: { to: "UTC" },
          daily_reset: { to: "04:00" },
          effective_from: { to: null },
          effective_until: { to: null },
        },
      },
    ]);
    const url = `/v2/spaces/${id}/`;
    const put = (body: object) => noted(api, () => api.put(url, body));
    expect(await put({ name: "Hall", capacity: 5 })).toEqual([]);
    expect(await put({ name: "Lobby", capacity: null, meta: { a: [1] }, space_type: "floor" })).toEqual([
      update("space", id, {
        name: { from: "Hall", to: "Lobby" },
        capacity: { from: 5, to: null },
        meta: { from: null, to: { a: [1] } },
        space_type: { from: "space", to: "floor" },
      }),
    ]);
    expect(await put({ time_zone: "Europe/Berlin" })).toEqual([
      update("space", id, { time_zone: { from: "UTC", to: "Europe/Berlin" } }),
      update("daily_reset_schedule", expect.any(String), { effective_until: { from: null, to: NOW } }),
      expect.objectContaining({
        action: "create",
        changes: expect.objectContaining({ effective_from: { to: NOW } }),
      }),
    ]);
    const parent = await api.create("/v2/spaces/", { name: "House", space_type: "building" });
    expect(await put({ parent_id: parent.id })).toEqual([
      update("space", id, { parent_id: { from: null, to: parent.id } }),
    ]);
    const team = await api.create(`${url}assigned_teams/`, { team_name: "Cleaning" });
    const door = await api.create("/v2/doorways/", { name: "Door" });
    const link = await api.create("/v2/links/", { space_id: id, doorway_id: door.id, sensor_placement: 1 });
    const reset = await api.create("/v2/resets/", { space_id: id, timestamp: NOW });
    const segment = await api.create("/v2/time_segments/", {
      label: "Day",
      start: "08:00",
      end: "17:00",
      days: ["Monday"],
      spaces: [parent.id, id],
    });
    const deleted = await noted(api, () => api.delete(url, { name: "Lobby" }));
    const gone = (type: string, each: unknown) =>
      expect.objectContaining({ action: "delete", type, id: each, changes: expect.any(Object) });
    expect(deleted).toEqual([
      gone("space", id),
      gone("assigned_team", team.id),
      gone("link", link.id),
      gone("daily_reset_schedule", anyNumber),
      gone("daily_reset_schedule", anyNumber),
      gone("reset", reset.id),
      update("time_segment", segment.id, { spaces: { from: [parent.id, id], to: [parent.id] } }),
    ]);
    expect(deleted[4]).toMatchObject({ changes: { time_zone: { from: "Europe/Berlin" } } });
  });

  it("a doorway's, with its sensors, their attachments and its links", async () => {
    const api = await testApi();
    const body = { name: "Door", sensor_serial_number: "a" };
    const made = await noted(api, () => api.create("/v2/doorways/", body));
    const [{ id = "" } = {}] = made as { id: string }[];
    const sensor = { action: "create", type: "sensor", changes: { serial_number: { to: "a" } } };
    expect(made).toMatchObject([
      { action: "create", type: "doorway", changes: { name: { to: "Door" }, description: { to: "" } } },
      { ...sensor, id: expect.stringMatching(/^snr_/) },
      {
        action: "create",
        type: "sensor_attachment",
        changes: { doorway_id: { to: id }, effective_from: { to: null } },
      },
    ]);
    const url = `/v2/doorways/${id}/`;
    expect(await noted(api, () => api.put(url, { ...body, name: "Gate" }))).toEqual([
      update("doorway", id, { name: { from: "Door", to: "Gate" } }),
    ]);
    const from = "2024-05-10T11:00:00.000Z";
    const swap = { sensor_serial_number: "b", effective_from: from };
    expect(await noted(api, () => api.put(url, swap))).toMatchObject([
      { ...sensor, changes: { serial_number: { to: "b" } } },
      update("sensor_attachment", anyNumber, { effective_until: { from: null, to: from } }),
      { action: "create", changes: { effective_from: { to: from } } },
    ]);
    const { space } = { space: await api.create("/v2/spaces/", { name: "Hall" }) };
    const link = { space_id: space.id, doorway_id: id, sensor_placement: -1 };
    const linking = await noted(api, () => api.create("/v2/links/", link));
    const [{ id: linkId = "" } = {}] = linking as { id: string }[];
    expect(linking).toMatchObject([
      {
        action: "create",
        type: "link",
        changes: { space_id: { to: space.id }, doorway_id: { to: id }, sensor_placement: { to: -1 } },
      },
    ]);
    const ended = {
      action: "delete",
      type: "link",
      changes: { effective_until: { from: null, to: NOW } },
    };
    expect(await noted(api, () => api.delete(`/v2/links/${linkId}/`))).toEqual([{ ...ended, id: linkId }]);
    expect(await noted(api, () => api.delete(`/v2/links/${linkId}/?erase=true`))).toMatchObject([
      {
        action: "delete",
        id: linkId,
        changes: { effective_until: { from: NOW }, space_id: { from: space.id } },
      },
    ]);
    api.at("2024-05-10T13:00:00Z");
    const again = await api.create("/v2/links/", link);
    api.at("2024-05-10T14:00:00Z");
    const now = "2024-05-10T14:00:00.000Z";
    expect(await noted(api, () => api.delete(url))).toEqual([
      { action: "delete", type: "doorway", id, changes: { deleted_at: { from: null, to: now } } },
      update("sensor_attachment", anyNumber, { effective_until: { from: null, to: now } }),
      { ...ended, id: again.id, changes: { effective_until: { from: null, to: now } } },
    ]);
  });

  it("tags and teams, resets and events that are voided, segments and groups", async () => {
    const api = await testApi();
    const { space, doorway } = await api.site();
    const tag = (path: string) => noted(api, () => api.post(`${path}/tags/`, { tag_name: "x" }));
    expect(await tag(`/v2/spaces/${space}`)).toEqual([
      update("space", space, { tags: { from: [], to: ["x"] } }),
    ]);
    expect(await tag(`/v1/spaces/${space}`)).toEqual([]);
    expect(await tag(`/v1/doorways/${doorway}`)).toEqual([
      update("doorway", doorway, { tags: { from: [], to: ["x"] } }),
    ]);
    expect(await noted(api, () => api.delete(`/v2/doorways/${doorway}/tags/x/`))).toEqual([
      update("doorway", doorway, { tags: { from: ["x"], to: [] } }),
    ]);
    const team = await noted(api, () =>
      api.create(`/v2/spaces/${space}/assigned_teams/`, { team_name: "Cleaning" }),
    );
    const { id: teamId } = team[0] as { id: string };
    const teamChanges = { space_id: { to: space }, team_name: { to: "Cleaning" } };
    expect(team).toEqual([{ action: "create", type: "assigned_team", id: teamId, changes: teamChanges }]);
    expect(await noted(api, () => api.delete(`/v2/spaces/${space}/assigned_teams/${teamId}/`))).toMatchObject(
      [{ action: "delete", type: "assigned_team", id: teamId, changes: { team_name: { from: "Cleaning" } } }],
    );
    const reset = { space_id: space, timestamp: "2024-05-10T10:00:00Z", count: 4 };
    const resetting = await noted(api, () => api.create("/v1/resets/", reset));
    const { id: resetId } = resetting[0] as { id: string };
    expect(resetting).toMatchObject([
      {
        action: "create",
        type: "reset",
        changes: { timestamp: { to: "2024-05-10T10:00:00.000Z" }, count: { to: 4 } },
      },
    ]);
    const voided = { action: "void", changes: { voided_at: { to: NOW } } };
    expect(await noted(api, () => api.delete(`/v2/resets/${resetId}/`))).toMatchObject([
      { ...voided, type: "reset", id: resetId },
    ]);
    // A new sensor is a change, an event is none.
    expect(await noted(api, () => api.report("n 2024-05-10T10:00:00Z 1"))).toMatchObject([
      { action: "create", type: "sensor", changes: { serial_number: { to: "n" } } },
    ]);
    expect(await noted(api, () => api.report("a 2024-05-10T10:00:00Z 1"))).toEqual([]);
    const [event] = (await api.get(`/v2/spaces/${space}/events/?start_time=2024-05-10`)).body.results;
    const voiding = () => api.delete(`/v2/events/${event?.id}/`);
    expect(await noted(api, voiding)).toEqual([{ ...voided, type: "event", id: event?.id }]);
    expect(await noted(api, voiding)).toEqual([]);
    expect(await noted(api, () => api.post("/v2/sensors/h/heartbeat/", {}))).toMatchObject([
      { action: "create", type: "sensor", changes: { serial_number: { to: "h" } } },
    ]);
    expect(await noted(api, () => api.post("/v2/sensors/h/heartbeat/", {}))).toEqual([]);
    const segment = await api.create("/v2/time_segments/", {
      label: "Day",
      start: "08:00",
      end: "17:00:30",
      days: ["Monday"],
      spaces: [space],
    });
    const segmentUrl = `/v2/time_segments/${segment.id}/`;
    expect(
      await noted(api, () => api.put(segmentUrl, { label: "Night", start: "18:00", spaces: [] })),
    ).toEqual([
      update("time_segment", segment.id, {
        label: { from: "Day", to: "Night" },
        start: { from: "08:00:00", to: "18:00:00" },
        spaces: { from: [space], to: [] },
      }),
    ]);
    const group = await api.create("/v2/time_segment_groups/", { name: "All", time_segments: [segment.id] });
    expect(await noted(api, () => api.delete(segmentUrl))).toMatchObject([
      { action: "delete", type: "time_segment", changes: { label: { from: "Night" } } },
      update("time_segment_group", group.id, { time_segments: { from: [segment.id], to: [] } }),
    ]);
    expect(await noted(api, () => api.delete(`/v2/time_segment_groups/${group.id}/`))).toMatchObject([
      { action: "delete", type: "time_segment_group", changes: { name: { from: "All" } } },
    ]);
  });

  it("webhooks and tokens, but never their secrets", async () => {
    const api = await testApi();
    const body = { endpoint: "https://example.com/a", headers: { "X-Key": "topsecret" } };
    const hook = await api.create("/v2/webhooks/", body);
    const url = `/v2/webhooks/${hook.id}/`;
    expect(await noted(api, () => api.put(url, { headers: { "X-Key": "othersecret" } }))).toEqual([
      update("webhook", hook.id, { headers: { from: ["X-Key"], to: ["X-Key"] } }),
    ]);
    expect(await noted(api, () => api.put(url, { headers: { "X-Key": "othersecret" } }))).toEqual([]);
    const changed = { endpoint: "https://example.com/b", enabled: false, type: "threshold" };
    expect(await noted(api, () => api.put(url, changed))).toEqual([
      update("webhook", hook.id, {
        endpoint: { from: "https://example.com/a", to: "https://example.com/b" },
        enabled: { from: true, to: false },
        type: { from: "counts", to: "threshold" },
      }),
    ]);
    await api.delete(url);
    const token = await api.create("/v2/tokens/", { name: "Wall", scopes: ["read"], rate: 5 });
    expect(await noted(api, () => api.delete(`/v2/tokens/${token.id}/`))).toEqual([
      {
        action: "delete",
        type: "token",
        id: token.id,
        changes: { name: { from: "Wall" }, scopes: { from: ["read"] }, rate: { from: 5 } },
      },
    ]);
    const { text } = await api.get("/v2/audit_log/?page_size=1000");
    expect(text).toContain('"headers":{"to":["X-Key"]}');
    const secrets = [String(hook.secret), String(token.token), ADMIN];
    for (const secret of [...secrets, ...secrets.map(hashSecret), "topsecret", "othersecret", "whsec_"]) {
      expect(text).not.toContain(secret);
    }
  });

  it("a webhook's endpoint without what its query says, which the webhook itself still tells", async () => {
    const api = await testApi();
    const endpoint = "https://example.com:8443/a?key=topsecret&b=othersecret%3D&hiddensecret&=d&e=";
    const hook = await api.create("/v2/webhooks/", { endpoint });
    const url = `/v2/webhooks/${hook.id}/`;
    expect((await api.get(url)).body).toMatchObject({ endpoint });
    const changed = endpoint.replace("topsecret", "newsecret");
    const query = "https://example.com:8443/a?key=…&b=…&…&=…&e=…";
    expect(await noted(api, () => api.put(url, { endpoint: changed }))).toEqual([
      update("webhook", hook.id, { endpoint: { from: query, to: query } }),
    ]);
    expect((await api.get(url)).body).toMatchObject({ endpoint: changed });
    const withUser = "https://us%65rsecret:passsecret@example.com?a=b";
    expect(
      await noted(api, () => updateWebhook(api.context, BigInt(hook.id.slice(4)), { endpoint: withUser })),
    ).toEqual([update("webhook", hook.id, { endpoint: { from: query, to: "https://…@example.com/?a=…" } })]);
    await api.delete(url);
    const { text } = await api.get("/v2/audit_log/?page_size=1000");
    expect(text).not.toContain("secret");
  });

  it("nothing of what is refused", async () => {
    const api = await testApi();
    const { space, link, doorway } = await api.site();
    const refused = [
      () => api.put(`/v2/spaces/${space}/`, { name: "X", parent_id: space }),
      () => api.delete(`/v2/spaces/${space}/`, { name: "wrong" }),
      () => api.post("/v2/doorways/", { name: "Front door" }),
      () => api.post("/v2/links/", { space_id: space, doorway_id: doorway, sensor_placement: 1 }),
      () => api.delete("/v2/events/evt_99/"),
      () => api.post("/v2/resets/", { space_id: space, timestamp: "2025-01-01" }),
      async () => api.delete(`/v2/links/${link}/`, undefined, { token: await api.token(["read"]) }),
    ];
    for (const change of refused) {
      const left = await noted(api, async () => expect((await change()).status).toBeGreaterThan(399));
      expect(left.filter((entry) => !("type" in entry && entry.type === "token"))).toEqual([]);
    }
  });

  it("whose token it was, by id and name, and nobody's at the command line", async () => {
    const api = await testApi();
    const token = await api.create("/v2/tokens/", { name: "Ops", scopes: ["write"] });
    await api.post("/v1/spaces/", { name: "Hall" }, { token: String(token.token) });
    const [entry] = (await api.get("/v2/audit_log/?page_size=1")).body.results;
    expect(entry).toMatchObject({
      id: expect.stringMatching(/^aud_[1-9]\d*$/),
      timestamp: NOW,
      token_id: token.id,
      token_name: "Ops",
    });
    // It stays in the log when the token goes.
    await api.delete(`/v2/tokens/${token.id}/`);
    expect((await api.get(`/v2/audit_log/?token_id=${token.id}`)).body.total).toBe(2);
    await withEngine(temporaryFolder(), async (context) => {
      await createSpace(context, { name: "Hall" });
      const page = { start: 0, end: 2 ** 53 - 1, order: "ASC", offset: 0, limit: 9 } as const;
      const { items } = await context.catalog.auditLog({ tokenId: null, resourceId: null }, page);
      expect(items.map(({ actor }) => actor)).toEqual(Array(2).fill({ tokenId: null, name: "command line" }));
    });
  });
});

describe("GET /v2/audit_log/", () => {
  /** Three teams of one space, one an hour, the second by another token; and the log's length before. */
  async function threeTeams(api: TestApi) {
    const { space } = await api.site();
    const other = await api.create("/v2/tokens/", { name: "Ops", scopes: ["admin"] });
    const { total } = (await api.get("/v2/audit_log/")).body;
    const teams: Body[] = [];
    for (const [index, token] of [ADMIN, String(other.token), ADMIN].entries()) {
      api.at(`2024-05-10T1${3 + index}:00:00Z`);
      const url = `/v2/spaces/${space}/assigned_teams/`;
      teams.push((await api.post(url, { team_name: `T${index}` }, { token })).body);
    }
    return { before: total, other: other.id, ids: teams.map(({ id }) => id) };
  }

  it("is for the scope admin alone (D18)", async () => {
    const api = await testApi();
    for (const scope of ["read", "write", "ingest", "sql"] as const) {
      expectProblem(await api.get("/v2/audit_log/", { token: await api.token([scope]) }), 403, /scope admin/);
    }
    expect((await api.get("/v2/audit_log/", { token: await api.token(["admin"]) })).status).toBe(200);
    expectProblem(await api.get("/v2/audit_log/", { token: null }), 403);
  });

  it("D16: is newest first, oldest first on request, and in pages", async () => {
    const api = await testApi();
    const { before, ids } = await threeTeams(api);
    const of = async (query: string) =>
      (await api.get(`/v2/audit_log/?${query}`)).body.results.map((entry) => entry.resource_id);
    expect((await of("")).slice(0, 3)).toEqual(ids.toReversed());
    expect(await of("order=Desc&page_size=2")).toEqual([ids[2], ids[1]]);
    expect((await of("order=asc")).slice(-3)).toEqual(ids);
    expect(await of("order=asc")).toEqual((await of("")).toReversed());
    const { body } = await api.get("/v2/audit_log/?page_size=2&page=2&order=desc");
    expect(body.total).toBe(before + 3);
    expect(body.results[0]).toMatchObject({ resource_id: ids[0], timestamp: "2024-05-10T13:00:00.000Z" });
    expect(body.next).toBe("http://localhost:80/v2/audit_log/?page_size=2&page=3&order=desc");
    expect(body.previous).toBe("http://localhost:80/v2/audit_log/?page_size=2&page=1&order=desc");
    expect(await of("page=99")).toEqual([]);
  });

  it("is filtered by time, token and resource", async () => {
    const api = await testApi();
    const { other, ids } = await threeTeams(api);
    const of = async (query: string) => {
      const { body } = await api.get(`/v2/audit_log/?order=asc&${query}`);
      expect(body.total).toBe(body.results.length);
      return body.results.map((entry) => entry.resource_id);
    };
    expect(await of("start_time=2024-05-10T13:00:00Z&end_time=2024-05-10T15:00:00Z")).toEqual(
      ids.slice(0, 2),
    );
    expect(await of("start_time=2024-05-10T15:00:00%2B01:00")).toEqual(ids.slice(1));
    expect(await of(`token_id=${other}`)).toEqual([ids[1]]);
    expect(await of(`resource_id=${ids[2]}`)).toEqual([ids[2]]);
    expect(await of(`resource_id=${ids[2]}&token_id=${other}`)).toEqual([]);
    expect(await of("resource_id=spc_99")).toEqual([]);
    expect(await of("token_id=tkn_99")).toEqual([]);
  });

  it.each([
    ["token_id", "token_id=spc_1"],
    ["start_time", "start_time=noon"],
    ["start_time", "start_time=2024-05-02&end_time=2024-05-01"],
    ["order", "order=up"],
    ["page_size", "page_size=0"],
  ])("D3, D16, D17: refuses a wrong %s: %s", async (path, query) => {
    const api = await testApi();
    expect(pathsOf(await api.get(`/v2/audit_log/?${query}`))).toEqual([path]);
  });
});
