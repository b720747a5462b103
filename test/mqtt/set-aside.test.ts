import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  SET_ASIDE_BYTES_MAX,
  SET_ASIDE_FILES_MAX,
  SET_ASIDE_SHOWN_MAX,
  SetAside,
} from "../../src/mqtt/set-aside.ts";
import { temporaryFolder } from "../support/headcount.ts";

const NOW = Date.UTC(2026, 4, 6, 7);

const message = (index: number, body = Buffer.from(`payload ${index}`)) => ({
  topic: `hall/${index}`,
  body,
  isRetained: false,
  receivedAt: NOW + index,
  deliveryId: "mqtt-test-1",
});

it("a message that is set aside is kept as it came, with topic, time and reason (D33)", async () => {
  const folder = join(temporaryFolder(), "mqtt-set-aside");
  const setAside = new SetAside(folder);
  expect(setAside.kept).toBe(0);
  const body = Buffer.from([0x7b, 0x0a, 0xff, 0x00, 0x0a]);
  const path = await setAside.keep(message(1, body), "headcount", "Invalid array length\nat once");
  const file = readFileSync(path);
  const end = file.indexOf("\n");
  expect(JSON.parse(file.toString("utf8", 0, end))).toEqual({
    topic: "hall/1",
    adapter: "headcount",
    received_at: "2026-05-06T07:00:00.001Z",
    reason: "Invalid array length\nat once",
  });
  expect(file.subarray(end + 1)).toEqual(body);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const shown = [{ topic: "hall/1", adapter: "headcount", bytes: 5, payload: body.toString() }];
  expect(setAside.latest).toMatchObject(shown);
  // Also after a restart, beside another file.
  writeFileSync(join(folder, "notes"), "mine");
  const reopened = new SetAside(folder);
  expect(reopened.latest).toEqual(setAside.latest);
});

it("the newest messages are kept and shown, up to the limits (D33)", async () => {
  const folder = join(temporaryFolder(), "mqtt-set-aside");
  const setAside = new SetAside(folder);
  const all = Array.from({ length: SET_ASIDE_FILES_MAX + 2 }, (_, index) => message(index));
  await Promise.all(all.map((each) => setAside.keep(each, "headcount", "wrong")));
  expect(readdirSync(folder)).toHaveLength(SET_ASIDE_FILES_MAX);
  for (const each of [setAside, new SetAside(folder)]) {
    expect(each.kept).toBe(SET_ASIDE_FILES_MAX);
    expect(each.latest).toHaveLength(SET_ASIDE_SHOWN_MAX);
    expect(each.latest[0]?.topic).toBe(`hall/${SET_ASIDE_FILES_MAX + 1}`);
  }
  const [oldest] = readdirSync(folder).sort();
  expect(oldest).toContain("070000002Z");
  const large = message(5_000, Buffer.alloc(SET_ASIDE_BYTES_MAX - 60_000));
  await new SetAside(folder).keep(large, "headcount", "wrong");
  const bytes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(SET_ASIDE_BYTES_MAX);
  expect(bytes.length).toBeGreaterThan(1);
});
