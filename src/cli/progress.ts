import { SingleBar } from "cli-progress";

/** Shows how far a long job has come: a bar on a terminal, a plain line now and then elsewhere. */
export interface Progress {
  /** @param done of `total`, in whatever unit; null where unknown */
  update(phase: string, done: number, total: number | null): void;
  stop(): void;
}

/** How often a line is written where there is no terminal, in ms. */
const LINE_MS = 5_000;

export function showProgress(label: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  return stream.isTTY ? progressBar(label, stream) : progressLines(label, stream);
}

function progressBar(label: string, stream: NodeJS.WriteStream): Progress {
  const bar = new SingleBar({
    stream,
    format: `${label} {phase} [{bar}] {percentage}% | {speed} | {eta_formatted} left`,
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 20,
  });
  const started = performance.now();
  let running = false;
  return {
    update(phase, done, total) {
      if (!running) bar.start(total ?? 1, 0, { phase, speed: "" });
      running = true;
      if (total !== null) bar.setTotal(total);
      bar.update(total === null ? 0 : Math.min(done, total), { phase, speed: rate(done, started) });
    },
    stop() {
      if (running) bar.stop();
    },
  };
}

function progressLines(label: string, stream: NodeJS.WriteStream): Progress {
  const started = performance.now();
  let next = started + LINE_MS;
  return {
    update(phase, done, total) {
      if (performance.now() < next) return;
      next = performance.now() + LINE_MS;
      const share = total === null || total === 0 ? "" : ` ${Math.floor((100 * done) / total)}%`;
      stream.write(`${label} ${phase}${share}, ${rate(done, started)}\n`);
    },
    stop() {},
  };
}

function rate(done: number, started: number): string {
  const seconds = Math.max(0.001, (performance.now() - started) / 1000);
  return `${Math.round(done / seconds).toLocaleString("en")} rows/s`;
}
