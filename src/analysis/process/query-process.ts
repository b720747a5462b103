import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HeadcountError } from "../../domain/errors.ts";
import { SQL_FAILED_PROCESSES_MAX, SQL_START_MS_MAX, SQL_STOP_MS_MAX } from "../../domain/limits.ts";
import type { AnalysisState } from "../analysis-database.ts";
import {
  type EndCause,
  type ExchangeKind,
  type Exchanges,
  errorOf,
  type FromProcess,
  ProcessEnded,
  type ProcessSettings,
  type ToProcess,
} from "./messages.ts";

interface Pending {
  readonly resolve: (answered: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onStart: (() => void) | undefined;
}

interface AskOptions {
  /** Cancels the request; the process is killed if it does not answer soon after. */
  readonly signal?: AbortSignal;
  /** The process is killed after this time, in ms. */
  readonly timeMsMax?: number;
  /** Called when a query no longer waits in the process, and runs. */
  readonly onStart?: () => void;
}

/** Time to stop a cancelled request, in ms; after that the process is killed. */
const CANCEL_MS_MAX = 2 * SQL_STOP_MS_MAX;

/**
 * The child process that runs queries, as the server sees it. It passes through these phases in this order, possibly
 * skipping some; it keeps its database's file open until it has ended.
 */
export class QueryProcess {
  /** Resolves when the operating system has reported its end, or that it could not be started; never rejects. */
  readonly ended: Promise<void>;
  /** Resolves when it has opened its database. @throws ProcessEnded; an error that it reports */
  readonly ready: Promise<void>;
  #phase: "starting" | "running" | "stopping" | "ended" = "starting";
  #state: AnalysisState | null = null;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #startTimer: NodeJS.Timeout;
  #settleReady: { resolve(): void; reject(error: unknown): void } = { resolve() {}, reject() {} };
  #lastId = 0;
  #cause: EndCause = "unknown";
  #error: Error | undefined;

  /**
   * Starts it, without the environment of this process.
   *
   * @param entry the program file
   * @throws the operating system's error if that fails
   */
  constructor(entry: URL, settings: ProcessSettings) {
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // There may be no caller that waits for it.
    this.ready.catch(() => undefined);
    this.#child = fork(fileURLToPath(entry), [JSON.stringify(settings)], {
      env: { HOME: settings.folder, TMPDIR: settings.folder },
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.ended = new Promise<void>((resolve) => {
      this.#child.once("exit", () => resolve());
      // Without a process there is no exit event. Other errors concern messages; the end of the process answers these.
      this.#child.on("error", (error) => {
        this.#error = error;
        if (this.#child.pid === undefined) resolve();
      });
    });
    void this.ended.then(() => this.#end());
    this.#child.on("message", (message) => this.#take(message as FromProcess));
    this.#child.once("disconnect", () => this.kill());
    this.#startTimer = setTimeout(() => this.kill(), SQL_START_MS_MAX);
  }

  get phase(): "starting" | "running" | "stopping" | "ended" {
    return this.#phase;
  }

  /** The reason why it ends or has ended; meaningless before. */
  get endCause(): EndCause {
    return this.#cause;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The last reported state of its database; null before it is ready. */
  get state(): AnalysisState | null {
    return this.#state;
  }

  /**
   * Sends a request.
   *
   * @throws ProcessEnded if the process ends before it has answered; the error that it answers with
   */
  async ask<Kind extends ExchangeKind>(
    kind: Kind,
    asked: Exchanges[Kind]["asked"],
    { signal, timeMsMax, onStart }: AskOptions = {},
  ): Promise<Exchanges[Kind]["answered"]> {
    if (this.#phase !== "running") throw new ProcessEnded(this.#cause, 0);
    const id = ++this.#lastId;
    let killTimer: NodeJS.Timeout | undefined;
    const killAfter = (ms: number) => {
      clearTimeout(killTimer);
      killTimer = setTimeout(() => this.kill("stuck"), ms);
    };
    const cancel = () => {
      this.#send({ kind: "cancel", id });
      killAfter(CANCEL_MS_MAX);
    };
    if (timeMsMax !== undefined) killAfter(timeMsMax);
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const answered = await new Promise<unknown>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject, onStart });
        this.#send({ kind, id, asked } as ToProcess);
      });
      if (kind === "update") this.#state = answered as AnalysisState;
      return answered as Exchanges[Kind]["answered"];
    } finally {
      clearTimeout(killTimer);
      signal?.removeEventListener("abort", cancel);
      this.#pending.delete(id);
    }
  }

  /** Lets it close its database, and waits for its end; it is killed if that takes longer. */
  async stop(msMax: number): Promise<void> {
    if (this.#phase === "running") {
      this.#phase = "stopping";
      this.#cause = "stopped";
      this.#send({ kind: "stop" });
      const timer = setTimeout(() => this.kill("stopped"), msMax);
      await this.ended;
      clearTimeout(timer);
    } else {
      this.kill("stopped");
      await this.ended;
    }
  }

  /** Kills it. It keeps its database's file open until it has ended. */
  kill(cause: EndCause = "unknown"): void {
    if (this.#phase === "ended") return;
    if (this.#phase !== "stopping") this.#cause = cause;
    this.#phase = "stopping";
    this.#child.kill("SIGKILL");
  }

  #send(message: ToProcess): void {
    // If this cannot be sent, the process is about to end, which answers all pending requests.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #take(message: FromProcess): void {
    switch (message.kind) {
      case "ready":
        if (this.#phase !== "starting") return;
        clearTimeout(this.#startTimer);
        this.#state = message.state;
        this.#phase = "running";
        this.#settleReady.resolve();
        break;
      case "unready":
        this.#settleReady.reject(errorOf(message.failure));
        this.kill("stopped");
        break;
      case "started":
        this.#pending.get(message.id)?.onStart?.();
        break;
      case "answer":
        this.#pending.get(message.id)?.resolve(message.answered);
        break;
      case "failure":
        this.#pending.get(message.id)?.reject(errorOf(message.failure));
        this.#pending.delete(message.id);
        if (message.endsProcess) this.kill("stuck");
        break;
      case "ending":
        this.kill(message.cause);
        break;
    }
  }

  #end(): void {
    clearTimeout(this.#startTimer);
    this.#phase = "ended";
    const error = new ProcessEnded(this.#cause, this.#pending.size, this.#error);
    this.#settleReady.reject(error);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

/**
 * The only owner of the process that runs queries. There is at most one process at a time, starting and stopping ones
 * included: each opens the same file, so the next starts when the last has ended.
 */
export class ProcessLifecycle {
  readonly #entry: URL;
  readonly #settings: Omit<ProcessSettings, "isFresh">;
  /** Replaced only when it has ended; null before the first is needed. */
  #process: QueryProcess | null = null;
  /** The last process that applied an update, and how many in a row have ended since then without doing so. */
  #useful: QueryProcess | null = null;
  #failed = 0;
  #isClosed = false;

  /** @param entry the program file */
  constructor(entry: URL, settings: Omit<ProcessSettings, "isFresh">) {
    this.#entry = entry;
    this.#settings = settings;
  }

  /** The current process, in any phase; null if it has ended, or there has been none. */
  get current(): QueryProcess | null {
    return this.#process === null || this.#process.phase === "ended" ? null : this.#process;
  }

  /**
   * The process, started if there is none. Concurrent callers get the same one.
   *
   * @throws ProcessEnded if it ends while it starts; `unavailable` if it cannot be started, or after `close`
   */
  async acquire(): Promise<QueryProcess> {
    for (;;) {
      if (this.#isClosed) throw new HeadcountError("unavailable", "the server is stopping");
      if (this.#process === null || this.#process.phase === "ended") this.#process = this.#spawn();
      const process = this.#process;
      if (process.phase === "running") return process;
      if (process.phase === "starting") await process.ready;
      else await process.ended;
    }
  }

  /** Records that a process applied an update: the file that it opened is sound. */
  confirm(process: QueryProcess): void {
    this.#useful = process;
    this.#failed = 0;
  }

  /** Lets the process close its database, and waits for its end; it is killed if that takes long. */
  async stop(): Promise<void> {
    await this.current?.stop(SQL_STOP_MS_MAX);
  }

  /** Stops the process for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
  }

  #spawn(): QueryProcess {
    mkdirSync(this.#settings.folder, { recursive: true });
    // The file may cause the exits.
    const isFresh = this.#failed >= SQL_FAILED_PROCESSES_MAX;
    try {
      const process = new QueryProcess(this.#entry, { ...this.#settings, isFresh });
      void process.ended.then(() => this.#count(process));
      return process;
    } catch (error) {
      const { message } = error as Error;
      const reason = `the process that runs queries cannot be started: ${message}`;
      throw new HeadcountError("unavailable", reason, { cause: error });
    }
  }

  #count(process: QueryProcess): void {
    const hasRun = process.pid !== undefined && process.endCause !== "stopped";
    if (hasRun && process !== this.#useful) this.#failed++;
  }
}
