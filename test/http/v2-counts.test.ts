import { describe, expect, it } from "vitest";
import { INTERVALS_MAX } from "../../src/domain/limits.ts";
import { countsUrl, MORNING, morning } from "../support/counted-morning.ts";
import { pathsOf, type TestApi, testApi, testSite } from "../support/http.ts";

describe("GET /spaces/:space_id/counts/", () => {
  it("D22: answers the average of each sample if it is asked for", async () => {
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

  it.each([null, 0])("D12, D13: utilization is null if the capacities are %s", async (capacity) => {
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

  it("D13: metrics cover the whole range on every page", async () => {
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

describe("D14: time segments", () => {
  /** A floor with opening hours around the hall's morning; the hall is on it. */
  async function openingHours() {
    const { api, space } = await morning();
    const floor = await api.create("/v2/spaces/", { name: "Floor", space_type: "floor" });
    await api.put(`/v2/spaces/${space}/`, { parent_id: floor.id });
    const segment = (label: string, start: string, end: string, spaces: readonly string[]) =>
      api.create("/v2/time_segments/", { label, start, end, days: ["Friday"], spaces });
    const early = await segment("Open", "09:00", "10:40", [floor.id]);
    const late = await segment("Open", "11:10", "11:30", [space]);
    const elsewhere = await segment("Closed", "00:00", "00:00", []);
    const group = await api.create("/v2/time_segment_groups/", {
      name: "Hours",
      time_segments: [early.id, elsewhere.id],
    });
    const totals = async (query: string) => {
      const url = countsUrl(space, { start_time: "2024-05-10T08:00:00Z", end_time: "2024-05-10T12:00:00Z" });
      const { body } = await api.get(`${url}&${query}`);
      expect(body.total).toBe(body.results.length);
      return body.results.map((sample) => {
        const { entrances, exits } = (sample.interval as { analytics: { entrances: number; exits: number } })
          .analytics;
        return `${String(sample.timestamp).slice(11, 16)} ${sample.count} +${entrances} -${exits}`;
      });
    };
    return { api, space, totals, early: early.id, late: late.id, elsewhere: elsewhere.id, group: group.id };
  }

  it("restrict what is measured, and leave out intervals without measured time", async () => {
    const { totals, early, late } = await openingHours();
    expect(await totals("")).toHaveLength(4);
    expect(await totals(`time_segment_ids=${early}`)).toEqual(["09:00 0 +0 -0", "10:00 1 +2 -0"]);
    // The count is the one at the first measured instant.
    expect(await totals(`time_segment_ids=${late}`)).toEqual(["11:00 1 +1 -0"]);
  });

  it("are named by ids, repeated or comma-separated, by groups and by labels, and unite", async () => {
    const { totals, early, late, group } = await openingHours();
    const all = ["09:00 0 +0 -0", "10:00 1 +2 -0", "11:00 1 +1 -0"];
    expect(await totals(`time_segment_ids=${early}&time_segment_ids=${late}`)).toEqual(all);
    expect(await totals(`time_segment_ids=${early},${late}`)).toEqual(all);
    expect(await totals(`time_segment_group_ids=${group}`)).toEqual(all.slice(0, 2));
    expect(await totals(`time_segment_group_ids=${group},${group}&time_segment_ids=${late}`)).toEqual(all);
    expect(await totals("time_segment_labels=Open")).toEqual(all);
    expect(await totals("time_segment_labels=Closed&time_segment_labels=Open")).toEqual(all);
  });

  it("that do not apply to the space measure nothing", async () => {
    const { api, space, totals, early, elsewhere } = await openingHours();
    expect(await totals(`time_segment_ids=${elsewhere}`)).toEqual([]);
    expect(await totals("time_segment_labels=Closed")).toEqual([]);
    await api.put(`/v2/spaces/${space}/`, { inherits_time_segments: false });
    expect(await totals(`time_segment_ids=${early}`)).toEqual([]);
  });

  it("that do not exist are a 400", async () => {
    const { api, space } = await openingHours();
    const url = countsUrl(space, MORNING);
    for (const id of ["tsm_99", "tsg_1", "", "tsm_1,"]) {
      expect(pathsOf(await api.get(`${url}&time_segment_ids=${id}`))).toEqual(["time_segment_ids"]);
    }
    // Labels may have commas in them.
    for (const label of ["Opened", "Open,Closed", ""])
      expect(pathsOf(await api.get(`${url}&time_segment_labels=${label}`))).toEqual(["time_segment_labels"]);
    expect(pathsOf(await api.get(`${url}&time_segment_group_ids=tsg_99`))).toEqual([
      "time_segment_group_ids",
    ]);
  });

  it("that apply are shown with the space, and the groups that hold one of them", async () => {
    const { api, space, early, late, group } = await openingHours();
    expect((await api.get(`/v2/spaces/${space}/`)).body).toMatchObject({
      time_segments: [
        { id: early, name: "Open", start: "09:00:00", end: "10:40:00", days: ["Friday"] },
        { id: late, name: "Open", start: "11:10:00", end: "11:30:00", days: ["Friday"] },
      ],
      time_segment_groups: [{ id: group, name: "Hours" }],
    });
    await api.put(`/v2/spaces/${space}/`, { inherits_time_segments: false });
    expect((await api.get(`/v2/spaces/${space}/`)).body).toMatchObject({
      time_segments: [{ id: late }],
      time_segment_groups: [],
    });
  });
});

describe("D10: intervals of the calendar", () => {
  it("are days of the space's own zone: the one on which clocks go forward in Berlin has 23 hours", async () => {
    const { api, space } = await testSite({ time_zone: "Europe/Berlin" });
    await api.report("a 2024-03-31T21:59:59.999Z 1", "a 2024-03-31T22:00:00Z 1");
    const query = {
      start_time: "2024-03-31T00:00:00+01:00",
      end_time: "2024-04-02T00:00:00+02:00",
      interval: "1d",
    };
    const { body } = await api.get(countsUrl(space, query));
    expect(body.results).toMatchObject([
      {
        count: 0,
        interval: {
          start: "2024-03-30T23:00:00.000Z",
          end: "2024-03-31T21:59:59.999Z",
          analytics: { entrances: 1, entry_rate: 1 / (23 * 60) },
        },
      },
      {
        // After the event at the boundary itself.
        count: 2,
        interval: {
          start: "2024-03-31T22:00:00.000Z",
          end: "2024-04-01T21:59:59.999Z",
          analytics: { min: 1, entrances: 1, entry_rate: 1 / (24 * 60) },
        },
      },
    ]);
    const fixed = await api.get(countsUrl(space, { ...query, interval: "24h" }));
    expect(fixed.body.results).toMatchObject([
      { interval: { end: "2024-03-31T22:59:59.999Z" } },
      { interval: { end: "2024-04-01T21:59:59.999Z" } },
    ]);
  });

  it("are months that do not drift: from the 31st to the last day of each", async () => {
    const { api, space } = await testSite();
    const query = { start_time: "2024-01-31", end_time: "2024-04-30", interval: "1M" };
    const { body } = await api.get(countsUrl(space, query));
    const starts = body.results.map((sample) => sample.timestamp);
    expect(starts).toEqual([
      "2024-01-31T00:00:00.000Z",
      "2024-02-29T00:00:00.000Z",
      "2024-03-31T00:00:00.000Z",
    ]);
  });
});

describe("D11: supported intervals", () => {
  const get = (api: TestApi, space: string, interval: string) =>
    api.get(countsUrl(space, { ...MORNING, interval }));

  it.each([
    "1m",
    "60s",
    "5m",
    "10m",
    "15m",
    "900s",
    "1h",
    "60m",
    "1d",
    "24h",
    "1w",
    "7d",
    "168h",
    "1M",
    "1mo",
  ])("%s is one", async (interval) => {
    const { api, space } = await morning();
    expect((await get(api, space, interval)).status).toBe(200);
  });

  it.each(["2m", "30m", "2h", "1D", "0m", "1", "h", "", "1 h", "-1h", "1.5h", "2M", "1y"])(
    "%j is not, and the 400 lists those that are",
    async (interval) => {
      const { api, space } = await morning();
      const answer = await get(api, space, interval);
      expect(pathsOf(answer)).toEqual(["interval"]);
      for (const supported of ["1m", "5m", "10m", "15m", "1h", "1d", "1w", "1M"]) {
        expect(answer.body.detail).toContain(supported);
      }
    },
  );

  it("are any if the server is configured so", async () => {
    const api = await testApi({ intervals: "any" });
    const { space } = await api.site();
    for (const interval of ["1s", "7m", "2M", "3d"])
      expect((await get(api, space, interval)).status).toBe(200);
    expect(pathsOf(await get(api, space, "11000d"))).toEqual(["interval"]);
  });

  it("may be a million, and not one more", async () => {
    const { api, space } = await morning();
    const end = Date.UTC(2024, 4, 1);
    const query = (intervals: number) => ({
      start_time: new Date(end - intervals * 60_000).toISOString(),
      end_time: new Date(end).toISOString(),
      interval: "1m",
      page_size: "1",
    });
    expect((await api.get(countsUrl(space, query(INTERVALS_MAX)))).body.total).toBe(INTERVALS_MAX);
    const refused = await api.get(countsUrl(space, query(INTERVALS_MAX + 1)));
    expect(pathsOf(refused)).toEqual(["interval"]);
    expect(refused.body.detail).toContain("1,000,000");
  });
});
