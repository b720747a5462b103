import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { HeadcountError, invalid } from "../../domain/errors.ts";
import { SQL_STOP_MS_MAX } from "../../domain/limits.ts";
import type { AnalysisState } from "../analysis-database.ts";
import { outOfMemory } from "../query/failures.ts";
import {
  type ExchangeKind,
  type Exchanges,
  errorOf,
  type FromProcess,
  type ProcessSettings,
  type ToProcess,
} from "./messages.ts";

/** How the process is started. */
export interface ProcessStart {
  /** The file that it runs. */
  readonly entry: URL;
  /** Flags of Node for it. */
  readonly execArgv?: readonly string[];
}

/** Something that the process has been asked for. */
interface Waiting {
  readonly resolve: (answered: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** It is no longer waiting for data to be brought up to date. */
  readonly start: () => void;
}

/** How much longer than its time the process may take to say that a query is over, in ms; then it is ended. */
const OVERTIME_MS_MAX = 2 * SQL_STOP_MS_MAX;

/** The process that runs queries, as the server sees it. */
export class QueryProcess {
  /** What its database holds, as far as it has said. */
  state: AnalysisState;
  readonly #child: ChildProcess;
  readonly #settings: ProcessSettings;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<unknown>;
  #lastId = 0;
  #isGone = false;
  #isOvergrown = false;

  private constructor(child: ChildProcess, settings: ProcessSettings, state: AnalysisState) {
    this.#child = child;
    this.#settings = settings;
    this.state = state;
    this.#ended = new Promise((resolve) => child.once("exit", resolve));
    child.on("message", (message) => this.#take(message as FromProcess));
    child.once("exit", () => this.#failAll());
    // What cannot be sent any more is answered by its end.
    child.on("error", () => undefined);
  }

  /** Starts the process, and waits until it has its database. Nothing of the environment goes with it. */
  static async start(
    { entry, execArgv = [] }: ProcessStart,
    settings: ProcessSettings,
  ): Promise<QueryProcess> {
    const child = fork(fileURLToPath(entry), [JSON.stringify(settings)], {
      env: { HOME: settings.folder, TMPDIR: settings.folder },
      execArgv: [...execArgv],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const first = await Promise.race([
      once(child, "message").then(([message]) => message as FromProcess),
      once(child, "exit").then(() => null),
    ]);
    if (first?.kind === "ready") return new QueryProcess(child, settings, first.state);
    child.kill("SIGKILL");
    if (first?.kind === "unready") throw errorOf(first.failure);
    throw new HeadcountError("unavailable", "the process that runs queries has not started");
  }

  /** Whether it has ended, or is about to. */
  get isGone(): boolean {
    return this.#isGone || this.#child.killed;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Asks for something.
   *
   * @param signal says that nobody wants it any more; the process is ended where it does not give it up
   * @param timeMsMax how long it may run, in ms; null is as long as it takes
   */
  async ask<Kind extends ExchangeKind>(
    kind: Kind,
    asked: Exchanges[Kind]["asked"],
    signal: AbortSignal | null = null,
    timeMsMax: number | null = null,
  ): Promise<Exchanges[Kind]["answered"]> {
    const id = ++this.#lastId;
    let isStarted = false;
    let overtime: NodeJS.Timeout | undefined;
    const allow = (ms: number) => {
      clearTimeout(overtime);
      overtime = setTimeout(() => this.kill(), ms);
    };
    const cancel = () => {
      this.#send({ kind: "cancel", id });
      // While it brings its data up to date, which others wait for too, it is left to it.
      if (isStarted) allow(OVERTIME_MS_MAX);
    };
    const start = () => {
      isStarted = true;
      if (signal?.aborted) allow(OVERTIME_MS_MAX);
      else if (timeMsMax !== null) allow(timeMsMax + OVERTIME_MS_MAX);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      if (this.#isGone) throw this.#endError();
      const answered = await new Promise<unknown>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject, start });
        this.#send({ kind, id, asked } as ToProcess);
      });
      return answered as Exchanges[Kind]["answered"];
    } finally {
      clearTimeout(overtime);
      signal?.removeEventListener("abort", cancel);
      this.#waiting.delete(id);
    }
  }

  /** Lets it close its database; ends it where that takes long. */
  async stop(msMax: number): Promise<void> {
    this.#send({ kind: "stop" });
    const timer = setTimeout(() => this.kill(), msMax);
    await this.#ended;
    clearTimeout(timer);
  }

  /** Ends it at once. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** Waits until it has ended. */
  async ended(): Promise<void> {
    await this.#ended;
  }

  #send(message: ToProcess): void {
    if (this.#child.connected) this.#child.send(message);
  }

  #take(message: FromProcess): void {
    switch (message.kind) {
      case "started":
        this.#waiting.get(message.id)?.start();
        break;
      case "answer":
        this.#waiting.get(message.id)?.resolve(message.answered);
        break;
      case "failure":
        this.#waiting.get(message.id)?.reject(errorOf(message.failure));
        if (message.isStuck) this.kill();
        break;
      case "overgrown":
        this.#isOvergrown = true;
        break;
      default:
        break;
    }
  }

  #failAll(): void {
    this.#isGone = true;
    for (const { reject } of this.#waiting.values()) reject(this.#endError());
  }

  #endError(): Error {
    if (this.#isOvergrown) return invalid("query", outOfMemory(this.#settings.memoryBytes));
    return new HeadcountError("unavailable", "the process that runs queries has ended; try again");
  }
}
