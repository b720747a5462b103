import { describe, expect, it } from "vitest";
import type { DuplicateRule } from "../../../src/domain/sensor-report.ts";
import type { SensorReport, Store } from "../../../src/engine/ports.ts";
import { logReports } from "../../support/commits.ts";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { reportOf } from "../../support/store-reports.ts";
import { EVERYTHING } from "../../support/store-world.ts";

function reports(...lines: readonly string[]): SensorReport[] {
  return lines.map(reportOf);
}

function ingest(store: Store, lines: readonly string[], rule: DuplicateRule = "drop") {
  return logReports(store, reports(...lines), rule);
}

/** The log's events as `trajectory id of the sensor @ ms`, in the order of their ids. */
async function logOf(store: Store): Promise<string[]> {
  const { items } = await store.events.events({}, EVERYTHING);
  return [...items]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((event) => `${event.sensorId} ${event.timestamp} ${event.trajectory}`);
}

function written(lines: readonly string[], serials: readonly string[]): string[] {
  return reports(...lines).map(
    ({ serialNumber, timestamp, trajectory }) =>
      `${serials.indexOf(serialNumber) + 1} ${timestamp} ${trajectory}`,
  );
}

/** The contract of a store for the events of a commit: `Journal` of the ports. */
export function describeIngest(factory: StoreFactory): void {
  describe("ingest", () => {
    it("numbers events in the order of the rows, for any times (D6)", async () => {
      const { store, reopen } = await opened(factory);
      const lines = ["b 09:00 1", "a 08:00 1", "c 08:00 -1", "a 10:00 1", "a 08:00 -1"];
      const late = ["c 07:00 1", "b 08:00 1", "a 06:00 -1"];
      expect(await ingest(store, lines)).toEqual({ accepted: 5, duplicates: 0 });
      const expected = written(lines, ["b", "a", "c"]);
      expect(await logOf(store)).toEqual(expected);
      const again = await reopen();
      await ingest(again, late);
      expect(await logOf(again)).toEqual([...expected, ...written(late, ["b", "a", "c"])]);
    });

    it("numbers more events than fit one block of rows in the order of the rows (D6)", async () => {
      const { store } = await opened(factory);
      // Times that go back and forth, so that no order but that of the rows gives the ids.
      const many = Array.from({ length: 5000 }, (_, i) => ({
        ...reportOf(`s${i % 7} 08:00 1`),
        timestamp: 1_700_000_000_000 + ((i * 7919) % 5000),
      }));
      expect(await logReports(store, many)).toEqual({ accepted: 5000, duplicates: 0 });
      expect(await logOf(store)).toEqual(many.map((report, i) => `${(i % 7) + 1} ${report.timestamp} 1`));
    });

    it("keeps numbers above all before them if batches come at the same time (D20)", async () => {
      const { store } = await opened(factory);
      await ingest(store, ["a 00:00 1"]);
      const times = Array.from({ length: 12 }, (_, i) => `${String(23 - i)}:00`);
      await Promise.all(times.map((time) => ingest(store, [`a ${time} 1`, `a ${time} -1`])));
      expect(await logOf(store)).toEqual(
        written(["a 00:00 1", ...times.flatMap((time) => [`a ${time} 1`, `a ${time} -1`])], ["a"]),
      );
    });
  });

  describe("duplicates", () => {
    it("differ if they differ in any field, or in the case of the event id (D9)", async () => {
      const { store } = await opened(factory);
      const different = [
        "b 08:00 1 x",
        "a 08:00:00.001 1 x",
        "a 08:00 -1 x",
        "a 08:00 1 y",
        "a 08:00 1",
        "a 08:00 1 X",
      ];
      expect(await ingest(store, ["a 08:00 1 x", ...different])).toEqual({ accepted: 7, duplicates: 0 });
      expect(await ingest(store, [...different, "a 08:00 1 x"])).toEqual({ accepted: 0, duplicates: 7 });
    });

    it("are found across the whole of time (D9)", async () => {
      const { store } = await opened(factory);
      const spread = ["a 1970-01-01T00:00 1", "a 2024-05-06T00:00 1", "a 9999-12-31T23:59:59.999 1"];
      await ingest(store, spread);
      expect(await ingest(store, [...spread, "a 1970-01-01T00:00:00.001 1"])).toEqual({
        accepted: 1,
        duplicates: 3,
      });
    });
  });

  describe("sensors that events name for the first time", () => {
    it("are registered once each, in the order in which they appear (D20)", async () => {
      const { store, reopen } = await opened(factory);
      const serials = async () => (await store.catalog.load()).sensor.map((sensor) => sensor.serialNumber);
      await ingest(store, ["b 09:00 1", "a 08:00 1", "b 09:00 1", "c 07:00 1", "a 08:30 1"]);
      expect(await serials()).toEqual(["b", "a", "c"]);
      await ingest(store, ["a 10:00 1", "d 10:00 1"]);
      await ingest(store, ["a 11:00 1"]);
      const { sensor, nextId } = await (await reopen()).catalog.load();
      expect(sensor.map(({ serialNumber, key }) => [serialNumber, key])).toEqual([
        ["b", 1],
        ["a", 2],
        ["c", 3],
        ["d", 4],
      ]);
      expect(nextId).toBe(5n);
    });

    it("differ if one character of their serial numbers differs (D20)", async () => {
      const { store } = await opened(factory);
      const serials = ["x", "X", "x\u0301", "\u00e9", "e\u0301", "0", "00", "é".repeat(128), "'"];
      const batch = serials.map((serialNumber) => ({ ...reportOf("a 08:00 1"), serialNumber }));
      expect(await logReports(store, batch)).toEqual({ accepted: serials.length, duplicates: 0 });
      expect((await store.catalog.load()).sensor.map((sensor) => sensor.serialNumber)).toEqual(serials);
    });
  });
}
