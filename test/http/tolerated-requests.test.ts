import { describe, expect, it } from "vitest";
import { createDoorway } from "../../src/engine/resources/doorways.ts";
import { ADMIN, type Body, pathsOf, sharedApi, testApi } from "../support/http.ts";

/*
 * Requests that published clients of these APIs are known to send (D16).
 */

const RANGE = "start_time=2024-05-10T08:00:00Z&end_time=2024-05-10T12:00:00Z";

/** A hall with three events, and the office hours that apply to it. */
async function hall(open = testApi) {
  const api = await open();
  const ids = await api.site();
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

/** The hall of tests that leave it as it is. */
const { api, space, doorway, segment } = await hall(sharedApi);

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
    const headers = { authorization: `Bearer ${ADMIN}`, accept: "text/html, */*" };
    // Without a host, the path would be read as one.
    const send = (url: string) => api.app.inject({ method, headers, url: `http://localhost${url}` });
    const url = path.replace(":id", space);
    const answer = await send(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers.allow).toBe((await send(url.replaceAll(/\/+/g, "/"))).headers.allow);
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

  it("write [] or a number after the name of a parameter that may be repeated, encoded or not", async () => {
    const { api, space, segment } = await hall();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const group = await api.create("/v2/time_segment_groups/", { name: "All", time_segments: [segment] });
    const late = { label: "Late", start: "20:00", end: "21:00", days: ["Friday"], spaces: [space] };
    await api.create("/v2/time_segments/", late);
    const url = `/v2/spaces/${space}/counts/?${RANGE}`;
    const filtered = (await api.get(`${url}&time_segment_ids=${segment}`)).body;
    expect(timesOf(filtered)).toEqual(["09:00", "10:00"]);
    for (const brackets of ["[]", "%5B%5D", "[0]", "%5B1%5D"]) {
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
    const known = /time_segment_ids, .*time_segment_labels/;
    for (const [url, message] of [
      [`/v2/spaces/${space}/counts/?${RANGE}`, known],
      [`/v2/counts/?${RANGE}&space_id=${space}`, known],
      [`/v2/spaces/${space}/events/?${RANGE}`, known],
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
        expect(answer.body.errors[0]?.message).toMatch(message);
      }
    }
    const both = await api.get(`/v2/spaces/${space}/counts/?end_time=noon&time_segment=x`);
    expect(pathsOf(both)).toEqual(["start_time", "end_time", "time_segment"]);
  });

  it("filter events by direction, in lists and tables", async () => {
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
      [`/v1/events/?${RANGE}&doorway_id=${doorway}`, "direction", ["09:30", "08:30"], ["10:30"]],
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

describe("D22: paths that public dashboards call", () => {
  it("GET /v2/spaces/counts/ and …/metrics/ answer by space, of all spaces where none is named", async () => {
    const { api, space } = await hall();
    const other = await api.create("/v2/spaces/", { name: "Other" });
    const query = `?${RANGE}&interval=1d`;
    const listed = (await api.get(`/v2/counts/${query}&space_id=${space},${other.id}`)).body.results;
    const [ofSpace, ofOther] = listed as [Body, Body];
    const both = { [space]: ofSpace.results, [other.id]: ofOther.results };
    for (const [named, results] of [
      ["", both],
      [`&space_list=${space}&space_list=${other.id}`, both],
      [`&space_list=${space},${other.id}`, both],
      [`&space_id=${other.id}&space_list=${space}`, both],
      [`&space_id=${space}`, { [space]: ofSpace.results }],
    ] as const) {
      const { body } = await api.get(`/v2/spaces/counts/${query}${named}`);
      const total = Object.keys(results).length;
      expect(body, named).toEqual({ total, next: null, previous: null, results });
      const metrics = await api.get(`/v2/spaces/counts/metrics/${query}${named}`);
      const expected = { [space]: ofSpace.metrics, [other.id]: ofOther.metrics };
      expect(metrics.body, named).toEqual({
        results: Object.fromEntries(Object.keys(results).map((id) => [id, expected[id]])),
      });
    }
    const table = { headers: { accept: "text/csv" } };
    const { text } = await api.get(`/v2/counts/${query}&space_id=${space},${other.id}`, table);
    expect((await api.get(`/v2/spaces/counts/${query}`, table)).text).toBe(text);
    expect((await api.get(`/v2/spaces/counts/${query}&space_list=spc_99`)).status).toBe(400);
  });

  it("GET /v1/csv/ answers the events of a space as CSV with CRLF, in its time zone", async () => {
    const { api, space } = await hall();
    await api.put(`/v2/spaces/${space}/`, { time_zone: "Europe/Berlin" });
    const [doorway] = (await api.get("/v2/doorways/")).body.results;
    const { text, headers } = await api.get(`/v1/csv/?space_id=${space}&${RANGE}&order=desc`);
    expect(headers["content-type"]).toMatch(/^text\/csv/);
    const ending = `${doorway?.name},${doorway?.id}`;
    expect(text.split("\r\n")).toEqual([
      "Timestamp,Local Time,Event,Current Count,Count Change,Doorway Name,Doorway ID",
      `2024-05-10T10:30:00.000Z,2024-05-10 12:30:00,exit,1,-1,${ending}`,
      `2024-05-10T09:30:00.000Z,2024-05-10 11:30:00,entrance,2,1,${ending}`,
      `2024-05-10T08:30:00.000Z,2024-05-10 10:30:00,entrance,1,1,${ending}`,
      "",
    ]);
    expect((await api.get("/v1/csv/?space_id=spc_99")).status).toBe(400);
  });

  it("GET /v2/displays/dsp_<n>/ answers the space of this number", async () => {
    const answer = await api.get(`/v2/displays/${space.replace("spc", "dsp")}/`);
    expect(answer.body).toEqual({
      id: space.replace("spc", "dsp"),
      state: "counting",
      dedicated_space: (await api.get(`/v2/spaces/${space}/`)).body,
    });
    expect((await api.get("/v2/displays/dsp_99/")).status).toBe(404);
    expect((await api.get(`/v2/displays/${space}/`)).status).toBe(404);
  });

  it("POST /v2/links/:id/set_placement/ changes a link as PUT does", async () => {
    const { api } = await hall();
    const [link] = (await api.get("/v2/links/")).body.results as [Body];
    const sensor_placement = -Number(link.sensor_placement);
    const url = `/v2/links/${link.id}/set_placement`;
    const changed = await api.post(url, { sensor_placement, update_historical: true });
    expect(changed).toMatchObject({ status: 200, body: { sensor_placement } });
  });

  it("GET /v2/time_segments/labels/ answers each label once, by name", async () => {
    const { api, space } = await hall();
    const hours = { start: "12:00", end: "13:00", days: ["Monday"], spaces: [space] };
    for (const label of ["Lunch", "Office Hours", "Evening"])
      await api.create("/v2/time_segments/", { label, ...hours });
    expect((await api.get("/v2/time_segments/labels/")).body).toEqual({
      results: ["Evening", "Lunch", "Office Hours"],
    });
  });
});
