import fc from "fast-check";
import { expect, it } from "vitest";
import { DAY_MS } from "../../../src/domain/instant.ts";
import type { SpaceChanges } from "../../../src/engine/ports.ts";
import { InMemoryRuns } from "../../../src/store/runs/in-memory-runs.ts";
import { checkProperty } from "../../support/random.ts";

const DAY = 19_849;

type Change = readonly [at: number, direction: number];

/** Changes of a space in one batch, by the ms of the day. */
function batch(spaceId: bigint, changes: readonly Change[]): SpaceChanges {
  return {
    length: changes.length,
    spaceIds: [spaceId],
    spaces: new Int32Array(changes.length),
    timestamps: Float64Array.from(changes, ([at]) => DAY * DAY_MS + at),
    directions: Int8Array.from(changes, ([, direction]) => direction),
  };
}

it("a run in memory is in the order of D6 for any order of arrival, and snapshots of it do not change", async () => {
  const arrivals = fc.array(fc.tuple(fc.nat(20), fc.constantFrom(1, -1)), { maxLength: 150, size: "max" });
  await checkProperty(
    fc.property(fc.array(fc.tuple(arrivals, fc.boolean()), { maxLength: 8 }), (batches) => {
      const memory = new InMemoryRuns();
      memory.load({ spaceId: 1n, day: DAY }, Uint32Array.of(2 << 1, (4 << 1) | 1));
      const model = [
        { at: 2, direction: -1 },
        { at: 4, direction: 1 },
      ];
      const read: { readonly changes: Uint32Array; readonly copy: readonly number[] }[] = [];
      for (const [changes, isRead] of batches) {
        memory.add(batch(1n, changes));
        for (const [at, direction] of changes) {
          const index = model.findLastIndex((each) => each.at <= at) + 1;
          model.splice(index, 0, { at, direction });
        }
        if (!isRead) continue;
        const [run] = memory.of(1n, { firstDay: DAY, lastDay: DAY });
        if (run !== undefined) read.push({ changes: run.changes, copy: [...run.changes] });
      }
      const [run] = memory.of(1n, { firstDay: DAY, lastDay: DAY });
      expect([...(run?.changes ?? [])]).toEqual(
        model.map(({ at, direction }) => (at << 1) | (direction > 0 ? 1 : 0)),
      );
      expect(memory.changes).toBe(model.length);
      for (const { changes: seen, copy } of read) expect([...seen]).toEqual(copy);
    }),
    { numRuns: 300 },
  );
});
