import { describe, expect, it } from "vitest";
import { formatDuration } from "../../src/http/counts/count-answers.ts";
import { countsUrl, MORNING, morning } from "../support/counted-morning.ts";
import { pathsOf, sharedApi, testApi } from "../support/http.ts";

const api = await sharedApi();
const space = await morning(api);
const at = (time: string) => `2024-05-10T${time}:00.000Z`;
/** A value that is reached first at a time. */
const first = (time: string, value: number) => ({ value, timestamp: at(time) });
/** Sets what a test needs of the space; each test sets all that it depends on. */
const setSpace = (fields: object) => api.put(`/v2/spaces/${space}/`, fields);

describe("GET /spaces/:space_id/counts/", () => {
  it("D22: answers the average of each sample if it is asked for", async () => {
    const averagesOf = (results: unknown) =>
      (results as { interval: { analytics: { average?: number } } }[]).map(
        ({ interval }) => interval.analytics.average,
      );
    const wanted = { ...MORNING, averages: "true" };
    const one = await api.get(countsUrl(space, wanted));
    expect(averagesOf(one.body.results)).toEqual([1.25, 1.75]);
    const several = await api.get(`/v2/counts/?${new URLSearchParams({ ...wanted, space_id: space })}`);
    expect(several.body.results?.map(({ results }) => averagesOf(results))).toEqual([[1.25, 1.75]]);
    const without = await api.get(countsUrl(space, MORNING));
    expect(averagesOf(without.body.results)).toEqual([undefined, undefined]);
    expect(without.headers.etag).not.toBe(one.headers.etag);
  });

  it("D12, D13: answers samples and metrics with every documented field", async () => {
    await setSpace({ capacity: 4, target_capacity: 2, safe_threshold_mode: null });
    const answer = await api.get(countsUrl(space, MORNING));
    expect(answer.status).toBe(200);
    const sample = (hour: number, analytics: object) => {
      const [start, end] = [at(`${hour}:00`), `2024-05-10T${hour}:59:59.999Z`];
      const used = { utilization: 0.5, target_utilization: 1 };
      return { timestamp: start, count: 1, interval: { start, end, analytics: { ...analytics, ...used } } };
    };
    expect(answer.body).toEqual({
      total: 2,
      next: null,
      previous: null,
      metrics: {
        entrances: { total: 3, average: 1.5, peak: first("10:00", 2) },
        exits: { total: 1, average: 0.5, peak: first("10:00", 1) },
        count: { average: 1.5, min: first("10:00", 0), max: first("10:30", 2) },
        target_utilization: {
          average: 0.75,
          min: 0,
          max: 1,
          durations: { "0": "0:00:00", "40": "1:00:00", "80": "0:00:00", "100": "1:00:00" },
        },
        safe_threshold: null,
      },
      results: [
        sample(10, {
          min: 0,
          max: 2,
          events: 3,
          entrances: 2,
          exits: 1,
          entry_rate: 2 / 60,
          exit_rate: 1 / 60,
        }),
        sample(11, { min: 1, max: 2, events: 1, entrances: 1, exits: 0, entry_rate: 1 / 60, exit_rate: 0 }),
      ],
    });
  });

  it.each([null, 0])("D12, D13: utilization is null if the capacities are %s", async (capacity) => {
    await setSpace({ capacity, target_capacity: capacity });
    const { body } = await api.get(countsUrl(space, MORNING));
    const sample = { interval: { analytics: { utilization: null, target_utilization: null } } };
    expect(body).toMatchObject({ metrics: { target_utilization: null }, results: [sample, sample] });
  });

  it("D13: metrics cover the whole range on every page", async () => {
    const { metrics } = (await api.get(countsUrl(space, MORNING))).body;
    const last = await api.get(countsUrl(space, { ...MORNING, page: "2", page_size: "1" }));
    expect(last.body).toMatchObject({ total: 2, metrics, results: [{ timestamp: at("11:00") }] });
  });

  it("D15: metrics say how often and how long the space was unsafe", async () => {
    await setSpace({ safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 1 });
    const { body } = await api.get(countsUrl(space, MORNING));
    const safe_threshold = { limit: 1, breaches: 2, unsafe_duration: "1:00:00" };
    expect(body.metrics).toMatchObject({ safe_threshold });
  });
});

it("D15: GET /spaces/:space_id/breaches/ lists the times when the space was unsafe that touch the range, whole", async () => {
  await setSpace({ safe_threshold_mode: null });
  const ended = { start: at("10:30"), end: at("10:45"), peak: first("10:30", 2) };
  const lasting = { start: at("11:15"), end: null, peak: first("11:15", 2) };
  const list = (total: number, ...results: object[]) => ({ total, next: null, previous: null, results });
  const url = `/v2/spaces/${space}/breaches/`;
  expect((await api.get(`${url}?start_time=2024-05-10`)).body).toEqual(list(0));
  await setSpace({ safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 1 });
  expect((await api.get(`${url}?start_time=2024-05-10`)).body).toEqual(list(2, ended, lasting));
  const within = "start_time=2024-05-10T10:40:00Z&end_time=2024-05-10T10:41:00Z";
  expect((await api.get(`${url}?${within}`)).body).toEqual(list(1, ended));
  // One that ends where the range starts does not touch it.
  expect((await api.get(`${url}?start_time=2024-05-10T10:45:00Z`)).body).toEqual(list(1, lasting));
  const backwards = "start_time=2024-05-10T10:40:00Z&end_time=2024-05-10T10:39:00Z";
  expect(pathsOf(await api.get(`${url}?${backwards}`))).toEqual(["start_time"]);
});

it("D11: any interval is supported if the server is configured so", async () => {
  const anyApi = await testApi({ intervals: "any" });
  const { space: hall } = await anyApi.site();
  const get = (interval: string) => anyApi.get(countsUrl(hall, { ...MORNING, interval }));
  for (const interval of ["1s", "7m", "2M", "3d"]) expect((await get(interval)).status).toBe(200);
  expect(pathsOf(await get("11000d"))).toEqual(["interval"]);
});

describe("D13: durations", () => {
  it.each([
    [0, "0:00:00"],
    [999, "0:00:00"],
    [1000, "0:00:01"],
    [59_999, "0:00:59"],
    [60_000, "0:01:00"],
    [3_599_999, "0:59:59"],
    [3_600_000, "1:00:00"],
    [36_061_000, "10:01:01"],
    [100 * 3_600_000, "100:00:00"],
    [8760 * 3_600_000 + 1, "8760:00:00"],
  ])("D13: %d ms are %s: hours unbounded, seconds floored", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
