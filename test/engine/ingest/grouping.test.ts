import { expect, it, onTestFinished, vi } from "vitest";
import { parseInstant } from "../../../src/domain/instant.ts";
import { INGEST_GROUP_ROWS } from "../../../src/domain/limits.ts";
import { buildEngine, type Engine } from "../../../src/engine/build-engine.ts";
import { ingestReports } from "../../../src/engine/ingest/ingest-reports.ts";
import { reportsOf } from "../../../src/engine/ingest/reports.ts";
import { observeCommits } from "../../support/commits.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { TEST_SETTINGS } from "../../support/settings.ts";
import { reportOf } from "../../support/store-reports.ts";

/** An engine, and how many events each of its commits has had. */
async function engine() {
  const store = memoryStore();
  const commits: number[] = [];
  observeCommits(store, async (events) => {
    commits.push(events);
    // As long as a disk takes.
    await new Promise((resolve) => setImmediate(resolve));
  });
  const context = await buildEngine(store, {
    ...TEST_SETTINGS,
    clock: { now: () => parseInstant("2024-05-06T13:00:00Z", "now") },
  });
  return { context, commits };
}

/** Sends events one after another, each when the one before has been answered. */
async function sender(context: Engine, serial: string, events: number): Promise<void> {
  for (let event = 0; event < events; event++) {
    const row = {
      sensor_serial_number: serial,
      timestamp: `2024-05-06T12:00:${String(event).padStart(2, "0")}Z`,
      trajectory: 1,
    };
    expect(await ingestReports(context, [row], { keepDuplicates: false })).toMatchObject({ accepted: 1 });
  }
}

/** So many senders, named from a on. */
function senders(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index));
}

it("a commit waits for the senders that have just been answered, so that all share it", async () => {
  // The moment that they are waited for does not pass while the machine has other things to do.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { context, commits } = await engine();
  await Promise.all(senders(10).map((serial) => sender(context, serial, 6)));
  expect(commits).toEqual(Array(6).fill(10));
});

it("senders that have nothing more to send hold up the others for a moment only", async () => {
  const { context, commits } = await engine();
  await Promise.all(senders(10).map((serial, index) => sender(context, serial, index === 0 ? 3 : 1)));
  expect(commits).toEqual([10, 1, 1]);
});

it("few are not waited for", async () => {
  const { context, commits } = await engine();
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  await Promise.all([sender(context, "a", 3), sender(context, "b", 1)]);
  expect(commits).toEqual([2, 1, 1]);
  expect(timers).not.toHaveBeenCalled();
});

it("a commit takes batches up to so many rows in all, and one more row is left to the next", async () => {
  for (const [rows, expected] of [
    [1, [INGEST_GROUP_ROWS]],
    [2, [INGEST_GROUP_ROWS - 1, 2]],
  ] as const) {
    const { context, commits } = await engine();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const holding = context.catalog.exclusive(context, () => held);
    const submitted = [INGEST_GROUP_ROWS - 1, rows].map((count) =>
      context.ingest.submit({
        change: context,
        reports: reportsOf(Array(count).fill(reportOf("a 08:00 1"))),
        duplicates: "keep",
        live: false,
        request: null,
      }),
    );
    letGo();
    await Promise.all([holding, ...submitted]);
    expect(commits).toEqual(expected);
  }
});
