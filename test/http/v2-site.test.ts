import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testApi } from "../support/http.ts";

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
  it("POST makes the site what the document says, and GET answers it", async () => {
    const api = await testApi();
    const first = await api.post("/v2/admin/site/", SITE);
    expect(first.status, first.text).toBe(200);
    expect(first.body).toMatchObject({ dry_run: false, created: 7, updated: 0, ended: 0, deleted: 0 });
    const [house] = (await api.get("/v2/spaces/")).body.results;
    expect(first.body.changes).toContainEqual({
      action: "create",
      resource_type: "space",
      resource_id: house?.id,
      name: "House",
      changes: expect.objectContaining({ capacity: { to: 100 } }),
    });
    const site = await api.get("/v2/admin/site/");
    expect(site.body).toEqual({
      ...SITE,
      time_segments: [{ ...SITE.time_segments[0], spaces: ["Hall"] }],
    });
    expect((await api.post("/v2/admin/site/", site.body)).body).toMatchObject({ created: 0, changes: [] });
  });

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

  it("D17: a wrong document is a 400 that names every place, and nothing is written", async () => {
    const api = await testApi();
    const wrong = {
      spaces: [{ name: "House", capcity: 5 }],
      doorways: [{ name: "Door", links: [{ space: "House", sensor_placement: 0 }] }],
    };
    expect(pathsOf(await api.post("/v2/admin/site/", wrong))).toEqual([
      "spaces.0.capcity",
      "doorways.0.links.0.sensor_placement",
    ]);
    const broken = { ...SITE, time_segment_groups: [{ name: "All", time_segments: ["Supper"] }] };
    expect(pathsOf(await api.post("/v2/admin/site/", broken))).toEqual([
      "time_segment_groups.0.time_segments.0",
    ]);
    expect(pathsOf(await api.post("/v2/admin/site/?dry_run=perhaps", SITE))).toEqual(["dry_run"]);
    expectProblem(await api.post("/v2/admin/site/", undefined), 400);
    expect((await api.get("/v2/admin/site/")).body).toEqual({ spaces: [] });
  });
});
