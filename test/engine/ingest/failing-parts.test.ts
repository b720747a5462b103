import { describe, expect, it, vi } from "vitest";
import { HeadcountError } from "../../../src/domain/errors.ts";
import { buildEngine } from "../../../src/engine/build-engine.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { ingestReports } from "../../../src/engine/ingest/ingest-queue.ts";
import { ingestReadings } from "../../../src/engine/ingest/ingest-readings.ts";
import type { Store } from "../../../src/engine/ports.ts";
import { failAppends } from "../../support/commits.ts";
import { hold } from "../../support/engine.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { TEST_SETTINGS } from "../../support/settings.ts";
import { at } from "../../support/store-reports.ts";

/** The number of senders, and the one whose writes fail. */
const SENDERS = 32;
const BAD = 13;

const serialOf = (sender: number) => `sensor ${sender}`;

/** What a sender sends, and what it is answered. */
const WRITES: Readonly<Record<string, (engine: Engine, sender: number) => Promise<unknown>>> = {
  reports: (engine, sender) => {
    const timestamp = new Date(at("12:00") + sender).toISOString();
    return ingestReports(engine, [{ sensor_serial_number: serialOf(sender), timestamp, trajectory: 1 }]);
  },
  readings: (engine, sender) => {
    const [from, to] = [at("12:00") + sender, at("12:01") + sender];
    const passed = { in: 1, out: 0, coverage: null, isUndirected: false };
    return ingestReadings(engine, [
      { kind: "interval", serialNumber: serialOf(sender), from, to, ...passed },
    ]);
  },
  heartbeats: (engine, sender) => engine.heartbeats.record(engine, serialOf(sender), {}),
};

/** Has the writes of one sender fail when they are decided. */
function failDeciding({ catalog }: Engine): void {
  const { sensorsBySerial } = catalog;
  const first = sensorsBySerial.first.bind(sensorsBySerial);
  vi.spyOn(sensorsBySerial, "first").mockImplementation((serial) => {
    if (serial === serialOf(BAD)) throw new RangeError("Invalid array length");
    return first(serial);
  });
}

/** Has records with one sender's sensor fail when they are stored. */
function failStoring(_engine: Engine, store: Store): void {
  const isBad = (serial: string) => serial === serialOf(BAD);
  failAppends(store, "Invalid array length", ({ catalog }) =>
    (catalog?.put?.sensor ?? []).some(({ serialNumber }) => isBad(serialNumber)),
  );
}

/** Writes of all senders that wait for one commit, and the number of attempts to store something. */
async function writeTogether(kind: string, fail: (engine: Engine, store: Store) => void) {
  const store = memoryStore();
  const engine = await buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => at("13:00") } });
  fail(engine, store);
  const append = vi.spyOn(store.journal, "append");
  const { letGo, holding } = hold(engine);
  const write = WRITES[kind] as (engine: Engine, sender: number) => Promise<unknown>;
  const all = Promise.allSettled(Array.from({ length: SENDERS }, (_, sender) => write(engine, sender)));
  letGo();
  const answers = await all;
  await holding;
  return { engine, answers, append };
}

describe.each(Object.keys(WRITES))("%s of many senders in one commit", (kind) => {
  it.each([
    ["decided", failDeciding],
    ["stored", failStoring],
  ])("fail only where they cannot be %s by themselves", async (_when, fail) => {
    const { engine, answers } = await writeTogether(kind, fail);
    const failed = answers.flatMap(({ status }, sender) => (status === "rejected" ? [sender] : []));
    expect(failed).toEqual([BAD]);
    expect(answers[BAD]).toMatchObject({ reason: { message: "Invalid array length" } });
    expect(engine.catalog.sensors.all()).toHaveLength(SENDERS - 1);
    expect(engine.ingest.rows).toBe(0);
    const { events } = await engine.events.summary();
    expect(events).toBe(kind === "heartbeats" ? 0 : SENDERS - 1);
  });

  it.each([
    new HeadcountError("unavailable", "the data cannot be written"),
    new Error("IO Error: Could not write file: No space left on device"),
    Object.assign(new Error("EIO: i/o error, write"), { syscall: "write" }),
  ])("fail all at once if nothing can be stored: %s", async (full) => {
    const { answers, append } = await writeTogether(kind, (_engine, { journal }) => {
      journal.append = () => Promise.reject(full);
    });
    expect(answers).toEqual(answers.map(() => ({ status: "rejected", reason: full })));
    expect(append).toHaveBeenCalledTimes(1);
  });
});

it("reports that are stored are not stored again if something fails afterwards", async () => {
  const { engine, answers } = await writeTogether("reports", ({ notifier }) => {
    vi.spyOn(notifier, "apply").mockImplementationOnce(() => {
      throw new Error("not applied");
    });
  });
  expect(answers.every(({ status }) => status === "rejected")).toBe(true);
  expect(await engine.events.summary()).toMatchObject({ events: SENDERS });
});
