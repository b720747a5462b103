import { describe, expect, it } from "vitest";
import { CHANGES_WAITING_MAX, INGEST_QUEUE_ROWS_MAX } from "../../../src/domain/limits.ts";
import { buildEngine, type Engine } from "../../../src/engine/build-engine.ts";
import { reportsOf } from "../../../src/engine/ingest/reports.ts";
import type { SensorReport } from "../../../src/engine/ports.ts";
import { createSpace } from "../../../src/engine/resources/spaces.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { TEST_SETTINGS } from "../../support/settings.ts";
import { at, reportOf } from "../../support/store-reports.ts";

const UNAVAILABLE = { kind: "unavailable" };

async function engine() {
  return buildEngine(memoryStore(), { ...TEST_SETTINGS, clock: { now: () => at("12:00") } });
}

/** Has every change wait until it is let go. */
function hold(context: Engine): { readonly letGo: () => void; readonly holding: Promise<void> } {
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { letGo, holding: context.catalog.exclusive(context, () => until) };
}

describe("what waits is bounded", () => {
  it("events that do not fit are refused whole, and taken when there is room again", async () => {
    const context = await engine();
    const submit = (reports: readonly SensorReport[]) =>
      context.ingest.submit({
        change: context,
        reports: reportsOf(reports),
        duplicates: "drop",
        live: true,
        request: null,
      });
    const { letGo, holding } = hold(context);
    const full = submit(Array<SensorReport>(INGEST_QUEUE_ROWS_MAX - 1).fill(reportOf("a 08:00 1")));
    const last = submit([reportOf("a 09:00 1")]);
    expect(context.ingest.rows).toBe(INGEST_QUEUE_ROWS_MAX);
    await expect(async () => submit([reportOf("a 10:00 1")])).rejects.toMatchObject(UNAVAILABLE);
    letGo();
    await holding;
    expect(await full).toMatchObject({ accepted: 1, duplicates: INGEST_QUEUE_ROWS_MAX - 2 });
    expect(await last).toMatchObject({ accepted: 1 });
    expect(context.ingest.rows).toBe(0);
    expect(await submit([reportOf("a 10:00 1")])).toMatchObject({ accepted: 1 });
    expect(await context.events.summary()).toMatchObject({ events: 3 });
  });

  it("a batch that is larger than all that may wait is taken where nothing else waits", async () => {
    const context = await engine();
    const reports = Array<SensorReport>(INGEST_QUEUE_ROWS_MAX + 1).fill(reportOf("a 08:00 1"));
    const part = {
      change: context,
      reports: reportsOf(reports),
      duplicates: "drop",
      live: false,
      request: null,
    } as const;
    expect(await context.ingest.submit(part)).toMatchObject({ accepted: 1 });
  });

  it("changes are refused where too many wait, events too, and nothing hangs", async () => {
    const context = await engine();
    const { letGo, holding } = hold(context);
    const names = Array.from({ length: CHANGES_WAITING_MAX - 1 }, (_, index) => `Space ${index}`);
    const waiting = names.map((name) => createSpace(context, { name }));
    await expect(createSpace(context, { name: "One more" })).rejects.toMatchObject(UNAVAILABLE);
    const part = {
      change: context,
      reports: reportsOf([reportOf("a 08:00 1")]),
      duplicates: "drop",
      live: true,
    } as const;
    await expect(context.ingest.submit({ ...part, request: null })).rejects.toMatchObject(UNAVAILABLE);
    expect(context.ingest.rows).toBe(0);
    letGo();
    await Promise.all([holding, ...waiting]);
    expect(context.catalog.spaces.all()).toHaveLength(names.length);
    expect(await context.ingest.submit({ ...part, request: null })).toMatchObject({ accepted: 1 });
  });
});
