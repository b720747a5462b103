import { describe, expect, it } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { SPACE_DEPTH_MAX } from "../../src/domain/limits.ts";
import { createSpace } from "../../src/engine/resources/spaces.ts";
import { type Body, expectProblem, NOW, pathsOf, type TestApi, testApi, testSite } from "../support/http.ts";

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

describe("v1: a space", () => {
  it("D8: made with a name alone has no daily reset and the time zone UTC", async () => {
    const api = await testApi();
    const created = await api.post("/v1/spaces/", { name: "Hall" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^spc_[1-9]\d*$/),
      name: "Hall",
      description: "",
      timezone: "UTC",
      daily_reset: null,
      current_count: 0,
      doorways: [],
      tags: [],
    });
    expect((await api.get(`/v1/spaces/${created.body.id}/`)).body).toEqual(created.body);
    // Version 2 makes spaces with a daily reset, and shows that this one has none.
    expect((await api.get(`/v2/spaces/${created.body.id}/`)).body).toMatchObject({ daily_reset: null });
    const other = await api.create("/v2/spaces/", { name: "Lobby" });
    expect((await api.get(`/v1/spaces/${other.id}/`)).body).toMatchObject({ daily_reset: "04:00" });
  });

  it("D27: keeps what is given; its description is version 2's notes", async () => {
    const api = await testApi();
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

  it("is listed with five fields and read with all, its doorways under names of version 1", async () => {
    const { api, space, doorway } = await testSite();
    await api.create(`/v1/spaces/${space}/tags/`, { tag_name: "staffed" });
    await api.report("a 2024-05-10T11:00:00Z 1");
    const listed = { id: space, name: "Hall", timezone: "UTC", current_count: 1, tags: ["staffed"] };
    expect((await api.get("/v1/spaces/")).body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [listed],
    });
    expect((await api.get(`/v1/spaces/${space}/`)).body).toEqual({
      ...listed,
      description: "",
      daily_reset: null,
      doorways: [{ doorway_id: doorway, name: "Front door", sensor_placement: 1 }],
    });
  });
});

describe("v1: PUT /spaces/:space_id/", () => {
  it("D8: a daily reset taken away leaves those that have been", async () => {
    const { api, space } = await testSite({ daily_reset: "11:00" });
    await api.report("a 2024-05-09T10:00:00Z 1", "a 2024-05-10T10:00:00Z 1");
    await api.put(`/v1/spaces/${space}/`, { daily_reset: null });
    await api.report("a 2024-05-10T11:30:00Z 1");
    api.at("2024-05-11T12:00:00Z");
    const count = async (time: string) => (await api.get(`/v1/spaces/${space}/count/?time=${time}`)).body;
    expect(await count("2024-05-10T10:30:00Z")).toEqual({ count: 1 });
    expect(await count("2024-05-10T11:00:00Z")).toEqual({ count: 0 });
    expect(await count("2024-05-11T11:30:00Z")).toEqual({ count: 1 });
  });
});

describe("v1: DELETE /spaces/:space_id/", () => {
  it("D19: asks for the exact name, and removes the space and its history, not the events", async () => {
    const { api, space, doorway } = await testSite();
    await api.report("a 2024-05-10T11:00:00Z 1");
    await api.create("/v1/resets/", { space_id: space, timestamp: "2024-05-10T10:00:00Z" });
    const segment = { label: "Open", start: "09:00", end: "17:00", days: ["Monday"], spaces: [space] };
    const { id } = await api.create("/v2/time_segments/", segment);
    const url = `/v1/spaces/${space}/`;
    for (const body of [undefined, {}, { name: "hall" }, { name: "Hall " }, { name: 5 }])
      expect(pathsOf(await api.delete(url, body))).toEqual(["name"]);
    expect(await api.delete(url, { name: "Hall" })).toMatchObject({ status: 204, text: "" });
    expectProblem(await api.get(url), 404);
    expectProblem(await api.delete(url, { name: "Hall" }), 404);
    const { body } = await api.get("/v1/events/");
    expect(body).toMatchObject({ count: 1, results: [{ doorway_id: doorway, spaces: [] }] });
    expect((await api.get("/v1/resets/")).body.count).toBe(0);
    expect((await api.get("/v1/links/")).body.count).toBe(0);
    expect((await api.get(`/v1/doorways/${doorway}/`)).body.spaces).toEqual([]);
    expect((await api.get(`/v2/time_segments/${id}/`)).body.spaces).toEqual([]);
  });
});

/** A hall that was made at 12:00. */
async function hall() {
  const { api, ...ids } = await testSite();
  const url = `/v2/spaces/${ids.space}/`;
  const createdAt = async () => {
    const { body } = await api.get(url);
    const [listed] = (await api.get("/v2/spaces/")).body.results;
    expect(listed?.created_at).toBe(body.created_at);
    return body.created_at;
  };
  return { api, ...ids, url, createdAt };
}

it("D27: a space's created_at is that of its first change, if history is loaded after set-up", async () => {
  const { api, url, createdAt } = await hall();
  expect(await createdAt()).toBe(NOW);
  await api.report("a 2024-05-10T11:30:00Z 1");
  expect(await createdAt()).toBe("2024-05-10T11:30:00.000Z");
  await api.report("a 2024-05-08T09:00:00.250Z -1", "a 2024-05-09T09:00:00Z 1");
  expect(await createdAt()).toBe("2024-05-08T09:00:00.250Z");
  const changed = await api.put(url, { notes: "x" });
  expect(changed.body.created_at).toBe("2024-05-08T09:00:00.250Z");
  // What comes after that changes nothing.
  api.at("2024-05-11T12:00:00Z");
  await api.report("a 2024-05-11T11:00:00Z 1");
  expect(await createdAt()).toBe("2024-05-08T09:00:00.250Z");
});

it("D27: and follows when events are voided, links erased and corrected, resets made and voided", async () => {
  const { api, space, doorway, link, createdAt } = await hall();
  await api.report("a 2024-05-08T09:00:00Z 1", "a 2024-05-09T09:00:00Z 1", "b 2020-01-01T00:00:00Z 1");
  const [first] = (await api.get("/v1/events/?end_time=2024-05-09")).body.results;
  await api.delete(`/v2/events/${first?.id}/`);
  expect(await createdAt()).toBe("2024-05-09T09:00:00.000Z");
  const reset = await api.create(`/v2/spaces/${space}/resets/`, { timestamp: "2024-05-09T08:00:00Z" });
  expect(await createdAt()).toBe("2024-05-09T08:00:00.000Z");
  await api.delete(`/v2/resets/${reset.id}/`);
  expect(await createdAt()).toBe("2024-05-09T09:00:00.000Z");
  await api.delete(`/v2/links/${link}/?erase=true`);
  expect(await createdAt()).toBe(NOW);
  const dated = { space_id: space, doorway_id: doorway, sensor_placement: 1, effective_from: "beginning" };
  await api.create("/v2/links/", dated);
  expect(await createdAt()).toBe("2024-05-09T09:00:00.000Z");
});

const SPACES = 10_000;
const PAGE_SIZE = 1000;

/** An API with many spaces, shown without being saved: one by one they would take seconds to make. */
async function apiWithSpaces(): Promise<TestApi> {
  const api = await testApi();
  const { catalog } = api.context;
  const first = await createSpace(api.context, { name: "Space 0" });
  const schedule = must(catalog.schedulesOfSpace.of(first.id)[0], "schedule");
  const spaces = Array.from({ length: SPACES - 1 }, (_, index) => {
    return { ...first, id: catalog.newId(), name: `Space ${index + 1}` };
  });
  const schedules = spaces.map((space) => ({ ...schedule, id: catalog.newId(), spaceId: space.id }));
  catalog.apply({ put: { space: spaces, schedule: schedules } });
  return api;
}

describe("D16: a list of 10,000 spaces", () => {
  it("pages through in order of creation, each once, while spaces are added and changed", async () => {
    const api = await apiWithSpaces();
    const seen: Body[] = [];
    let added = 0;
    let url: string | null = `/v2/spaces/?page_size=${PAGE_SIZE}`;
    while (url !== null) {
      const adding = [1, 2, 3].map((index) => api.create("/v2/spaces/", { name: `New ${added + index}` }));
      // One that has been listed, and one that has not.
      const changing = [0, SPACES - 1].map((index) =>
        createdId(index).then((id) => api.put(`/v2/spaces/${id}/`, { notes: `changed ${added}` })),
      );
      const { body }: { body: Body } = await api.get(url);
      await Promise.all([...adding, ...changing]);
      expect(body.total).toBeGreaterThanOrEqual(SPACES + added);
      added += adding.length;
      expect(body.total).toBeLessThanOrEqual(SPACES + added);
      seen.push(...body.results);
      url = body.next;
    }
    expect(seen.slice(0, SPACES).map(({ name }) => name)).toEqual(
      Array.from({ length: SPACES }, (_, index) => `Space ${index}`),
    );
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.slice(SPACES).map(({ name }) => name)).toEqual(
      Array.from({ length: seen.length - SPACES }, (_, index) => `New ${index + 1}`),
    );
    expect(added).toBe(33);
    // What has been listed stands on the same pages still.
    for (const page of [1, 7]) {
      const { body } = await api.get(`/v2/spaces/?page_size=${PAGE_SIZE}&page=${page}`);
      const before = seen.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
      expect(body.results.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    }
    const brief = await api.get(`/v1/spaces/?page_size=${PAGE_SIZE}&page=10`);
    expect(brief.body.results.map(({ id }) => id)).toEqual(seen.slice(9000, SPACES).map(({ id }) => id));

    async function createdId(index: number): Promise<string> {
      return `spc_${api.context.catalog.spaces.all()[index]?.id}`;
    }
  });
});

/** A space with a person who came at 01:00 UTC of 5 January 2024 and another at 08:00, and its count each half hour past. */
async function house() {
  const { api, space } = await testSite({ time_zone: "UTC", daily_reset: "04:00" });
  await api.report("a 2024-01-05T01:00:00Z 1", "a 2024-01-05T08:00:00Z 1");
  const put = async (body: object) => expect((await api.put(`/v2/spaces/${space}/`, body)).status).toBe(200);
  const counts = async () => {
    const hours = Array.from(
      { length: 12 },
      (_, hour) => `2024-01-05T${String(hour).padStart(2, "0")}:30:00Z`,
    );
    const answers = await Promise.all(
      hours.map((time) => api.get(`/v1/spaces/${space}/count/?time=${time}`)),
    );
    return answers.map(({ body }) => body.count).join(" ");
  };
  return { put, counts };
}

it("D5, D8: a dated daily reset keeps the time zone's own history", async () => {
  const { put, counts } = await house();
  await put({ time_zone: "America/New_York", effective_from: "2024-01-07" });
  expect(await counts()).toBe("0 1 1 1 0 0 0 0 1 1 1 1");
  await put({ daily_reset: "06:00", effective_from: "2024-01-05" });
  expect(await counts()).toBe("0 1 1 1 1 1 0 0 1 1 1 1");
});

it("D5, D8: a dated time zone keeps the daily reset's own history", async () => {
  const { put, counts } = await house();
  await put({ daily_reset: null, effective_from: "2024-01-07" });
  await put({ time_zone: "America/New_York", effective_from: "2024-01-05" });
  // 04:00 in New York is 09:00 UTC.
  expect(await counts()).toBe("0 1 1 1 1 1 1 1 2 0 0 0");
});

it("D5, D8: both dated at once hold from then on, and replace what was dated later", async () => {
  const { put, counts } = await house();
  await put({ daily_reset: "06:00", effective_from: "2024-01-07" });
  await put({ time_zone: "Asia/Tokyo", daily_reset: "12:00", effective_from: "beginning" });
  // 12:00 in Tokyo is 03:00 UTC.
  expect(await counts()).toBe("0 1 1 0 0 0 0 0 1 1 1 1");
});

it("D5, D8: effective_from without anything to date changes nothing", async () => {
  const { put, counts } = await house();
  await put({ time_zone: "America/New_York", effective_from: "2024-01-07" });
  const before = await counts();
  await put({ capacity: 5, effective_from: "beginning" });
  expect(await counts()).toBe(before);
});
