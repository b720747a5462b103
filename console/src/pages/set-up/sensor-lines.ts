import { lineOf } from "../../../../src/domain/device-line.ts";
import { compareNames, formatDuration, NOTHING } from "../../format.ts";
import type { Reading, Sensor } from "../../queries/sensors.ts";

/** A battery below this, in percent, needs attention. */
const BATTERY_LOW = 20;

/** The serial number of the line that a register is a part of (D32); null for a sensor that is a line itself. */
export function lineSerialOf({
  serial_number: serial,
  counting,
}: Pick<Sensor, "serial_number" | "counting">): string | null {
  const line = lineOf(serial, counting);
  return line === serial ? null : line;
}

/** The registers that are parts of a line. */
export function registersOf(serial: string, sensors: readonly Sensor[]): readonly Sensor[] {
  return sensors.filter((sensor) => lineSerialOf(sensor) === serial);
}

/**
 * Whether nothing counts what a sensor sends until it is placed at a doorway. A register counts with its line, and a
 * device that has reported before its lines counts nothing.
 *
 * @param devices of all sensors, as from `devicesOf`
 */
export function isWaiting(sensor: Sensor, devices: ReadonlySet<string>): boolean {
  const { doorway_id: doorway, ignored } = sensor;
  return doorway === null && !ignored && lineSerialOf(sensor) === null && !isOnlyDevice(sensor, devices);
}

/** Whether a sensor has sent no counts, but lines of it are sensors. */
export function isOnlyDevice(sensor: Sensor, devices: ReadonlySet<string>): boolean {
  const { serial_number: serial, kind, last_event: event } = sensor;
  return kind === null && event === null && devices.has(serial);
}

/** The serial numbers that devices of sensors have: a line is `<device>:<line>` (D31), and both can have colons. */
export function devicesOf(sensors: readonly Sensor[]): ReadonlySet<string> {
  const devices = new Set<string>();
  for (const { serial_number: serial } of sensors)
    for (let end = serial.indexOf(":"); end >= 0; end = serial.indexOf(":", end + 1))
      devices.add(serial.slice(0, end));
  return devices;
}

/** The problems that a device reports, and that everything it sends is refused. */
export function problemsOf(sensor: Sensor): readonly string[] {
  const { clock_ahead_seconds: ahead, kind, last_reading: reading, problems } = sensor;
  const refusals = [
    ahead !== null &&
      `its clock is ${formatDuration(ahead * 1_000)} ahead, so its events are refused: set it`,
    // A sensor has the kind of its first reading that is not refused.
    kind === null && reading !== null && "all of its readings have been refused",
  ];
  return [...problems, ...refusals.filter((text) => text !== false)];
}

/** Whether an operator has to look at a line, as from `lineWith`: it is suspended, or has a problem. */
export function needsAttention({ state, problems, battery }: Sensor): boolean {
  return state === "suspended" || problems.length > 0 || isBatteryLow(battery);
}

/** @param battery in percent; null if it is not known */
export function isBatteryLow(battery: number | null): boolean {
  return battery !== null && battery < BATTERY_LOW;
}

/** A sensor with its registers, whose states are its own, too. */
export interface ListedLine extends Sensor {
  readonly registers: readonly Sensor[];
}

/** A line with what its registers say. */
export function lineWith(line: Sensor, registers: readonly Sensor[]): ListedLine {
  const all = [line, ...registers];
  return {
    ...line,
    registers,
    alive: all.some(({ alive }) => alive),
    state: all.find(({ state }) => state === "suspended")?.state ?? line.state,
    problems: [...new Set(all.flatMap(problemsOf))],
    last_reading:
      all
        .flatMap(({ last_reading: last }) => last ?? [])
        .toSorted()
        .at(-1) ?? null,
  };
}

/** The lines among sensors, each with its registers; those that need attention first, then by serial number. */
export function linesOf(sensors: readonly Sensor[]): readonly ListedLine[] {
  const registers = new Map(sensors.map((sensor) => [sensor.serial_number, [] as Sensor[]]));
  const lines: Sensor[] = [];
  for (const sensor of sensors) {
    // A register is listed by itself until its line has events.
    const listed = registers.get(lineSerialOf(sensor) ?? "") ?? lines;
    listed.push(sensor);
  }
  return lines
    .map((line) => lineWith(line, registers.get(line.serial_number) ?? []))
    .toSorted((a, b) => Number(needsAttention(b)) - Number(needsAttention(a)) || bySerial(a, b));
}

function bySerial(a: Sensor, b: Sensor): number {
  return compareNames(a.serial_number, b.serial_number);
}

const KINDS = { total: "Totals", interval: "Intervals" } as const;

/** What a sensor sends. @param registers those of a line that consists of registers */
export function kindText({ kind, last_event: event }: Sensor, registers: readonly Sensor[] = []): string {
  if (kind !== null) return KINDS[kind];
  const [first] = registers;
  if (first !== undefined) {
    const count = registers.length === 1 ? "1 register" : `${registers.length} registers`;
    return first.kind === null ? `From ${count}` : `${KINDS[first.kind]} of ${count}`;
  }
  return event === null ? NOTHING : "Events";
}

/** A sentence of the server, with a capital and without marks of code. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll("`", "");
}

const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** A text of the server whose instants have the format of the console. @param format formats an instant */
export function withLocalTimes(text: string, format: (instant: string) => string): string {
  return text.replaceAll(INSTANT, format);
}

type Colour = "good" | "warn" | "bad" | "off";

/** What became of a reading, in words. */
const RESULTS: Readonly<Record<Reading["result"], readonly [text: string, colour: Colour]>> = {
  baseline: ["First totals", "off"],
  counted: ["Counted", "good"],
  duplicate: ["Sent again", "off"],
  late: ["Late: counted already", "off"],
  wrap: ["Counted: the counter began at 0 again", "good"],
  reset: ["Counted: the device began at 0 again", "warn"],
  jump: ["Not counted: too many", "bad"],
  backwards: ["Not counted: it fell", "bad"],
  conflict: ["Not counted: other values before", "bad"],
  refused: ["Refused", "bad"],
  voided: ["Voided with its events", "off"],
  withdrawn: ["Taken back with its import, or replaced", "off"],
};

/** What became of a reading, and how good that is. A suspended line counts nothing, and its readings say why. */
export function resultOf({ result, note, counted }: Reading): readonly [text: string, colour: Colour] {
  const isHeld = result === "counted" && note !== null && counted.in + counted.out === 0;
  return isHeld ? ["Not counted", "warn"] : RESULTS[result];
}
