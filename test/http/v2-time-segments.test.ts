import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testApi, testSite } from "../support/http.ts";

const OPEN = { label: "Open", start: "09:00", end: "17:30:15", days: ["Monday", "Sunday"] };

describe("D14: time segments", () => {
  it("have every documented field when created, read and listed", async () => {
    const { api, space } = await testSite();
    const created = await api.post("/v2/time_segments/", { ...OPEN, spaces: [space] });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^tsm_[1-9]\d*$/),
      label: "Open",
      start: "09:00:00",
      end: "17:30:15",
      days: ["Monday", "Sunday"],
      spaces: [{ space_id: space, name: "Hall" }],
    });
    expect((await api.get(`/v2/time_segments/${created.body.id}`)).body).toEqual(created.body);
    const list = { total: 1, next: null, previous: null, results: [created.body] };
    expect((await api.get("/v2/time_segments/")).body).toEqual(list);
  });

  it("need every field on creation, and at least one day, but no space", async () => {
    const api = await testApi();
    expect(pathsOf(await api.post("/v2/time_segments/", {}))).toEqual([
      "label",
      "start",
      "end",
      "days",
      "spaces",
    ]);
    expect(pathsOf(await api.post("/v2/time_segments/", { ...OPEN, spaces: [], days: [] }))).toEqual([
      "days",
    ]);
    expect(await api.create("/v2/time_segments/", { ...OPEN, spaces: [] })).toMatchObject({ spaces: [] });
  });

  it.each([
    ["start", "9:00"],
    ["start", "24:00"],
    ["start", 900],
    ["end", "09:00:60"],
    ["end", null],
    ["label", ""],
    ["days", "Monday"],
    ["days", ["monday"]],
    ["spaces", "spc_1"],
    ["spaces", ["spc_99"]],
    ["spaces", [5]],
    ["spaces", [{ id: "spc_1" }]],
  ])("D17: reject %s %j", async (field, value) => {
    const api = await testApi();
    const [path] = pathsOf(await api.post("/v2/time_segments/", { ...OPEN, spaces: [], [field]: value }));
    expect(path?.split(".", 1)).toEqual([field]);
  });

  it("D26: PUT changes the fields that are there, and not the others", async () => {
    const { api, space } = await testSite();
    const { id, ...segment } = await api.create("/v2/time_segments/", { ...OPEN, spaces: [space] });
    const url = `/v2/time_segments/${id}/`;
    expect((await api.put(url, {})).body).toEqual({ ...segment, id });
    const changed = await api.put(url, { end: "18:00", days: ["Friday", "Friday"], spaces: [] });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...segment, id, end: "18:00:00", days: ["Friday"], spaces: [] });
    expect(pathsOf(await api.put(url, { days: [] }))).toEqual(["days"]);
    expect(pathsOf(await api.put(url, { label: null, spaces: null }))).toEqual(["label", "spaces"]);
    expectProblem(await api.put("/v2/time_segments/tsm_99/", {}), 404);
  });

  it("D16: take spaces as ids or as the objects they are read as", async () => {
    const { api, space } = await testSite();
    const segment = await api.create("/v2/time_segments/", {
      ...OPEN,
      spaces: [{ space_id: space, name: "x" }, space],
    });
    expect(segment.spaces).toEqual([{ space_id: space, name: "Hall" }]);
    expect((await api.put(`/v2/time_segments/${segment.id}/`, segment)).body).toEqual(segment);
    const wrong = { ...OPEN, spaces: [{ space_id: space }, { space_id: "spc_99" }] };
    expect(pathsOf(await api.post("/v2/time_segments/", wrong))).toEqual(["spaces.1"]);
  });

  it("D19: are deleted, also from their groups, with a 204", async () => {
    const api = await testApi();
    const { id } = await api.create("/v2/time_segments/", { ...OPEN, spaces: [] });
    const group = await api.create("/v2/time_segment_groups/", { name: "Hours", time_segments: [id] });
    expect(await api.delete(`/v2/time_segments/${id}/`)).toMatchObject({ status: 204, text: "" });
    expectProblem(await api.get(`/v2/time_segments/${id}/`), 404);
    expectProblem(await api.delete(`/v2/time_segments/${id}/`), 404);
    expect((await api.get(`/v2/time_segment_groups/${group.id}/`)).body).toMatchObject({ time_segments: [] });
  });
});

describe("D22: time segment groups", () => {
  it("have every field when created, read and listed", async () => {
    const api = await testApi();
    const segment = await api.create("/v2/time_segments/", { ...OPEN, spaces: [] });
    const created = await api.post("/v2/time_segment_groups/", {
      name: "Hours",
      time_segments: [segment.id],
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^tsg_[1-9]\d*$/),
      name: "Hours",
      time_segments: [{ id: segment.id, name: "Open" }],
    });
    expect((await api.get(`/v2/time_segment_groups/${created.body.id}/`)).body).toEqual(created.body);
    const list = { total: 1, next: null, previous: null, results: [created.body] };
    expect((await api.get("/v2/time_segment_groups/")).body).toEqual(list);
  });

  it("D16, D26: are changed field by field, with ids or objects, and deleted", async () => {
    const api = await testApi();
    const segment = await api.create("/v2/time_segments/", { ...OPEN, spaces: [] });
    const group = await api.create("/v2/time_segment_groups/", { name: "Hours" });
    expect(group.time_segments).toEqual([]);
    const url = `/v2/time_segment_groups/${group.id}/`;
    const filled = await api.put(url, { time_segments: [{ id: segment.id, name: "x" }] });
    expect(filled.body).toEqual({ ...group, time_segments: [{ id: segment.id, name: "Open" }] });
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
