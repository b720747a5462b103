import { describe, expect, it } from "vitest";
import { countsUrl, morning } from "../support/counted-morning.ts";
import { expectProblem, pathsOf, sharedApi, testApi } from "../support/http.ts";

const api = await sharedApi();
const { id: space } = await api.create("/v2/spaces/", { name: "Hall" });

const OPEN = { label: "Open", start: "09:00", end: "17:30:15", days: ["Monday", "Sunday"] };

describe("D14: time segments", () => {
  it("D26: PUT changes the fields that are there, and not the others", async () => {
    const { id, ...segment } = await api.create("/v2/time_segments/", { ...OPEN, spaces: [space] });
    const url = `/v2/time_segments/${id}/`;
    expect((await api.put(url, {})).body).toEqual({ ...segment, id });
    const changed = await api.put(url, { end: "18:00", days: ["Friday", "Friday"], spaces: [] });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...segment, id, end: "18:00:00", days: ["Friday"], spaces: [] });
    expect(pathsOf(await api.put(url, { days: [] }))).toEqual(["days"]);
    for (const end of ["24:00", "24:00:00"])
      expect((await api.put(url, { end })).body).toMatchObject({ end: "00:00:00" });
    expect(pathsOf(await api.put(url, { start: "24:00", end: "24:01" }))).toEqual(["start", "end"]);
    expect(pathsOf(await api.put(url, { label: null, spaces: null }))).toEqual(["label", "spaces"]);
    expectProblem(await api.put("/v2/time_segments/tsm_99/", {}), 404);
  });

  it("D16: take spaces as ids or as the objects they are read as", async () => {
    const spaces = [{ space_id: space, name: "x" }, space];
    const segment = await api.create("/v2/time_segments/", { ...OPEN, spaces });
    expect(segment.spaces).toEqual([{ space_id: space, name: "Hall" }]);
    expect((await api.put(`/v2/time_segments/${segment.id}/`, segment)).body).toEqual(segment);
    const wrong = { ...OPEN, spaces: [{ space_id: space }, { space_id: "spc_99" }] };
    expect(pathsOf(await api.post("/v2/time_segments/", wrong))).toEqual(["spaces.1"]);
  });
});

describe("D22: time segment groups", () => {
  it("D16, D26: are changed field by field, with ids or objects, and deleted", async () => {
    const segment = await api.create("/v2/time_segments/", { ...OPEN, spaces: [] });
    const group = await api.create("/v2/time_segment_groups/", { name: "Hours" });
    expect(group.time_segments).toEqual([]);
    const url = `/v2/time_segment_groups/${group.id}/`;
    const filled = await api.put(url, { time_segments: [{ id: segment.id, name: "x" }] });
    const time_segments = [{ id: segment.id, time_segment_id: segment.id, name: "Open" }];
    expect(filled.body).toEqual({ ...group, time_segments });
    expect((await api.put(url, { name: "Times" })).body).toEqual({ ...filled.body, name: "Times" });
    expect((await api.put(url, filled.body)).body).toEqual(filled.body);
    expect(pathsOf(await api.put(url, { time_segments: ["tsm_99"] }))).toEqual(["time_segments.0"]);
    expect(pathsOf(await api.put(url, { name: null }))).toEqual(["name"]);
    expect(pathsOf(await api.post("/v2/time_segment_groups/", {}))).toEqual(["name"]);
    expect(await api.delete(url)).toMatchObject({ status: 204, text: "" });
    expectProblem(await api.get(url), 404);
    expectProblem(await api.put(url, {}), 404);
    expectProblem(await api.delete(url), 404);
  });
});

describe("D14: time segments of counts", () => {
  /** A floor with opening hours around the hall's morning; the hall is on it. */
  async function openingHours() {
    const api = await testApi();
    const space = await morning(api);
    const floor = await api.create("/v2/spaces/", { name: "Floor", space_type: "floor" });
    await api.put(`/v2/spaces/${space}/`, { parent_id: floor.id });
    const segment = (label: string, start: string, end: string, spaces: readonly string[]) =>
      api.create("/v2/time_segments/", { label, start, end, days: ["Friday"], spaces });
    const early = await segment("Open", "09:00", "10:40", [floor.id]);
    const late = await segment("Open", "11:10", "11:30", [space]);
    const elsewhere = await segment("Closed", "00:00", "00:00", []);
    const time_segments = [early.id, elsewhere.id];
    const group = await api.create("/v2/time_segment_groups/", { name: "Hours", time_segments });
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

  it("are named by ids, repeated or comma-separated, by groups and by labels, and unite", async () => {
    const { totals, early, late, group } = await openingHours();
    const all = ["09:00 0 +0 -0", "10:00 1 +2 -0", "11:00 1 +1 -0"];
    expect(await totals(`time_segment_ids=${early}&time_segment_ids=${late}`)).toEqual(all);
    expect(await totals(`time_segment_ids=${early},${late}`)).toEqual(all);
    expect(await totals(`time_segment_group_ids=${group}`)).toEqual(all.slice(0, 2));
    expect(await totals(`time_segment_group_ids=${group},${group}&time_segment_ids=${late}`)).toEqual(all);
    expect(await totals("time_segment_labels=Open")).toEqual(all);
    expect(await totals("time_segment_labels=Closed&time_segment_labels=Open")).toEqual(all);
    // It exists, but does not apply to the space.
    expect(await totals("time_segment_labels=Closed")).toEqual([]);
  });
});
