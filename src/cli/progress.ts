import { Format, SingleBar } from "cli-progress";
import { onInterrupt } from "./interrupt.ts";

/** How far a long job has come within a phase. */
export interface ProgressState {
  /** From 0 to 1, null where unknown. */
  readonly fraction: number | null;
  /** Rows so far, null where they are unknown or not what is counted. */
  readonly rows?: number | null;
  /** The size in bytes of all that the fraction is of, null where it is not of bytes. */
  readonly bytes?: number | null;
}

/** Shows how far a long job has come: a bar on a terminal, a plain line now and then elsewhere. */
export interface Progress {
  update(phase: string, state: ProgressState): void;
  /** Removes the bar and gives the terminal back as it was. */
  stop(): void;
}

/** How often a line is written where there is no terminal, in ms. */
const LINE_MS = 5_000;

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
    // Its own handler of signals would keep the process from ending.
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

/** What a bar shows beside itself. */
interface BarPayload {
  readonly phase: string;
  readonly fraction: number | null;
  readonly details: readonly string[];
}

function progressLines(label: string, stream: NodeJS.WriteStream): Progress {
  const timing = new PhaseTiming();
  let next = performance.now() + LINE_MS;
  return {
    update(phase, given) {
      const state = bounded(given);
      const details = timing.details(phase, state);
      if (performance.now() < next) return;
      next = performance.now() + LINE_MS;
      const share = state.fraction === null ? "" : ` ${percent(state.fraction)}`;
      stream.write(`${[`${label} ${phase}${share}`, ...details].join(", ")}\n`);
    },
    stop() {},
  };
}

/** A state whose fraction is at most 1, as there may be more than was expected. */
function bounded(state: ProgressState): ProgressState {
  const { fraction } = state;
  return {
    ...state,
    fraction: fraction !== null && Number.isFinite(fraction) ? Math.min(1, fraction) : null,
  };
}

/** Works out rates and remaining times from when a phase began. */
class PhaseTiming {
  #phase = "";
  #started = 0;

  /** What to say of a state beside its percentage: rows a second, bytes, the time left. */
  details(phase: string, { fraction, rows = null, bytes = null }: ProgressState): string[] {
    if (phase !== this.#phase) {
      this.#phase = phase;
      this.#started = performance.now();
    }
    const seconds = Math.max(0.001, (performance.now() - this.#started) / 1000);
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
