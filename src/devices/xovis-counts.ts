import type { IntervalReading, ReadingTime, RefusedReading, TranslatedMessage } from "../domain/reading.ts";

/** A value of a record: what one counter of a logic or an element has counted in the time of the record. */
export interface XovisCount {
  /** The id of the counter, which is one of its sensor; empty in the messages of versions 3 and 4. */
  readonly id: string;
  readonly name: string;
  readonly value: number | null;
}

export interface XovisRecord {
  readonly from: ReadingTime | null;
  readonly to: ReadingTime | null;
  readonly coverage: number | null;
  readonly counts: readonly XovisCount[];
}

/** A logic (version 5) or an element (versions 3 and 4) of a message. */
export interface XovisLine {
  readonly sensor: string;
  readonly id: string;
  /** The name of its template (version 5), or its type of data. */
  readonly type: string;
  /** Whether it is one of several sensors that see as one; such logics are numbered apart. */
  readonly isMulti: boolean;
  readonly records: readonly XovisRecord[];
}

/** What is counted is none that goes in or out: groups, bicycles, queues and so on. */
const NOT_PEOPLE = /GROUP|BICYCLE|PRAM|WHEELCHAIR|CART|QUEUE|WRONG_WAY/;
/** People who are somewhere, not those who pass. */
const GAUGE = /OCCUPANCY|4X_ZONE_COUNT|^ZONE$/;

const IN = /^(?:fw|fwd|forward|in)$/i;
const OUT = /^(?:bw|bwd|backward|out)$/i;
/** Some of those who pass, whom the counter of their direction counts, too: `fw-male`. */
const PART = /^(?:fw|bw|in|out)[-_ ]/i;

/** Intervals of a logic or an element: forward is in, backward is out. */
export function readXovisLine(line: XovisLine): TranslatedMessage {
  const nameOf = (id: string) => `${line.sensor}:${line.isMulti ? "multi-" : ""}${id}`;
  const refusal = (reason: string) => ({
    serialNumber: line.id === "" ? line.sensor : nameOf(line.id),
    reason,
  });
  const refuse = (reason: string) => ({ readings: [], ignored: 0, refused: [refusal(reason)] });
  if (NOT_PEOPLE.test(line.type)) return { readings: [], ignored: 1, refused: [] };
  if (GAUGE.test(line.type)) return refuse("is an occupancy, not a count of passages");
  if (line.id === "") return refuse("has counts that name no line");
  const readings: IntervalReading[] = [];
  const refused: RefusedReading[] = [];
  let ignored = 0;
  for (const { from, to, coverage, counts } of line.records) {
    if (from === null || to === null) {
      refused.push(refusal("has a record whose start or end is no time"));
      continue;
    }
    const passages = passagesOf(counts.filter(({ name }) => !PART.test(name)));
    if (passages.length === 0) ignored++;
    for (const { counter, ...passage } of passages) {
      const serialNumber = nameOf(counter ?? line.id);
      if (counter === "") refused.push(refusal("has counts of an unknown direction, or several of one"));
      else readings.push({ kind: "interval", serialNumber, from, to, coverage, ...passage });
    }
  }
  return { readings, ignored, refused };
}

interface Passage extends Pick<IntervalReading, "in" | "out" | "isUndirected"> {
  /** The id of the counter if it is a line of its own, empty if it has none; null if it is the line of its logic. */
  readonly counter: string | null;
}

/** A counter in and one out are the line of their logic; more of one direction, or of none, are lines of their own. */
function passagesOf(counts: readonly XovisCount[]): Passage[] {
  const given = counts.filter(({ value }) => value !== null);
  const entrances = given.filter(({ name }) => IN.test(name));
  const exits = given.filter(({ name }) => OUT.test(name));
  const others = given.filter(({ name }) => !IN.test(name) && !OUT.test(name));
  const isOne = entrances.length <= 1 && exits.length <= 1;
  const whole = {
    in: entrances[0]?.value ?? null,
    out: exits[0]?.value ?? null,
    isUndirected: false,
    counter: null,
  };
  return [
    ...(isOne && entrances.length + exits.length > 0 ? [whole] : []),
    ...(isOne ? [] : entrances).map(({ id, value }) => ({
      in: value,
      out: null,
      isUndirected: false,
      counter: id,
    })),
    ...(isOne ? [] : exits).map(({ id, value }) => ({
      in: null,
      out: value,
      isUndirected: false,
      counter: id,
    })),
    ...others.map(({ id, value }) => ({ in: value, out: null, isUndirected: true, counter: id })),
  ];
}
