import fc from "fast-check";
import { expect, it } from "vitest";
import { KNOWN_TEXTS_MAX, SERIAL_LENGTH_MAX } from "../../../src/domain/limits.ts";
import { TextColumn } from "../../../src/domain/text-column.ts";
import { GroupIdentities } from "../../../src/engine/ingest/incoming-group.ts";
import { KnownTexts, type TextBatch } from "../../../src/engine/ingest/known-texts.ts";
import { shortestCpuMsOf } from "../../support/machine-speed.ts";
import { checkProperty } from "../../support/random.ts";

/** Finds each text in a batch, and gives back the texts at the indexes found. */
function found(known: KnownTexts, batch: TextBatch, texts: readonly string[]): (string | undefined)[] {
  const indexes = texts.map((text) => {
    const bytes = Buffer.from(`(${text})`);
    return known.indexOf(batch, bytes, 1, bytes.length - 1);
  });
  return indexes.map((index) => batch.texts[index]);
}

it("a text has one index in a batch, unless another batch has it meanwhile", () => {
  const known = new KnownTexts();
  const [one, other] = [known.begin(), known.begin()];
  // Too long to be known again: each occurrence has its own index.
  const long = "x".repeat(SERIAL_LENGTH_MAX + 1);
  for (const [batch, texts] of [
    [one, ["a", "bb", "a", "ab", "b", "bb"]],
    [other, ["ab", "a"]],
    [one, ["bb", "a", "ab", long, long]],
  ] as const)
    expect(found(known, batch, texts)).toEqual(texts);
  expect(one.texts).toEqual(["a", "bb", "ab", "b", "a", "ab", long, long]);
  expect(other.texts).toEqual(["ab", "a"]);
});

it("a limited number of texts is known; beyond it all are forgotten, also within a batch", () => {
  const known = new KnownTexts();
  const texts = Array.from({ length: KNOWN_TEXTS_MAX }, (_, index) => `S${index}`);
  for (const [wanted, indexes] of [
    [texts, KNOWN_TEXTS_MAX],
    [texts.toReversed(), KNOWN_TEXTS_MAX],
    [[...texts, "S0", "one more", "S1", "S0"], KNOWN_TEXTS_MAX + 3],
  ] as const) {
    const batch = known.begin();
    expect(found(known, batch, wanted)).toEqual(wanted);
    expect(batch.texts).toHaveLength(indexes);
  }
});

it("texts that are made to have one hash take not much longer than others", async () => {
  // After either text of a pair, FNV-1a has the same state.
  const pairs = [["xhkefm", "ox4tfh"], ...Array<string[]>(13).fill(["q7zsle", "167p0x"])];
  const texts = pairs.reduce((all, pair) => all.flatMap((text) => pair.map((each) => text + each)), [""]);
  expect(found(new KnownTexts(), new KnownTexts().begin(), texts)).toEqual(texts);
  const others = texts.map((text, index) => text.slice(0, -5) + String(index).padStart(5, "0"));
  const timeOf = (some: readonly string[]) => {
    const known = new KnownTexts();
    return shortestCpuMsOf(() => found(known, known.begin(), some));
  };
  // Comparing each of them with all others takes some 200 times as long.
  expect((await timeOf(texts)) / (await timeOf(others))).toBeLessThan(50);
});

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
    {
      maxLength: 60,
      size: "max",
    },
  ),
);

it("D9: finds the first event of each identity in a group, in any order", async () => {
  await checkProperty(
    fc.property(rows, fc.boolean(), (given, haveIds) => {
      const each = haveIds ? given : given.map((one) => ({ ...one, eventId: null }));
      const seen = new GroupIdentities(incoming(each, haveIds));
      expect(each.map((_, index) => seen.note(index))).toEqual(each.map((_, index) => firstOf(each, index)));
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
