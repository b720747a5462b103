import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../domain/instant.ts";
import { FAILED } from "./output.ts";

/*
 * The clock, timers, randomness and signals of the machine. The command line reads the first three here only, and
 * passes them to what needs them.
 */

export const systemClock: Clock = { now: () => Date.now() };

/** Uniform in [0, 1). */
export const systemRandom = Math.random;

/** A random positive id. */
export function randomId(): bigint {
  return (randomBytes(8).readBigUInt64BE() >> 1n) | 1n;
}

/** Starts a measurement; the returned function gives the seconds since. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1_000;
}

/** Waits for some ms, or until the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/**
 * Does some work after a delay in ms. The delay does not keep the process alive.
 *
 * @returns how to cancel it
 */
export function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

/**
 * Lets Ctrl-C and SIGTERM end the process with code 1, so that its exit handlers run, and calls a handler after them.
 *
 * @returns how to undo it; the signals then end the process as they do by default
 */
export function onInterrupt(handler: () => void = () => {}): () => void {
  const end = () => {
    process.once("exit", handler);
    process.exit(FAILED);
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  return () => process.off("SIGINT", end).off("SIGTERM", end);
}
