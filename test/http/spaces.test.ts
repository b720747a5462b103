import { describe, expect, it } from "vitest";
import { SPACE_DEPTH_MAX } from "../../src/domain/limits.ts";
import { expectProblem, NOW, pathsOf, testApi, testSite } from "../support/http.ts";

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

/** Every field that a client may set, with a value that is not its default. */
const FULL = {
  name: "Head office",
  notes: "By the river",
  meta: { code: ["x", 1, null, true], nested: { a: 1.5 } },
  space_type: "building",
  function: "office",
  time_zone: "Europe/Berlin",
  daily_reset: "03:30",
  capacity: 200,
  target_capacity: 120,
  safe_capacity: 100,
  safe_threshold_mode: "UTILIZATION_PERC_TARGET",
  safe_threshold_value: 0.6,
  address: "1 River Street",
  latitude: 52.52,
  longitude: 13.405,
  size_area: 950.5,
  size_area_unit: "square_meters",
  annual_rent: 120000.5,
  annual_rent_currency: "EUR",
  inherits_time_segments: false,
};

describe("D27: a space has every documented field", () => {
  it("when it is created, read and listed", async () => {
    const api = await testApi();
    const created = await api.post("/v2/spaces/", { name: "Hall" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ ...BARE, id: expect.stringMatching(/^spc_[1-9]\d*$/) });
    const read = await api.get(`/v2/spaces/${created.body.id}/`);
    expect(read).toMatchObject({ status: 200, body: created.body });
    const listed = await api.get("/v2/spaces/");
    expect(listed.body).toEqual({ total: 1, next: null, previous: null, results: [created.body] });
  });

  it("and keeps what is given, `description` mirroring `notes`", async () => {
    const api = await testApi();
    const space = await api.create("/v2/spaces/", FULL);
    expect(space).toEqual({ ...BARE, ...FULL, description: FULL.notes, id: space.id });
  });

  it("D16: takes back what it gave, ignoring unknown and read-only fields", async () => {
    const api = await testApi();
    const space = await api.create("/v2/spaces/", FULL);
    const sent = { ...space, current_count: 7, id: "spc_1", tags: ["x"], colour: "red", created_at: "never" };
    const copy = await api.create("/v2/spaces/", { ...sent, name: "Copy" });
    expect(copy).toEqual({ ...space, id: copy.id, name: "Copy" });
    const changed = await api.put(`/v2/spaces/${space.id}/`, sent);
    expect(changed).toMatchObject({ status: 200, body: space });
  });

  it("D16: takes `description` for `notes` and `timezone` for `time_zone` if the other is absent", async () => {
    const api = await testApi();
    const aliased = { name: "x", description: "By the river", timezone: "Europe/Berlin" };
    const space = await api.create("/v2/spaces/", aliased);
    const said = { notes: "By the river", description: "By the river", time_zone: "Europe/Berlin" };
    expect(space).toMatchObject(said);
    expect(space).not.toHaveProperty("timezone");
    const url = `/v2/spaces/${space.id}/`;
    const both = { notes: "a", description: "b", time_zone: "UTC", timezone: "Asia/Tokyo" };
    expect((await api.put(url, both)).body).toMatchObject({
      notes: "a",
      description: "a",
      time_zone: "UTC",
    });
    expect((await api.put(url, { description: "", timezone: "Asia/Tokyo" })).body).toMatchObject({
      notes: "",
      time_zone: "Asia/Tokyo",
    });
    expect(pathsOf(await api.put(url, { description: null, timezone: "Mars/Base" }))).toEqual([
      "description",
      "timezone",
    ]);
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

describe("D26: PUT", () => {
  it("changes the fields that are there", async () => {
    const api = await testApi();
    const space = await api.create("/v2/spaces/", FULL);
    api.at("2024-05-10T13:00:00Z");
    const changed = await api.put(`/v2/spaces/${space.id}/`, { notes: "", capacity: 10 });
    expect(changed).toMatchObject({ status: 200 });
    const updated_at = "2024-05-10T13:00:00.000Z";
    expect(changed.body).toEqual({ ...space, notes: "", description: "", capacity: 10, updated_at });
    expect((await api.get(`/v2/spaces/${space.id}/`)).body).toEqual(changed.body);
  });
});

describe("D5, D8: the daily reset", () => {
  async function hallWithOnePersonSinceYesterday() {
    const { api, space } = await testSite();
    await api.report("a 2024-05-09T10:00:00Z 1");
    const count = async () => (await api.get(`/v2/spaces/${space}/`)).body.current_count;
    expect(await count()).toBe(1);
    return { api, url: `/v2/spaces/${space}/`, count };
  }

  it("changes from now on", async () => {
    const { api, url, count } = await hallWithOnePersonSinceYesterday();
    await api.put(url, { daily_reset: "04:00" });
    expect(await count()).toBe(1);
    api.at("2024-05-11T03:59:59.999Z");
    expect(await count()).toBe(1);
    api.at("2024-05-11T04:00:00Z");
    expect(await count()).toBe(0);
  });

  it.each(["beginning", "2024-05-10T04:00:00Z", "2024-05-10 06:00+02"])(
    "changes from %s on if that is said",
    async (from) => {
      const { api, url, count } = await hallWithOnePersonSinceYesterday();
      const changed = await api.put(url, { daily_reset: "04:00", effective_from: from });
      expect(changed.body).toMatchObject({ current_count: 0 });
      expect(await count()).toBe(0);
    },
  );

  it("cannot change in the future, or at no time", async () => {
    const { api, url } = await hallWithOnePersonSinceYesterday();
    for (const effective_from of ["2024-05-10T12:00:00.001Z", "soon", "", 5]) {
      expect(pathsOf(await api.put(url, { daily_reset: "04:00", effective_from }))).toEqual([
        "effective_from",
      ]);
    }
  });
});

describe("D21: hierarchy", () => {
  it("shows ancestry, the closest parent first", async () => {
    const api = await testApi();
    const campus = await api.create("/v2/spaces/", { name: "Campus", space_type: "campus" });
    const building = await api.create("/v2/spaces/", {
      name: "B",
      space_type: "building",
      parent_id: campus.id,
    });
    const floor = await api.create("/v2/spaces/", { name: "F", space_type: "floor", parent_id: building.id });
    const room = await api.create("/v2/spaces/", { name: "Room", parent_id: floor.id });
    expect(room.ancestry).toEqual([
      { id: floor.id, name: "F" },
      { id: building.id, name: "B" },
      { id: campus.id, name: "Campus" },
    ]);
  });

  it("violations are a 400", async () => {
    const api = await testApi();
    const floor = await api.create("/v2/spaces/", { name: "F", space_type: "floor" });
    const room = await api.create("/v2/spaces/", { name: "Room", parent_id: floor.id });
    const inner = await api.create("/v2/spaces/", { name: "Inner", parent_id: room.id });
    const building = { name: "B", space_type: "building", parent_id: floor.id };
    expect(pathsOf(await api.post("/v2/spaces/", building))).toEqual(["parent_id"]);
    expect(pathsOf(await api.post("/v2/spaces/", { name: "Second", parent_id: room.id }))).toEqual([
      "parent_id",
    ]);
    expect(pathsOf(await api.put(`/v2/spaces/${room.id}/`, { parent_id: inner.id }))).toEqual(["parent_id"]);
    expect(pathsOf(await api.put(`/v2/spaces/${room.id}/`, { parent_id: room.id }))).toEqual(["parent_id"]);
    expect(pathsOf(await api.put(`/v2/spaces/${room.id}/`, { space_type: "building" }))).toEqual([
      "parent_id",
    ]);
    expect(pathsOf(await api.post("/v2/spaces/", { name: "x", annual_rent: 5 }))).toEqual(["annual_rent"]);
    expect(pathsOf(await api.post("/v2/spaces/", { name: "x", parent_id: "spc_99" }))).toEqual(["parent_id"]);
  });

  it("D21: are inside each other up to a depth, made or moved there, so that the site can be applied again", async () => {
    const api = await testApi();
    const chain = async (length: number) => {
      const ids: string[] = [];
      while (ids.length < length)
        ids.push((await api.create("/v2/spaces/", { name: "Box", parent_id: ids.at(-1) ?? null })).id);
      return ids;
    };
    const move = (id: string | undefined, parent_id: string | null | undefined) =>
      api.put(`/v2/spaces/${id}/`, { parent_id });
    const deepest = await chain(SPACE_DEPTH_MAX);
    const below = { name: "Box", parent_id: deepest.at(-1) };
    expect(pathsOf(await api.post("/v2/spaces/", below))).toEqual(["parent_id"]);
    expect((await api.put(`/v2/spaces/${deepest.at(-1)}/`, { name: "Deepest" })).status).toBe(200);
    const [outer, inner] = await chain(2);
    const [top] = await chain(SPACE_DEPTH_MAX - 1);
    expect(pathsOf(await move(top, inner))).toEqual(["parent_id"]);
    expect((await move(inner, null)).status).toBe(200);
    expect((await move(top, outer)).status).toBe(200);
    expect(pathsOf(await move(outer, inner))).toEqual(["parent_id"]);
    const { body } = await api.get("/v2/admin/site/");
    expect((await api.post("/v2/admin/site/?dry_run=true&prune=true", body)).body).toMatchObject({
      changes: [],
    });
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
  });

  it("D17: is a 409 that names the children, if there are any", async () => {
    const api = await testApi();
    const floor = await api.create("/v2/spaces/", { name: "F", space_type: "floor" });
    const room = await api.create("/v2/spaces/", { name: "Room", parent_id: floor.id });
    const refused = await api.delete(`/v2/spaces/${floor.id}/`, { name: "F" });
    expectProblem(refused, 409, `Room \\(${room.id}\\)`);
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
