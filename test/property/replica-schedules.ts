import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { formatId } from "../../src/domain/ids.ts";
import { loadFile } from "../../src/engine/events/event-changes.ts";
import { type FuzzedRequest, requestsFrom } from "../fuzz/requests.ts";
import type { ApiDescription } from "../support/described-answers.ts";
import { type TestApi, testApi } from "../support/http.ts";

const STEPS_MAX = 60;
/** When a schedule begins, in ms. */
export const START = Date.UTC(2024, 4, 10, 12);
export const MINUTE = 60_000;
export const DAY_MINUTES = 24 * 60;

interface Crossing {
  readonly sensor: string;
  /** From the present. */
  readonly minutes: number;
  readonly trajectory: 1 | -1;
}

/** A change, a wait, or that the follower follows the records so far, some together, or ends without notice. */
export type Step =
  | { readonly does: "request"; readonly request: FuzzedRequest }
  | (Crossing & { readonly does: "report"; readonly isLive: boolean })
  | (Pick<Crossing, "sensor" | "minutes"> & {
      readonly does: "read";
      readonly totals: readonly [number, number];
    })
  | {
      readonly does: "count";
      readonly hour: number;
      readonly passages: readonly [number, number];
      readonly replaces: boolean;
    }
  | {
      readonly does: "set";
      readonly sensor: string;
      readonly settings: { readonly cap?: number; readonly reverse?: boolean; readonly line?: string | null };
      readonly minutes: number | null;
    }
  | {
      readonly does: "arrange";
      readonly sensor: string | null;
      readonly placement: 1 | -1;
      readonly settings: { readonly cap?: number; readonly reverse?: boolean; readonly line?: string | null };
      readonly prunes: boolean;
    }
  | { readonly does: "load"; readonly rows: readonly Crossing[] }
  | { readonly does: "attach"; readonly sensor: string | null }
  | { readonly does: "void"; readonly event: number }
  | { readonly does: "retain"; readonly days: number }
  | { readonly does: "wait"; readonly minutes: number }
  | { readonly does: "follow"; readonly cuts: readonly number[] }
  | { readonly does: "kill" };

function stepsWith(requests: fc.Arbitrary<FuzzedRequest>, hasFiles: boolean): fc.Arbitrary<Step> {
  const crossing = {
    sensor: fc.constantFrom("a", "a", "b", "7"),
    minutes: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: -90, max: 4 }) },
      { weight: 9, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -4 * DAY_MINUTES, max: 0 }) },
    ),
    trajectory: fc.constantFrom(1 as const, -1 as const),
  };
  const report = fc.record({
    does: fc.constant("report" as const),
    ...crossing,
    isLive: fc.constantFrom(true, true, true, true, true, false),
  });
  const settings = fc.oneof(
    fc.record({ cap: fc.constantFrom(0.01, 1, 5) }),
    fc.record({ reverse: fc.boolean() }),
    fc.record({ line: fc.constantFrom("door", null) }),
  );
  const attached = fc.constantFrom("a", "b", "7", "i", "7:door", null);
  const rows = fc.array(fc.record(crossing), { minLength: 1, maxLength: 20 });
  const times = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
  return fc.oneof(
    times(
      6,
      requests.map((request) => ({ does: "request", request })),
    ),
    times(7, report),
    times(
      2,
      fc.record({
        does: fc.constant("read" as const),
        sensor: crossing.sensor,
        minutes: crossing.minutes,
        totals: fc.tuple(fc.nat(150), fc.nat(150)),
      }),
    ),
    times(
      2,
      fc.record({
        does: fc.constant("count" as const),
        hour: fc.nat(3),
        passages: fc.tuple(fc.nat(9), fc.nat(9)),
        replaces: fc.boolean(),
      }),
    ),
    times(
      2,
      fc.record({
        does: fc.constant("set" as const),
        sensor: fc.constantFrom("a", "b", "7", "i"),
        settings,
        minutes: fc.option(fc.nat(200), { nil: null }),
      }),
    ),
    times(
      2,
      fc.record({
        does: fc.constant("arrange" as const),
        sensor: attached,
        placement: crossing.trajectory,
        settings,
        prunes: fc.constantFrom(false, false, true),
      }),
    ),
    times(hasFiles ? 2 : 0, fc.record({ does: fc.constant("load" as const), rows })),
    times(
      1,
      fc.record({
        does: fc.constant("attach" as const),
        sensor: attached,
      }),
    ),
    times(1, fc.record({ does: fc.constant("void" as const), event: fc.integer({ min: 1, max: 5 }) })),
    times(1, fc.record({ does: fc.constant("retain" as const), days: fc.integer({ min: 1, max: 4 }) })),
    times(2, fc.record({ does: fc.constant("wait" as const), minutes: fc.nat(200) })),
    times(
      2,
      fc.record({
        does: fc.constant("follow" as const),
        cuts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      }),
    ),
    times(1, fc.constant({ does: "kill" as const })),
  );
}

/** Random requests to both versions, without those that revoke the token that they use, or that call a webhook at once. */
export async function schedules(hasFiles: boolean): Promise<fc.Arbitrary<readonly Step[]>> {
  const { app } = await testApi();
  await app.ready();
  const requests = requestsFrom([app.describeV1(), app.describeV2()] as ApiDescription[]);
  const steps = stepsWith(
    requests.filter(({ url }) => !/tokens\/tkn_1\b|webhooks\/\w+\/test\b/.test(url)),
    hasFiles,
  );
  return fc.array(steps, { minLength: 5, maxLength: STEPS_MAX, size: "max" });
}

/** Makes a change of a schedule. @param folder for the files that it loads */
export async function change(
  api: TestApi,
  step: Exclude<Step, { does: "follow" | "kill" | "wait" }>,
  { now, folder }: { readonly now: number; readonly folder: string },
): Promise<void> {
  const { context } = api;
  const row = ({ sensor, minutes, trajectory }: Crossing) => ({
    sensor_serial_number: sensor,
    timestamp: new Date(now + minutes * MINUTE).toISOString(),
    trajectory,
  });
  switch (step.does) {
    case "request": {
      const { method, url, ...sent } = step.request;
      const { status, text } = await api.send(method as "GET", url, sent);
      expect(status, text).toBeLessThan(500);
      return;
    }
    case "report":
      await api.post(`/v2/sensor_events/?live=${step.isLive}`, [row(step)]);
      return;
    case "read": {
      const [in_total, out_total] = step.totals;
      const { sensor_serial_number: serial_number, timestamp: at } = row({ ...step, trajectory: 1 });
      const reading = { kind: "total", serial_number, at, in_total, out_total };
      const { status, text } = await api.post("/v2/readings/", [reading]);
      expect(status, text).toBeLessThan(500);
      return;
    }
    case "count": {
      const at = (hour: number) => new Date(START + hour * 60 * MINUTE).toISOString();
      const [entered, left] = step.passages;
      const reading = {
        kind: "interval",
        serial_number: "i",
        from: at(step.hour - 4),
        to: at(step.hour - 3),
        in: entered,
        out: left,
      };
      const { status, text } = await api.post(`/v2/readings/?replace=${step.replaces}`, [reading]);
      expect(status, text).toBeLessThan(500);
      return;
    }
    case "set": {
      const { sensor, settings, minutes } = step;
      const date = minutes === null ? "beginning" : new Date(now - minutes * MINUTE).toISOString();
      const body = { counting: settings, effective_from: date };
      const { status, text } = await api.put(`/v2/sensors/${sensor}/`, body);
      expect(status, text).toBeLessThan(500);
      return;
    }
    case "arrange": {
      // Totals that fall suspend their line; then a site file decides what they mean.
      const falling = [140, 130, 120, 110].map((in_total, step) => {
        const { timestamp: at } = row({ sensor: "7", minutes: step - 3, trajectory: 1 });
        return { kind: "total", serial_number: "7", at, in_total, out_total: 0 };
      });
      expect((await api.post("/v2/readings/", falling)).status).toBeLessThan(500);
      const name = context.catalog.spaces.all()[0]?.name ?? "Hall";
      const links = [{ space: name, sensor_placement: step.placement }];
      const site = {
        spaces: [{ name }],
        doorways: [{ name: "Front door", sensor_serial_number: step.sensor, links }],
        sensors: [{ serial_number: "7", counting: step.settings }],
      };
      const { status, text } = await api.post(`/v2/admin/site/?prune=${step.prunes}`, site);
      expect(status, text).toBeLessThan(500);
      return;
    }
    case "void":
      await api.delete(`/v2/events/evt_${step.event}/`);
      return;
    case "attach": {
      const [doorway] = context.catalog.doorways.all();
      const body = { name: "Front door", sensor_serial_number: step.sensor };
      await api.put(`/v2/doorways/${formatId("doorway", doorway?.id ?? 0n)}/`, body);
      return;
    }
    case "retain":
      // 409 if no event would be left.
      await api.post("/v2/admin/retention", { keep: `${step.days}d`, apply: true });
      return;
    case "load": {
      const path = join(folder, "events.ndjson");
      writeFileSync(path, step.rows.map((each) => JSON.stringify(row(each))).join("\n"));
      await loadFile(context, path, LOAD_OPTIONS);
    }
  }
}

const LOAD_OPTIONS = {
  layout: PLAIN_LAYOUT,
  duplicateRule: "auto",
  acceptsRejects: true,
  onReject: () => {},
  onProgress: () => {},
} as const;
