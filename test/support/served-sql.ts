import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import type { AnalysisState, AnalysisUpdate } from "../../src/analysis/analysis-database.ts";
import { ServedSql, type ServedSqlOptions } from "../../src/analysis/process/served-sql.ts";
import { HeadcountError, must } from "../../src/domain/errors.ts";
import type { SqlFormat, SqlResult } from "../../src/engine/ports/ad-hoc-sql.ts";
import { temporaryFolder } from "./headcount.ts";
import { until } from "./waiting.ts";

/** A query that does not end. */
export const ENDLESS = "SELECT count(*) FROM range(1000000000000)";
/** One that does not end either, and does not keep the processor busy. */
export const SLEEPING = "SELECT base.doze(600000)";
/** One that DuckDB does not stop when it is interrupted. */
export const DEAF = "SELECT levenshtein(repeat('a', 300000), repeat('b', 300000))";
/** One that needs more memory than its process may have, without DuckDB's counting it. */
export const GREEDY = "SELECT length(repeat(repeat('x', 10000), 400000))";

/** A process with a small stand-in for its database, and the program's own, built, with a database in a file. */
const STAND_IN = new URL("sql-child.js", inject("children"));
export const REAL = new URL("../../dist/cli/sql-process.js", import.meta.url);

/** What the source of {@link Served} does in the course of an update; to be replaced by tests. */
type DuringExport = (folder: string, since: AnalysisState) => Promise<void>;

/** Queries in a process of their own over a source that tests hold in their hands. */
export class Served {
  readonly folder = join(temporaryFolder(), "analysis");
  /** The start of each update. */
  readonly updates: AnalysisState[] = [];
  now = 1_000_000;
  /** The id of the last event that the source has acknowledged. */
  lastEventId = 10;
  duringExport: DuringExport = async () => {};
  readonly sql: ServedSql;
  #callers = 0;

  constructor(options: Partial<ServedSqlOptions> = {}, prepare: (folder: string) => void = () => {}) {
    prepare(this.folder);
    this.sql = new ServedSql({
      folder: this.folder,
      entry: STAND_IN,
      exportUpdate: (folder, since) => this.#exportUpdate(folder, since),
      memoryBytes: 64 * 2 ** 20,
      threads: 2,
      timeMsMax: 60_000,
      ...options,
    });
    onTestFinished(() => this.sql.close());
  }

  async #exportUpdate(folder: string, since: AnalysisState): Promise<AnalysisUpdate> {
    const { now: asOf, lastEventId } = this;
    this.updates.push(since);
    expect(readdirSync(folder)).toEqual([]);
    await this.duringExport(folder, since);
    return {
      organizationId: "org_1",
      asOf,
      isWhole: since.lastEventId === 0,
      lastEventId,
      parts: [],
      voided: null,
      retained: null,
      readings: null,
      logStart: 0,
      catalogDigest: "",
      catalog: null,
    };
  }

  /** @param options by default, each query is one of another caller */
  query(
    query: string,
    {
      format = "csv" as SqlFormat,
      signal = new AbortController().signal,
      caller = `caller ${this.#callers++}`,
    } = {},
  ) {
    return this.sql.query({ query, format, caller }, signal);
  }

  async text(query: string, options: Parameters<Served["query"]>[1] = {}): Promise<string> {
    return textOf(await this.query(query, options));
  }

  /** Asks as a client does that takes a 503's word for it, and tries again. */
  async textInTime(query: string): Promise<string> {
    for (;;) {
      try {
        return await this.text(query);
      } catch (error) {
        if (!(error instanceof HeadcountError) || error.kind !== "unavailable") throw error;
      }
    }
  }

  pid(): number {
    return must(this.sql.processId(), "process");
  }

  /** Waits until the process has taken a number of updates in: the queries that waited are running then. */
  async hasTakenIn(updates: number): Promise<void> {
    const isFolder = (name: string) => statSync(join(this.folder, "passing", name)).isDirectory();
    await until(() => this.updates.length >= updates && !this.passing().some(isFolder));
  }

  passing(): string[] {
    return readdirSync(join(this.folder, "passing"));
  }
}

export async function textOf({ pieces }: SqlResult): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString();
}

/** When a process has computed for a tenth of a second, as Linux counts it. */
export async function isBusy(pid: number): Promise<void> {
  const ticks = () => Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(" ")[13]);
  const before = ticks();
  await until(() => ticks() - before >= 10);
}

/** Whether a process runs. One that has ended, and that its parent has not taken note of, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
