import { parseDailyReset } from "../../domain/daily-reset.ts";
import { lineOf } from "../../domain/device-line.ts";
import { invalid } from "../../domain/errors.ts";
import { SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import { parseTimeZone } from "../../domain/local-time.ts";
import type { CountingSettings, Sensor } from "../../domain/resources.ts";
import { isSerialNumber } from "../../domain/sensor-report.ts";
import { NO_PASSAGES } from "../../readings/spread.ts";
import { changeSettings, type EffectiveFrom, effectiveInstant } from "../catalog/spans.ts";
import type { Line } from "../ports.ts";
import { MadeSensors } from "../resources/sensors.ts";
import { addCorrections } from "./corrected-events.ts";
import { COUNTING_DEFAULTS } from "./counting-settings.ts";
import { type JudgedAgain, judgeAgain } from "./judge-again.ts";
import type { JudgingChange } from "./judging-order.ts";

export interface CountingOptions {
  /** Null: now, from the first reading that suspended the line, or from the beginning if there are no readings. */
  readonly effectiveFrom?: EffectiveFrom;
  readonly isDryRun?: boolean;
}

/** The readings that have been judged again, those that have another result or count, and what all counted, in people. */
export interface ChangedCounting extends Pick<JudgedAgain, "readings" | "changed" | "before" | "after"> {
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
  change: JudgingChange,
  serialNumber: string,
  fields: Partial<CountingSettings>,
  { effectiveFrom = null, isDryRun = false }: CountingOptions = {},
): Promise<ChangedCounting & { readonly sensor: Sensor }> {
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
    // The settings of a sensor that never had any are not stored.
    const always = { ...COUNTING_DEFAULTS, from: -Infinity, to: Infinity };
    const before = spans.length > 0 ? spans : [{ id: draft.newId(), sensorId: sensor.id, ...always }];
    const { put, remove } = changeSettings(before, fields, from, () => draft.newId());
    const gone = new Set([...remove, ...put.map(({ id }) => id)]);
    const settings = [...before.filter(({ id }) => !gone.has(id)), ...put];
    const since = Math.min(from, suspendedSince);
    const order = line && { sensor, line, settings, since, now, voided: null };
    const { parts, ...judged } = order === null ? NOTHING_JUDGED : await judgeAgain(change, order, sensors);
    if (!isDryRun) {
      const stored = remove.filter((id) => catalog.row("counting", id) !== undefined);
      const rows = { put: { counting: put }, remove: { counting: stored } };
      addCorrections(draft, parts, sensors, rows);
    }
    return { sensor, since, ...judged };
  });
}

const NOTHING_JUDGED = { readings: 0, changed: 0, before: NO_PASSAGES, after: NO_PASSAGES, parts: {} };

/** When settings without a date begin: with all readings if there are none yet. */
function defaultFrom(line: Line | null, suspendedSince: number, now: number): number {
  if (line === null) return -Infinity;
  return suspendedSince === Infinity ? now : suspendedSince;
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
