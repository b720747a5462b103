import { tableFromIPC } from "apache-arrow";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { formatReal } from "../../src/domain/table-columns.ts";
import { ADMIN, expectProblem, pathsOf, sharedApi, type TestApi, testSite } from "../support/http.ts";

const CSV = "text/csv";
const ARROW = "application/vnd.apache.arrow.stream";
const RANGE = "start_time=2024-05-06T07:00:00Z&end_time=2024-05-06T10:00:00Z";
const COUNT_COLUMNS =
  "timestamp,count,start,end,min,max,events,entrances,exits,utilization,target_utilization,entry_rate,exit_rate".split(
    ",",
  );

type Row = Record<string, unknown>;

/** The rows of a CSV answer, all cells as texts. */
async function csvOf(api: TestApi, url: string): Promise<Row[]> {
  const answer = await api.get(url, { headers: { accept: CSV } });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^text\/csv(; charset=utf-8)?$/);
  return parse(answer.text, { columns: true });
}

/** The rows of an Arrow answer, instants in ms. */
async function arrowOf(api: TestApi, url: string): Promise<Row[]> {
  const headers = { authorization: `Bearer ${ADMIN}`, accept: ARROW };
  const response = await api.app.inject({ url, headers });
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers["content-type"]).toBe(ARROW);
  return tableFromIPC(response.rawPayload)
    .toArray()
    .map((row) => row.toJSON());
}

const api = await sharedApi();
const { space, doorway } = await api.site({ capacity: 10 });
await api.report("a 2024-05-06T07:10:00Z 1", "a 2024-05-06T07:20:00Z 1", "a 2024-05-06T09:30:00.5Z -1");

describe("D29: counts of several spaces as a table", () => {
  it("one after another, each with its space first, in either order", async () => {
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const url = `/v2/counts/?${RANGE}&space_id=${lobby.id},${space}&page_size=1`;
    for (const order of ["ASC", "DESC"]) {
      const ofOne = async (id: string) =>
        (await csvOf(api, `/v2/spaces/${id}/counts/?${RANGE}&order=${order}`)).map((row) => ({
          space_id: id,
          ...row,
        }));
      const rows = await csvOf(api, `${url}&order=${order}`);
      expect(Object.keys(rows[0] ?? {})).toEqual(["space_id", ...COUNT_COLUMNS]);
      expect(rows).toEqual([...(await ofOne(lobby.id)), ...(await ofOne(space))]);
      const arrow = await arrowOf(api, `${url}&order=${order}`);
      expect(Object.keys(arrow[0] ?? {})).toEqual(["space_id", ...COUNT_COLUMNS]);
      expect(arrow.map((row) => `${row.space_id} ${row.count} ${row.max}`)).toEqual(
        rows.map((row) => `${row.space_id} ${row.count} ${row.max}`),
      );
    }
    expectProblem(await api.get(`${url}&space_id=spc_99`, { headers: { accept: CSV } }), 400, "spc_99");
    const nothing = `/v2/counts/?space_id=${space}&start_time=2024-05-06&end_time=2024-05-06`;
    expect(await csvOf(api, nothing)).toEqual([]);
    expect(await arrowOf(api, nothing)).toEqual([]);
  });
});

describe("D29: breaches as a table", () => {
  it("whole, in either order; the end of one that lasts is empty", async () => {
    const { api, space } = await testSite({ safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 1 });
    const url = `/v2/spaces/${space}/breaches/?start_time=2024-05-06&page_size=1`;
    expect(await csvOf(api, url)).toEqual([]);
    await api.report("a 2024-05-06T07:00:00Z 1", "a 2024-05-06T07:10:00Z 1", "a 2024-05-06T07:20:00Z -1");
    await api.report("a 2024-05-06T07:30:00Z 1", "a 2024-05-06T07:40:00.5Z 1");
    const at = (time: string) => `2024-05-06T07:${time}Z`;
    const rows = [
      { start: at("10:00.000"), end: at("20:00.000"), peak_value: "2", peak_timestamp: at("10:00.000") },
      { start: at("30:00.000"), end: "", peak_value: "3", peak_timestamp: at("40:00.500") },
    ];
    expect(await csvOf(api, url)).toEqual(rows);
    expect(await csvOf(api, `${url}&order=desc`)).toEqual(rows.toReversed());
    expect(await arrowOf(api, url)).toEqual(
      rows.map(({ start, end, peak_value, peak_timestamp }) => ({
        start: Date.parse(start),
        end: end === "" ? null : Date.parse(end),
        peak_value: Number(peak_value),
        peak_timestamp: Date.parse(peak_timestamp),
      })),
    );
  });
});

describe("D29: counts as a table", () => {
  it("in CSV: null is empty, times as everywhere", async () => {
    const rows = await csvOf(api, `/v2/spaces/${space}/counts/?${RANGE}`);
    expect(Object.keys(rows[0] ?? {})).toEqual(COUNT_COLUMNS);
    expect(rows).toHaveLength(3);
    const [start, end] = ["2024-05-06T07:00:00.000Z", "2024-05-06T07:59:59.999Z"];
    const values = [start, "0", start, end, "0", "2", "2", "2", "0", "0.2", "", String(2 / 60), "0.0"];
    expect(Object.values(rows[0] ?? {})).toEqual(values);
  });

  it("in Arrow: the same values", async () => {
    const url = `/v2/spaces/${space}/counts/?${RANGE}`;
    const rows = await arrowOf(api, url);
    const instants = ["timestamp", "start", "end"];
    const written = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          instants.includes(name)
            ? new Date(Number(value)).toISOString()
            : /_rate$|utilization$/.test(name) && value !== null
              ? formatReal(Number(value))
              : String(value ?? ""),
        ]),
      ),
    );
    expect(written).toEqual(await csvOf(api, url));
  });

  it("is the whole range in the requested order, for any page", async () => {
    const url = `/v2/spaces/${space}/counts/?${RANGE}&page=7&page_size=1&order=desc`;
    const starts = (await csvOf(api, url)).map((row) => row.timestamp);
    expect(starts).toEqual([9, 8, 7].map((hour) => `2024-05-06T0${hour}:00:00.000Z`));
    expect(await arrowOf(api, url)).toHaveLength(3);
  });

  it("has its columns if there are no rows", async () => {
    const url = `/v2/spaces/${space}/counts/?start_time=2024-05-06&end_time=2024-05-06`;
    const { text } = await api.get(url, { headers: { accept: CSV } });
    expect(text).toBe(`${COUNT_COLUMNS.join()}\n`);
    expect(await arrowOf(api, url)).toEqual([]);
  });
});

describe("D29: counts as CSV for Excel", () => {
  const HEADER =
    "Space,Start,End,Count,Min,Max,Events,Entrances,Exits,Utilization,Target utilization,Entry rate,Exit rate";
  const excelOf = (api: TestApi, url: string, csv = "excel") =>
    api.get(`${url}${RANGE}&csv=${csv}`, { headers: { accept: CSV } });

  it("has local times, names, rounded numbers, a byte order mark, and no formulas", async () => {
    const named = { name: "Café, links", time_zone: "Europe/Berlin", capacity: 3 };
    const { api, space, doorway } = await testSite(named);
    const other = { name: "=1+1", time_zone: "Asia/Kathmandu", daily_reset: null };
    const { id } = await api.create("/v2/spaces/", other);
    await api.create("/v2/links/", { space_id: id, doorway_id: doorway, sensor_placement: -1 });
    await api.report("a 2024-05-06T07:10:00Z 1", "a 2024-05-06T07:20:00Z 1");
    const cafe = [
      '"Café, links",2024-05-06 09:00:00,2024-05-06 09:59:59,0,0,2,2,2,0,0.667,,0.033,0.0',
      '"Café, links",2024-05-06 10:00:00,2024-05-06 10:59:59,2,2,2,0,0,0,0.667,,0.0,0.0',
      '"Café, links",2024-05-06 11:00:00,2024-05-06 11:59:59,2,2,2,0,0,0,0.667,,0.0,0.0',
    ];
    const formula = "'=1+1,2024-05-06 12:45:00,2024-05-06 13:44:59,0,0,0,2,0,2,,,0.0,0.033";
    const textOf = (lines: readonly string[]) => `\ufeff${[HEADER, ...lines].join("\r\n")}\r\n`;
    const one = await excelOf(api, `/v2/spaces/${space}/counts/?`);
    expect(one.headers["content-type"]).toMatch(/^text\/csv/);
    expect(one.text).toBe(textOf(cafe));
    const several = await excelOf(api, `/v2/counts/?space_id=${id},${space}&order=desc&`);
    const lines = several.text.split("\r\n");
    expect(lines).toHaveLength(1 + 2 * 3 + 1);
    expect(lines[3]).toBe(formula);
    expect(textOf(lines.slice(4, 7).toReversed())).toBe(one.text);
  });

  it("is asked for by that name only, and leaves the other formats as they are", async () => {
    for (const url of [`/v2/spaces/${space}/counts/?`, `/v2/counts/?space_id=${space}&`]) {
      expect(pathsOf(await excelOf(api, url, "calc"))).toEqual(["csv"]);
      const headers = { accept: "application/json" };
      const json = await api.get(`${url}${RANGE}&csv=excel`, { headers });
      expect(json.body).toEqual((await api.get(`${url}${RANGE}`)).body);
    }
  });
});

describe("D29: events as a table", () => {
  it("of a space and of a sensor have the fields of their JSON", async () => {
    for (const path of [`/v2/spaces/${space}/events/`, "/v2/sensors/a/events/"]) {
      const url = `${path}?start_time=2024-05-06&page_size=1`;
      const json = (await api.get(`${url}&page_size=1000`.replace("page_size=1&", ""))).body.results;
      const texts = json.map((event) =>
        Object.fromEntries(Object.entries(event).map(([name, value]) => [name, String(value)])),
      );
      expect(texts).toHaveLength(3);
      expect(await csvOf(api, url)).toEqual(texts);
      expect((await arrowOf(api, `${url}&order=DESC`))[0]).toEqual({
        ...json[2],
        timestamp: Date.parse("2024-05-06T09:30:00.5Z"),
      });
      expect(json[0]?.doorway_id).toBe(doorway);
    }
  });

  it("of version 1 has a row for each event and space, newest first", async () => {
    const lobby = await api.create("/v2/spaces/", { name: "Lobby", daily_reset: null });
    await api.create("/v2/links/", { space_id: lobby.id, doorway_id: doorway, sensor_placement: -1 });
    await api.report("elsewhere 2024-05-06T06:00:00Z 1");
    const rows = await csvOf(api, "/v1/events/?page_size=1");
    expect(
      rows.map((row) => [row.timestamp, row.direction, row.space_id, row.count_change, row.count]),
    ).toEqual([
      ["2024-05-06T09:30:00.500Z", "-1", space, "-1", "1"],
      ["2024-05-06T09:30:00.500Z", "-1", lobby.id, "1", "1"],
      ["2024-05-06T07:20:00.000Z", "1", space, "1", "2"],
      ["2024-05-06T07:20:00.000Z", "1", lobby.id, "-1", "0"],
      ["2024-05-06T07:10:00.000Z", "1", space, "1", "1"],
      ["2024-05-06T07:10:00.000Z", "1", lobby.id, "-1", "0"],
      // It has changed no space.
      ["2024-05-06T06:00:00.000Z", "1", "", "", ""],
    ]);
    expect(await arrowOf(api, `/v1/events/?space_id=${space}`)).toHaveLength(6);
  });
});

describe("HEAD of a table", () => {
  it("returns the headers without reading the table", async () => {
    const headers = { accept: CSV };
    const url = `/v2/spaces/${space}/events/?start_time=2024-05-06`;
    const answer = await api.send("HEAD", url, { headers });
    expect(answer).toMatchObject({ status: 200, text: "" });
    expect(answer.headers["content-type"]).toMatch(/^text\/csv/);
    expect((await api.send("HEAD", `/v2/spaces/${space}/events/`, { headers })).status).toBe(400);
  });
});

describe("tables", () => {
  it("are rejected like other requests, and if there is no table", async () => {
    const headers = { accept: CSV };
    expectProblem(await api.get(`/v2/spaces/${space}/counts/`, { headers }), 400);
    expectProblem(await api.get(`/v2/spaces/spc_99/events/?start_time=2024-05-06`, { headers }), 404);
    expectProblem(await api.get("/v2/spaces/", { headers }), 406, /application\/json/);
    const xml = { accept: "text/xml" };
    expectProblem(await api.get(`/v2/spaces/${space}/counts/?${RANGE}`, { headers: xml }), 406, /text\/csv/);
  });

  it("follow the client's preference", async () => {
    const typeFor = async (accept: string) =>
      (await api.get(`/v2/spaces/${space}/counts/?${RANGE}`, { headers: { accept } })).headers[
        "content-type"
      ];
    expect(await typeFor("*/*")).toMatch(/json/);
    expect(await typeFor("text/csv;q=0.5, application/json;q=0.4")).toMatch(/csv/);
    expect(await typeFor("text/*")).toMatch(/csv/);
    expect(await typeFor(`${ARROW}, text/csv`)).toBe(ARROW);
  });
});
