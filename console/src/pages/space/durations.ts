/** How long `H:MM:SS` is, in seconds; hours have no bound (D13). */
export function secondsOf(duration: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = duration.split(":").map(Number);
  return hours * 3_600 + minutes * 60 + seconds;
}

/** Milliseconds as `H:MM:SS`, seconds cut. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
