import type { AdapterName } from "../../src/devices/adapter-names.ts";
import { ADAPTERS } from "../../src/devices/adapters.ts";
import { must } from "../../src/domain/errors.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import type { ReadingResult } from "../../src/domain/reading.ts";
import { acceptReading } from "../../src/engine/readings/accepted-reading.ts";
import type { DeviceMessage } from "../../src/engine/simulation/devices/delivery.ts";
import type { DeviceKind } from "../../src/engine/simulation/devices/device-kind.ts";
import { type Interval, judgeInterval } from "../../src/readings/intervals.ts";
import {
  CAP_DEFAULT,
  judgeTotals,
  NEW_LINE,
  type Totals,
  type TotalsLine,
} from "../../src/readings/totals.ts";

const RULES = {
  cap: CAP_DEFAULT,
  width: null,
  isReversed: false,
  direction: null,
  suspends: true,
  isReset: () => false,
  replaces: false,
};

/** What is known of a line, and what has been counted. */
interface ReadLine {
  totals: TotalsLine;
  readonly stored: Map<number, Totals>;
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

  constructor(kind: DeviceKind) {
    this.#kind = kind;
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
    return this.#lines.get(serialNumber) ?? null;
  }

  get serialNumbers(): string[] {
    return [...this.#lines.keys()];
  }

  #judge(reading: Exclude<ReturnType<typeof acceptReading>, { readonly reason: string }>): void {
    const line = this.#lineOf(reading.serialNumber);
    const { result, counted } =
      reading.kind === "total" ? judgeTotal(line, reading) : judgeSpan(line, reading);
    line.results.push(result);
    line.counted.in += counted.in;
    line.counted.out += counted.out;
  }

  #lineOf(serialNumber: string): ReadLine {
    if (!this.#lines.has(serialNumber)) {
      const known = { stored: new Map(), intervals: new Map() };
      this.#lines.set(serialNumber, {
        totals: NEW_LINE,
        ...known,
        counted: { in: 0, out: 0 },
        results: [],
      });
    }
    return must(this.#lines.get(serialNumber), "line");
  }
}

type Accepted = Exclude<ReturnType<typeof acceptReading>, { readonly reason: string }>;

function judgeTotal(line: ReadLine, reading: Accepted & { readonly kind: "total" }) {
  const { at, inTotal, outTotal, width, isBoot, isUndirected } = reading;
  const totals = { at, in: inTotal, out: outTotal, width, isBoot, isUndirected };
  const judged = judgeTotals(line.totals, totals, RULES, line.stored.get(at) ?? null);
  line.totals = judged.line;
  if (judged.result !== "duplicate" && judged.result !== "conflict") line.stored.set(at, totals);
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
