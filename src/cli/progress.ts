import { Format, SingleBar } from "cli-progress";
import { onInterrupt } from "./console.ts";
import { stopwatch } from "./system.ts";

/** The progress of a job within a phase. */
export interface ProgressState {
  /** From 0 to 1; null if unknown. */
  readonly fraction: number | null;
  /** Rows so far; null if unknown or not counted. */
  readonly rows?: number | null;
  /** The total size in bytes; null if the fraction is not of bytes. */
  readonly bytes?: number | null;
}

/** Shows the progress of a job: a bar on a terminal, otherwise a line every few seconds. */
export interface Progress {
  update(phase: string, state: ProgressState): void;
  /** Removes the bar and restores the terminal. */
  stop(): void;
}

/** How often a line is written without a terminal, in seconds. */
const LINE_SECONDS = 5;

const BYTES_IN_MB = 1e6;

export function showProgress(label: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  return stream.isTTY ? progressBar(label, stream) : progressLines(label, stream);
}

function progressBar(label: string, stream: NodeJS.WriteStream): Progress {
  const timing = new PhaseTiming();
  const bar = new SingleBar({
    stream,
    format: (options, { progress }, payload: BarPayload) => {
      const { phase, fraction, details } = payload;
      if (fraction === null) return [`${label} ${phase}…`, ...details].join(" | ");
      const drawn = Format.BarFormat?.(progress, options) ?? "";
      return [`${label} ${phase} [${drawn}] ${percent(fraction)}`, ...details].join(" | ");
    },
    hideCursor: true,
    clearOnComplete: true,
    // The signal handler of the library would keep the process from ending.
    gracefulExit: false,
  });
  let release: (() => void) | null = null;
  const stop = () => {
    if (release === null) return;
    bar.stop();
    process.off("exit", stop);
    release();
    release = null;
  };
  return {
    update(phase, given) {
      const state = bounded(given);
      const payload: BarPayload = { phase, fraction: state.fraction, details: timing.details(phase, state) };
      if (release === null) {
        bar.start(1, state.fraction ?? 0, payload);
        process.on("exit", stop);
        release = onInterrupt(stop);
      }
      bar.update(state.fraction ?? 0, payload);
    },
    stop,
  };
}

interface BarPayload {
  readonly phase: string;
  readonly fraction: number | null;
  readonly details: readonly string[];
}

function progressLines(label: string, stream: NodeJS.WriteStream): Progress {
  const timing = new PhaseTiming();
  let elapsed = stopwatch();
  return {
    update(phase, given) {
      const state = bounded(given);
      const details = timing.details(phase, state);
      if (elapsed() < LINE_SECONDS) return;
      elapsed = stopwatch();
      const share = state.fraction === null ? "" : ` ${percent(state.fraction)}`;
      stream.write(`${[`${label} ${phase}${share}`, ...details].join(", ")}\n`);
    },
    stop() {},
  };
}

/** Limits the fraction to 1: a job can turn out larger than expected. */
function bounded(state: ProgressState): ProgressState {
  const { fraction } = state;
  return {
    ...state,
    fraction: fraction !== null && Number.isFinite(fraction) ? Math.min(1, fraction) : null,
  };
}

/** Computes the rate and remaining time of a phase. */
class PhaseTiming {
  #phase = "";
  #elapsed = stopwatch();

  /** The details of a state: rows a second, bytes, remaining time. */
  details(phase: string, { fraction, rows = null, bytes = null }: ProgressState): string[] {
    if (phase !== this.#phase) {
      this.#phase = phase;
      this.#elapsed = stopwatch();
    }
    const seconds = Math.max(0.001, this.#elapsed());
    const details: string[] = [];
    if (bytes !== null && fraction !== null)
      details.push(`${megabytes(fraction * bytes)} of ${megabytes(bytes)}`);
    if (fraction === null && rows !== null) details.push(`${rows.toLocaleString("en")} rows`);
    else if (rows !== null) details.push(`${Math.round(rows / seconds).toLocaleString("en")} rows/s`);
    if (fraction !== null && fraction > 0)
      details.push(`${Math.ceil((seconds * (1 - fraction)) / fraction)} s left`);
    return details;
  }
}

function percent(fraction: number): string {
  return `${Math.floor(100 * fraction)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / BYTES_IN_MB).toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}
