import cliProgress from "cli-progress";
import { formatNumber, onInterrupt, stopwatch } from "./process.ts";

interface ProgressState {
  /** From 0 to 1; null if unknown. */
  readonly fraction: number | null;
  /** Rows so far; null if unknown or not counted. */
  readonly rows?: number | null;
  /** The total size in bytes; null if the fraction is not of bytes. */
  readonly bytes?: number | null;
}

/** How often a line is written without a terminal, in seconds. */
const LINE_SECONDS = 5;

/** Shows the progress of a job: a bar on a terminal, otherwise a line every few seconds. */
export function showProgress(label: string, stream: NodeJS.WriteStream = process.stderr) {
  const display = stream.isTTY ? openBar(label, stream) : openLines(label, stream);
  let current = "";
  let elapsed = stopwatch();
  return {
    update(phase: string, state: ProgressState) {
      if (phase !== current) elapsed = stopwatch();
      current = phase;
      // A job can turn out larger than expected.
      const isKnown = state.fraction !== null && Number.isFinite(state.fraction);
      const fraction = isKnown ? Math.min(1, Number(state.fraction)) : null;
      const details = detailsOf({ ...state, fraction }, Math.max(0.001, elapsed()));
      display.show({ phase, fraction, details });
    },
    stop: display.stop,
  };
}

/** A state as it is shown, with its details: bytes, rows a second, remaining time. */
interface Shown {
  readonly phase: string;
  readonly fraction: number | null;
  readonly details: readonly string[];
}

function openBar(label: string, stream: NodeJS.WriteStream) {
  const bar = new cliProgress.SingleBar({
    stream,
    format: (options, { progress }, { phase, fraction, details }: Shown) => {
      if (fraction === null) return [`${label} ${phase}…`, ...details].join(" | ");
      const drawn = cliProgress.Format.BarFormat?.(progress, options) ?? "";
      return [`${label} ${phase} [${drawn}] ${percent(fraction)}`, ...details].join(" | ");
    },
    hideCursor: true,
    clearOnComplete: true,
    // The signal handler of the library would keep the process from ending.
    gracefulExit: false,
  });
  let release: (() => void) | null = null;
  const stop = () => {
    bar.stop();
    process.off("exit", stop);
    release?.();
    release = null;
  };
  return {
    show(state: Shown) {
      if (release === null) {
        bar.start(1, state.fraction ?? 0, state);
        process.on("exit", stop);
        release = onInterrupt();
      }
      bar.update(state.fraction ?? 0, state);
    },
    stop,
  };
}

function openLines(label: string, stream: NodeJS.WriteStream): ReturnType<typeof openBar> {
  let elapsed = stopwatch();
  return {
    show({ phase, fraction, details }) {
      if (elapsed() < LINE_SECONDS) return;
      elapsed = stopwatch();
      const share = fraction === null ? "" : ` ${percent(fraction)}`;
      stream.write(`${[`${label} ${phase}${share}`, ...details].join(", ")}\n`);
    },
    stop() {},
  };
}

function detailsOf({ fraction, rows = null, bytes = null }: ProgressState, seconds: number): string[] {
  const details: string[] = [];
  if (bytes !== null && fraction !== null)
    details.push(`${megabytes(fraction * bytes)} of ${megabytes(bytes)}`);
  if (fraction === null && rows !== null) details.push(`${formatNumber(rows)} rows`);
  else if (rows !== null) details.push(`${formatNumber(Math.round(rows / seconds))} rows/s`);
  if (fraction !== null && fraction > 0)
    details.push(`${Math.ceil((seconds * (1 - fraction)) / fraction)} s left`);
  return details;
}

function percent(fraction: number): string {
  return `${Math.floor(100 * fraction)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}
