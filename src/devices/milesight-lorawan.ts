import { z } from "zod";
import { groupBy } from "../domain/collections.ts";
import { SECOND_MS } from "../domain/instant.ts";
import type { DeviceHealth } from "../domain/reading.ts";
import { OCCUPANCY } from "./adapter.ts";
import {
  fieldsOf,
  isSet,
  labelOf,
  type PayloadFields,
  type PayloadReader,
  type PayloadTotals,
} from "./lorawan-counters.ts";
import { label, listOf, numberOf } from "./message-fields.ts";

/** A total; the counters of VS132, 133 and 135 have 32 bits, those of VS121, 350, 351 and 360 have 16. */
const TOTAL = /^(?:line_(\d{1,9})_total|(total_counter)|people_total|total)_(in|out)$/;

const LINE = /^line_(\d{1,9})_/;

/** Fields that say nothing of passages, or of those of a period: a payload of these is read, too. */
const OTHERS = new RegExp(
  [
    /^line_\d{1,9}_/,
    /^(?:period|periodic_counter)_(?:in|out)$|^people_|^line_(?:in|out)$/,
    /^region_|^dwell_time_|^[a-d]_to_[a-d]$/,
    /^(?:ipso|protocol|tsl|hardware|firmware)_version$|^(?:lorawan_class|power_status)$/,
    /^(?:event|history|reset_event|battery_(?:main|node))$|_alarm$/,
    /_(?:config|enable|interval)$|^(?:reboot|report_status|sync_time|stop_transmit|time_zone)$|^clear_/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** People that VS121 sees now; its first codec has the second name. */
const GAUGES = ["people_count_all", "people_counter_all"];

const EVENTS = listOf(z.object({ type: label, status: label }));

/** What events of VS360 mean. */
const EVENT_PROBLEMS: Readonly<Record<string, string>> = {
  counting_anomaly: "counting is not normal",
  node_device_without_response: "its node does not answer",
  devices_misaligned: "its two parts are not aligned",
};

/**
 * People counters of Milesight. Totals are read; counts of periods, which come in uplinks of their own, are the same
 * passages once more (D31). Children are counted apart and not read. An alarm repeats the totals.
 */
export const readMilesight: PayloadReader = (given) => {
  const fields = flat(given);
  const records: unknown = fields.get("history");
  const history = Array.isArray(records) ? records.map((record) => flat(fieldsOf(record))) : [];
  if (![...fields.keys()].some((name) => TOTAL.test(name) || OTHERS.test(name))) return null;
  const isBoot = labelOf(fields, "reset_event").toLowerCase() === "reset" || isSet(fields.get("reset_event"));
  const totals = [...historyTotals(history), ...totalsOf(fields, null, isBoot)];
  const isUntimed = history.some((record) => timeOf(record) === null && totalsOf(record, null).length > 0);
  const names = [fields, ...history].flatMap((record) => [...record.keys()]);
  const isGauge = totals.length === 0 && GAUGES.some((name) => fields.has(name));
  return {
    totals,
    lines: [...new Set(names.flatMap((name) => LINE.exec(name)?.[1] ?? []))],
    health: healthOf(fields),
    refused: [
      ...(isUntimed ? ["has a record of its history without a time"] : []),
      ...(isGauge ? [OCCUPANCY] : []),
    ],
  };
};

/** Fields of which those of lines have their line in their name: one codec has them as objects within `line_1`. */
function flat(fields: PayloadFields): PayloadFields {
  return new Map(
    [...fields].flatMap(([name, value]): [string, unknown][] => {
      if (!/^line_\d{1,9}$/.test(name)) return [[name, value]];
      return [...fieldsOf(value)].map(([inner, part]) => [`${name}_${inner}`, part]);
    }),
  );
}

/** The totals of fields, a line each, in the order of the fields. */
function totalsOf(fields: PayloadFields, at: number | null, isBoot = false): PayloadTotals[] {
  const counters = [...fields].flatMap(([name, value]) => {
    const match = TOTAL.exec(name);
    const total = numberOf(value);
    if (match === null || total === null) return [];
    const [, line = null, isWide, direction] = match;
    return [{ line, width: line !== null || isWide !== undefined ? 32 : 16, direction, total }];
  });
  return [...groupBy(counters, ({ line }) => line)].map(([line, ofLine]) => {
    const totalOf = (direction: string) => ofLine.find((one) => one.direction === direction)?.total ?? null;
    const width = ofLine[0]?.width ?? 16;
    return { at, line, inTotal: totalOf("in"), outTotal: totalOf("out"), width, isBoot };
  });
}

/** The totals of records in order of time. Of one time, a record may have what came in and another what went out. */
function historyTotals(history: readonly PayloadFields[]): PayloadTotals[] {
  const totals = history.flatMap((record) => {
    const at = timeOf(record);
    return at === null ? [] : totalsOf(record, at);
  });
  const whole: PayloadTotals[] = [];
  const places = new Map<string, number>();
  for (const one of totals.toSorted((a, b) => Number(a.at) - Number(b.at))) {
    const key = `${one.at} ${one.line}`;
    const place = places.get(key) ?? whole.length;
    const joint = joinedTotals(whole[place] ?? one, one);
    if (joint === null) places.set(key, whole.push(one) - 1);
    else {
      whole[place] = joint;
      places.set(key, place);
    }
  }
  return whole;
}

/** Two totals of a line and time as one; null if they say different things of a direction. */
function joinedTotals(a: PayloadTotals, b: PayloadTotals): PayloadTotals | null {
  const inTotal = a.inTotal ?? b.inTotal;
  const outTotal = a.outTotal ?? b.outTotal;
  const isSame = inTotal === (b.inTotal ?? inTotal) && outTotal === (b.outTotal ?? outTotal);
  return isSame ? { ...a, inTotal, outTotal } : null;
}

/** When a record was made, in ms; its device gives seconds. */
function timeOf(record: PayloadFields): number | null {
  const seconds = numberOf(record.get("timestamp"));
  return seconds === null ? null : Math.round(seconds * SECOND_MS);
}

function healthOf(fields: PayloadFields): DeviceHealth {
  const firmwareVersion = labelOf(fields, "firmware_version");
  const batteries = ["battery", "battery_main", "battery_node"]
    .map((name) => numberOf(fields.get(name)))
    .filter((battery) => battery !== null && Number.isFinite(battery));
  const events = EVENTS.safeParse(fields.get("event")).data ?? [];
  const covers = [...fields.keys()].filter((name) => name.endsWith("_occlusion_alarm"));
  const problems = [
    ...events
      .filter(({ status }) => status.toLowerCase() === "alarm")
      .map(({ type }) => EVENT_PROBLEMS[type.toLowerCase()] ?? `reports the event ${type}`),
    ...covers
      .filter((name) => labelOf(fields, name) === "alarm_triggered" || isSet(fields.get(name)))
      .map((name) => `the lens of ${name.replace("_occlusion_alarm", "")} is covered`),
  ];
  return {
    ...(firmwareVersion && { firmwareVersion }),
    ...(batteries.length > 0 && { battery: Math.min(...batteries.map(Number)) }),
    ...(events.length + covers.length > 0 && { problems }),
  };
}
