import { z } from "zod";
import { textEnd } from "../domain/json-bounds.ts";
import type {
  AliveReading,
  IntervalReading,
  ReadingTime,
  RefusedReading,
  TranslatedMessage,
} from "../domain/reading.ts";
import { readingTime } from "../domain/reading-time.ts";
import {
  type Adapter,
  aliveOf,
  IGNORED,
  joined,
  messageOf,
  OCCUPANCY,
  refusalOf,
  unusable,
} from "./adapter.ts";
import { anything, label, listOf, numberOf, parseJson, requireModest } from "./message-fields.ts";

const COUNT = z.object({ id: label, name: label, value: anything });
const RECORD = z.object({
  from: anything,
  to: anything,
  samples: anything,
  samples_expected: anything,
  counts: listOf(COUNT),
});
const LOGIC = z.object({ id: label, info: label, records: listOf(RECORD) });
const SENSOR = z.object({
  serial_number: label,
  type: label,
  device_type: label,
  sw_version: label,
  time: anything,
});
const FRAME = z.object({
  time: anything,
  illumination: label,
  events: listOf(z.object({ type: label })),
});
/** What the agents of version 5 push, each under its name: logics, live data, a status, a test. */
const PACKAGE = z.object({
  sensor_info: SENSOR.nullish(),
  logics: listOf(LOGIC),
  frames: listOf(FRAME),
});
const PACKAGES = z.object({
  logics_data: PACKAGE.nullish(),
  live_data: PACKAGE.nullish(),
  status_data: PACKAGE.nullish(),
  connection_test: PACKAGE.nullish(),
});

const MEASUREMENT = z.object({
  from: anything,
  to: anything,
  value: listOf(z.object({ label, value: anything })),
});
const ELEMENT = z.object({
  "element-id": label,
  "sensor-type": label,
  "data-type": label,
  measurement: listOf(MEASUREMENT),
});
/** What versions 3 and 4 push; a status has no content. */
const EARLIER = z.object({
  "sensor-info": z.object({ "serial-number": label, "device-type": label, "sw-version": label }),
  "sensor-time": z.object({ time: anything }).nullish(),
  content: z.object({ element: listOf(ELEMENT) }).nullish(),
});

type Sensor = Pick<z.infer<typeof SENSOR>, "serial_number" | "device_type" | "sw_version">;
type Package = z.infer<typeof PACKAGE>;

/**
 * Sensors of Xovis, versions 3 to 5. A logic is a line, which is read by its intervals. The counters of live data are
 * the same passages once more, as totals that are reset at any time, so they only show that the sensor is alive.
 *
 * A message is one JSON text, or several one after another; the values of an array are read each by itself.
 */
export const xovis: Adapter = ({ body }) => {
  requireModest(body);
  const values = textsOf(body).flatMap((text) => parseJson(text));
  if (values.length === 0) throw unusable("has nothing in it");
  const parts = values.map(readPart);
  if (parts.every((part) => part === null)) throw unusable("is not a message of a Xovis sensor");
  return joined(parts.map((part) => part ?? IGNORED));
};

/** @returns null if it is none of a Xovis sensor */
function readPart(value: unknown): TranslatedMessage | null {
  const earlier = EARLIER.safeParse(value);
  if (earlier.success) return readEarlier(earlier.data);
  const packages = PACKAGES.safeParse(value);
  if (!packages.success) return null;
  const { logics_data, ...others } = packages.data;
  const given = Object.values(others).filter((one) => one !== null && one !== undefined);
  const parts = [...(logics_data ? [readLogics(logics_data)] : []), ...given.map(readOther)];
  return parts.length === 0 ? null : joined(parts);
}

const UNNAMED = refusalOf(null, "does not name its sensor");

function readLogics({ sensor_info: sensor, logics }: Package): TranslatedMessage {
  if (!sensor?.serial_number) return UNNAMED;
  const lines = logics.map(({ id, info, records }) =>
    readLine({
      sensor: sensor.serial_number,
      id,
      type: info,
      isMulti: sensor.type === MULTI,
      records: records.map((record) => ({
        from: readingTime(record.from),
        to: readingTime(record.to),
        coverage: coverageOf(numberOf(record.samples), numberOf(record.samples_expected)),
        counts: record.counts.map((count) => ({ ...count, value: numberOf(count.value) })),
      })),
    }),
  );
  return answerOf(lines, aliveSensor(sensor, sensor.time));
}

/** The readings of the lines of a message; a sign of life if they have none. */
function answerOf(lines: readonly TranslatedMessage[], alive: AliveReading): TranslatedMessage {
  const isEmpty = lines.every((line) => line.readings.length + line.ignored + line.refused.length === 0);
  return isEmpty ? messageOf(alive) : joined(lines);
}

/** The type of several sensors that see as one. */
const MULTI = "MULTI_SENSOR";

/** How many of the expected samples were taken; a few more than expected are all. */
function coverageOf(samples: number | null, expected: number | null): number | null {
  const coverage = (samples ?? Number.NaN) / (expected ?? Number.NaN);
  return coverage >= 0 && coverage < Number.POSITIVE_INFINITY ? Math.min(coverage, 1) : null;
}

/** A status, a test of the connection, live data: the sensor is alive. */
function readOther({ sensor_info: sensor, frames }: Package): TranslatedMessage {
  if (!sensor?.serial_number) return IGNORED;
  const last = frames.at(-1);
  const problems = last?.illumination === "INSUFFICIENT" ? ["the light is not sufficient"] : [];
  const counted = frames.flatMap(({ events }) => events.filter(({ type }) => type.startsWith("COUNT_")));
  const alive = aliveSensor(sensor, last === undefined ? sensor.time : last.time, problems);
  return { readings: [alive], ignored: counted.length, refused: [] };
}

function aliveSensor(sensor: Sensor, time: unknown, problems: readonly string[] = []): AliveReading {
  const { serial_number: serialNumber, device_type: sensorType, sw_version: firmwareVersion } = sensor;
  const health = {
    ...(sensorType && { sensorType }),
    ...(firmwareVersion && { firmwareVersion }),
    ...(problems.length > 0 && { problems }),
  };
  return aliveOf(serialNumber, readingTime(time), health);
}

function readEarlier(message: z.infer<typeof EARLIER>): TranslatedMessage {
  const { "sensor-info": sensor, "sensor-time": time, content } = message;
  const serialNumber = sensor["serial-number"];
  if (!serialNumber) return UNNAMED;
  const elements = content?.element ?? [];
  const lines = elements.map((element) =>
    readLine({
      sensor: serialNumber,
      id: element["element-id"],
      type: element["data-type"],
      isMulti: element["sensor-type"] === MULTI,
      records: element.measurement.map(({ from, to, value }) => ({
        from: readingTime(from),
        to: readingTime(to),
        coverage: null,
        counts: value.map((count) => ({ id: "", name: count.label, value: numberOf(count.value) })),
      })),
    }),
  );
  const { "device-type": device_type, "sw-version": sw_version } = sensor;
  return answerOf(lines, aliveSensor({ serial_number: serialNumber, device_type, sw_version }, time?.time));
}

/** A value of a record: what one counter of a logic or an element has counted in the time of the record. */
interface CountValue {
  /** The id of the counter, which is one of its sensor; empty in the messages of versions 3 and 4. */
  readonly id: string;
  readonly name: string;
  readonly value: number | null;
}

/** A logic (version 5) or an element (versions 3 and 4) of a message. */
interface Line {
  readonly sensor: string;
  readonly id: string;
  /** The name of its template (version 5), or its type of data. */
  readonly type: string;
  /** Whether it is one of several sensors that see as one; such logics are numbered apart. */
  readonly isMulti: boolean;
  readonly records: readonly {
    readonly from: ReadingTime | null;
    readonly to: ReadingTime | null;
    readonly coverage: number | null;
    readonly counts: readonly CountValue[];
  }[];
}

/** Names of logics that count no people: groups, bicycles, queues and so on. */
const NOT_PEOPLE = /GROUP|BICYCLE|PRAM|WHEELCHAIR|CART|QUEUE|WRONG_WAY/;
/** People who are somewhere, not those who pass. */
const GAUGE = /OCCUPANCY|4X_ZONE_COUNT|^ZONE$/;

const IN = /^(?:fw|fwd|forward|in)$/i;
const OUT = /^(?:bw|bwd|backward|out)$/i;
/** Some of those who pass, whom the counter of their direction counts, too: `fw-male`. */
const PART = /^(?:fw|bw|in|out)[-_ ]/i;

/** Intervals of a logic or an element: forward is in, backward is out. */
function readLine(line: Line): TranslatedMessage {
  const nameOf = (id: string) => `${line.sensor}:${line.isMulti ? "multi-" : ""}${id}`;
  const named = line.id === "" ? line.sensor : nameOf(line.id);
  const refusal = (reason: string): RefusedReading => ({ serialNumber: named, reason });
  if (NOT_PEOPLE.test(line.type)) return IGNORED;
  if (GAUGE.test(line.type)) return refusalOf(named, OCCUPANCY);
  if (line.id === "") return refusalOf(named, "has counts that name no line");
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
function passagesOf(counts: readonly CountValue[]): Passage[] {
  const given = counts.filter(({ value }) => value !== null);
  const entrances = given.filter(({ name }) => IN.test(name));
  const exits = given.filter(({ name }) => OUT.test(name));
  const others = given.filter(({ name }) => !IN.test(name) && !OUT.test(name));
  const one = (counter: string | null, entered: number | null, left: number | null): Passage => {
    return { in: entered, out: left, isUndirected: false, counter };
  };
  const isOne = entrances.length <= 1 && exits.length <= 1;
  const hasDirection = entrances.length + exits.length > 0;
  const whole = hasDirection ? [one(null, entrances[0]?.value ?? null, exits[0]?.value ?? null)] : [];
  const single = [
    ...entrances.map(({ id, value }) => one(id, value, null)),
    ...exits.map(({ id, value }) => one(id, null, value)),
  ];
  const undirected = others.map(({ id, value }) => ({ ...one(id, value, null), isUndirected: true }));
  return [...(isOne ? whole : single), ...undirected];
}

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"[]{}');
/** White space of JSON, and the separator of texts of RFC 7464. */
const BLANKS: ReadonlySet<number> = new Set(Buffer.from(" \t\r\n\u001e"));

/** Splits a body behind each object and array that is not in another. */
function textsOf(body: Buffer): Buffer[] {
  const texts: Buffer[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number;
    if (byte === QUOTE) at = textEnd(body, at);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (--depth > 0) continue;
      texts.push(body.subarray(start, at + 1));
      [start, depth] = [at + 1, 0];
    } else if (start === at && BLANKS.has(byte)) start++;
  }
  return start < body.length ? [...texts, body.subarray(start)] : texts;
}
