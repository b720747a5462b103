import { parseDailyReset } from "../../domain/daily-reset.ts";
import { lineOf } from "../../domain/device-line.ts";
import { invalid } from "../../domain/errors.ts";
import { SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import { parseTimeZone } from "../../domain/local-time.ts";
import type { CountingSettings, CountingSpan, Sensor } from "../../domain/resources.ts";
import { isSerialNumber } from "../../domain/sensor-report.ts";
import { changeSettings, type EffectiveFrom, effectiveInstant } from "../catalog/spans.ts";
import type { CatalogChange } from "../journal/journal.ts";
import { loadNotifications } from "../live/load-notifications.ts";
import type { Line } from "../ports.ts";
import { MadeSensors } from "../resources/sensors.ts";
import { COUNTING_DEFAULTS } from "./counting-settings.ts";
import { type JudgedAgain, type JudgingParts, judgeAgain } from "./judge-again.ts";
import type { Lines } from "./lines.ts";

/** The operator who changes what readings mean, and the parts of the engine that judge them again. */
export interface CountingChange extends CatalogChange, Pick<JudgingParts, "events" | "readings"> {
  readonly lines: Pick<Lines, "of">;
}

/** How settings are changed. */
export interface CountingOptions {
  /** Null: now, from the first reading that suspended the line, or from the beginning if there are no readings. */
  readonly effectiveFrom?: EffectiveFrom;
  /** Whether nothing is stored. */
  readonly isDryRun?: boolean;
}

/** The sensor, and what has become of its readings. */
export interface ChangedCounting extends Omit<JudgedAgain, "parts"> {
  readonly sensor: Sensor;
  /** From when on readings have been judged again, in ms; -Infinity for all. */
  readonly since: number;
}

/**
 * Changes settings of a sensor from an instant on, and judges its readings since then again, as one write (D5, D32).
 * Those since a line was suspended are judged in any case: the operator has decided. An unknown sensor is registered.
 *
 * @throws HeadcountError `invalid` if a setting breaks a rule; `conflict` if the readings since then are too many
 */
export function changeCounting(
  change: CountingChange,
  serialNumber: string,
  fields: Partial<CountingSettings>,
  { effectiveFrom = null, isDryRun = false }: CountingOptions = {},
): Promise<ChangedCounting> {
  checkSettings(serialNumber, fields);
  return change.journal.transact(change, async (draft) => {
    const { catalog, now } = draft;
    const sensors = new MadeSensors(draft);
    const sensor = sensors.of(serialNumber);
    const line = change.lines.of(sensor.key);
    const suspendedSince = line?.totals.suspended?.since ?? Infinity;
    const from =
      effectiveFrom === null ? defaultFrom(line, suspendedSince, now) : effectiveInstant(effectiveFrom, now);
    const spans = catalog.countingsOfSensor.of(sensor.id);
    const before = spans.length > 0 ? spans : [firstSpan(draft.newId(), sensor)];
    const { put, remove } = changeSettings(before, fields, from, () => draft.newId());
    const removed = new Set(remove);
    const replaced = new Map(put.map((span) => [span.id, span]));
    const settings = [...before.filter(({ id }) => !removed.has(id) && !replaced.has(id)), ...put];
    const since = Math.min(from, suspendedSince);
    const nothing: JudgedAgain = { readings: 0, changed: 0, before: NOTHING, after: NOTHING, parts: {} };
    const keyOf = (serial: string) => sensors.of(serial).key;
    const order = line && { sensor, line, settings, since, now, keyOf, voided: null };
    const { parts, ...judged } = order === null ? nothing : await judgeAgain({ ...change, catalog }, order);
    if (!isDryRun) {
      const stored = remove.filter((id) => catalog.row("counting", id) !== undefined);
      const { made } = sensors;
      draft.save({
        put: { ...(made.length > 0 && { sensor: made }), counting: put },
        remove: { counting: stored },
      });
      const isLoading = parts.load !== undefined || parts.voided !== undefined;
      draft.add({ ...parts, ...(isLoading && { notifications: loadNotifications(draft) }) });
    }
    return { sensor, since, ...judged };
  });
}

const NOTHING = { in: 0, out: 0 };

/** When settings without a date begin: with all readings if there are none yet. */
function defaultFrom(line: Line | null, suspendedSince: number, now: number): number {
  if (line === null) return -Infinity;
  return suspendedSince === Infinity ? now : suspendedSince;
}

/** The settings of a sensor that never had any: they are not stored. */
function firstSpan(id: bigint, { id: sensorId }: Sensor): CountingSpan {
  return { id, sensorId, ...COUNTING_DEFAULTS, from: -Infinity, to: Infinity };
}

function checkSettings(serialNumber: string, { timeZone, resetsAt, line }: Partial<CountingSettings>): void {
  if (timeZone != null) parseTimeZone(timeZone, "counting.time_zone");
  if (resetsAt != null) parseDailyReset(resetsAt, "counting.resets_at");
  if (line != null && !isSerialNumber(lineOf(serialNumber, { line })))
    throw invalid(
      "counting.line",
      `makes a serial number of more than ${SERIAL_LENGTH_MAX} characters: the device's, a colon and this name`,
    );
}
