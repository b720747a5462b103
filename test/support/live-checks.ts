import { expect } from "vitest";
import { settledAt, timeline } from "../model/timeline.ts";
import { ask, demand } from "./live-api.ts";
import type { LiveListener } from "./live-listener.ts";
import type { FirstCall, Hook, LiveReceiver } from "./live-receiver.ts";
import { LATE_MS_MAX, type Ledger, looksOf } from "./live-senders.ts";
import {
  ALL_SERIALS,
  eventsOf,
  historyOf,
  isFiled,
  type LiveSpace,
  type LoggedLiveEvent,
  SERIALS,
} from "./live-site.ts";
import { numbersOfSeeds } from "./random.ts";
import { until } from "./waiting.ts";

const HOUR_MS = 3_600_000;

/** Past instants at which each space's count is asked for. */
const INSTANTS = 20;

/** Calls of each space, of those that did not come in order, whose counts are made by the model. */
const MODELLED_CALLS = 30;

/** Events sent to sockets after a restart reach back an hour at most; this leaves the test time. */
const REPLAYED_MS = 50 * 60_000;

/** The log, the counts and the calls of a server must be what follows from the acknowledged events. @returns the log */
export async function checkServer(
  address: string,
  { ledger, spaces, receiver }: { ledger: Ledger; spaces: readonly LiveSpace[]; receiver: LiveReceiver },
): Promise<readonly LoggedLiveEvent[]> {
  expect(ledger.problems).toEqual([]);
  await ledger.isPast();
  const log = await readLog(address);
  checkLog(ledger, log);
  await checkCounts(address, spaces, log);
  const told = spaces.filter((space) => !isFiled(space));
  const expected = expectedCalls(told, log);
  const isDrained = () =>
    expected.every(({ hook, space, calls }) => receiver.queue(hook, space.id).length >= calls);
  await until(() => isDrained() || receiver.problems.length > 0).catch(() => undefined);
  checkCalls(receiver, told, log);
  return log;
}

/** The whole log as the API lists it, by id. */
async function readLog(address: string): Promise<LoggedLiveEvent[]> {
  const range = `start_time=2000-01-01&end_time=${new Date(Date.now() + HOUR_MS).toISOString()}`;
  const log: LoggedLiveEvent[] = [];
  for (const serial of ALL_SERIALS) {
    const path = `/v2/sensors/${serial}/events/?${range}`;
    const { status, text } = await ask(address, path, {}, "text/csv");
    if (status === 404) continue;
    const [head = "", ...rows] = text.trim().split(/\r?\n/);
    const names = head.split(",");
    for (const row of rows) {
      const cells = row.split(",");
      const cell = (name: string) => cells[names.indexOf(name)] ?? "";
      log.push({
        id: BigInt(cell("id").slice("evt_".length)),
        serial: cell("sensor_serial_number"),
        timestamp: Date.parse(cell("timestamp")),
        trajectory: cell("trajectory") === "1" ? 1 : -1,
      });
    }
  }
  return log.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The log must have every event that was acknowledged, and beside those at most the ones that are open. */
function checkLog(ledger: Ledger, log: readonly LoggedLiveEvent[]): void {
  const logged = tally(log.map(looksOf));
  const wrong: string[] = [];
  for (const looks of new Set([...logged.keys(), ...ledger.acknowledged.keys()])) {
    const found = logged.get(looks) ?? 0;
    const acknowledged = ledger.acknowledged.get(looks) ?? 0;
    const most = acknowledged + (ledger.open.get(looks) ?? 0);
    if (found < acknowledged || found > most)
      wrong.push(`${looks}: ${found}, not ${acknowledged} to ${most}`);
  }
  expect(wrong).toEqual([]);
}

/** The counts of every space, now and at many past instants, must be the model's. */
async function checkCounts(
  address: string,
  spaces: readonly LiveSpace[],
  log: readonly LoggedLiveEvent[],
): Promise<void> {
  const below = numbersOfSeeds(3);
  const now = Date.now();
  for (const space of spaces) {
    const steps = timeline(historyOf(space, log), now - LATE_MS_MAX, now);
    const path = `/v1/spaces/${space.id}/count/`;
    const found = [await demand(address, path)];
    const expected = [{ count: settledAt(steps, now) }];
    for (let i = 0; i < INSTANTS; i++) {
      const instant = now - below(i % 2 === 0 ? LATE_MS_MAX : 60_000);
      found.push(await demand(address, `${path}?time=${new Date(instant).toISOString()}`));
      expected.push({ count: settledAt(steps, instant) });
    }
    expect(found, space.name).toEqual(expected);
  }
}

/** The expected number of calls of each webhook for each space. */
function expectedCalls(
  spaces: readonly LiveSpace[],
  log: readonly LoggedLiveEvent[],
): { readonly hook: Hook; readonly space: LiveSpace; readonly calls: number }[] {
  return spaces.flatMap((space) => {
    const calls = eventsOf(space, log).length;
    const crossings = space.safeCapacity === null ? 0 : crossingsOf(space, log).length;
    return [
      { hook: "counts", space, calls },
      { hook: "threshold", space, calls: crossings },
    ] as const;
  });
}

/** Every webhook must have been called for each event and space, in order, with the right counts. */
function checkCalls(
  receiver: LiveReceiver,
  spaces: readonly LiveSpace[],
  log: readonly LoggedLiveEvent[],
): void {
  expect(receiver.problems).toEqual([]);
  const expected = expectedCalls(spaces, log);
  const made = expected.map(
    ({ hook, space }) => `${hook} ${space.name}: ${receiver.queue(hook, space.id).length}`,
  );
  expect(made).toEqual(expected.map(({ hook, space, calls }) => `${hook} ${space.name}: ${calls}`));
  for (const space of spaces) {
    checkBodies(space, receiver.queue("counts", space.id), log);
    if (space.safeCapacity === null) continue;
    const received = receiver.queue("threshold", space.id).map(({ body }) => {
      return { timestamp: Date.parse(String(body.timestamp)), unsafe: body.unsafe, count: body.count };
    });
    expect(received).toEqual(crossingsOf(space, log));
  }
}

function checkBodies(space: LiveSpace, calls: readonly FirstCall[], log: readonly LoggedLiveEvent[]): void {
  const events = eventsOf(space, log);
  const wanted = events.map(
    ({ serial, instant, direction }) =>
      `${new Date(instant).toISOString()} ${space.doorways[serial]} ${direction}`,
  );
  const received = calls.map(({ body }) => `${body.timestamp} ${body.doorway_id} ${body.direction}`);
  if (SERIALS.ahead in space.placements) {
    expect(received.toSorted(), space.name).toEqual(wanted.toSorted());
    return;
  }
  // Events are sent in the order in which they were stored, which is that of their ids.
  expect(received, space.name).toEqual(wanted);
  const counts = calls.map(({ body }) => body.count);
  if (SERIALS.ordered in space.placements) {
    expect(counts, space.name).toEqual(foldOf(events).map(({ count }) => count));
    return;
  }
  const step = Math.max(1, Math.floor(events.length / MODELLED_CALLS));
  for (let known = step; known <= events.length; known += step) {
    const now = Date.now();
    const history = { ...historyOf(space, log), events: events.slice(0, known) };
    const count = settledAt(timeline(history, now - LATE_MS_MAX, now), now);
    expect(counts[known - 1], `${space.name} after ${known} events`).toBe(count);
  }
}

/** The counts after events that came in order, without resets. */
function foldOf<T extends { readonly direction: 1 | -1 }>(events: readonly T[]): (T & { count: number })[] {
  let count = 0;
  return events.map((event) => {
    count = Math.max(0, count + event.direction);
    return { ...event, count };
  });
}

/** Where a space whose events came in order became unsafe, and safe again. */
function crossingsOf(space: LiveSpace, log: readonly LoggedLiveEvent[]) {
  const limit = space.safeCapacity ?? Number.POSITIVE_INFINITY;
  let wasUnsafe = false;
  return foldOf(eventsOf(space, log)).flatMap(({ instant: timestamp, count }) => {
    const unsafe = count > limit;
    if (unsafe === wasUnsafe) return [];
    wasUnsafe = unsafe;
    return [{ timestamp, unsafe, count }];
  });
}

/**
 * A socket must have received the log's events, and no others; old events only if it was open. Those of a space came in
 * the order in which they were stored, except events that lay ahead.
 */
export function checkMessages(
  listener: LiveListener,
  after: bigint,
  spaces: readonly LiveSpace[],
  log: readonly LoggedLiveEvent[],
): void {
  const received = new Set(listener.received);
  const missing: string[] = [];
  const disordered: string[] = [];
  for (const space of spaces.filter((each) => !isFiled(each))) {
    const ids = [...listener.received]
      .map((message) => message.split(" "))
      .flatMap(([event = "", spaceId]) => (spaceId === space.id ? [BigInt(event.slice("evt_".length))] : []));
    const isOrdered = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0n));
    if (!(SERIALS.ahead in space.placements) && !isOrdered) disordered.push(space.name);
    for (const { id, instant, direction, serial } of eventsOf(space, log)) {
      const wasReceived = received.delete(`evt_${id} ${space.id} ${direction}`);
      const mustBeReceived = id > after && serial !== SERIALS.ahead && instant > Date.now() - REPLAYED_MS;
      if (mustBeReceived && !wasReceived) missing.push(`${id} in ${space.name}`);
    }
  }
  expect({ missing, disordered, invented: [...received] }).toEqual({
    missing: [],
    disordered: [],
    invented: [],
  });
}

function tally(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
