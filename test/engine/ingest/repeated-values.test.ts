import fc from "fast-check";
import { expect, it } from "vitest";
import { TextColumn } from "../../../src/domain/text-column.ts";
import { GroupIdentities } from "../../../src/engine/ingest/commit-group.ts";
import { checkProperty } from "../../support/random.ts";

interface Row {
  readonly sensor: number;
  readonly timestamp: number;
  readonly trajectory: number;
  readonly eventId: string | null;
}

const row = fc.record({
  sensor: fc.nat(2),
  timestamp: fc.nat(3),
  trajectory: fc.constantFrom(1, -1),
  eventId: fc.constantFrom(null, "a", "b", "an id that is not short"),
});
/** As they come, one after the other, or many at one instant, which are too many to compare. */
const rows = fc.oneof(
  fc.array(row, { maxLength: 40 }),
  fc.array(row, { maxLength: 40 }).map((each) => [...each].sort((a, b) => a.timestamp - b.timestamp)),
  fc.array(
    fc.record({
      sensor: fc.constant(0),
      timestamp: fc.constant(5),
      trajectory: fc.constant(1),
      eventId: fc.nat(40).map(String),
    }),
    { maxLength: 60, size: "max" },
  ),
);

it("D9: finds the first event of each identity in a group, in any order", async () => {
  await checkProperty(
    fc.property(rows, fc.boolean(), (given, haveIds) => {
      const each = haveIds ? given : given.map((one) => ({ ...one, eventId: null }));
      const seen = new GroupIdentities(incoming(each, haveIds));
      expect(each.map((_, index) => seen.add(index))).toEqual(each.map((_, index) => firstOf(each, index)));
    }),
    { numRuns: 300 },
  );
});

function firstOf(given: readonly Row[], index: number): number {
  const identity = (one: Row) => JSON.stringify([one.sensor, one.timestamp, one.trajectory, one.eventId]);
  const first = given.findIndex((one) => identity(one) === identity(given[index] as Row));
  return first < index ? first : -1;
}

function incoming(given: readonly Row[], haveIds: boolean) {
  return {
    length: given.length,
    timestamps: Float64Array.from(given, (one) => one.timestamp),
    trajectories: Int8Array.from(given, (one) => one.trajectory),
    sensorIndexes: Int32Array.from(given, (one) => one.sensor),
    sensorKeys: Int32Array.from(given, (one) => one.sensor),
    eventIds: haveIds ? TextColumn.of(given.map((one) => one.eventId)) : null,
    sensors: new Array(3),
  };
}
