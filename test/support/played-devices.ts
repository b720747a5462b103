import type { AdapterName } from "../../src/devices/adapter-names.ts";
import { ADAPTERS } from "../../src/devices/adapters.ts";
import { getOrInsert } from "../../src/domain/collections.ts";
import { must } from "../../src/domain/errors.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import type { ReadingResult } from "../../src/domain/reading.ts";
import { acceptReading } from "../../src/engine/readings/accepted-reading.ts";
import { type Interval, judgeInterval } from "../../src/readings/intervals.ts";
import { judgeTotals } from "../../src/readings/totals.ts";
import {
  type ArrivedTotals,
  CAP_DEFAULT,
  NEW_LINE,
  type Totals,
  type TotalsLine,
  type TotalsRules,
} from "../../src/readings/totals-line.ts";
import { lastSetReset } from "../../src/simulation/devices/counter-log.ts";
import type { DeviceKind, DeviceMessage } from "../../src/simulation/devices/device-kind.ts";
import type { PeriodFaults } from "../../src/simulation/devices/faults.ts";

const RULES = {
  cap: CAP_DEFAULT,
  width: null,
  isReversed: false,
  direction: null,
  suspends: true,
  lastReset: null,
  replaces: false,
};

/** A log period in which nothing fails. */
export const NO_FAULTS: PeriodFaults = {
  ...{ powerLoss: null, isOffline: false, isLost: false, isRetransmitted: false },
  ...{ copies: 0, delay: 0 },
};

/** What is known of a line, and what has been counted. */
interface ReadLine {
  totals: TotalsLine;
  /** The totals that arrived first, and those from before them. */
  first: ArrivedTotals | null;
  readonly past: ArrivedTotals[];
  readonly stored: Map<number, Totals[]>;
  readonly intervals: Map<string, Interval>;
  readonly counted: { in: number; out: number };
  readonly results: ReadingResult[];
}

/** Reads messages of devices through their adapter, and judges the readings (D31), in memory. */
export class MessageReader {
  readonly #kind: DeviceKind;
  readonly #lines = new Map<string, ReadLine>();
  /** Why parts of messages were refused. */
  readonly refused: string[] = [];

  readonly #rules: TotalsRules & { readonly replaces: boolean };

  /** @param resetsAt when the totals are set to 0, in ms of the day of UTC; null for never */
  constructor(kind: DeviceKind, resetsAt: number | null = null) {
    this.#kind = kind;
    const lastReset = (from: number, to: number) => {
      const reset = lastSetReset(resetsAt, to - 1);
      return reset >= from ? reset : null;
    };
    this.#rules = { ...RULES, lastReset: resetsAt === null ? null : lastReset };
  }

  read(message: DeviceMessage): void {
    const adapter = ADAPTERS[this.#kind.adapter as AdapterName];
    for (const body of this.#kind.encode(message)) {
      const query = this.#kind.query ?? {};
      const { readings, refused } = adapter({ body: Buffer.from(body), query, receivedAt: message.at });
      this.refused.push(...refused.map(({ reason }) => reason));
      for (const reading of readings) {
        if (reading.kind === "alive") continue;
        const times = { earliest: 0, logStart: 0, latest: message.at + DAY_MS };
        const accepted = acceptReading(reading, {
          times,
          timeZoneOf: () => this.#kind.settings?.time_zone ?? null,
        });
        if ("reason" in accepted) this.refused.push(accepted.reason);
        else this.#judge(accepted);
      }
    }
  }

  /** What has been counted of a line; null if it has sent nothing. */
  line(serialNumber: string): Pick<ReadLine, "counted" | "results" | "totals"> | null {
    const line = this.#lines.get(serialNumber);
    if (line === undefined) return null;
    const past = countedBefore(line, this.#rules);
    const counted = { in: line.counted.in + past.in, out: line.counted.out + past.out };
    return { totals: line.totals, results: line.results, counted };
  }

  get serialNumbers(): string[] {
    return [...this.#lines.keys()];
  }

  #judge(reading: Exclude<ReturnType<typeof acceptReading>, { readonly reason: string }>): void {
    const line = this.#lineOf(reading.serialNumber);
    const { result, counted } =
      reading.kind === "total" ? judgeTotal(line, reading, this.#rules) : judgeSpan(line, reading);
    line.results.push(result);
    line.counted.in += counted.in;
    line.counted.out += counted.out;
  }

  #lineOf(serialNumber: string): ReadLine {
    if (!this.#lines.has(serialNumber)) {
      const known = { stored: new Map(), intervals: new Map() };
      this.#lines.set(serialNumber, {
        totals: NEW_LINE,
        first: null,
        past: [],
        ...known,
        counted: { in: 0, out: 0 },
        results: [],
      });
    }
    return must(this.#lines.get(serialNumber), "line");
  }
}

type Accepted = Exclude<ReturnType<typeof acceptReading>, { readonly reason: string }>;

/** What totals from before the first ones have counted, with these: in the order of time (D31). */
function countedBefore({ first, past }: ReadLine, rules: TotalsRules) {
  const sum = { in: 0, out: 0 };
  if (first === null || past.length === 0) return sum;
  let line = NEW_LINE;
  for (const totals of [...past.toSorted((a, b) => a.at - b.at), first]) {
    const judged = judgeTotals(line, totals, { ...rules, suspends: false });
    line = judged.line;
    sum.in += judged.counted.in;
    sum.out += judged.counted.out;
  }
  return sum;
}

function judgeTotal(line: ReadLine, reading: Accepted & { readonly kind: "total" }, rules: TotalsRules) {
  const { at, inTotal, outTotal, width, isBoot, isUndirected } = reading;
  const totals = { at, in: inTotal, out: outTotal, width, isBoot, isUndirected };
  if (line.first !== null && at < line.first.at) {
    const isKnown = line.past.some((each) => each.at === at && each.in === inTotal && each.out === outTotal);
    if (!isKnown) line.past.push(totals);
    return { result: isKnown ? ("duplicate" as const) : ("late" as const), counted: { in: 0, out: 0 } };
  }
  line.first ??= totals;
  const judged = judgeTotals(line.totals, totals, rules, line.stored.get(at));
  line.totals = judged.line;
  if (judged.result !== "duplicate" && judged.result !== "conflict")
    getOrInsert(line.stored, at, () => []).push(totals);
  return judged;
}

function judgeSpan(line: ReadLine, reading: Accepted & { readonly kind: "interval" }) {
  const { from, to, in: entered, out, isUndirected } = reading;
  const interval = { from, to, in: entered, out, isUndirected };
  const key = `${from} ${to}`;
  const judged = judgeInterval(interval, line.intervals.get(key) ?? null, RULES);
  if (judged.result === "counted") line.intervals.set(key, interval);
  return judged;
}
