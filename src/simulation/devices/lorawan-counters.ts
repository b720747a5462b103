import { SECOND_MS } from "../../domain/instant.ts";
import { type LineLog, type LogEntry, shown } from "./device-kind.ts";
import { EUI, type LorawanCounter, type NetworkName } from "./lorawan.ts";

const MILESIGHT_PORT = 85;

/** Milesight VS133: up to four lines with 32 bits. Totals and counts of the period are uplinks of their own. */
const VS133: LorawanCounter = {
  width: 32,
  minutes: 10,
  heldMax: 0,
  serialNumbers: /^(?<device>[0-9A-F]{16}):(?<line>[1-4])$/,
  inventSerialNumber: (hex) => `24E124716C${hex.slice(0, 6)}:1`,
  uplinksOf: ({ lines }, _message, network) => {
    const totals = fields(network, lines, ({ inTotal, outTotal }) => ({
      total_in: shown(inTotal, 32),
      total_out: shown(outTotal, 32),
    }));
    const periods = fields(network, lines, (log) => ({ period_in: log.in, period_out: log.out }));
    return [totals, periods].map((decoded) => ({ port: MILESIGHT_PORT, decoded }));
  },
};

/** The codec in the repository of The Things Network has an object for each line, that of the vendor has none. */
function fields(
  network: NetworkName,
  lines: readonly LineLog[],
  fieldsOf: (log: LineLog) => Readonly<Record<string, number>>,
): object {
  if (network === "the-things-stack")
    return Object.fromEntries(lines.map((log) => [`line_${log.line}`, fieldsOf(log)]));
  return Object.fromEntries(
    lines.flatMap((log) =>
      Object.entries(fieldsOf(log)).map(([name, value]) => [`line_${log.line}_${name}`, value]),
    ),
  );
}

/** Milesight VS350: one line with 16 bits. What it could not send, it sends later with the times of its log. */
const VS350: LorawanCounter = {
  width: 16,
  minutes: 10,
  heldMax: 5,
  serialNumbers: EUI,
  inventSerialNumber: (hex) => `24E124792C${hex.slice(0, 6)}`,
  uplinksOf: (last, { entries, isHeld }) => {
    const values = ({ lines: [log] }: LogEntry) => ({
      period_in: log?.in ?? 0,
      period_out: log?.out ?? 0,
      total_in: shown(log?.inTotal ?? 0, 16),
      total_out: shown(log?.outTotal ?? 0, 16),
    });
    const history = entries.map((entry) => ({ ...values(entry), timestamp: entry.to / SECOND_MS }));
    const decoded = isHeld ? { history } : values(last);
    return [{ port: MILESIGHT_PORT, decoded }];
  },
};

/** Terabee People Flow Counting: one line with 32 bits. */
const TERABEE: LorawanCounter = {
  ...simple(32, 1, ([inTotal, outTotal]) => ({ count_in: inTotal, count_out: outTotal, flags: {} })),
  minutes: 15,
};

/** IMBuildings People Counter: two counters with 16 bits. */
const IMBUILDINGS: LorawanCounter = simple(16, 1, ([inTotal, outTotal], log) => ({
  device_type: "People Counter",
  device_type_variant: 6,
  battery_voltage: 2.56,
  counter_a: log.in,
  counter_b: log.out,
  total_counter_a: inTotal,
  total_counter_b: outTotal,
}));

/** Parametric PCR2: sums with 16 bits, in its format 4. */
const PCR2: LorawanCounter = simple(16, 14, ([inTotal, outTotal], log) => ({
  LTR: log.in,
  RTL: log.out,
  LTR_SUM: inTotal,
  RTL_SUM: outTotal,
  SBX_BATT: 7_200,
  TEMP: 31,
}));

/** A counter of one line that sends its totals at the end of each log period, and nothing later. */
function simple(
  width: number,
  port: number,
  decode: (totals: readonly [number, number], log: LineLog) => object,
): LorawanCounter {
  return {
    width,
    minutes: 10,
    heldMax: 0,
    serialNumbers: EUI,
    inventSerialNumber: (hex) => hex.slice(0, 16),
    uplinksOf: ({ lines }) =>
      lines.map((log) => {
        const totals = [shown(log.inTotal, width), shown(log.outTotal, width)] as const;
        return { port, decoded: decode(totals, log) };
      }),
  };
}

export const LORAWAN_COUNTERS = {
  "milesight-vs133": VS133,
  "milesight-vs350": VS350,
  terabee: TERABEE,
  imbuildings: IMBUILDINGS,
  pcr2: PCR2,
} as const satisfies Readonly<Record<string, LorawanCounter>>;
