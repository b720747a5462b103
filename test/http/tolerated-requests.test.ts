import { describe, expect, it } from "vitest";
import { createDoorway } from "../../src/engine/resources/doorways.ts";
import type { ApiDescription } from "../support/described-answers.ts";
import {
  ADMIN,
  type Body,
  expectProblem,
  pathsOf,
  type TestApi,
  testApi,
  testSite,
} from "../support/http.ts";

/*
 * Requests that published clients of these APIs are known to send (D16).
 */

const RANGE = "start_time=2024-05-10T08:00:00Z&end_time=2024-05-10T12:00:00Z";

/** A hall with three events, and the office hours that apply to it. */
async function hall() {
  const { api, ...ids } = await testSite();
  const segment = await api.create("/v2/time_segments/", {
    label: "Office Hours",
    start: "09:00:00",
    end: "11:00:00",
    days: ["Friday"],
    spaces: [ids.space],
  });
  await api.report("a 2024-05-10T08:30:00Z 1", "a 2024-05-10T09:30:00Z 1", "a 2024-05-10T10:30:00Z -1");
  return { api, ...ids, segment: segment.id };
}

function timesOf(body: Body): string[] {
  return body.results.map(({ timestamp }) => String(timestamp).slice(11, 16));
}

describe("clients whose base address ends in a slash", () => {
  it.each([
    ["GET", "//v2/spaces/", 200],
    ["GET", "//v2///spaces//?page=1", 200],
    ["GET", "/v2//spaces//:id//counts//?start_time=2024-05-10&end_time=2024-05-11", 200],
    ["POST", "//v2//spaces/", 400],
    ["PATCH", "//v2//spaces//", 405],
    ["GET", "//v2//nothing/", 404],
    ["GET", "//healthz", 200],
    ["OPTIONS", "//v1//spaces", 204],
  ] as const)("%s %s is answered as without further slashes", async (method, path, status) => {
    const { api, space } = await testSite();
    const headers = { authorization: `Bearer ${ADMIN}`, accept: "text/html, */*" };
    // Without a host, the path would be read as one.
    const send = (url: string) => api.app.inject({ method, headers, url: `http://localhost${url}` });
    const url = path.replace(":id", space);
    const answer = await send(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers.allow).toBe((await send(url.replaceAll(/\/+/g, "/"))).headers.allow);
  });
});

describe("D3: clients whose clocks run ahead", () => {
  it("are answered the count of now up to 5 minutes after it, and in both versions a 400 later", async () => {
    const { api, space } = await hall();
    for (const url of [`/v1/spaces/${space}/count/`, `/v2/spaces/${space}/count/`]) {
      expect((await api.get(`${url}?time=2024-05-10T12:05:00Z`)).body).toEqual({ count: 1 });
      expect(pathsOf(await api.get(`${url}?time=2024-05-10T12:05:00.001Z`))).toEqual(["time"]);
    }
  });
});

describe("D16: clients that ask for lists", () => {
  it("with page_size=5000 are served 1000 at a time, without one 200, and led on", async () => {
    const api = await testApi();
    for (let index = 0; index < 1001; index++) await createDoorway(api.context, { name: `Door ${index}` });
    for (const version of ["v1", "v2"]) {
      const first = await api.get(`/${version}/doorways/?page=1&page_size=5000`);
      expect(first.body).toMatchObject({ count: 1001, previous: null });
      expect(first.body.results).toHaveLength(1000);
      expect((await api.get(`/${version}/doorways/`)).body.results).toHaveLength(200);
      expect(first.body.next).toBe(`http://localhost:80/${version}/doorways/?page=2&page_size=5000`);
      const second = await api.get(String(first.body.next));
      expect(second.body).toMatchObject({ next: null, results: [{ name: "Door 1000" }] });
    }
  });

  it("name a time segment by its label, blanks and all", async () => {
    const { api, space } = await hall();
    for (const label of ["Office+Hours", "Office%20Hours"]) {
      const url = `/v2/spaces/${space}/counts/?${RANGE}&time_segment_labels=${label}`;
      const { body } = await api.get(url);
      expect(timesOf(body)).toEqual(["09:00", "10:00"]);
      expect(body.metrics).toMatchObject({ entrances: { total: 1 }, exits: { total: 1 } });
    }
    const unknown = await api.get(`/v2/spaces/${space}/counts/?${RANGE}&time_segment_labels=office+hours`);
    expect(pathsOf(unknown)).toEqual(["time_segment_labels"]);
    expect(unknown.body.errors[0]?.message).toContain('"office hours"');
  });

  it("filter the events of a space by time segment, in lists and tables (D14)", async () => {
    const { api, space, segment } = await hall();
    const group = await api.create("/v2/time_segment_groups/", { name: "All", time_segments: [segment] });
    const url = `/v2/spaces/${space}/events/?${RANGE}`;
    for (const filter of [
      `time_segment_ids=${segment}`,
      `time_segment_group_ids[]=${group.id}`,
      `time_segment_groups=${group.id}`,
      "time_segment_labels=Office+Hours",
    ]) {
      const { body } = await api.get(`${url}&${filter}&page_size=1`);
      expect([body.total, timesOf(body)]).toEqual([2, ["09:30"]]);
      expect(timesOf((await api.get(String(body.next))).body)).toEqual(["10:30"]);
      expect(timesOf((await api.get(`${url}&${filter}&direction=-1`)).body)).toEqual(["10:30"]);
      const table = await api.get(`${url}&${filter}`, { headers: { accept: "text/csv" } });
      expect(table.text.trim().split("\n")).toHaveLength(3);
    }
    expect(pathsOf(await api.get(`${url}&time_segment_ids=tsm_99`))).toEqual(["time_segment_ids"]);
    expect(pathsOf(await api.get(`${url}&time_segment_labels=Lunch`))).toEqual(["time_segment_labels"]);
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const elsewhere = await api.get(`/v2/spaces/${lobby.id}/events/?${RANGE}&time_segment_ids=${segment}`);
    expect(elsewhere.body).toMatchObject({ total: 0, results: [] });
  });

  it("number the values of a parameter that may be repeated, in any order", async () => {
    const { api, space, segment } = await hall();
    const late = { label: "Late", start: "08:00", end: "09:00", days: ["Friday"], spaces: [space] };
    const { id } = await api.create("/v2/time_segments/", late);
    const url = `/v2/spaces/${space}/counts/?${RANGE}`;
    const expected = (await api.get(`${url}&time_segment_ids=${segment},${id}`)).body;
    expect(timesOf(expected)).toEqual(["08:00", "09:00", "10:00"]);
    for (const query of [
      `time_segment_ids[0]=${segment}&time_segment_ids[1]=${id}`,
      `time_segment_ids%5B1%5D=${id}&time_segment_ids%5B0%5D=${segment}`,
      "time_segment_labels[0]=Late&time_segment_labels[1]=Office+Hours",
    ])
      expect((await api.get(`${url}&${query}`)).body).toEqual(expected);
    expect(pathsOf(await api.get(`${url}&time_segment_id[0]=${id}`))).toEqual(["time_segment_id[0]"]);
  });

  it("read a segment's id and label under either name, in groups and in spaces", async () => {
    const { api, space, segment } = await hall();
    const named = { id: segment, time_segment_id: segment, name: "Office Hours" };
    const group = await api.create("/v2/time_segment_groups/", { name: "A", time_segments: [segment] });
    expect(group.time_segments).toEqual([named]);
    for (const sent of [[named], [{ time_segment_id: segment }], [{ id: segment }], [segment]]) {
      const { body } = await api.put(`/v2/time_segment_groups/${group.id}/`, { time_segments: sent });
      expect(body.time_segments).toEqual([named]);
    }
    expect((await api.get(`/v2/spaces/${space}/`)).body.time_segments).toMatchObject([
      { id: segment, name: "Office Hours", label: "Office Hours" },
    ]);
  });

  it("write [] after the name of a parameter that may be repeated, encoded or not", async () => {
    const { api, space, segment } = await hall();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const group = await api.create("/v2/time_segment_groups/", { name: "All", time_segments: [segment] });
    const late = { label: "Late", start: "20:00", end: "21:00", days: ["Friday"], spaces: [space] };
    await api.create("/v2/time_segments/", late);
    const url = `/v2/spaces/${space}/counts/?${RANGE}`;
    const filtered = (await api.get(`${url}&time_segment_ids=${segment}`)).body;
    expect(timesOf(filtered)).toEqual(["09:00", "10:00"]);
    for (const brackets of ["[]", "%5B%5D"]) {
      for (const query of [
        `time_segment_ids${brackets}=${segment}`,
        `time_segment_ids${brackets}=${segment}&time_segment_ids${brackets}=${segment}`,
        `time_segment_group_ids${brackets}=${group.id}`,
        `time_segment_groups${brackets}=${group.id}`,
        `time_segment_groups=${group.id}`,
        `time_segment_labels${brackets}=Office+Hours`,
        `time_segment_labels=Late&time_segment_labels${brackets}=Office+Hours`,
      ])
        expect({ query, ...(await api.get(`${url}&${query}`)).body }).toEqual({ query, ...filtered });
      const several = `space_id${brackets}=${space}&space_id${brackets}=${lobby.id}&space_id=${space}`;
      const { body } = await api.get(`/v2/counts/?${RANGE}&${several}`);
      expect(body.results.map(({ space_id }) => space_id)).toEqual([space, lobby.id]);
      const socket = await api.post(`/v2/sockets/?space_id${brackets}=spc_99`);
      expect(pathsOf(socket)).toEqual(["space_id"]);
      for (const name of ["time_segment_ids", "time_segment_groups", "time_segment_labels"])
        expect(pathsOf(await api.get(`${url}&${name}${brackets}=tsm_99`)), name).toEqual([name]);
    }
    const paged = (await api.get(`${url}&page_size=1&time_segment_ids[]=${segment}`)).body;
    expect(paged.next).toContain("time_segment_ids%5B%5D=");
    expect(timesOf((await api.get(String(paged.next))).body)).toEqual(["10:00"]);
  });

  it("misspell the filter by time segments, or send it to a route without one, are rejected (D16)", async () => {
    const { api, space, segment } = await hall();
    for (const [url, known] of [
      [`/v2/spaces/${space}/counts/?${RANGE}`, /time_segment_ids, .*time_segment_labels/],
      [`/v2/counts/?${RANGE}&space_id=${space}`, /time_segment_ids, .*time_segment_labels/],
      [`/v2/spaces/${space}/events/?${RANGE}`, /time_segment_ids, .*time_segment_labels/],
      [
        "/v2/sensors/a/events/?start_time=2024-05-10",
        /only counts and events of a space have time_segment_ids/,
      ],
      [`/v2/spaces/${space}/breaches/?${RANGE}`, /only counts/],
      [`/v2/spaces/${space}/?x=`, /only counts/],
      [`/v1/spaces/${space}/count/?x=`, /only counts/],
      ["/v1/links/?x=", /only counts/],
    ] as const) {
      for (const name of ["time_segment_id", "time_segment", "time_segments", "time_segment_label[]"]) {
        const answer = await api.get(`${url}&${name}=${segment}`);
        expect(pathsOf(answer), url).toEqual([name]);
        expect(answer.body.errors[0]?.message).toMatch(known);
      }
    }
    const both = await api.get(`/v2/spaces/${space}/counts/?end_time=noon&time_segment=x`);
    expect(pathsOf(both)).toEqual(["start_time", "end_time", "time_segment"]);
  });

  it("filter events by direction, in lists and tables", async () => {
    const { api, space, doorway } = await hall();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    await api.create("/v2/links/", { space_id: lobby.id, doorway_id: doorway, sensor_placement: -1 });
    for (const [url, field, entrances, exits] of [
      [`/v2/spaces/${space}/events/?${RANGE}`, "direction", ["08:30", "09:30"], ["10:30"]],
      // For the lobby the same door leads the other way.
      [`/v2/spaces/${lobby.id}/events/?${RANGE}`, "direction", ["10:30"], ["08:30", "09:30"]],
      [
        `/v2/spaces/${space}/events/?${RANGE}&doorway_id=${doorway}`,
        "direction",
        ["08:30", "09:30"],
        ["10:30"],
      ],
      [`/v2/sensors/a/events/?${RANGE}`, "trajectory", ["08:30", "09:30"], ["10:30"]],
      [`/v1/events/?${RANGE}`, "direction", ["09:30", "08:30"], ["10:30"]],
      [`/v1/events/?${RANGE}&space_id=${lobby.id}`, "direction", ["09:30", "08:30"], ["10:30"]],
    ] as const) {
      for (const [sign, times] of [[1, entrances] as const, [-1, exits] as const]) {
        const { body } = await api.get(`${url}&direction=${sign}`);
        expect(timesOf(body), url).toEqual(times);
        expect(body.results.map((event) => event[field])).toEqual(times.map(() => sign));
        const table = await api.get(`${url}&direction=${sign}`, { headers: { accept: "text/csv" } });
        for (const { id } of body.results) expect(table.text).toContain(id);
      }
    }
  });
});

describe("D16: a field of a body that is misspelt or unknown", () => {
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
    const api = await testApi();
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
    const api = await testApi();
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
    const api = await testApi();
    const body = { network_addresses: [{ address: "10.0.0.1", adress: "x" }] };
    const url = "/v2/sensors/a/heartbeat/";
    const lenient = await api.post(url, body);
    expect(lenient.headers["headcount-ignored"]).toBe("network_addresses[0].adress");
    expect(lenient.body).toMatchObject({ network_addresses: [{ address: "10.0.0.1" }] });
    expect(pathsOf(await api.post(url, body, STRICT))).toEqual(["network_addresses.0.adress"]);
  });

  it("is named by every path that takes a JSON object, in both versions", async () => {
    const api = await testApi();
    let paths = 0;
    for (const version of ["v1", "v2"]) {
      const description = (await api.get(`/${version}/openapi.json`)).body as unknown as ApiDescription;
      for (const [path, methods] of Object.entries(description.paths))
        for (const [method, { requestBody }] of Object.entries(methods)) {
          if (requestBody === undefined || path === "/v2/sensor_events/" || path === "/v2/admin/site/")
            continue;
          const url = path.replace(/\{\w+\}/g, "x");
          const answer = await api.send(method.toUpperCase() as "POST", url, { body: { nonsense: 1 } });
          expect(answer.headers["headcount-ignored"], `${method} ${path}`).toBe("nonsense");
          paths++;
        }
    }
    expect(paths).toBeGreaterThan(25);
  });
});

describe("D16: clients that send forms to version 1", () => {
  const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
  const post = (api: TestApi, url: string, raw: string) => api.post(url, undefined, { raw, headers });

  it("create what JSON creates", async () => {
    const { api, space } = await testSite();
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
      const answer = await post(api, url, form);
      expect(answer, answer.text).toMatchObject({ status: 201, body: expected });
    }
  });

  it("are told what is wrong, as with JSON", async () => {
    const { api, space } = await testSite();
    expect(pathsOf(await post(api, "/v1/resets/", `space_id=${space}&timestamp=noon&count=1.5`))).toEqual([
      "timestamp",
      "count",
    ]);
    expect(pathsOf(await post(api, "/v1/spaces/", ""))).toEqual(["name"]);
    const unknown = await post(api, "/v1/spaces/", "name=A&nmae=B&__proto__=1");
    expect(unknown).toMatchObject({ status: 201, headers: { "headcount-ignored": "nmae, __proto__" } });
    expect(pathsOf(await post(api, "/v1/spaces/", "a=1&".repeat(100_000)))).toEqual(["body"]);
    expectProblem(await post(api, "/v2/spaces/", "name=A"), 415);
  });
});

describe("D22: paths that public dashboards call", () => {
  it("GET /v2/spaces/counts/ answers as /v2/counts/ does", async () => {
    const { api, space } = await hall();
    for (const headers of [{}, { accept: "text/csv" }]) {
      const query = `?${RANGE}&space_id=${space}&interval=1d`;
      const answer = await api.get(`/v2/spaces/counts/${query}`, { headers });
      expect(answer.status).toBe(200);
      expect(answer.text).toBe((await api.get(`/v2/counts/${query}`, { headers })).text);
    }
  });

  it("GET /v2/time_segments/labels/ answers each label once, by name", async () => {
    const { api, space } = await hall();
    for (const label of ["Lunch", "Office Hours", "Evening"])
      await api.create("/v2/time_segments/", {
        label,
        start: "12:00",
        end: "13:00",
        days: ["Monday"],
        spaces: [space],
      });
    expect((await api.get("/v2/time_segments/labels/")).body).toEqual({
      results: ["Evening", "Lunch", "Office Hours"],
    });
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
    expect((await api.put(spaceUrl, both)).body).toMatchObject({
      timezone: "Europe/Berlin",
      description: "d",
    });
    expect((await api.put(spaceUrl, { time_zone: "UTC" })).body).toMatchObject({ timezone: "UTC" });
    expect(pathsOf(await api.put(spaceUrl, { time_zone: "Mars" }))).toEqual(["time_zone"]);
  });
});
