import { describe, expect, it } from "vitest";
import { testApi } from "../support/http.ts";

const SITE = {
  spaces: [{ name: "House", space_type: "building", capacity: 100, spaces: [{ name: "Hall" }] }],
  doorways: [
    { name: "Front door", sensor_serial_number: "a", links: [{ space: "Hall", sensor_placement: 1 }] },
  ],
  time_segments: [
    { label: "Lunch", start: "12:00:00", end: "13:00:00", days: ["Monday"], spaces: [["House", "Hall"]] },
  ],
  time_segment_groups: [{ name: "All", time_segments: ["Lunch"] }],
};

describe("/v2/admin/site/", () => {
  it("dry_run changes nothing and foretells no ids, and prune takes away what is not named", async () => {
    const api = await testApi();
    const dry = await api.post("/v2/admin/site/?dry_run=true", SITE);
    expect(dry.body).toMatchObject({ dry_run: true, created: 7 });
    expect(
      (dry.body.changes as { resource_id: unknown }[]).every((change) => change.resource_id === null),
    ).toBe(true);
    expect((await api.get("/v2/spaces/")).body.total).toBe(0);
    await api.post("/v2/admin/site/", SITE);
    const pruned = await api.post("/v2/admin/site/?prune=true", { spaces: SITE.spaces });
    expect(pruned.body).toMatchObject({ created: 0, updated: 0, ended: 2, deleted: 3 });
    expect((await api.get("/v2/admin/site/?ids=true")).body).toEqual({
      spaces: [
        expect.objectContaining({
          id: expect.stringMatching(/^spc_/),
          spaces: [{ id: expect.stringMatching(/^spc_/), name: "Hall" }],
        }),
      ],
    });
  });
});
