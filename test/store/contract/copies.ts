import { describe, expect, it } from "vitest";
import { voidEvent } from "../../../src/engine/events/event-changes.ts";
import type { EventCopies } from "../../../src/engine/ports.ts";
import { withDuckDb } from "../../support/store-directory.ts";
import { opened, type StoreFactory, temporaryFolder } from "../../support/store-harness.ts";
import { World } from "../../support/store-world.ts";

/** The contract of a store for copies of its events: `EventStore.copyEvents` of the ports. */
export function describeCopies(factory: StoreFactory): void {
  describe("copying events", () => {
    it("gives those after an id, in order, voided ones too", async () => {
      const world = await World.over(await opened(factory));
      const { events } = world.context;
      const none = { lastEventId: 0n, parts: [], voided: null, retained: null };
      expect(await events.copyEvents(0n, temporaryFolder())).toEqual(none);
      await world.report("a 08:00 1 x", "b 09:00 -1");
      const folder = temporaryFolder();
      const whole = await events.copyEvents(0n, folder);
      expect(await rowsOf(folder, whole)).toEqual([
        ["1", "1", 1, "x"],
        ["2", "2", -1, null],
      ]);
      expect(whole).toMatchObject({ lastEventId: 2n, voided: null });
      await world.report("a 07:00 -1");
      await voidEvent(world.context, 1n);
      const next = temporaryFolder();
      const later = await events.copyEvents(whole.lastEventId, next);
      expect((await rowsOf(next, later)).map(([id]) => id)).toEqual(["3"]);
      expect(later.lastEventId).toBe(3n);
      expect(await read(`SELECT id FROM read_parquet('${next}/${later.voided}')`)).toEqual([["1"]]);
      const all = temporaryFolder();
      expect(await rowsOf(all, await events.copyEvents(0n, all))).toHaveLength(3);
    });
  });
}

function rowsOf(folder: string, { parts }: EventCopies): Promise<unknown[][]> {
  const files = parts.map((name) => `'${folder}/${name}'`).join();
  return read(`SELECT id, sensor::BIGINT, trajectory, event_id FROM read_parquet([${files}])`);
}

function read(sql: string): Promise<unknown[][]> {
  return withDuckDb(async (connection) => (await connection.runAndReadAll(sql)).getRowsJson());
}
