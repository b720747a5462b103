import { describe, expect, it } from "vitest";
import { type Answer, expectProblem, pathsOf, type Sent, sharedApi } from "../../support/http.ts";

type Asked = readonly [method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH", path: string, sent?: Sent];

const JSON_TYPE = { "content-type": "application/json" };

/** Rejected requests by their cause; `{…}` stands for an id of the site. */
const INVALID: Readonly<Record<string, Asked>> = {
  "a body that is no JSON": ["POST", "spaces/", { raw: "{", headers: JSON_TYPE }],
  "a body that names what does not exist": [
    "POST",
    "links/",
    { body: { space_id: "spc_99", doorway_id: "{doorway}", sensor_placement: 1 } },
  ],
  "a name that is not the space's": ["DELETE", "spaces/{space}/", { body: { name: "hall" } }],
  "a reset in the future": [
    "POST",
    "resets/",
    { body: { space_id: "{space}", timestamp: "2024-05-10T12:05:00.001Z" } },
  ],
};

const NOWHERE: Readonly<Record<string, Asked>> = {
  "an unknown path": ["GET", "rooms/"],
  "an unknown resource": ["GET", "spaces/spc_99/"],
  "the id of something else": ["GET", "spaces/{doorway}/"],
  "a malformed id": ["PUT", "doorways/drw_01/", { body: {} }],
  "a tag that nothing carries": ["GET", "tags/unknown/"],
  "a tag that is not on it": ["DELETE", "spaces/{space}/tags/unknown/"],
  "a path that is taken away": ["DELETE", "webhooks/whk_99/"],
};

const CONFLICTS: Readonly<Record<string, Asked>> = {
  "a doorway's name that is taken": ["POST", "doorways/", { body: { name: "Front door" } }],
  "a sensor that is attached elsewhere": [
    "POST",
    "doorways/",
    { body: { name: "Back door", sensor_serial_number: "a", sensor_id: "{sensor}" } },
  ],
  "a second link of a space and a doorway": [
    "POST",
    "links/",
    { body: { space_id: "{space}", doorway_id: "{doorway}", sensor_placement: -1 } },
  ],
  "a space that has children": ["DELETE", "spaces/{building}/", { body: { name: "Building" } }],
};

/** A site for all tests here to share: rejected requests change nothing. */
const api = await sharedApi({ rateLimit: null });
const building = await api.create("/v2/spaces/", { name: "Building", space_type: "building" });
const site = await api.site({ parent_id: building.id });
const [sensor] = (await api.get("/v1/sensors/")).body.results;
const ids = new Map(Object.entries({ ...site, building: building.id, sensor: String(sensor?.id) }));

function ask(version: string, asked: Asked): Promise<Answer> {
  const filled = JSON.stringify(asked).replaceAll(/\{(\w+)\}/g, (_all, word) => ids.get(word) ?? "");
  const [method, path, sent]: Asked = JSON.parse(filled);
  return api.send(method, `/${version}/${path}`, sent);
}

describe.each(["v1", "v2"])("%s: the documents' statuses", (version) => {
  it.each(Object.entries(INVALID))("400 for %s, and the body says why", async (_cause, asked) => {
    expect(pathsOf(await ask(version, asked))).toHaveLength(1);
  });

  it.each(Object.entries(NOWHERE))("404 for %s", async (_cause, asked) => {
    expectProblem(await ask(version, asked), 404);
  });

  it.each(Object.entries(CONFLICTS))("409 for %s", async (_cause, asked) => {
    expectProblem(await ask(version, asked), 409);
  });
});
