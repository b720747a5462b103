import { expect, it } from "vitest";
import { countsUrl } from "../support/counted-morning.ts";
import { type TestApi, testApi } from "../support/http.ts";

const MORNING = { start_time: "2024-05-10T06:00:00Z", end_time: "2024-05-10T12:00:00Z", measured: "true" };

const periodsOf = async (api: TestApi, space: string) =>
  (await api.get(`/v2/spaces/${space}/`)).body.measured_periods;

async function measuredCounts(api: TestApi, space: string, query: Readonly<Record<string, string>> = {}) {
  const { body } = await api.get(countsUrl(space, { ...MORNING, ...query }));
  const { metrics } = body as unknown as { metrics: { count: { average: number | null } } };
  return {
    starts: body.results.map(({ timestamp }) => String(timestamp).slice(11, 16)),
    average: metrics.count.average,
  };
}

it("D22: a space is measured from its first event on, while a doorway is linked to it", async () => {
  const api = await testApi();
  const { space, link } = await api.site();
  expect(await periodsOf(api, space)).toEqual([]);
  expect(await measuredCounts(api, space)).toEqual({ starts: [], average: null });
  await api.report("a 2024-05-10T09:30:00Z 1");
  expect(await periodsOf(api, space)).toEqual([{ start: "2024-05-10T09:30:00.000Z", end: null }]);
  expect(await measuredCounts(api, space)).toEqual({ starts: ["09:00", "10:00", "11:00"], average: 1 });
  await api.delete(`/v2/links/${link}/`);
  const end = "2024-05-10T12:00:00.000Z";
  expect(await periodsOf(api, space)).toEqual([{ start: "2024-05-10T09:30:00.000Z", end }]);
});

it("D22: of several links, the periods are united, and the time between them is not measured", async () => {
  const api = await testApi();
  const space = await api.create("/v2/spaces/", { name: "Hall", daily_reset: null });
  const at = (hour: number) => `2024-05-10T${String(hour).padStart(2, "0")}:00:00.000Z`;
  const link = async (name: string, from: string, until: string | null) => {
    const doorway = await api.create("/v2/doorways/", { name, sensor_serial_number: name });
    const ends = { space_id: space.id, doorway_id: doorway.id, sensor_placement: 1 };
    const made = await api.create("/v2/links/", { ...ends, effective_from: from });
    if (until === null) return;
    api.at(until);
    await api.delete(`/v2/links/${made.id}/`);
  };
  await link("a", "beginning", at(13));
  await link("b", at(12), at(14));
  api.at(at(16));
  await link("c", at(15), null);
  // The second sensor counts before it is linked, which does not count.
  await api.report(`b ${at(7)} 1`, `a ${at(8)} 1`, `c ${at(15)} 1`);
  expect(await periodsOf(api, space.id)).toEqual([
    { start: at(8), end: at(14) },
    { start: at(15), end: null },
  ]);
  const range = { start_time: at(13), end_time: at(16) };
  expect(await measuredCounts(api, space.id, range)).toEqual({ starts: ["13:00", "15:00"], average: 1.5 });
});

it("D22: tables of several spaces omit what was not measured, too", async () => {
  const api = await testApi();
  const { space } = await api.site();
  const empty = await api.create("/v2/spaces/", { name: "Attic" });
  await api.report("a 2024-05-10T10:30:00Z 1");
  const query = new URLSearchParams({ ...MORNING, space_id: `${space},${empty.id}`, csv: "excel" });
  const { text } = await api.get(`/v2/counts/?${query}`, { headers: { accept: "text/csv" } });
  expect(text.trim().split(/\r?\n/)).toHaveLength(3);
  expect(text).not.toContain("Attic");
});
