import { setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";

/** When what is waited for is taken never to come, in ms. */
const NEVER_MS = 60_000;

/** Waits until something holds. */
export async function until(holds: () => unknown): Promise<void> {
  await vi.waitUntil(holds, { timeout: NEVER_MS, interval: 5 });
}

/** Lets time pass between a sender's requests, or before a process is killed at some moment; to wait, use {@link until}. */
export function moment(ms: number): Promise<void> {
  return sleep(ms);
}

/** How long some work takes, in ms, from which moments within it can be chosen. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
