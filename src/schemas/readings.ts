import { z } from "zod";
import { COUNTER_BITS_MAX, COUNTER_BITS_MIN } from "../domain/limits.ts";
import type { Reading, ReadingTime, RefusedReading } from "../domain/reading.ts";
import { readingTime } from "../domain/reading-time.ts";
import { engineFields } from "./fields.ts";
import { list } from "./list.ts";

/** A time without an offset is local, and only the sensor's settings know where (D31). */
const time = z.string().transform((text, context): ReadingTime => {
  const read = readingTime(text);
  if (read !== null) return read;
  context.addIssue({ code: "custom", message: "must be a time such as 2024-05-06T07:08:09Z" });
  return z.NEVER;
});

/** The limits of numbers are checked where readings are accepted, for every way in which they come. */
const count = z
  .number()
  .nullish()
  .transform((value) => value ?? null);
const serialNumber = z.string().transform((text) => text.trim());
/** Parts of it that are of another form are left out: a device is alive, whatever it says of itself. */
const health = z
  .object({
    sensor_type: z.string().optional().catch(undefined),
    firmware_version: z.string().optional().catch(undefined),
    battery: z.number().min(0).max(100).optional().catch(undefined),
    problems: list(z.string()).optional().catch(undefined),
  })
  .nullish()
  .catch(null);

/** Whether the number of people counts a direction that only the setting `direction` of the sensor has (D32). */
const undirected = z.boolean().nullish();

const BITS = `must be ${COUNTER_BITS_MIN} to ${COUNTER_BITS_MAX}`;

const total = z.object({
  kind: z.literal("total"),
  serial_number: serialNumber,
  at: time,
  in_total: count,
  out_total: count,
  width: z.int().min(COUNTER_BITS_MIN, BITS).max(COUNTER_BITS_MAX, BITS).nullish(),
  boot: z.boolean().nullish(),
  undirected,
});
const interval = z.object({
  kind: z.literal("interval"),
  serial_number: serialNumber,
  from: time,
  to: time,
  in: count,
  out: count,
  coverage: z.number().nullish(),
  undirected,
});
const alive = z.object({ kind: z.literal("alive"), serial_number: serialNumber, at: time.nullish(), health });
const reading = z.discriminatedUnion("kind", [total, interval, alive], {
  error: (issue) =>
    issue.code === "invalid_union" ? "must be total, interval or alive" : "the reading must be an object",
});

const named = z.object({ serial_number: serialNumber });

/** Reads a reading as the API has it (D31). Its other members are ignored. */
export function readReading(row: unknown): Reading | RefusedReading {
  const { data, error } = reading.safeParse(row);
  if (data !== undefined) return fromRow(data);
  const [issue] = error.issues;
  const path = issue?.path.join(".") ?? "";
  const reason = path === "" ? (issue?.message ?? "") : `${path}: ${issue?.message}`;
  return { serialNumber: named.safeParse(row).data?.serial_number ?? null, reason };
}

function fromRow(row: z.output<typeof reading>): Reading {
  const { kind, serial_number } = row;
  if (kind === "alive")
    return { kind, serialNumber: serial_number, at: row.at ?? null, health: engineFields(row.health ?? {}) };
  const common = { serialNumber: serial_number, isUndirected: row.undirected === true };
  if (kind === "interval") {
    const { from, to, in: entered, out, coverage = null } = row;
    return { kind, ...common, from, to, in: entered, out, coverage };
  }
  const { at, in_total: inTotal, out_total: outTotal, width = null, boot } = row;
  return { kind, ...common, at, inTotal, outTotal, width, isBoot: boot === true };
}
