import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HeadcountError, must } from "../../domain/errors.ts";
import { SQL_START_MS_MAX, SQL_STOP_MS_MAX } from "../../domain/limits.ts";
import type { AnalysisState } from "../analysis-database.ts";
import {
  type ExchangeKind,
  type Exchanges,
  errorOf,
  type FromProcess,
  type ProcessSettings,
  type ToProcess,
} from "./messages.ts";

interface AskOptions {
  /** Cancels the request; the process is killed if it does not answer soon after. */
  readonly signal?: AbortSignal;
  /** The process is killed after this time, in ms. */
  readonly timeMsMax?: number;
}

/** The child process that runs queries, as the server sees it. It keeps its database's file open until it has ended. */
export class QueryProcess {
  /** Resolves when the operating system has reported its end, or that it could not be started; never rejects. */
  readonly ended: Promise<void>;
  /** Resolves when it has opened its database. @throws the error of `ask` */
  readonly ready: Promise<void>;
  #state: AnalysisState | null = null;
  #hasUpdated = false;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, { resolve(answered: unknown): void; reject(error: unknown): void }>();
  #lastId = 0;
  /** The error of requests that it does not answer because it ends or has ended; null before. */
  #end: HeadcountError | null = null;
  #isStopped = false;

  /**
   * Starts it, without the environment of this process.
   *
   * @throws the operating system's error if that fails
   */
  constructor(entry: URL, settings: ProcessSettings) {
    this.#child = fork(fileURLToPath(entry), [], {
      env: { HOME: settings.folder, TMPDIR: settings.folder },
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.ended = new Promise<void>((resolve) => {
      this.#child.once("exit", () => resolve());
      // Without a process there is no exit event. Other errors concern messages; the end of the process answers these.
      this.#child.on("error", (error) => {
        this.#noteEnd(undefined, error);
        if (this.#child.pid === undefined) resolve();
      });
    });
    void this.ended.then(() => {
      const error = this.#noteEnd();
      for (const { reject } of this.#pending.values()) reject(error);
    });
    this.#child.on("message", (message) => this.#take(message as FromProcess));
    this.#child.once("disconnect", () => this.kill());
    this.ready = this.#open(settings);
    // There may be no caller that waits for it.
    this.ready.catch(() => undefined);
  }

  get isEnding(): boolean {
    return this.#end !== null;
  }

  /** Whether it has ended by itself before it applied an update: the file that it opened may be the cause. */
  get hasFailed(): boolean {
    return this.pid !== undefined && !this.#isStopped && !this.#hasUpdated;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The last reported state of its database. To be read once it is ready. */
  get state(): AnalysisState {
    return must(this.#state, "state of a process that is ready");
  }

  /**
   * Sends a request.
   *
   * @throws HeadcountError `unavailable` if the process ends before it has answered; the error that it answers with
   */
  async ask<Kind extends ExchangeKind>(
    kind: Kind,
    asked: Exchanges[Kind]["asked"],
    { signal, timeMsMax }: AskOptions = {},
  ): Promise<Exchanges[Kind]["answered"]> {
    if (this.#end !== null) throw this.#end;
    const id = ++this.#lastId;
    let killTimer: NodeJS.Timeout | undefined;
    const killAfter = (ms: number) => {
      clearTimeout(killTimer);
      killTimer = setTimeout(() => this.kill(), ms);
    };
    const cancel = () => {
      this.#send({ kind: "cancel", id });
      killAfter(SQL_STOP_MS_MAX);
    };
    if (timeMsMax !== undefined) killAfter(timeMsMax);
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const answered = await new Promise<unknown>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        this.#send({ kind, id, asked } as ToProcess);
      });
      return answered as Exchanges[Kind]["answered"];
    } finally {
      clearTimeout(killTimer);
      signal?.removeEventListener("abort", cancel);
      this.#pending.delete(id);
    }
  }

  /** Has it apply an update. @throws as `ask` does; the process is killed after `timeMsMax` */
  async update(update: Exchanges["update"]["asked"], timeMsMax: number): Promise<void> {
    this.#state = await this.ask("update", update, { timeMsMax });
    this.#hasUpdated = true;
  }

  /** Kills it for a reason outside of it, and waits for its end. DuckDB keeps what it has committed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.kill();
    await this.ended;
  }

  /** Kills it. It keeps its database's file open until it has ended. */
  kill(why?: string): void {
    this.#noteEnd(why);
    this.#child.kill("SIGKILL");
  }

  async #open(settings: ProcessSettings): Promise<void> {
    try {
      this.#state = await this.ask("open", settings, { timeMsMax: SQL_START_MS_MAX });
    } catch (error) {
      // An error that it reports says nothing against its file, as when another process has that open.
      this.#isStopped = true;
      this.kill();
      throw error;
    }
  }

  #send(message: ToProcess): void {
    // If this cannot be sent, the process is about to end, which answers all pending requests.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #take(message: FromProcess): void {
    if (message.kind === "ending") this.kill(message.why);
    else if (message.kind === "answer") this.#pending.get(message.id)?.resolve(message.answered);
    else this.#pending.get(message.id)?.reject(errorOf(message.failure));
  }

  /** Notes why it ends, unless that is known already. */
  #noteEnd(why = "try again", cause?: Error): HeadcountError {
    this.#end ??= new HeadcountError("unavailable", `the query process has ended; ${why}`, { cause });
    return this.#end;
  }
}

/**
 * The only owner of the process that runs queries. There is at most one process at a time, starting and stopping ones
 * included: each opens the same file, so the next starts when the last has ended.
 */
export class ProcessLifecycle {
  readonly #entry: URL;
  readonly #settings: Omit<ProcessSettings, "isFresh">;
  /** The current process, even one that is ending; null before the first is needed, and when it has ended. */
  current: QueryProcess | null = null;
  /** Whether the next process starts with an empty database. */
  #isFresh = false;
  #isClosed = false;

  constructor(entry: URL, settings: Omit<ProcessSettings, "isFresh">) {
    this.#entry = entry;
    this.#settings = settings;
  }

  /**
   * The process, started if there is none. Concurrent callers get the same one.
   *
   * @throws HeadcountError `unavailable` if it ends while it starts, if it cannot be started, or after `close`
   */
  async acquire(): Promise<QueryProcess> {
    while (this.current?.isEnding) await this.current.ended;
    if (this.#isClosed) throw new HeadcountError("unavailable", "the server is stopping");
    this.current ??= this.#spawn();
    const process = this.current;
    await process.ready;
    return process;
  }

  async stop(): Promise<void> {
    await this.current?.stop();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
  }

  #spawn(): QueryProcess {
    mkdirSync(this.#settings.folder, { recursive: true });
    try {
      const process = new QueryProcess(this.#entry, { ...this.#settings, isFresh: this.#isFresh });
      void process.ended.then(() => {
        this.current = null;
        this.#isFresh = process.hasFailed;
      });
      return process;
    } catch (error) {
      const reason = `cannot start the query process: ${(error as Error).message}`;
      throw new HeadcountError("unavailable", reason, { cause: error });
    }
  }
}
