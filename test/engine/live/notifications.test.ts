import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, parseInstant } from "../../../src/domain/instant.ts";
import { EVENT_AHEAD_MS_MAX } from "../../../src/domain/limits.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { reportsOf } from "../../../src/engine/ingest/admission.ts";
import { decideGroup } from "../../../src/engine/ingest/group-decision.ts";
import type { SensorReport, Store } from "../../../src/engine/ports.ts";
import { createDoorway } from "../../../src/engine/resources/doorways.ts";
import { createLink } from "../../../src/engine/resources/links.ts";
import { createSpace } from "../../../src/engine/resources/spaces.ts";
import { createWebhook } from "../../../src/engine/resources/webhooks.ts";
import { observeCommits } from "../../support/commits.ts";
import { hold } from "../../support/engine.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { listen, openAt, pendingBodies, spaceName } from "../../support/notified-site.ts";
import { checkProperty } from "../../support/random.ts";

const NOON = parseInstant("2024-05-06T12:00:00Z", "time");

/** Each door's sensor, and the spaces that its events count for. */
const SPACES_OF_SENSOR = { a: ["Hall", "Yard"], b: ["Yard", "Store"], c: ["Store"] } as const;
type Serial = keyof typeof SPACES_OF_SENSOR;
const SERIALS = Object.keys(SPACES_OF_SENSOR) as Serial[];

/** A hall with a limit of 2, a yard that is never reset and a store that is reset at 11:00, behind three doors. */
async function site() {
  const store = memoryStore();
  const clock = { now: NOON };
  const context = await openAt(store, clock);
  const limit = { safeThresholdMode: "SAFE_CAPACITY", safeCapacity: 2 } as const;
  const spaces = new Map<string, bigint>();
  for (const space of [
    { name: "Hall", dailyReset: "13:00", ...limit },
    { name: "Yard", dailyReset: null, ...limit },
    { name: "Store", dailyReset: "11:00" },
  ])
    spaces.set(space.name, (await createSpace(context, space)).id);
  for (const serial of SERIALS) {
    const door = await createDoorway(context, { name: serial, sensorSerialNumber: serial });
    for (const name of SPACES_OF_SENSOR[serial])
      await createLink(context, {
        spaceId: spaces.get(name) as bigint,
        doorwayId: door.id,
        sensorPlacement: 1,
      });
  }
  return { store, clock, context };
}

/** Names messages, as `space timestamp`; a threshold's with `unsafe` or `safe`. */
function nameOf(context: Engine, message: unknown): string {
  const { space_id, timestamp, unsafe } = message as Record<string, string>;
  const state = unsafe === undefined ? "" : unsafe ? " unsafe" : " safe";
  return `${spaceName(context, space_id)} ${Date.parse(timestamp ?? "")}${state}`;
}

/** Names the pending calls of a webhook. */
async function callsFor(store: Store, context: Engine, webhookId: bigint): Promise<string[]> {
  return (await pendingBodies(store, webhookId)).map((body) => nameOf(context, body));
}

interface GeneratedPart {
  readonly live: boolean;
  readonly reports: readonly SensorReport[];
}

/** Commits parts as one group. */
function commit(context: Engine, parts: readonly GeneratedPart[]) {
  const common = { change: context, duplicates: "drop", request: null } as const;
  const group = parts.map(({ live, reports }) => {
    return { ...common, reports: reportsOf(reports), isLive: live };
  });
  return context.journal.transact(context, (draft) => decideGroup(context, group, draft));
}

/** How far from the present events lie, in ms: ahead, within what counts remember, and long before it. */
const ages = fc.oneof(
  fc.integer({ min: -EVENT_AHEAD_MS_MAX, max: 0 }),
  fc.integer({ min: 0, max: HOUR_MS }),
  fc.integer({ min: 0, max: 20 * DAY_MS }),
);
const parts = fc.record({
  live: fc.boolean(),
  events: fc.array(
    fc.record({ serial: fc.constantFrom(...SERIALS), age: ages, trajectory: fc.constantFrom(1, -1) }),
    { maxLength: 8 },
  ),
});
const groups = fc.array(
  fc.record({
    parts: fc.array(parts, { minLength: 1, maxLength: 5 }),
    pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 * HOUR_MS })),
    /** Whether the counts in memory are given up before it, as a correction does. */
    forgets: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

describe("events of live parts", () => {
  it("are announced once to webhooks and sockets, for every mix of parts in a commit (D23)", async () => {
    await checkProperty(
      fc.asyncProperty(groups, async (schedule) => {
        const { store, clock, context } = await site();
        const webhook = await createWebhook(context, { endpoint: "https://example.com/", version: "v2" });
        const received = listen(context, (payload) =>
          payload.type === "count" ? [nameOf(context, payload)] : [],
        );
        const expected: string[] = [];
        /** Timestamps distinguish the events. */
        const used = new Set<number>();
        for (const { parts: planned, pause, forgets } of schedule) {
          clock.now += pause;
          if (forgets) context.notifier.counts.forgetAll();
          const group = planned.map(({ live, events }) => {
            const reports = events.map(({ serial, age, trajectory }): SensorReport => {
              let timestamp = clock.now - age;
              while (used.has(timestamp)) timestamp--;
              used.add(timestamp);
              if (live) for (const name of SPACES_OF_SENSOR[serial]) expected.push(`${name} ${timestamp}`);
              return { serialNumber: serial, timestamp, trajectory: trajectory as 1 | -1, eventId: null };
            });
            return { live, reports };
          });
          await commit(context, group);
        }
        clock.now += EVENT_AHEAD_MS_MAX + MINUTE_MS;
        await context.notifier.tick(context);
        expected.sort();
        expect((await callsFor(store, context, webhook.id)).sort()).toEqual(expected);
        expect(received.sort()).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it("are not committed together with loaded history, so that counts need not reach back for it", async () => {
    const { store, context } = await site();
    const groups: number[] = [];
    observeCommits(store, (events) => void groups.push(events));
    const { letGo, holding } = hold(context);
    const submit = (live: boolean, age: number) => {
      const report = { serialNumber: "a", timestamp: NOON - age, trajectory: 1, eventId: null } as const;
      const reports = reportsOf([report]);
      const part = { change: context, reports, duplicates: "drop", isLive: live, request: null } as const;
      return context.ingest.submit(part);
    };
    const ages = [1_000, DAY_MS, 2_000, 2 * DAY_MS, 3_000];
    const sent = ages.map((age) => submit(age < DAY_MS, age));
    letGo();
    await holding;
    expect((await Promise.all(sent)).map(({ accepted }) => accepted)).toEqual([1, 1, 1, 1, 1]);
    expect(groups).toEqual([3, 2]);
  });

  it("cross a limit if the group has an older event, too, and only limits are announced (D23)", async () => {
    const { store, context } = await site();
    const type = "threshold";
    const webhook = await createWebhook(context, { endpoint: "https://example.com/", version: "v2", type });
    const report = (timestamp: number): SensorReport => {
      return { serialNumber: "a", timestamp, trajectory: 1, eventId: null };
    };
    await commit(context, [{ live: true, reports: [report(NOON - MINUTE_MS)] }]);
    const reports = [NOON - 10 * DAY_MS, NOON - 2_000, NOON - 1_000].map(report);
    await commit(context, [{ live: true, reports }]);
    await context.notifier.tick(context);
    expect(await callsFor(store, context, webhook.id)).toEqual([
      `Hall ${NOON - 1_000} unsafe`,
      `Yard ${NOON - 2_000} unsafe`,
    ]);
  });
});
