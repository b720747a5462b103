import { describe, expect, it } from "vitest";
import type { ApiDescription } from "../support/described-answers.ts";
import { type Body, expectProblem, pathsOf, sharedApi, type TestApi, testApi } from "../support/http.ts";

/*
 * Bodies that published clients of these APIs are known to send (D16, D26).
 */

/** Paths that take lists, or a document of its own. */
const LISTS = ["/v2/sensor_events/", "/v2/readings/", "/v2/admin/site/"];

describe("D16: a field of a body that is misspelt or unknown", async () => {
  const api = await sharedApi();
  const STRICT = { headers: { prefer: "handling=strict" } };

  it.each([
    ["/v2/spaces/", { name: "A", capcity: 5 }, { capcity: "unknown field; did you mean capacity?" }],
    [
      "/v1/spaces/",
      { name: "A", dailyReset: "04:00" },
      { dailyReset: "unknown field; did you mean daily_reset?" },
    ],
    ["/v2/spaces/", { name: "A", current_count: 5 }, { current_count: "is read-only" }],
    [
      "/v2/spaces/",
      { nmae: "A", capacity: -1 },
      { name: "is required", capacity: "must be at least 0", nmae: "unknown field; did you mean name?" },
    ],
    [
      "/v2/time_segment_groups/",
      { name: "A", colour: "red" },
      { colour: "unknown field; the fields are name, time_segments" },
    ],
    ["/v2/spaces/", { name: "A", meta: { any: { thing: 1 } } }, {}],
    ["/v2/webhooks/", { endpoint: "https://example.com/", headers: { "X-Any": "1" } }, {}],
  ])("of %s %j is named to a client that prefers strict handling", async (url, body, expected) => {
    const answer = await api.post(url, body, STRICT);
    expect(answer.headers["preference-applied"]).toBe("handling=strict");
    const errors = (answer.body.errors ?? []).map(({ path, message }) => [path, message]);
    expect(Object.fromEntries(errors)).toEqual(expected);
    expect(answer.status).toBe(errors.length > 0 ? 400 : 201);
    const lenient = await api.post(url, body);
    const ignored = Object.entries(expected).filter(([, message]) => /^unknown|read-only/.test(message));
    const names = ignored.map(([name]) => name).join(", ");
    expect(lenient.headers["headcount-ignored"]).toBe(names === "" ? undefined : names);
  });

  it("is named in a header whatever it is called, and however many there are", async () => {
    const named = async (names: readonly string[]) => {
      const body = Object.fromEntries(names.map((name) => [name, 1]));
      const { status, headers } = await api.post("/v2/spaces/", { name: "A", ...body });
      expect(status).toBe(201);
      return headers["headcount-ignored"];
    };
    expect(await named(["a.b", "c, d", "é\r\nX: 1", "[0]", "\ud800"])).toBe(
      "a%2Eb, c%2C%20d, %C3%A9%0D%0AX%3A%201, %5B0%5D, %EF%BF%BD",
    );
    expect(await named(["x".repeat(1_000)])).toBe("x".repeat(64));
    const many = Array.from({ length: 1_000 }, (_, index) => `f${index}`);
    expect(String(await named(many)).split(", ")).toEqual([...many.slice(0, 50), "..."]);
  });

  it("is named within lists, and what is known there is taken", async () => {
    const body = { network_addresses: [{ address: "10.0.0.1", adress: "x" }] };
    const url = "/v2/sensors/a/heartbeat/";
    const lenient = await api.post(url, body);
    expect(lenient.headers["headcount-ignored"]).toBe("network_addresses[0].adress");
    expect(lenient.body).toMatchObject({ network_addresses: [{ address: "10.0.0.1" }] });
    expect(pathsOf(await api.post(url, body, STRICT))).toEqual(["network_addresses.0.adress"]);
  });

  it("is named by every path that takes a JSON object, in both versions", async () => {
    let paths = 0;
    for (const version of ["v1", "v2"]) {
      const description = (await api.get(`/${version}/openapi.json`)).body as unknown as ApiDescription;
      for (const [path, methods] of Object.entries(description.paths))
        for (const [method, { requestBody }] of Object.entries(methods)) {
          // Messages of devices have fields of their own (D32).
          const isMessage = path.startsWith("/v2/devices/");
          if (requestBody === undefined || LISTS.includes(path) || isMessage) continue;
          const url = path.replace(/\{\w+\}/g, "x");
          const answer = await api.send(method.toUpperCase() as "POST", url, { body: { nonsense: 1 } });
          expect(answer.headers["headcount-ignored"], `${method} ${path}`).toBe("nonsense");
          paths++;
        }
    }
    expect(paths).toBeGreaterThan(25);
  });
});

describe("D16: clients that send forms to version 1", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
  const api = await sharedApi();
  const { space } = await api.site();
  const post = (url: string, raw: string) => api.post(url, undefined, { raw, headers });

  it("create what JSON creates", async () => {
    const [sensor] = (await api.get("/v1/sensors/")).body.results;
    for (const [url, form, expected] of [
      [
        "/v1/spaces/",
        "name=10&daily_reset=04%3A30&timezone=Asia%2FTokyo&description=a+b%20%C3%A9",
        { name: "10", daily_reset: "04:30", timezone: "Asia/Tokyo", description: "a b é" },
      ],
      ["/v1/spaces/", "name=true&daily_reset=null", { name: "true", daily_reset: null }],
      [
        "/v1/events/",
        `sensor_id=${sensor?.id}&direction=-1&timestamp=2024-05-10T10:00:00+01:00`,
        { direction: -1, timestamp: "2024-05-10T09:00:00.000Z" },
      ],
      ["/v1/resets/", `space_id=${space}&timestamp=2024-05-10T11:00:00Z&count=7`, { count: 7 }],
      [`/v1/spaces/${space}/tags/`, "tag_name=2", { tag_name: "2" }],
      [
        "/v1/webhooks/",
        "endpoint=https%3A%2F%2Fexample.com%2F%3Fa%3Db%26c",
        { endpoint: "https://example.com/?a=b&c" },
      ],
    ] as const) {
      const answer = await post(url, form);
      expect(answer, answer.text).toMatchObject({ status: 201, body: expected });
    }
  });

  it("get the same errors as with JSON", async () => {
    const reset = await post("/v1/resets/", `space_id=${space}&timestamp=noon&count=1.5`);
    expect(pathsOf(reset)).toEqual(["timestamp", "count"]);
    expect(pathsOf(await post("/v1/spaces/", ""))).toEqual(["name"]);
    const unknown = await post("/v1/spaces/", "name=A&nmae=B&__proto__=1");
    expect(unknown).toMatchObject({ status: 201, headers: { "headcount-ignored": "nmae, __proto__" } });
    expect(pathsOf(await post("/v1/spaces/", "a=1&".repeat(100_000)))).toEqual(["body"]);
    expectProblem(await post("/v2/spaces/", "name=A"), 415);
  });
});

describe("D16, D26: clients that send back resources as read", () => {
  /** Everything that there is, as both versions list it, and what the audit log has of it. */
  async function everything(api: TestApi): Promise<unknown[]> {
    const lists = ["spaces", "doorways", "links", "sensors", "webhooks", "tags", "resets"];
    const urls = [
      ...lists.flatMap((list) => [`/v1/${list}/`, `/v2/${list}/`]),
      "/v2/links/?ended=true",
      "/v2/time_segments/",
      "/v2/time_segment_groups/",
      "/v2/audit_log/?page_size=1000",
    ];
    const answers = await Promise.all(urls.map((url) => api.get(url)));
    return answers.map(({ text }) => text.replaceAll(/"updated_at":"[^"]*"/g, ""));
  }

  /** One of everything, with as much as each can have. */
  async function fullSite(api: TestApi): Promise<string[]> {
    const house = await api.create("/v2/spaces/", {
      name: "House",
      space_type: "building",
      time_zone: "US/Eastern",
      annual_rent: 1200.5,
      annual_rent_currency: "EUR",
      latitude: -33.9,
      longitude: 18.4,
      address: "",
      meta: { rooms: [1, 2.5, null], "": { "👋": true } },
    });
    const { space, doorway } = await api.site({
      parent_id: house.id,
      function: "cafe",
      capacity: 0,
      target_capacity: 7,
      safe_threshold_mode: "UTILIZATION_PERC_TARGET",
      safe_threshold_value: 0.6,
      size_area: 12.5,
      notes: "by the\nriver",
      daily_reset: "03:30",
      inherits_time_segments: false,
    });
    const bare = await api.create("/v1/spaces/", { name: "Bare" });
    const empty = await api.create("/v1/doorways/", { name: "Empty", sensor_id: "snr_283" });
    await api.create("/v1/links/", { space_id: bare.id, doorway_id: doorway, sensor_placement: -1 });
    for (const path of [`spaces/${space}`, `doorways/${doorway}`]) {
      await api.post(`/v1/${path}/tags/`, { tag_name: "x" });
    }
    await api.create(`/v2/spaces/${space}/assigned_teams/`, { team_name: "Cleaning" });
    const hours = { label: "Night", start: "22:00", end: "22:00", days: ["Sunday", "Monday"] };
    const segment = await api.create("/v2/time_segments/", { ...hours, spaces: [house.id, space] });
    const group = await api.create("/v2/time_segment_groups/", { name: "All", time_segments: [segment.id] });
    const endpoint = "https://example.com/hook?a=b";
    const hook = await api.create("/v2/webhooks/", { endpoint, headers: { "X-Key": "1" }, name: "Hook" });
    const oldHook = await api.create("/v1/webhooks/", { endpoint });
    const both = [
      ...[house.id, space, bare.id].map((id) => `spaces/${id}`),
      ...[doorway, empty.id].map((id) => `doorways/${id}`),
      ...[hook.id, oldHook.id].map((id) => `webhooks/${id}`),
    ];
    return [
      ...both.flatMap((path) => [`/v1/${path}/`, `/v2/${path}/`]),
      `/v2/time_segments/${segment.id}/`,
      `/v2/time_segment_groups/${group.id}/`,
    ];
  }

  it("change nothing, and are answered what they sent, but for updated_at", async () => {
    const api = await testApi();
    const urls = await fullSite(api);
    const { token } = await api.create("/v2/tokens/", { name: "Editor", scopes: ["write"] });
    await api.report("a 2024-05-10T10:00:00Z 1", "283 2024-05-10T11:00:00Z 1");
    api.at("2024-05-11T12:00:00Z");
    const before = await everything(api);
    for (const url of urls) {
      const { body, text } = await api.get(url);
      expect(Object.keys(body).length, text).toBeGreaterThan(1);
      const answer = await api.put(url, body, { token: String(token) });
      expect(answer.status, `${url} ${answer.text}`).toBe(200);
      const updated = "updated_at" in body ? { updated_at: "2024-05-11T12:00:00.000Z" } : {};
      expect(answer.body).toEqual({ ...body, ...updated });
      expect(await everything(api), url).toEqual(before);
    }
  });

  it("get the names of ignored fields, or of those that cannot be set (RFC 7240)", async () => {
    const api = await testApi();
    const strict = { headers: { prefer: 'respond-async, Handling="strict"; x=1, handling=lenient' } };
    for (const url of await fullSite(api)) {
      const { body } = await api.get(url);
      const lenient = await api.put(url, body, { headers: { prefer: 'x="handling=strict, y"' } });
      const names = String(lenient.headers["headcount-ignored"]).split(", ");
      expect(names, url).toContain("id");
      expect(lenient.headers["preference-applied"]).toBeUndefined();
      const refused = await api.put(url, body, strict);
      expect(pathsOf(refused), url).toEqual(names);
      for (const { message } of refused.body.errors) expect(message).toBe("is read-only");
      expect(refused.headers["preference-applied"]).toBe("handling=strict");
      const known = Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
      const taken = await api.put(url, known, strict);
      expect({ url, status: taken.status, text: taken.text }).toMatchObject({ status: 200 });
      expect(taken.headers["headcount-ignored"]).toBeUndefined();
    }
  });

  it("may send a webhook's secret along, and what the other version calls things", async () => {
    const api = await testApi();
    const made = await api.create("/v2/webhooks/", { endpoint: "https://example.com/" });
    const url = `/v2/webhooks/${made.id}/`;
    const answer = await api.put(url, { ...made, version: "v1", slow: true });
    const { secret, ...shown } = made as Body & { readonly secret: string };
    expect(answer.body).toEqual(shown);
    expect(api.context.catalog.webhooks.all()).toMatchObject([{ secret, version: "v2" }]);
    const space = await api.create("/v1/spaces/", { name: "Hall", time_zone: "Asia/Tokyo", notes: "n" });
    expect(space).toMatchObject({ timezone: "Asia/Tokyo", description: "n" });
    const spaceUrl = `/v1/spaces/${space.id}/`;
    const both = { timezone: "Europe/Berlin", time_zone: "UTC", description: "d", notes: "m" };
    const kept = { timezone: "Europe/Berlin", description: "d" };
    expect((await api.put(spaceUrl, both)).body).toMatchObject(kept);
    expect((await api.put(spaceUrl, { time_zone: "UTC" })).body).toMatchObject({ timezone: "UTC" });
    expect(pathsOf(await api.put(spaceUrl, { time_zone: "Mars" }))).toEqual(["time_zone"]);
  });
});
