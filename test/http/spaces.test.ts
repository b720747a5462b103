import { describe, expect, it } from "vitest";
import { type Body, expectProblem, NOW, pathsOf, sharedApi, testApi, testSite } from "../support/http.ts";

const api = await sharedApi();

/** Every documented field of a space, as one has it of which only the name was given (D27). */
const BARE = {
  name: "Hall",
  notes: "",
  description: "",
  meta: null,
  parent_id: null,
  ancestry: [],
  space_type: "space",
  function: null,
  time_zone: "UTC",
  daily_reset: "04:00",
  current_count: 0,
  capacity: null,
  target_capacity: null,
  safe_capacity: null,
  safe_threshold_mode: null,
  safe_threshold_value: null,
  max_dwell_minutes: null,
  measured_periods: [],
  doorways: [],
  tags: [],
  address: null,
  latitude: null,
  longitude: null,
  counting_mode: "doorways",
  component_spaces: [],
  floor_level: null,
  space_mappings: [],
  time_segments: [],
  time_segment_groups: [],
  size_area: null,
  size_area_unit: "square_feet",
  annual_rent: null,
  annual_rent_currency: "USD",
  assigned_teams: [],
  sensors_total: 0,
  image_url: null,
  created_at: NOW,
  updated_at: NOW,
  inherits_time_segments: true,
};

describe("D2: the time zone of a space for which none is given", () => {
  it("is that of its parent", async () => {
    const house = { name: "H", space_type: "building", time_zone: "Asia/Tokyo" };
    const parent_id = (await api.post("/v2/spaces/", house)).body.id;
    const zoneOf = async (body: object) => (await api.post("/v2/spaces/", body)).body.time_zone;
    expect(await zoneOf({ name: "C", parent_id })).toBe("Asia/Tokyo");
    expect(await zoneOf({ name: "D", parent_id, timezone: "Europe/Berlin" })).toBe("Europe/Berlin");
    expect(await zoneOf({ name: "E" })).toBe("UTC");
  });
});

describe("D27: a space has every documented field", () => {
  it("when it is created, read and listed", async () => {
    const created = await api.post("/v2/spaces/", { name: "Hall" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ ...BARE, id: expect.stringMatching(/^spc_[1-9]\d*$/) });
    const read = await api.get(`/v2/spaces/${created.body.id}/`);
    expect(read).toMatchObject({ status: 200, body: created.body });
    expect((await api.get("/v2/spaces/")).body.results).toContainEqual(created.body);
  });

  it("D16: takes `description` for `notes` and `timezone` for `time_zone` if the other is absent", async () => {
    const aliased = { name: "x", description: "By the river", timezone: "Europe/Berlin" };
    const space = await api.create("/v2/spaces/", aliased);
    const said = { notes: "By the river", description: "By the river", time_zone: "Europe/Berlin" };
    expect(space).toMatchObject(said);
    expect(space).not.toHaveProperty("timezone");
    const url = `/v2/spaces/${space.id}/`;
    const both = { notes: "a", description: "b", time_zone: "UTC", timezone: "Asia/Tokyo" };
    expect((await api.put(url, both)).body).toMatchObject({ notes: "a", description: "a", time_zone: "UTC" });
    const changed = await api.put(url, { description: "", timezone: "Asia/Tokyo" });
    expect(changed.body).toMatchObject({ notes: "", time_zone: "Asia/Tokyo" });
    const wrong = await api.put(url, { description: null, timezone: "Mars/Base" });
    expect(pathsOf(wrong)).toEqual(["description", "timezone"]);
    const dated = { timezone: "UTC", effective_from: "beginning" };
    expect((await api.put(url, dated)).body).toMatchObject({ time_zone: "UTC" });
  });

  it("shows its links, sensors and present count", async () => {
    const { api, space, doorway, link } = await testSite();
    const back = await api.create("/v2/doorways/", { name: "Back door" });
    const body = { space_id: space, doorway_id: back.id, sensor_placement: -1 };
    const backLink = await api.create("/v2/links/", body);
    await api.report("a 2024-05-10T11:00:00Z 1", "a 2024-05-10T11:10:00Z 1");
    expect((await api.get(`/v2/spaces/${space}/`)).body).toMatchObject({
      current_count: 2,
      sensors_total: 1,
      doorways: [
        { id: doorway, name: "Front door", link_id: link, sensor_placement: 1 },
        { id: back.id, name: "Back door", link_id: backLink.id, sensor_placement: -1 },
      ],
    });
    await api.delete(`/v2/links/${link}/`);
    expect((await api.get("/v2/spaces/")).body.results[0]).toMatchObject({
      current_count: 2,
      sensors_total: 0,
      doorways: [{ id: back.id }],
    });
  });
});

it("D5, D8: the daily reset cannot change in the future, or at no time", async () => {
  const { api, space } = await testSite();
  for (const effective_from of ["2024-05-10T12:00:00.001Z", "soon", "", 5]) {
    const change = { daily_reset: "04:00", effective_from };
    expect(pathsOf(await api.put(`/v2/spaces/${space}/`, change))).toEqual(["effective_from"]);
  }
});

describe("D21: hierarchy", () => {
  it("shows ancestry, the closest parent first", async () => {
    const campus = await api.create("/v2/spaces/", { name: "Campus", space_type: "campus" });
    const within = ({ id }: Body, name: string, space_type: string) =>
      api.create("/v2/spaces/", { name, space_type, parent_id: id });
    const building = await within(campus, "B", "building");
    const floor = await within(building, "F", "floor");
    const room = await within(floor, "Room", "space");
    expect(room.ancestry).toEqual([
      { id: floor.id, name: "F" },
      { id: building.id, name: "B" },
      { id: campus.id, name: "Campus" },
    ]);
  });

  it("violations are a 400", async () => {
    const floor = await api.create("/v2/spaces/", { name: "F", space_type: "floor" });
    const room = await api.create("/v2/spaces/", { name: "Room", parent_id: floor.id });
    const building = { name: "B", space_type: "building", parent_id: floor.id };
    expect(pathsOf(await api.post("/v2/spaces/", building))).toEqual(["parent_id"]);
    const booth = await api.create("/v2/spaces/", { name: "Booth", parent_id: room.id });
    const second = await api.post("/v2/spaces/", { name: "Other", parent_id: room.id });
    expectProblem(second, 400, "at most one child");
    for (const change of [{ parent_id: room.id }, { parent_id: booth.id }, { space_type: "building" }])
      expect(pathsOf(await api.put(`/v2/spaces/${room.id}/`, change))).toEqual(["parent_id"]);
    expect(pathsOf(await api.post("/v2/spaces/", { name: "x", annual_rent: 5 }))).toEqual(["annual_rent"]);
  });
});

describe("D19: DELETE", () => {
  it("asks for the exact name, and removes the space with its history, not the sensors' events", async () => {
    const { api, space } = await testSite();
    await api.report("a 2024-05-10T11:00:00Z 1");
    await api.create("/v2/resets/", { space_id: space, timestamp: NOW });
    const url = `/v2/spaces/${space}/`;
    for (const body of [undefined, {}, { name: 5 }, { name: "hall" }, { name: "Hall " }]) {
      expect(pathsOf(await api.delete(url, body))).toEqual(["name"]);
    }
    const deleted = await api.delete(url, { name: "Hall" });
    expect(deleted).toMatchObject({ status: 204, text: "" });
    expectProblem(await api.get(url), 404);
    expectProblem(await api.delete(url, { name: "Hall" }), 404);
    expect((await api.get("/v2/links/?ended=true")).body.total).toBe(0);
    expect((await api.get("/v2/resets/")).body.total).toBe(0);
    expect((await api.get("/v2/sensors/a/events/?start_time=2024-05-01")).body.total).toBe(1);
    const rebuilt = await api.post("/v2/admin/rebuild", { verify: true });
    expect(rebuilt.body).toMatchObject({ runs: 0, differences: [] });
  });
});

describe("D16: filters of GET /spaces/", () => {
  it("are doorway_id, space_type and parent_id, which must all fit, and tag", async () => {
    const { api, space, doorway } = await testSite();
    const floor = await api.create("/v2/spaces/", { name: "F", space_type: "floor" });
    const room = await api.create("/v2/spaces/", { name: "Room", parent_id: floor.id });
    const ids = async (query: string) => {
      const { body } = await api.get(`/v2/spaces/?${query}`);
      expect(body.total).toBe(body.results.length);
      return body.results.map(({ id }) => id);
    };
    expect(await ids("")).toEqual([space, floor.id, room.id]);
    expect(await ids(`doorway_id=${doorway}`)).toEqual([space]);
    expect(await ids("space_type=floor")).toEqual([floor.id]);
    expect(await ids("space_type=space")).toEqual([space, room.id]);
    expect(await ids(`parent_id=${floor.id}`)).toEqual([room.id]);
    expect(await ids(`parent_id=${floor.id}&space_type=floor`)).toEqual([]);
    expect(await ids("tag=anything")).toEqual([]);
    await api.delete(`/v2/doorways/${doorway}/`);
    expect(pathsOf(await api.get(`/v2/spaces/?doorway_id=${doorway}`))).toEqual(["doorway_id"]);
  });
});

describe("a space of version 1", () => {
  it("D8: made with a name alone has no daily reset and the time zone UTC", async () => {
    const created = await api.post("/v1/spaces/", { name: "Hall" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^spc_[1-9]\d*$/),
      ...{ name: "Hall", description: "", timezone: "UTC", daily_reset: null },
      ...{ current_count: 0, doorways: [], tags: [] },
    });
    expect((await api.get(`/v1/spaces/${created.body.id}/`)).body).toEqual(created.body);
    // Version 2 makes spaces with a daily reset, and shows that this one has none.
    expect((await api.get(`/v2/spaces/${created.body.id}/`)).body).toMatchObject({ daily_reset: null });
    const other = await api.create("/v2/spaces/", { name: "Lobby" });
    expect((await api.get(`/v1/spaces/${other.id}/`)).body).toMatchObject({ daily_reset: "04:00" });
  });

  it("D27: keeps what is given; its description is version 2's notes", async () => {
    const given = { description: "Upstairs", timezone: "Asia/Kathmandu", daily_reset: "04:30" };
    const space = await api.create("/v1/spaces/", { name: "Hall", ...given, current_count: 5, tags: ["x"] });
    expect(space).toMatchObject({ name: "Hall", ...given, current_count: 0, tags: [] });
    expect((await api.get(`/v2/spaces/${space.id}/`)).body).toMatchObject({
      notes: "Upstairs",
      description: "Upstairs",
      time_zone: "Asia/Kathmandu",
      daily_reset: "04:30",
      space_type: "space",
    });
    for (const timezone of ["2024-05-10T12:00:00Z", "+05:45", null])
      expect(pathsOf(await api.post("/v1/spaces/", { name: "x", timezone }))).toEqual(["timezone"]);
  });
});

describe("D5, D8: effective_from dates the daily reset, the time zone or both, and keeps the other's history", () => {
  const zone = (time_zone: string, effective_from = "2024-01-07") => ({ time_zone, effective_from });
  const reset = (daily_reset: string | null, effective_from = "2024-01-07") => {
    return { daily_reset, effective_from };
  };
  const tokyo = zone("Asia/Tokyo", "beginning");
  const capacity = { capacity: 5, effective_from: "beginning" };

  it.each([
    // 04:00 in New York is 09:00 UTC.
    ["later", [zone("America/New_York")], "0 1 1 1 0 0 0 0 1 1 1 1"],
    ["reset", [zone("America/New_York"), reset("06:00", "2024-01-05")], "0 1 1 1 1 1 0 0 1 1 1 1"],
    ["zone", [reset(null), zone("America/New_York", "2024-01-05")], "0 1 1 1 1 1 1 1 2 0 0 0"],
    // 12:00 in Tokyo is 03:00 UTC.
    ["both", [reset("06:00"), { ...tokyo, daily_reset: "12:00" }], "0 1 1 0 0 0 0 0 1 1 1 1"],
    ["none", [zone("America/New_York"), capacity], "0 1 1 1 0 0 0 0 1 1 1 1"],
  ])("%s", async (_, changes, expected) => {
    const { api, space } = await testSite({ time_zone: "UTC", daily_reset: "04:00" });
    await api.report("a 2024-01-05T01:00:00Z 1", "a 2024-01-05T08:00:00Z 1");
    for (const body of changes) expect((await api.put(`/v2/spaces/${space}/`, body)).status).toBe(200);
    const counts: unknown[] = [];
    for (let hour = 0; hour < 12; hour++) {
      const time = `2024-01-05T${String(hour).padStart(2, "0")}:30:00Z`;
      counts.push((await api.get(`/v1/spaces/${space}/count/?time=${time}`)).body.count);
    }
    expect(counts.join(" ")).toBe(expected);
  });
});

describe("D19: a space that is deleted while its count is read", () => {
  it.each([
    ["/v2/spaces/:id/", 404],
    ["/v1/spaces/:id/", 404],
    ["/v2/spaces/:id/count/", 404],
    ["/v2/spaces/", 200],
    ["/v1/spaces/", 200],
    ["/v2/tags/gone/", 200],
  ])("is not answered by %s", async (path, status) => {
    const own = await testApi();
    const { id } = await own.create("/v2/spaces/", { name: "Hall" });
    await own.create(`/v2/spaces/${id}/tags/`, { tag_name: "gone" });
    const { notifier } = own.context;
    const current = notifier.current.bind(notifier);
    notifier.current = async (ids) => {
      await own.send("DELETE", `/v2/spaces/${id}/`, { body: { name: "Hall" } });
      return current(ids);
    };
    const answer = await own.get(path.replace(":id", id));
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain(`"${id}"`);
  });
});
