import { describe, expect, it } from "vitest";
import { countsUrl, MORNING, morning } from "../support/counted-morning.ts";
import { pathsOf } from "../support/http.ts";

describe("GET /spaces/:space_id/counts/", () => {
  it("D22: answers the average of each sample where it is asked for", async () => {
    const { api, space } = await morning();
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
    const { api, space } = await morning({ capacity: 4, target_capacity: 2 });
    const answer = await api.get(countsUrl(space, MORNING));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      total: 2,
      next: null,
      previous: null,
      metrics: {
        entrances: { total: 3, average: 1.5, peak: { value: 2, timestamp: "2024-05-10T10:00:00.000Z" } },
        exits: { total: 1, average: 0.5, peak: { value: 1, timestamp: "2024-05-10T10:00:00.000Z" } },
        count: {
          average: 1.5,
          min: { value: 0, timestamp: "2024-05-10T10:00:00.000Z" },
          max: { value: 2, timestamp: "2024-05-10T10:30:00.000Z" },
        },
        target_utilization: {
          average: 0.75,
          min: 0,
          max: 1,
          durations: { "0": "0:00:00", "40": "1:00:00", "80": "0:00:00", "100": "1:00:00" },
        },
        safe_threshold: null,
      },
      results: [
        {
          timestamp: "2024-05-10T10:00:00.000Z",
          count: 1,
          interval: {
            start: "2024-05-10T10:00:00.000Z",
            end: "2024-05-10T10:59:59.999Z",
            analytics: {
              min: 0,
              max: 2,
              events: 3,
              entrances: 2,
              exits: 1,
              utilization: 0.5,
              target_utilization: 1,
              entry_rate: 2 / 60,
              exit_rate: 1 / 60,
            },
          },
        },
        {
          timestamp: "2024-05-10T11:00:00.000Z",
          count: 1,
          interval: {
            start: "2024-05-10T11:00:00.000Z",
            end: "2024-05-10T11:59:59.999Z",
            analytics: {
              min: 1,
              max: 2,
              events: 1,
              entrances: 1,
              exits: 0,
              utilization: 0.5,
              target_utilization: 1,
              entry_rate: 1 / 60,
              exit_rate: 0,
            },
          },
        },
      ],
    });
  });

  it.each([null, 0])("D12, D13: utilization is null where the capacities are %s", async (capacity) => {
    const { api, space } = await morning({ capacity, target_capacity: capacity });
    const { body } = await api.get(countsUrl(space, MORNING));
    expect(body).toMatchObject({
      metrics: { target_utilization: null },
      results: [
        { interval: { analytics: { utilization: null, target_utilization: null } } },
        { interval: { analytics: { utilization: null, target_utilization: null } } },
      ],
    });
  });

  it("D13: metrics cover the whole range, whatever the page", async () => {
    const { api, space } = await morning();
    const { metrics } = (await api.get(countsUrl(space, MORNING))).body;
    const last = await api.get(countsUrl(space, { ...MORNING, page: "2", page_size: "1" }));
    expect(last.body).toMatchObject({
      total: 2,
      metrics,
      results: [{ timestamp: "2024-05-10T11:00:00.000Z" }],
    });
  });

  it("D15: metrics say how often and how long the space was unsafe", async () => {
    const { api, space } = await morning({ safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 1 });
    const { body } = await api.get(countsUrl(space, MORNING));
    expect(body.metrics).toMatchObject({
      safe_threshold: { limit: 1, breaches: 2, unsafe_duration: "1:00:00" },
    });
  });

  it("D3, D13: an empty range has no samples, totals of 0 and null for all else", async () => {
    const { api, space } = await morning({
      target_capacity: 2,
      safe_threshold_mode: "UTILIZATION_PERC_TARGET",
      safe_threshold_value: 0.5,
    });
    const nothing = { value: null, timestamp: null };
    const empty = {
      total: 0,
      next: null,
      previous: null,
      metrics: {
        entrances: { total: 0, average: null, peak: nothing },
        exits: { total: 0, average: null, peak: nothing },
        count: { average: null, min: nothing, max: nothing },
        target_utilization: {
          average: null,
          min: null,
          max: null,
          durations: { "0": "0:00:00", "40": "0:00:00", "80": "0:00:00", "100": "0:00:00" },
        },
        safe_threshold: { limit: 1, breaches: 0, unsafe_duration: "0:00:00" },
      },
      results: [],
    };
    const same = { start_time: MORNING.start_time, end_time: MORNING.start_time };
    expect((await api.get(countsUrl(space, same))).body).toEqual(empty);
    const future = { start_time: "2030-01-01", end_time: "2031-01-01" };
    expect((await api.get(countsUrl(space, future))).body).toEqual(empty);
  });
});

describe("D3: the present", () => {
  it("ends the range", async () => {
    const { api, space } = await morning();
    const query = { start_time: "2024-05-10T11:30:00Z", end_time: "2024-05-11T00:00:00Z" };
    const { body } = await api.get(countsUrl(space, query));
    expect(body).toMatchObject({
      total: 1,
      results: [{ interval: { start: "2024-05-10T11:30:00.000Z", end: "2024-05-10T11:59:59.999Z" } }],
    });
    api.at("2024-05-10T13:00:00Z");
    expect((await api.get(countsUrl(space, query))).body).toMatchObject({ total: 2 });
  });

  it("a start after the end is a 400", async () => {
    const { api, space } = await morning();
    const query = { start_time: "2024-05-10T10:00:00.001Z", end_time: "2024-05-10T10:00:00Z" };
    expect(pathsOf(await api.get(countsUrl(space, query)))).toEqual(["start_time"]);
  });
});

describe("D15: GET /spaces/:space_id/breaches/", () => {
  it("lists the times when the space was unsafe that touch the range, whole", async () => {
    const { api, space } = await morning({ safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 1 });
    const url = `/v2/spaces/${space}/breaches/`;
    const ended = {
      start: "2024-05-10T10:30:00.000Z",
      end: "2024-05-10T10:45:00.000Z",
      peak: { value: 2, timestamp: "2024-05-10T10:30:00.000Z" },
    };
    const lasting = {
      start: "2024-05-10T11:15:00.000Z",
      end: null,
      peak: { value: 2, timestamp: "2024-05-10T11:15:00.000Z" },
    };
    const list = (total: number, ...results: object[]) => ({ total, next: null, previous: null, results });
    expect((await api.get(`${url}?start_time=2024-05-10`)).body).toEqual(list(2, ended, lasting));
    const within = "start_time=2024-05-10T10:40:00Z&end_time=2024-05-10T10:41:00Z";
    expect((await api.get(`${url}?${within}`)).body).toEqual(list(1, ended));
    // One that ends where the range starts does not touch it.
    expect((await api.get(`${url}?start_time=2024-05-10T10:45:00Z`)).body).toEqual(list(1, lasting));
    const backwards = "start_time=2024-05-10T10:40:00Z&end_time=2024-05-10T10:39:00Z";
    expect(pathsOf(await api.get(`${url}?${backwards}`))).toEqual(["start_time"]);
  });

  it("is empty without a threshold", async () => {
    const { api, space } = await morning();
    const { body } = await api.get(`/v2/spaces/${space}/breaches/?start_time=2024-05-10`);
    expect(body).toEqual({ total: 0, next: null, previous: null, results: [] });
  });
});
