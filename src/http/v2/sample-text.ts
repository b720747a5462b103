import { formatInstant, MINUTE_MS } from "../../domain/instant.ts";
import type { CountSeries } from "../../engine/counts.ts";

/** How samples are written: DESC is the last one first; with or without the average of each. */
export interface SampleStyle {
  readonly order: "ASC" | "DESC";
  readonly averages: boolean;
}

/**
 * The samples of a series from index `from` up to, not including, `to`, as the items of a JSON list: the
 * same text that JSON.stringify writes of them, in a fraction of the time, since most of their numbers and
 * times come again and again.
 */
export function writeSamples(
  { samples, space }: CountSeries,
  from: number,
  to: number,
  { order, averages: hasAverages }: SampleStyle,
): string {
  const { starts, ends, counts, mins, maxs, entrances, exits, averages, measured } = samples;
  const first = Math.max(0, from);
  const last = Math.min(to, samples.length) - 1;
  const utilizations = new Quotients(space.capacity || null);
  const targetUtilizations = new Quotients(space.targetCapacity || null);
  let rates = new Quotients(null);
  let ms = Number.NaN;
  let text = "";
  for (let n = 0; n <= last - first; n++) {
    const i = order === "ASC" ? first + n : last - n;
    const max = maxs[i] as number;
    const [entered, left] = [entrances[i] as number, exits[i] as number];
    const start = formatInstant(starts[i] as number);
    if (measured[i] !== ms) {
      ms = measured[i] as number;
      rates = new Quotients(ms / MINUTE_MS);
    }
    text +=
      `${n > 0 ? "," : ""}{"timestamp":"${start}","count":${counts[i]},` +
      `"interval":{"start":"${start}","end":"${formatInstant((ends[i] as number) - 1)}",` +
      `"analytics":{"min":${mins[i]},"max":${max},"events":${entered + left},` +
      `"entrances":${entered},"exits":${left},"utilization":${utilizations.of(max)},` +
      `"target_utilization":${targetUtilizations.of(max)},` +
      `"entry_rate":${rates.of(entered)},"exit_rate":${rates.of(left)}${hasAverages ? `,"average":${averages[i]}` : ""}}}}`;
  }
  return text;
}

/** Whole numbers divided by one and the same number, as JSON writes them. */
class Quotients {
  readonly #divisor: number | null;
  readonly #texts = new Map<number, string>();

  /** @param divisor null makes every quotient null */
  constructor(divisor: number | null) {
    this.#divisor = divisor;
  }

  of(dividend: number): string {
    if (this.#divisor === null) return "null";
    let text = this.#texts.get(dividend);
    if (text === undefined) {
      text = String(dividend / this.#divisor);
      this.#texts.set(dividend, text);
    }
    return text;
  }
}
