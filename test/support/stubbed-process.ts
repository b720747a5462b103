import { Readable, Writable } from "node:stream";

/** What replaces the streams, environment and working directory of the process. */
export interface ProcessParts {
  /** The content of stdin. */
  readonly input: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** The result of some work, and its output. */
export interface WorkResult<T> {
  readonly value: T;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Does some work with replaced streams, environment and working directory, and without an exit code. Only one piece of
 * work runs at a time; others wait.
 */
export function withProcess<T>(parts: ProcessParts, work: () => Promise<T>): Promise<WorkResult<T>> {
  const result = last.then(() => stub(parts, work));
  last = result.catch(() => undefined);
  return result;
}

async function stub<T>({ input, env, cwd }: ProcessParts, work: () => Promise<T>): Promise<WorkResult<T>> {
  const before = { env: process.env, cwd: process.cwd(), exitCode: process.exitCode };
  const [stdout, stderr] = [new Sink(), new Sink()];
  const restore = [
    put("stdin", Readable.from(input === "" ? [] : [Buffer.from(input)])),
    put("stdout", stdout),
    put("stderr", stderr),
  ];
  process.env = env;
  process.exitCode = undefined;
  process.chdir(cwd);
  try {
    const value = await work();
    return { value, stdout: stdout.bytes(), stderr: stderr.bytes() };
  } finally {
    for (const back of restore) back();
    process.env = before.env;
    process.exitCode = before.exitCode;
    process.chdir(before.cwd);
  }
}

/** Puts a stream in the place of one of the process's own; gives back how to undo that. */
function put(name: "stdin" | "stdout" | "stderr", stream: Readable | Writable): () => void {
  const own = Object.getOwnPropertyDescriptor(process, name) as PropertyDescriptor;
  Object.defineProperty(process, name, { configurable: true, enumerable: true, value: stream });
  return () => Object.defineProperty(process, name, own);
}

/** Keeps what is written to it. */
class Sink extends Writable {
  readonly #chunks: Buffer[] = [];

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}
