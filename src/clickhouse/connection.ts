import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from "@clickhouse/client";
import { HeadcountError, must } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import { statementsOf } from "../sql-scripts.ts";
import type { AnalyticsServer } from "./analytics-server.ts";
import { lackingPrivilege, mirrorAdvice } from "./privileges.ts";
import { type InsertRow, jsonLines, RequestBody } from "./request-body.ts";
import { unavailableReason } from "./unavailable.ts";

/** How long ClickHouse may take to answer, in ms. */
const ANSWER_MS = 30 * SECOND_MS;

/** How long ClickHouse may take for an insert, in ms. */
const INSERT_MS = 300 * SECOND_MS;

/** The database that each server has. */
const SYSTEM_DATABASE = "system";

const SETTINGS: ClickHouseSettings = {
  // An answer says that the rows are stored, and an error is the status of the answer.
  async_insert: 0,
  wait_end_of_query: 1,
  // Rows that are sent again with other values must not be taken for those before.
  insert_deduplicate: 0,
  // ClickHouse would look for rows to replace within each insert, which costs more than half of its time for it.
  optimize_on_insert: 0,
  // A file of events may have come from any number of months.
  max_partitions_per_insert_block: "0",
  output_format_json_quote_64bit_integers: 1,
};

/** The value of a parameter `{name:Type}` of a statement. */
type StatementValue = string | bigint | number | boolean | null | readonly (string | bigint | number)[];

/** Values by the names of parameters. */
type StatementValues = Readonly<Record<string, StatementValue>>;

interface ConnectionOptions {
  /** How long it waits for an answer, in ms. */
  readonly answerMs?: number;
  /** How long it waits for an insert, in ms. */
  readonly insertMs?: number;
  /** What messages call the server, by default with its address. With it, they do not name the user either. */
  readonly shown?: string;
  /** What messages advise if the user lacks a privilege, by default what a mirror needs. */
  readonly advice?: string;
  /** The statements by name, by default those of `sql/clickhouse/mirror.sql`. */
  readonly statements?: ReadonlyMap<string, string>;
}

/**
 * A connection to a database of a ClickHouse server, which is made when it is needed. It repeats nothing: a statement that
 * fails as `unavailable` may have been carried out.
 *
 * Its methods throw HeadcountError `unavailable` if the server cannot be reached, takes too long, is full or overloaded,
 * writes nothing, or refuses the user, with the privilege that is lacking; and ClickHouseError, with ClickHouse's code and
 * message, if the server refuses the statement.
 */
export class ClickHouseConnection {
  readonly server: AnalyticsServer;
  readonly #options: ConnectionOptions;
  readonly #answerMs: number;
  readonly #insertMs: number;
  readonly #statements: ReadonlyMap<string, string>;
  readonly #client: ClickHouseClient;
  readonly #closing = new AbortController();

  constructor(server: AnalyticsServer, options: ConnectionOptions = {}) {
    this.server = server;
    this.#options = options;
    this.#answerMs = options.answerMs ?? ANSWER_MS;
    this.#insertMs = options.insertMs ?? INSERT_MS;
    this.#statements = options.statements ?? statementsOf("clickhouse/mirror");
    this.#client = createClient({
      url: server.url,
      username: server.user,
      password: server.password(),
      database: server.database,
      application: "headcount",
      // Long values are no part of the address, whose length ClickHouse limits.
      use_multipart_params_auto: true,
      clickhouse_settings: SETTINGS,
      // The limits of this class are shorter.
      request_timeout: Math.max(this.#answerMs, this.#insertMs) + SECOND_MS,
      log: { level: ClickHouseLogLevel.OFF },
    });
  }

  /** Another connection, to a database of the same server that always exists. Who asks for it closes it. */
  toSystem(): ClickHouseConnection {
    const { advice = mirrorAdvice(this.server) } = this.#options;
    return new ClickHouseConnection(
      { ...this.server, database: SYSTEM_DATABASE },
      { ...this.#options, advice },
    );
  }

  /** Runs a statement that gives no rows. */
  async run(name: string, values: StatementValues = {}): Promise<void> {
    await this.#command(this.#statement(name), values);
  }

  /** Runs a statement without values that has no name. */
  async script(text: string): Promise<void> {
    await this.#command(text, {});
  }

  async #command(query: string, values: StatementValues): Promise<void> {
    await this.#within(this.#answerMs, async (limits) => {
      await this.#client.command({ query, query_params: { ...values }, ...limits });
    });
  }

  /** The rows that a statement gives, by their columns. Integers of 64 bits are strings. */
  async rows<Row>(name: string, values: StatementValues = {}): Promise<readonly Row[]> {
    const query = this.#statement(name);
    return this.#within(this.#answerMs, async (limits) => {
      const result = await this.#client.query({
        query,
        query_params: { ...values },
        format: "JSONEachRow",
        ...limits,
      });
      limits.abort_signal.addEventListener("abort", () => result.close(), { once: true });
      return result.json<Row>();
    });
  }

  /**
   * Sends a Parquet file as the body of a statement `INSERT INTO … SELECT … FROM input(…) FORMAT Parquet`.
   *
   * @returns the number of rows that were inserted
   * @throws Error if the file cannot be read
   */
  async insertFile(name: string, path: string, values: StatementValues = {}): Promise<number> {
    const file = await open(path);
    try {
      return await this.#insert(name, new RequestBody(file.createReadStream({ autoClose: false })), values);
    } finally {
      await file.close();
    }
  }

  /**
   * Sends rows, as arrays in the order of the columns, as the body of a statement `INSERT INTO … FORMAT
   * JSONCompactEachRow`. If they fail to come, it throws their error; some of those before may have been stored.
   *
   * @returns the number of rows that were inserted
   */
  async insertRows(
    name: string,
    rows: AsyncIterable<InsertRow> | Iterable<InsertRow>,
    values: StatementValues = {},
  ): Promise<number> {
    return this.#insert(name, new RequestBody(jsonLines(rows)), values);
  }

  async #insert(name: string, body: RequestBody, values: StatementValues): Promise<number> {
    const query = this.#statement(name);
    return this.#within(this.#insertMs, async (limits) => {
      try {
        const { stream, summary } = await this.#client.exec({
          query,
          values: body.stream,
          query_params: { ...values },
          ...limits,
        });
        await finished(stream.resume(), { signal: limits.abort_signal });
        return Number(summary?.written_rows ?? 0);
      } finally {
        body.stream.destroy();
      }
    }).catch((error: unknown) => {
      throw body.failure === null ? error : body.failure.error;
    });
  }

  /**
   * Runs a query by a user, in the format and with the settings that are given, and reads its answer.
   *
   * @throws ClickHouseError also if the query takes too much time or memory; the signal's reason; what `read` throws, if
   * that is a HeadcountError
   */
  async ask<T>(
    query: string,
    settings: ClickHouseSettings,
    signal: AbortSignal,
    read: (answer: Readable) => Promise<T>,
  ): Promise<T> {
    const outcome = await this.#within(this.#answerMs, async (limits) => {
      try {
        const abort_signal = AbortSignal.any([signal, limits.abort_signal]);
        const { stream } = await this.#client.exec({ query, abort_signal, clickhouse_settings: settings });
        return { value: await read(stream) };
      } catch (error) {
        if (signal.aborted) return { error: signal.reason as unknown };
        if (error instanceof HeadcountError || isOwnFault(error)) return { error };
        throw error;
      }
    });
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
  }

  /** Does something that may take some ms. */
  async #within<T>(
    ms: number,
    work: (limits: {
      readonly abort_signal: AbortSignal;
      readonly clickhouse_settings: ClickHouseSettings;
    }) => Promise<T>,
  ): Promise<T> {
    const limit = AbortSignal.timeout(ms);
    const abort_signal = AbortSignal.any([limit, this.#closing.signal]);
    try {
      this.#closing.signal.throwIfAborted();
      return await work({
        abort_signal,
        clickhouse_settings: { max_execution_time: Math.ceil(ms / SECOND_MS) },
      });
    } catch (error) {
      if (this.#closing.signal.aborted) throw this.#unavailable("is being left", error);
      if (limit.aborted) throw this.#unavailable(`has not answered within ${ms / SECOND_MS} s`, error);
      const reason = this.#refusedUser(error) ?? unavailableReason(error);
      throw reason === null ? error : this.#unavailable(reason, error);
    }
  }

  /** What it means that the user lacks a privilege; null if it does not. */
  #refusedUser(error: unknown): string | null {
    const lacking = lackingPrivilege(error);
    if (lacking === null) return null;
    const { shown, advice = mirrorAdvice(this.server) } = this.#options;
    return shown === undefined
      ? `refuses its user ${this.server.user}, who lacks ${lacking}; ${advice}`
      : `refuses its user, who lacks ${lacking}`;
  }

  #unavailable(reason: string, cause: unknown): HeadcountError {
    const { shown = `ClickHouse at ${this.server.shown}` } = this.#options;
    return new HeadcountError("unavailable", `${shown} ${reason}`, { cause });
  }

  #statement(name: string): string {
    return must(this.#statements.get(name), `statement ${name}`);
  }

  /** Closes the connection. What still waits for an answer fails. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client.close();
  }
}

/** Codes of a query that took too much time or memory, or tried what its user may not do: its author can mend that. */
const OWN_FAULTS: readonly string[] = ["159", "160", "164", "241", "497"];

/** ClickHouse's words for the memory of all queries together, which is no fault of one. */
const MEMORY_OF_ALL = /\(total\)/;

function isOwnFault(error: unknown): boolean {
  return (
    error instanceof ClickHouseError && OWN_FAULTS.includes(error.code) && !MEMORY_OF_ALL.test(error.message)
  );
}

/** Whether ClickHouse has refused a statement with some code. */
export function isRefusal(error: unknown, code: string): error is ClickHouseError {
  return error instanceof ClickHouseError && error.code === code;
}
