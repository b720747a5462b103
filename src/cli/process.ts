import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../domain/clock.ts";
import { HeadcountError, type Remedy } from "../domain/errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../domain/instant.ts";

/** Exit codes: success, failure, usage error. */
export const DONE = 0;
export const FAILED = 1;
export const MISUSED = 2;

const WITH_PASSWORD = /^[^/]*\/\/[^@/]*:[^@/]*@/;

/** Replaces the command line that the system shows of this process, if some of these addresses have a password. */
export function hidePasswords(...addresses: readonly string[]): void {
  if (addresses.some((address) => WITH_PASSWORD.test(address))) process.title = "headcount";
}

export function usage(message: string): HeadcountError {
  return new HeadcountError("invalid", message);
}

export function info(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Writes the message of an error to stderr, and what an operator can do about it. */
export function reportError({ message, remedy }: HeadcountError): void {
  info(`headcount: ${message}${remedy === null ? "" : `; ${REMEDIES[remedy]}`}`);
}

const REMEDIES: Readonly<Record<Remedy, string>> = {
  "accept-loss": "`headcount serve --accept-loss` continues without the lost changes",
  "accept-rejects": "--accept-rejects loads the other rows",
  "drop-duplicates": "--duplicates drop drops them; --data-dir loads the file without this limit",
  "create-directory":
    "check --data-dir. `headcount serve`, `demo`, `site apply`, `restore` and `token create` create a new one",
  "map-columns": "--map field=column assigns the columns",
  "map-words": "--map trajectory=column:in=1,out=-1 says which words are entrances and exits",
  "name-encoding": "--encoding names the encoding, such as windows-1252",
  "open-for-writing": "`headcount rebuild --verify` does so",
  "state-time-format": "--time-format states how times are written: any, seconds, milliseconds, or a pattern",
  rebuild: "`headcount rebuild` derives them again",
};

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a value to stdout as one line of JSON; bigints become strings. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)));
}

/**
 * Writes the summary of a command to stdout as JSON, for programs. On a terminal, the messages of the command have said
 * it.
 */
export function printSummary(value: unknown): void {
  if (!process.stdout.isTTY) printJson(value);
}

/** A number of things for messages, such as `1 row` and `2,000 rows`. @param noun in the singular */
export function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A duration in s as people read it: in seconds, minutes, hours or days. */
export function durationOf(seconds: number): string {
  const units = [
    ["d", DAY_MS],
    ["h", HOUR_MS],
    ["min", MINUTE_MS],
  ] as const;
  const [unit, ms] = units.find(([, each]) => seconds * SECOND_MS >= 2 * each) ?? ["s", SECOND_MS];
  return `${Math.floor((seconds * SECOND_MS) / ms)} ${unit}`;
}

export function formatNumber(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}

export function megabytes(bytes: number): string {
  return `${formatNumber(bytes / 1e6)} MB`;
}

type FileErrorKind = "unavailable" | "unreadable-input";

/** Does some work on a file. @throws HeadcountError of the given kind: `doing` and the reason of the system */
export function onFile<T>(kind: FileErrorKind, doing: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileError(kind, doing, error);
  }
}

export function fileError(kind: FileErrorKind, doing: string, error: unknown): HeadcountError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "no such file or directory",
    EISDIR: "it is a directory",
  };
  return new HeadcountError(kind, `${doing}: ${reasons[code ?? ""] ?? message}`, { cause: error });
}

/*
 * The clock, timers, randomness and signals of the machine. The command line reads the first three here only, and
 * passes them to what needs them.
 */

export const systemClock: Clock = { now: () => Date.now() };

/** A monotonic clock, in ms since the start of the process. */
export const elapsedClock: Clock = { now: () => performance.now() };

/** Uniform in [0, 1). */
export const systemRandom = Math.random;

export function randomId(): bigint {
  return (randomBytes(8).readBigUInt64BE() >> 1n) | 1n;
}

/** Starts a measurement; the returned function gives the seconds since. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1_000;
}

export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

/** Waits until some work has ended, or for some ms. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const timeout = new AbortController();
  await Promise.race([work, pause(ms, timeout.signal)]).finally(() => timeout.abort());
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
