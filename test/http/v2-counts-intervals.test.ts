import { describe, expect, it } from "vitest";
import { INTERVALS_MAX } from "../../src/domain/limits.ts";
import { countsUrl, MORNING, morning } from "../support/counted-morning.ts";
import { pathsOf, type TestApi, testApi } from "../support/http.ts";

describe("D10: intervals of the calendar", () => {
  it("are days of the space's own zone: the one on which clocks go forward in Berlin has 23 hours", async () => {
    const api = await testApi();
    const { space } = await api.site({ time_zone: "Europe/Berlin" });
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
    const api = await testApi();
    const { space } = await api.site();
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

  it("are any where the server was told so", async () => {
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
