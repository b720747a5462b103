import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import {
  BATCH_BYTES_MAX,
  BODY_BYTES_MAX,
  CAPACITY_MAX,
  ISSUES_LISTED_MAX,
  JSON_DEPTH_MAX,
  JSON_VALUE_BYTES_MIN,
  META_DEPTH_MAX,
  META_LENGTH_MAX,
  NAME_LENGTH_MAX,
  SITE_BYTES_MAX,
  TEXT_LENGTH_MAX,
} from "../../src/domain/limits.ts";
import { issueMessage } from "../../src/schemas/read-value.ts";
import { expectProblem, keptLog, pathsOf, sharedApi, testApi } from "../support/http.ts";

/** A site without anything in it. */
const SITE = '{"spaces":[]}';

const JSON_HEADERS = { "content-type": "application/json" };

const api = await sharedApi();

const postRaw = (url: string, raw: string | Buffer) =>
  api.post(url, undefined, { raw, headers: JSON_HEADERS });

describe("D17: bodies that cannot be read", () => {
  it.each(["{", '{"name": "Hall",}', "name=Hall", '{"__proto__": {}}', "null"])("400 for %s", async (raw) => {
    expect(pathsOf(await postRaw("/v2/spaces/", raw))).toEqual(["body"]);
  });

  it.each([
    ["/v2/spaces/", '{"name": "Stra\xdfe"}'],
    ["/v2/sensor_events/", '[{"sensor_serial_number": "\xff", "timestamp": "2024-05-06", "trajectory": 1}]'],
  ])("400 for bytes that are not UTF-8: %s", async (url, raw) => {
    const sent = { raw: Buffer.from(raw, "latin1"), headers: JSON_HEADERS };
    const answer = await api.post(url, undefined, sent);
    expect(pathsOf(answer)).toEqual(["body"]);
    expect(answer.body.detail).toContain("UTF-8");
    const right = { ...sent, raw: Buffer.from(raw) };
    expect((await api.post(url, undefined, right)).status).toBeLessThan(300);
  });

  it.each([
    ["__proto__", '{"name": "Hall", "__proto__": {}}'],
    ["__proto__", '\uFEFF{"name": "Hall", "meta": {"a": [1, {"\\u005f_proto__": 1}]}}'],
    ["constructor", '{"name": "Hall", "meta": {"con\\u0073tructor": {"prototype": 1}}}'],
    ["__proto__", `${'{"a":'.repeat(99)}{"__proto__":1}${"}".repeat(99)}`],
  ])("400 for a key that changes the prototype of an object: %s in %s", async (key, raw) => {
    const answer = await postRaw("/v2/spaces/", raw);
    expectProblem(answer, 400);
    expect(answer.body.errors).toEqual([{ path: "body", message: `the key "${key}" is not allowed` }]);
  });

  it("but not for one that looks like it", async () => {
    const meta = { constructor: 1, proto: { prototype: "__proto__" } };
    expect(await api.create("/v2/spaces/", { name: "Hall", meta })).toMatchObject({ meta });
  });

  it("400 for a number too large to be kept", async () => {
    const create = (meta: string) => postRaw("/v2/spaces/", `{"name":"Hall","meta":${meta}}`);
    expect(pathsOf(await create('{"a":[1,{"b":-1e400}]}'))).toEqual(["meta.a.1.b"]);
    expect(pathsOf(await create("1e309"))).toEqual(["meta"]);
    expect((await create("[1e308]")).body).toMatchObject({ meta: [1e308] });
  });

  it("415 for a body without a content type, or of another, with those that the path takes", async () => {
    expectProblem(await api.post("/v2/spaces/", undefined, { raw: Buffer.from("{}") }), 415);
    const sent = { raw: Buffer.from("a: 1"), headers: { "content-type": "text/yaml" } };
    const json = await api.put("/v2/spaces/spc_1/", undefined, sent);
    expectProblem(json, 415, "application/json");
    expect(json.headers).toMatchObject({ accept: "application/json" });
    const rows = await api.post("/v2/sensor_events/", undefined, sent);
    expectProblem(rows, 415, "application/x-ndjson");
    expect(rows.headers.accept).toMatch(/^application\/json, application\/x-ndjson/);
    expect(rows.headers["accept-post"]).toBe(rows.headers.accept);
  });

  it("takes JSON with a charset", async () => {
    const headers = { "content-type": "application/json; charset=utf-8" };
    expect((await api.post("/v2/spaces/", undefined, { raw: '{"name":"Hall"}', headers })).status).toBe(201);
  });

  it.each([
    ["/v2/spaces/", BODY_BYTES_MAX, '{"name":"Hall"}'],
    ["/v1/spaces/", BODY_BYTES_MAX, '{"name":"Hall"}'],
    ["/v2/admin/site/?dry_run=true", SITE_BYTES_MAX, SITE],
    ["/v2/sensor_events/", BATCH_BYTES_MAX, "[]"],
  ])("413 for more than %s takes, and not for exactly that", async (url, bytesMax, json) => {
    const send = (bytes: number) => postRaw(url, Buffer.from(json.padEnd(bytes, " ")));
    expect((await send(bytesMax)).status).toBeLessThan(300);
    expectProblem(await send(bytesMax + 1), 413, String(bytesMax));
  });

  it("400 for objects and lists too deep in each other, and for too many values", async () => {
    const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const send = (raw: string) => postRaw("/v2/spaces/", raw);
    expectProblem(await send(nested(JSON_DEPTH_MAX)), 400, /must be an object/);
    expectProblem(await send(nested(JSON_DEPTH_MAX + 1)), 400, `more than ${JSON_DEPTH_MAX} deep`);
    const values = BODY_BYTES_MAX / JSON_VALUE_BYTES_MIN;
    const list = (length: number) => `[${"1,".repeat(length - 1)}1]`;
    expectProblem(await send(list(values)), 400, /must be an object/);
    expectProblem(await send(list(values + 1)), 400, `more than ${values} values`);
    // What stands in texts does not count.
    expectProblem(await send(`"${'[{,\\"'.repeat(values / 2)}"`), 400, /must be an object/);
  });
});

describe("D16: an empty body is no body", () => {
  it.each(["", " ", "\n"])("%j changes nothing, and is not enough to create", async (raw) => {
    const { id } = await api.create("/v2/spaces/", { name: "Hall" });
    expect((await api.put(`/v2/spaces/${id}/`, undefined, { raw, headers: JSON_HEADERS })).status).toBe(200);
    const created = await postRaw("/v2/spaces/", raw);
    expect(pathsOf(created)).toEqual(["name"]);
  });
});

it("D17: a malformed id in the path is a 404, whatever the body", async () => {
  for (const body of [{ capacity: -1 }, { name: "Hall" }])
    expectProblem(await api.put("/v2/spaces/nonsense/", body), 404);
});

describe("D17: fields of the wrong type are named", () => {
  const WRONG: Readonly<Record<string, readonly unknown[]>> = {
    name: [undefined, null, 5, "", "x".repeat(NAME_LENGTH_MAX + 1), ["x"], "a\0b", "\ud800"],
    notes: [null, 5, "x".repeat(TEXT_LENGTH_MAX + 1)],
    meta: [
      { text: "x".repeat(META_LENGTH_MAX) },
      JSON.parse("[".repeat(META_DEPTH_MAX + 1) + "]".repeat(META_DEPTH_MAX + 1)),
    ],
    parent_id: [5, "5", "drw_5", "spc_05", "spc_9223372036854775808", "spc_99", {}],
    space_type: [null, "Space", "room"],
    function: ["Office", 5],
    time_zone: [null, "", "CEST", "europe/berlin", "+02:00", 5],
    daily_reset: ["4:00", "24:00", "04:00:00", 4],
    capacity: [-1, 1.5, "5", CAPACITY_MAX + 1, true],
    target_capacity: [-1],
    safe_capacity: [-1],
    safe_threshold_mode: ["NONE"],
    safe_threshold_value: [0, -0.5, "0.5"],
    address: [5],
    latitude: [90.1, -90.1, "52"],
    longitude: [180.1, -180.1],
    size_area: ["5"],
    size_area_unit: [null, ""],
    annual_rent: ["5"],
    annual_rent_currency: [null, ""],
    inherits_time_segments: [null, "true", 1],
  };
  const CASES = Object.entries(WRONG).flatMap(([field, values]) =>
    values.map((value) => [field, JSON.stringify(value)?.slice(0, 40) ?? "nothing", value] as const),
  );

  it.each(CASES)("%s: %s", async (field, _shown, value) => {
    expect(pathsOf(await api.post("/v2/spaces/", { name: "Hall", [field]: value }))).toEqual([field]);
  });

  it("all of them at once", async () => {
    const answer = await api.post("/v2/spaces/", { name: 5, capacity: -1, time_zone: "Mars/Olympus" });
    expect(pathsOf(answer).sort()).toEqual(["capacity", "name", "time_zone"]);
    expect(answer.body.detail).toContain("Mars/Olympus");
  });

  it("in lists by their index, and not without end", async () => {
    const segment = { label: "x", start: "09:00", end: "10:00", days: ["Monday"], spaces: [] };
    const wrongDays = { ...segment, days: ["Monday", "monday", 3] };
    expect(pathsOf(await api.post("/v2/time_segments/", wrongDays))).toEqual(["days.1", "days.2"]);
    const many = { ...segment, days: Array.from({ length: ISSUES_LISTED_MAX + 1 }, () => "Noday") };
    expect(pathsOf(await api.post("/v2/time_segments/", many))).toHaveLength(ISSUES_LISTED_MAX);
  });

  it.each(['"text"', "5", "[]", "true"])("a body that is no object: %s", async (raw) => {
    expect(pathsOf(await postRaw("/v2/spaces/", raw))).toEqual(["body"]);
  });

  it("limits are limits: the longest and largest of everything is taken", async () => {
    const deep = JSON.parse("[".repeat(META_DEPTH_MAX) + "]".repeat(META_DEPTH_MAX));
    const space = {
      name: "x".repeat(NAME_LENGTH_MAX),
      notes: "x".repeat(TEXT_LENGTH_MAX),
      meta: deep,
      capacity: CAPACITY_MAX,
      target_capacity: 0,
      latitude: -90,
      longitude: 180,
    };
    expect(await api.create("/v2/spaces/", space)).toMatchObject(space);
    const text = "x".repeat(META_LENGTH_MAX - 2);
    expect(await api.create("/v2/spaces/", { name: "x", meta: text })).toMatchObject({ meta: text });
  });
});

describe("D17: errors of the server", () => {
  it("do not reveal internals, and are logged", async () => {
    const log = keptLog("error");
    const api = await testApi(log);
    const { space } = await api.site();
    vi.spyOn(api.context.events, "spaceEvents").mockRejectedValue(new Error("disk 7 is on fire"));
    const answer = await api.get(`/v2/spaces/${space}/events/?start_time=2024-05-01`);
    expectProblem(answer, 500);
    expect(answer.text).not.toContain("fire");
    expect(log.text).toContain("disk 7 is on fire");
  });
});

/** The validator's own messages, which no reader of the API or the console should see. */
const VALIDATOR_WORDS = /Invalid|Too (?:small|big)|expected|received|>=|<=|Unrecognized/;

const CASES: readonly (readonly [name: string, schema: z.ZodType, value: unknown, words: string])[] = [
  ["an empty text", z.string().min(1), "", "must not be empty"],
  ["a short text", z.string().min(3), "ab", "must have at least 3 characters"],
  ["a long text", z.string().max(2), "abc", "must have at most 2 characters"],
  ["a low number", z.number().min(0), -1, "must be at least 0"],
  ["a number at a bound that is excluded", z.number().gt(0), 0, "must be more than 0"],
  ["a high number", z.number().max(90), 91, "must be at most 90"],
  ["a number below an excluded bound", z.number().lt(2), 2, "must be less than 2"],
  ["a fraction", z.int(), 1.5, "must be an integer"],
  ["a text in place of a number", z.number(), "1", "must be a number"],
  ["a number in place of a text", z.string(), 1, "must be a string"],
  ["a text in place of yes or no", z.boolean(), "yes", "must be true or false"],
  ["a text in place of a list", z.array(z.string()), "a", "must be an array"],
  ["a list in place of an object", z.object({}), [], "must be an object"],
  ["an empty list", z.array(z.string()).min(1), [], "must have at least one item"],
  ["a long list", z.array(z.number()).max(1), [1, 2], "must have at most 1 item"],
  ["an unknown choice", z.enum(["ASC", "DESC"]), "UP", 'must be one of "ASC", "DESC"'],
  ["another value than the only one", z.literal(1), 2, "must be 1"],
  ["a bad key", z.record(z.string().regex(/^a$/), z.string()), { b: "" }, "is not a valid name"],
  ["another step", z.number().multipleOf(5), 7, "must be a multiple of 5"],
  ["a bad form", z.string().regex(/^a$/), "b", "has an invalid format"],
  ["no form of several", z.union([z.string(), z.number()]), true, "has none of the accepted forms"],
];

describe("messages for the validator's errors", () => {
  it.each(CASES)("%s", (_name, schema, value, words) => {
    const { error } = schema.safeParse(value, { error: issueMessage });
    const messages = error?.issues.map(({ message }) => message);
    expect(messages).toEqual([words]);
    expect(messages?.join()).not.toMatch(VALIDATOR_WORDS);
  });

  it("leaves a message of the schema's own as it is", () => {
    const schema = z.string({ error: "must be a name" });
    expect(schema.safeParse(1, { error: issueMessage }).error?.issues[0]?.message).toBe("must be a name");
  });
});
