import { describe, expect, it } from "vitest";
import { anyNumber, noted, update } from "../support/audited.ts";
import { NOW, testApi, testSite } from "../support/http.ts";

describe("the audit log notes", () => {
  it("a space's creation, changes and deletion, with all that goes with it", async () => {
    const api = await testApi();
    const made = await noted(api, () => api.create("/v2/spaces/", { name: "Hall", capacity: 5 }));
    const [{ id = "" } = {}] = made as { id: string }[];
    expect(made).toEqual([
      {
        action: "create",
        type: "space",
        id: expect.stringMatching(/^spc_/),
        changes: expect.objectContaining({
          name: { to: "Hall" },
          capacity: { to: 5 },
          parent_id: { to: null },
        }),
      },
      {
        action: "create",
        type: "daily_reset_schedule",
        id: anyNumber,
        changes: {
          space_id: { to: id },
          time_zone: { to: "UTC" },
          daily_reset: { to: "04:00" },
          effective_from: { to: null },
          effective_until: { to: null },
        },
      },
    ]);
    const url = `/v2/spaces/${id}/`;
    const put = (body: object) => noted(api, () => api.put(url, body));
    expect(await put({ name: "Hall", capacity: 5 })).toEqual([]);
    expect(await put({ name: "Lobby", capacity: null, meta: { a: [1] }, space_type: "floor" })).toEqual([
      update("space", id, {
        name: { from: "Hall", to: "Lobby" },
        capacity: { from: 5, to: null },
        meta: { from: null, to: { a: [1] } },
        space_type: { from: "space", to: "floor" },
      }),
    ]);
    expect(await put({ time_zone: "Europe/Berlin" })).toEqual([
      update("space", id, { time_zone: { from: "UTC", to: "Europe/Berlin" } }),
      update("daily_reset_schedule", expect.any(String), { effective_until: { from: null, to: NOW } }),
      expect.objectContaining({
        action: "create",
        changes: expect.objectContaining({ effective_from: { to: NOW } }),
      }),
    ]);
    const parent = await api.create("/v2/spaces/", { name: "House", space_type: "building" });
    expect(await put({ parent_id: parent.id })).toEqual([
      update("space", id, { parent_id: { from: null, to: parent.id } }),
    ]);
    const team = await api.create(`${url}assigned_teams/`, { team_name: "Cleaning" });
    const door = await api.create("/v2/doorways/", { name: "Door" });
    const link = await api.create("/v2/links/", { space_id: id, doorway_id: door.id, sensor_placement: 1 });
    const reset = await api.create("/v2/resets/", { space_id: id, timestamp: NOW });
    const segment = await api.create("/v2/time_segments/", {
      label: "Day",
      start: "08:00",
      end: "17:00",
      days: ["Monday"],
      spaces: [parent.id, id],
    });
    const deleted = await noted(api, () => api.delete(url, { name: "Lobby" }));
    const gone = (type: string, each: unknown) =>
      expect.objectContaining({ action: "delete", type, id: each, changes: expect.any(Object) });
    expect(deleted).toEqual([
      gone("space", id),
      gone("assigned_team", team.id),
      gone("link", link.id),
      gone("daily_reset_schedule", anyNumber),
      gone("daily_reset_schedule", anyNumber),
      gone("reset", reset.id),
      update("time_segment", segment.id, { spaces: { from: [parent.id, id], to: [parent.id] } }),
    ]);
    expect(deleted[4]).toMatchObject({ changes: { time_zone: { from: "Europe/Berlin" } } });
  });

  it("a doorway's, with its sensors, their attachments and its links", async () => {
    const api = await testApi();
    const body = { name: "Door", sensor_serial_number: "a" };
    const made = await noted(api, () => api.create("/v2/doorways/", body));
    const [{ id = "" } = {}] = made as { id: string }[];
    const sensor = { action: "create", type: "sensor", changes: { serial_number: { to: "a" } } };
    expect(made).toMatchObject([
      { action: "create", type: "doorway", changes: { name: { to: "Door" }, description: { to: "" } } },
      { ...sensor, id: expect.stringMatching(/^snr_/) },
      {
        action: "create",
        type: "sensor_attachment",
        changes: { doorway_id: { to: id }, effective_from: { to: null } },
      },
    ]);
    const url = `/v2/doorways/${id}/`;
    expect(await noted(api, () => api.put(url, { ...body, name: "Gate" }))).toEqual([
      update("doorway", id, { name: { from: "Door", to: "Gate" } }),
    ]);
    const from = "2024-05-10T11:00:00.000Z";
    const swap = { sensor_serial_number: "b", effective_from: from };
    expect(await noted(api, () => api.put(url, swap))).toMatchObject([
      { ...sensor, changes: { serial_number: { to: "b" } } },
      update("sensor_attachment", anyNumber, { effective_until: { from: null, to: from } }),
      { action: "create", changes: { effective_from: { to: from } } },
    ]);
    const { space } = { space: await api.create("/v2/spaces/", { name: "Hall" }) };
    const link = { space_id: space.id, doorway_id: id, sensor_placement: -1 };
    const linking = await noted(api, () => api.create("/v2/links/", link));
    const [{ id: linkId = "" } = {}] = linking as { id: string }[];
    expect(linking).toMatchObject([
      {
        action: "create",
        type: "link",
        changes: { space_id: { to: space.id }, doorway_id: { to: id }, sensor_placement: { to: -1 } },
      },
    ]);
    const ended = {
      action: "delete",
      type: "link",
      changes: { effective_until: { from: null, to: NOW } },
    };
    expect(await noted(api, () => api.delete(`/v2/links/${linkId}/`))).toEqual([{ ...ended, id: linkId }]);
    expect(await noted(api, () => api.delete(`/v2/links/${linkId}/?erase=true`))).toMatchObject([
      {
        action: "delete",
        id: linkId,
        changes: { effective_until: { from: NOW }, space_id: { from: space.id } },
      },
    ]);
    api.at("2024-05-10T13:00:00Z");
    const again = await api.create("/v2/links/", link);
    api.at("2024-05-10T14:00:00Z");
    const now = "2024-05-10T14:00:00.000Z";
    expect(await noted(api, () => api.delete(url))).toEqual([
      { action: "delete", type: "doorway", id, changes: { deleted_at: { from: null, to: now } } },
      update("sensor_attachment", anyNumber, { effective_until: { from: null, to: now } }),
      { ...ended, id: again.id, changes: { effective_until: { from: null, to: now } } },
    ]);
  });

  it("tags and teams, resets and events that are voided, segments and groups", async () => {
    const { api, space, doorway } = await testSite();
    const tag = (path: string) => noted(api, () => api.post(`${path}/tags/`, { tag_name: "x" }));
    expect(await tag(`/v2/spaces/${space}`)).toEqual([
      update("space", space, { tags: { from: [], to: ["x"] } }),
    ]);
    expect(await tag(`/v1/spaces/${space}`)).toEqual([]);
    expect(await tag(`/v1/doorways/${doorway}`)).toEqual([
      update("doorway", doorway, { tags: { from: [], to: ["x"] } }),
    ]);
    expect(await noted(api, () => api.delete(`/v2/doorways/${doorway}/tags/x/`))).toEqual([
      update("doorway", doorway, { tags: { from: ["x"], to: [] } }),
    ]);
    const team = await noted(api, () =>
      api.create(`/v2/spaces/${space}/assigned_teams/`, { team_name: "Cleaning" }),
    );
    const { id: teamId } = team[0] as { id: string };
    const teamChanges = { space_id: { to: space }, team_name: { to: "Cleaning" } };
    expect(team).toEqual([{ action: "create", type: "assigned_team", id: teamId, changes: teamChanges }]);
    expect(await noted(api, () => api.delete(`/v2/spaces/${space}/assigned_teams/${teamId}/`))).toMatchObject(
      [{ action: "delete", type: "assigned_team", id: teamId, changes: { team_name: { from: "Cleaning" } } }],
    );
    const reset = { space_id: space, timestamp: "2024-05-10T10:00:00Z", count: 4 };
    const resetting = await noted(api, () => api.create("/v1/resets/", reset));
    const { id: resetId } = resetting[0] as { id: string };
    expect(resetting).toMatchObject([
      {
        action: "create",
        type: "reset",
        changes: { timestamp: { to: "2024-05-10T10:00:00.000Z" }, count: { to: 4 } },
      },
    ]);
    const voided = { action: "void", changes: { voided_at: { to: NOW } } };
    expect(await noted(api, () => api.delete(`/v2/resets/${resetId}/`))).toMatchObject([
      { ...voided, type: "reset", id: resetId },
    ]);
    // A new sensor is a change, an event is none.
    expect(await noted(api, () => api.report("n 2024-05-10T10:00:00Z 1"))).toMatchObject([
      { action: "create", type: "sensor", changes: { serial_number: { to: "n" } } },
    ]);
    expect(await noted(api, () => api.report("a 2024-05-10T10:00:00Z 1"))).toEqual([]);
    const [event] = (await api.get(`/v2/spaces/${space}/events/?start_time=2024-05-10`)).body.results;
    const voiding = () => api.delete(`/v2/events/${event?.id}/`);
    expect(await noted(api, voiding)).toEqual([{ ...voided, type: "event", id: event?.id }]);
    expect(await noted(api, voiding)).toEqual([]);
    expect(await noted(api, () => api.post("/v2/sensors/h/heartbeat/", {}))).toMatchObject([
      { action: "create", type: "sensor", changes: { serial_number: { to: "h" } } },
    ]);
    expect(await noted(api, () => api.post("/v2/sensors/h/heartbeat/", {}))).toEqual([]);
    const segment = await api.create("/v2/time_segments/", {
      label: "Day",
      start: "08:00",
      end: "17:00:30",
      days: ["Monday"],
      spaces: [space],
    });
    const segmentUrl = `/v2/time_segments/${segment.id}/`;
    expect(
      await noted(api, () => api.put(segmentUrl, { label: "Night", start: "18:00", spaces: [] })),
    ).toEqual([
      update("time_segment", segment.id, {
        label: { from: "Day", to: "Night" },
        start: { from: "08:00:00", to: "18:00:00" },
        spaces: { from: [space], to: [] },
      }),
    ]);
    const group = await api.create("/v2/time_segment_groups/", { name: "All", time_segments: [segment.id] });
    expect(await noted(api, () => api.delete(segmentUrl))).toMatchObject([
      { action: "delete", type: "time_segment", changes: { label: { from: "Night" } } },
      update("time_segment_group", group.id, { time_segments: { from: [segment.id], to: [] } }),
    ]);
    expect(await noted(api, () => api.delete(`/v2/time_segment_groups/${group.id}/`))).toMatchObject([
      { action: "delete", type: "time_segment_group", changes: { name: { from: "All" } } },
    ]);
  });
});
