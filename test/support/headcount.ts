import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { runProgram } from "../../src/cli/program.ts";
import { must } from "../../src/domain/errors.ts";

export const PROGRAM = fileURLToPath(new URL("../../bin/headcount", import.meta.url));

/** The result of a run of the command line. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The output on stdout, as bytes. */
  readonly bytes: Buffer;
}

/** A temporary folder that goes when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "headcount-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A temporary folder for all tests of the suite that this is called in. */
export function suiteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "headcount-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with a build of the console, and a file outside of it, for all tests of the suite. */
export function builtConsole(): string {
  const folder = suiteFolder();
  mkdirSync(join(folder, "console", "assets", "inner"), { recursive: true });
  for (const [name, text] of [
    ["secret.txt", "secret"],
    ["console/index.html", "<!doctype html><title>Headcount</title>"],
    ["console/favicon.svg", "<svg/>"],
    ["console/assets/index-abc.js", "render();"],
    ["console/assets/inner/a.js", "inner();"],
  ] as const)
    writeFileSync(join(folder, name), text);
  return join(folder, "console");
}

/** The environment without the variables of the program that the caller of the tests has set. */
function cleanEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("HEADCOUNT_"));
  return { ...Object.fromEntries(inherited), ...extra };
}

/** The environment of a run of the command line. */
interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Its standard input; empty by default. */
  readonly input?: string;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `headcount` to its end, in this process: starting one takes several times as long as most commands do.
 * One run follows another. Tests of signals, locks and ends of processes use {@link headcountProcess}.
 */
export function headcount(args: readonly string[], surroundings: Surroundings = {}): Promise<Finished> {
  const result = last.then(() => runHere(args, surroundings));
  last = result.catch(() => undefined);
  return result;
}

/** Runs `headcount` to its end in this process, and expects that it succeeds. */
export async function succeed(args: readonly string[], surroundings: Surroundings = {}): Promise<Finished> {
  const finished = await headcount(args, surroundings);
  expect(finished.code, finished.stderr).toBe(0);
  return finished;
}

/**
 * Runs `headcount` to its end in this process, and expects how it ends.
 * @param code its exit code
 * @param said what is in its standard error, as a part or a pattern
 */
export async function ends(
  code: number,
  said: string | RegExp,
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<Finished> {
  const finished = await headcount(args, surroundings);
  const stderr = typeof said === "string" ? expect.stringContaining(said) : expect.stringMatching(said);
  expect([finished.code, finished.stderr]).toEqual([code, stderr]);
  return finished;
}

/** Runs the program with streams, environment and working directory of its own in this process. */
async function runHere(
  args: readonly string[],
  { cwd = process.cwd(), env = {}, input = "" }: Surroundings,
): Promise<Finished> {
  const before = { env: process.env, cwd: process.cwd(), exitCode: process.exitCode };
  const [stdout, stderr] = [new KeptOutput(), new KeptOutput()];
  const stdin = Readable.from(input === "" ? [] : [Buffer.from(input)]);
  const own = Object.entries({ stdin, stdout, stderr }).map(([name, value]) => {
    const descriptor = Object.getOwnPropertyDescriptor(process, name) as PropertyDescriptor;
    Object.defineProperty(process, name, { configurable: true, enumerable: true, value });
    return [name, descriptor] as const;
  });
  process.env = cleanEnvironment(env);
  process.exitCode = undefined;
  process.chdir(cwd);
  try {
    const code = await runProgram(args);
    const bytes = Buffer.concat(stdout.chunks);
    return { code, stdout: bytes.toString(), stderr: Buffer.concat(stderr.chunks).toString(), bytes };
  } finally {
    for (const [name, descriptor] of own) Object.defineProperty(process, name, descriptor);
    process.env = before.env;
    process.exitCode = before.exitCode;
    process.chdir(before.cwd);
  }
}

class KeptOutput extends Writable {
  readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }
}

/** Runs `headcount` to its end, as a process of its own. */
export async function headcountProcess(
  args: readonly string[],
  options: Surroundings & {
    /** The path of another copy of the program. */
    readonly program?: string;
    /** Whether no process reads its standard output. */
    readonly readsNothing?: boolean;
  } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [options.program ?? PROGRAM, ...args], {
    cwd: options.cwd,
    env: cleanEnvironment(options.env ?? {}),
    stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.end(options.input);
  const output = collect(child);
  if (options.readsNothing === true) child.stdout?.destroy();
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout: output.stdout(), stderr: output.stderr(), bytes: output.bytes() };
}

/** A `headcount` that serves. */
export interface Server {
  readonly address: string;
  readonly child: ChildProcess;
  stderr(): string;
  stdout(): string;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The program to start, and the bounds of its process. */
export interface Confinement {
  /** The path of another copy of the program. */
  readonly program?: string;
  /** The size limit of each file that it writes, in KiB. */
  readonly fileKib?: number;
  /** How many file descriptors it may have open. */
  readonly descriptors?: number;
  /** The user and group that it runs as, by number. */
  readonly user?: number;
}

/** A `headcount` that is to serve, from its first moment on. */
export interface StartingServer extends Omit<Server, "address"> {
  /** Resolves when it serves, rejects if it ends before. */
  readonly address: Promise<string>;
  /** How it ended: its exit code, null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Starts a `headcount` that serves on a port of the system's choice; it ends with the test at the latest. */
export function launchHeadcount(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  confinement: Confinement = {},
): StartingServer {
  const server = spawnHeadcount(args, env, confinement);
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return server;
}

/** Starts a `headcount` that serves on a port of the system's choice, and waits until it is ready. */
export async function startHeadcount(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const server = launchHeadcount(args, env);
  return { ...server, address: await server.address };
}

/**
 * Has one `headcount` serve for all tests of the suite that this is called in.
 *
 * @param args asked for when the hooks before have run
 * @returns the server, for use in tests
 */
export function sharedHeadcount(
  args: () => readonly string[],
  env: Readonly<Record<string, string>> = {},
): () => Server {
  let shared: Server | null = null;
  beforeAll(async () => {
    const server = spawnHeadcount(args(), env);
    const end = async () => void (await server.stop("SIGKILL"));
    shared = { ...server, address: await server.address };
    return end;
  });
  return () => must(shared, "a server of the suite");
}

/** Starts a `headcount` that serves on a port of the system's choice; the caller ends it. */
export function spawnHeadcount(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { program = PROGRAM, fileKib, descriptors, user }: Confinement = {},
): StartingServer {
  const plain = [process.execPath, program, ...args] as const;
  const limits = `ulimit -f ${fileKib ?? "unlimited"} -n ${descriptors ?? "$(ulimit -n)"}; exec "$@"`;
  const isConfined = fileKib !== undefined || descriptors !== undefined;
  const [command, ...rest] = isConfined ? (["bash", "-c", limits, "bash", ...plain] as const) : plain;
  const child = spawn(command, rest, {
    env: cleanEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  const output = collect(child);
  const ended = once(child, "close").then(([code]) => code as number | null);
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  const address = new Promise<string>((resolve, reject) => {
    const look = () => {
      // Not that of the log, whose lines are JSON: it is written before the server is ready.
      const found = /^(?!\{).*?(http:\/\/\S+:\d+)/m.exec(output.stderr());
      if (found?.[1] !== undefined) resolve(found[1]);
    };
    child.stderr?.on("data", look);
    child.on("close", () => reject(new Error(`headcount ended before it served: ${output.stderr()}`)));
  });
  // A caller that ends it at once does not wait for it to serve.
  address.catch(() => undefined);
  return { address, child, stderr: output.stderr, stdout: output.stdout, stop, ended };
}

function collect(child: ChildProcess) {
  const stdout: Buffer[] = [];
  let stderr = "";
  child.stdout?.on("data", (bytes: Buffer) => stdout.push(bytes));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const bytes = () => Buffer.concat(stdout);
  return { bytes, stdout: () => bytes().toString(), stderr: () => stderr };
}
