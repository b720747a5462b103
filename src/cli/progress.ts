import { clearLine, cursorTo } from "node:readline";
import { stopwatch } from "./process.ts";

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
  /** Removes the bar. */
  stop(): void;
}

/** How often progress is written, in seconds: on a terminal, where it replaces what was written before, and elsewhere. */
const TERMINAL_SECONDS = 0.1;
const LINE_SECONDS = 5;

const BAR_WIDTH = 40;
const BYTES_IN_MB = 1e6;

export function showProgress(label: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  let current = "";
  let inPhase = stopwatch();
  let sinceWritten = stopwatch();
  let isShown = false;
  const clear = () => {
    if (!isShown) return;
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
  // Before the message of a command that is interrupted.
  process.on("exit", clear);
  return {
    update(phase, state) {
      if (phase !== current) inPhase = stopwatch();
      current = phase;
      if (stream.isTTY ? isShown && sinceWritten() < TERMINAL_SECONDS : sinceWritten() < LINE_SECONDS) return;
      sinceWritten = stopwatch();
      // A job can turn out larger than expected.
      const isKnown = state.fraction !== null && Number.isFinite(state.fraction);
      const fraction = isKnown ? Math.min(1, Number(state.fraction)) : null;
      const details = detailsOf({ ...state, fraction }, Math.max(0.001, inPhase()));
      if (stream.isTTY) {
        clear();
        isShown = true;
        const done = fraction === null ? "…" : ` [${bar(fraction)}] ${percent(fraction)}`;
        // A longer line would wrap, and could not be replaced.
        stream.write([`${label} ${phase}${done}`, ...details].join(" | ").slice(0, stream.columns - 1));
      } else {
        const share = fraction === null ? "" : ` ${percent(fraction)}`;
        stream.write(`${[`${label} ${phase}${share}`, ...details].join(", ")}\n`);
      }
    },
    stop() {
      clear();
      isShown = false;
      process.off("exit", clear);
    },
  };
}

function detailsOf({ fraction, rows = null, bytes = null }: ProgressState, seconds: number): string[] {
  const details: string[] = [];
  if (bytes !== null && fraction !== null)
    details.push(`${megabytes(fraction * bytes)} of ${megabytes(bytes)}`);
  if (fraction === null && rows !== null) details.push(`${rows.toLocaleString("en")} rows`);
  else if (rows !== null) details.push(`${Math.round(rows / seconds).toLocaleString("en")} rows/s`);
  if (fraction !== null && fraction > 0)
    details.push(`${Math.ceil((seconds * (1 - fraction)) / fraction)} s left`);
  return details;
}

function bar(fraction: number): string {
  return "=".repeat(Math.floor(BAR_WIDTH * fraction)).padEnd(BAR_WIDTH, "-");
}

function percent(fraction: number): string {
  return `${Math.floor(100 * fraction)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / BYTES_IN_MB).toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}
