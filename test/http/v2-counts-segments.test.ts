import { describe, expect, it } from "vitest";
import { countsUrl, MORNING, morning } from "../support/counted-morning.ts";
import { pathsOf } from "../support/http.ts";

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
