import { describe, expect, it } from "vitest";
import { formatInstant, parseInstant } from "../../src/domain/instant.ts";
import { parseInterval } from "../../src/domain/interval.ts";
import { COUNTED_SAMPLES_MAX, COUNTED_SPACES_MAX, WHOLE_SAMPLES_MAX } from "../../src/domain/limits.ts";
import { WEEKDAYS } from "../../src/domain/time-segment.ts";
import { countsOfSpaces } from "../../src/engine/counts/count-queries.ts";
import { createSpace } from "../../src/engine/resources/spaces.ts";
import { pathsOf, sharedApi } from "../support/http.ts";
import { turnsDuring } from "../support/waiting.ts";

const MORNING = "start_time=2024-05-10T06:00:00Z&end_time=2024-05-10T12:00:00Z";
const MINUTE_MS = 60_000;

/** A hall and a lobby on either side of a door, and a space without one. */
const api = await sharedApi();
const limit = { safe_capacity: 1, safe_threshold_mode: "SAFE_CAPACITY" };
const { space: hall, doorway } = await api.site({ target_capacity: 4, capacity: 5, ...limit });
const { id: lobby } = await api.create("/v2/spaces/", { name: "Lobby", time_zone: "Asia/Kolkata" });
const { id: attic } = await api.create("/v2/spaces/", { name: "Attic" });
await api.create("/v2/links/", { space_id: lobby, doorway_id: doorway, sensor_placement: -1 });
const times = ["07:10", "07:20", "08:30", "10:15"].map((time) => `a 2024-05-10T${time}:00Z 1`);
await api.report(...times, "a 2024-05-10T09:00:00Z -1");

describe("D22: GET /counts/", () => {
  it("answers for every space what its own endpoint answers, in the order asked for", async () => {
    const segment = { start: "07:15", end: "09:30", days: ["Friday"], spaces: [hall, lobby] };
    const { id } = await api.create("/v2/time_segments/", { label: "Early", ...segment });
    for (const query of [
      MORNING,
      `${MORNING}&interval=15m&order=desc`,
      `${MORNING}&time_segment_ids=${id}`,
      `${MORNING}&time_segment_labels=Early&interval=5m`,
      "start_time=2024-05-01&end_time=2024-05-20&interval=1d",
      "start_time=2024-05-10T13:00:00Z&end_time=2024-05-11",
    ]) {
      const all = await api.get(`/v2/counts/?space_id=${lobby}&space_id=${attic}&space_id=${hall}&${query}`);
      expect(all.status).toBe(200);
      const single = async (space_id: string) => {
        const { body } = await api.get(`/v2/spaces/${space_id}/counts/?page_size=1000&${query}`);
        return { space_id, total: body.total, metrics: body.metrics, results: body.results };
      };
      const results = [await single(lobby), await single(attic), await single(hall)];
      expect(all.body).toEqual({ total: 3, next: null, previous: null, results });
    }
  });

  it("is not paged, however many samples there are", async () => {
    const range = "start_time=2024-05-01&end_time=2024-05-10&interval=10m";
    const { body } = await api.get(`/v2/counts/?space_id=${hall}&${range}&page=2&page_size=1`);
    const total = 9 * 24 * 6;
    expect(body).toMatchObject({ total: 1, next: null, previous: null, results: [{ total }] });
    expect(body.results[0]?.results).toHaveLength(total);
  });

  it("counts at most 200 spaces", async () => {
    const ids: string[] = [];
    for (let i = 0; i <= COUNTED_SPACES_MAX; i++)
      ids.push(`spc_${(await createSpace(api.context, { name: String(i) })).id}`);
    const ask = (spaces: readonly string[]) =>
      api.get(`/v2/counts/?${MORNING}&interval=1d&space_id=${spaces.join(",")}`);
    const most = ids.slice(0, COUNTED_SPACES_MAX);
    expect((await ask(most)).body.total).toBe(COUNTED_SPACES_MAX);
    expect((await ask([...most, ...most])).body.total).toBe(COUNTED_SPACES_MAX);
    expect(pathsOf(await ask(ids))).toEqual(["space_id"]);
  });

  it("has an ETag as far as it comes in one piece, and is written the same beyond", async () => {
    const ask = (samples: number, query = "", method: "GET" | "HEAD" = "GET") => {
      const end = parseInstant("2024-05-10T12:00:00Z", "end");
      const start = formatInstant(end - samples * MINUTE_MS);
      const range = `start_time=${start}&end_time=${formatInstant(end)}&interval=1m`;
      return api.send(method, `/v2/counts/?${range}&space_id=${hall},${lobby}${query}`);
    };
    const whole = await ask(WHOLE_SAMPLES_MAX / 2);
    expect(whole.headers.etag).toMatch(/^W/);
    for (const order of ["asc", "desc"]) {
      const { text, body, headers } = await ask(WHOLE_SAMPLES_MAX / 2 + 1, `&order=${order}`);
      expect(headers.etag).toBeUndefined();
      expect(headers["content-type"]).toBe(whole.headers["content-type"]);
      expect(text).toBe(JSON.stringify(body));
      expect(Object.keys(body)).toEqual(Object.keys(whole.body));
      expect(Object.keys(body.results[1] ?? {})).toEqual(Object.keys(whole.body.results[1] ?? {}));
      for (const [index, space] of body.results.entries()) {
        const results = [...space.results];
        if (order === "desc") results.reverse();
        expect(space.total).toBe(WHOLE_SAMPLES_MAX / 2 + 1);
        expect(results.slice(1)).toEqual(whole.body.results[index]?.results);
      }
    }
    const head = await ask(WHOLE_SAMPLES_MAX, "", "HEAD");
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers["content-type"]).toBe(whole.headers["content-type"]);
    const always = { start: "00:00", end: "00:00", days: WEEKDAYS, spaces: [hall] };
    await api.create("/v2/time_segments/", { label: "Always", ...always });
    const { text, body } = await ask(WHOLE_SAMPLES_MAX + 1, `,${attic}&time_segment_labels=Always`);
    expect(body.results.map(({ total }) => total)).toEqual([WHOLE_SAMPLES_MAX + 1, 0, 0]);
    expect(text).toBe(JSON.stringify(body));
  });

  it("lets other requests have their turn while it writes many samples", async () => {
    const samples = 15_000;
    const end = parseInstant("2024-05-10T12:00:00Z", "end");
    const range = `start_time=${formatInstant(end - samples * MINUTE_MS)}&end_time=${formatInstant(end)}`;
    const url = `/v2/counts/?${range}&interval=1m&space_id=${hall},${lobby}`;
    const { result, turns } = await turnsDuring(() => api.get(url));
    expect(result.body.results.map(({ total }) => total)).toEqual([samples, samples]);
    expect(turns).toBeGreaterThanOrEqual((2 * samples) / 1000);
  });

  it("answers at most 200,000 samples in all", async () => {
    const start = parseInstant("2024-01-01", "start");
    const end = start + (COUNTED_SAMPLES_MAX / 2) * MINUTE_MS;
    const more = formatInstant(end + MINUTE_MS);
    const refused = await api.get(
      `/v2/counts/?space_id=${hall},${lobby}&start_time=2024-01-01&end_time=${more}&interval=1m`,
    );
    expect(pathsOf(refused)).toEqual(["interval"]);
    expect(refused.body.detail).toContain("200000");
    // To write out the most there may be takes a while, and would show no more than this.
    const spaces = api.context.catalog.spaces.all().slice(0, 2);
    const interval = parseInterval("1m", "interval", "supported");
    const query = { start, end, interval, segments: {} };
    const all = await countsOfSpaces(
      api.context,
      spaces.map(({ id }) => id),
      query,
    );
    expect(all.map(({ samples }) => samples.length)).toEqual(Array(2).fill(COUNTED_SAMPLES_MAX / 2));
  });
});
