import { formatCount } from "./format.ts";

const MINUTE_MS = 60_000;

/** Parses a duration of the API, `H:MM:SS` with any number of hours (D13), in ms. */
export function durationMs(duration: string): number {
  return duration.split(":").reduce((total, part) => total * 60 + Number(part), 0) * 1_000;
}

/** A duration in ms as `35 h 18 min`, below an hour as `18 min`, below a minute as `45 s`. Truncates. */
export function formatDuration(ms: number): string {
  if (ms > 0 && ms < MINUTE_MS) return `${Math.floor(ms / 1_000)} s`;
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  return `${formatCount(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, "0")} min`;
}
