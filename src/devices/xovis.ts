import { z } from "zod";
import type { AliveReading, TranslatedMessage } from "../domain/reading.ts";
import { readingTime } from "../domain/reading-time.ts";
import { type Adapter, IGNORED, joined, messageOf, refusalOf, unusable } from "./adapter.ts";
import { parseJsonTexts } from "./json-texts.ts";
import { numberOf } from "./message-fields.ts";
import { anything, label, listOf } from "./message-schemas.ts";
import { readXovisLine } from "./xovis-counts.ts";

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
type Earlier = z.infer<typeof EARLIER>;

/**
 * Sensors of Xovis, versions 3 to 5. A logic is a line, which is read by its intervals. The counters of live data are
 * the same passages once more, as totals that are reset at any time, so they only show that the sensor is alive.
 */
export const xovis: Adapter = ({ body }) => {
  const parts = parseJsonTexts(body).map(readPart);
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
    readXovisLine({
      sensor: sensor.serial_number,
      id,
      type: info,
      isMulti: isMulti(sensor.type),
      records: records.map((record) => ({
        from: readingTime(record.from),
        to: readingTime(record.to),
        coverage: coverageOf(numberOf(record.samples), numberOf(record.samples_expected)),
        counts: record.counts.map((count) => ({ ...count, value: numberOf(count.value) })),
      })),
    }),
  );
  return answerOf(lines, aliveOf(sensor, sensor.time));
}

/** What the lines of a message say; that the sensor is alive if they say nothing. */
function answerOf(lines: readonly TranslatedMessage[], alive: AliveReading): TranslatedMessage {
  const isEmpty = lines.every((line) => line.readings.length + line.ignored + line.refused.length === 0);
  return isEmpty ? messageOf(alive) : joined(lines);
}

function isMulti(type: string): boolean {
  return type === "MULTI_SENSOR";
}

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
  const alive = aliveOf(sensor, last === undefined ? sensor.time : last.time, problems);
  return { readings: [alive], ignored: counted.length, refused: [] };
}

function aliveOf(sensor: Sensor, time: unknown, problems: readonly string[] = []): AliveReading {
  const { serial_number: serialNumber, device_type: sensorType, sw_version: firmwareVersion } = sensor;
  const health = {
    ...(sensorType && { sensorType }),
    ...(firmwareVersion && { firmwareVersion }),
    ...(problems.length > 0 && { problems }),
  };
  return { kind: "alive", serialNumber, at: readingTime(time), health };
}

function readEarlier({ "sensor-info": sensor, "sensor-time": time, content }: Earlier): TranslatedMessage {
  const serialNumber = sensor["serial-number"];
  if (!serialNumber) return UNNAMED;
  const elements = content?.element ?? [];
  const lines = elements.map((element) =>
    readXovisLine({
      sensor: serialNumber,
      id: element["element-id"],
      type: element["data-type"],
      isMulti: isMulti(element["sensor-type"]),
      records: element.measurement.map(({ from, to, value }) => ({
        from: readingTime(from),
        to: readingTime(to),
        coverage: null,
        counts: value.map((count) => ({ id: "", name: count.label, value: numberOf(count.value) })),
      })),
    }),
  );
  const { "device-type": device_type, "sw-version": sw_version } = sensor;
  return answerOf(lines, aliveOf({ serial_number: serialNumber, device_type, sw_version }, time?.time));
}
