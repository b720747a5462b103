import pg from "pg";
import { HeadcountError, must } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import { SerialQueue } from "../domain/serial-queue.ts";
import { statementsOf } from "../sql-scripts.ts";
import type { DatabaseServers } from "./database-servers.ts";

/** How long PostgreSQL may take to accept a connection, or to answer, in ms. */
const ANSWER_MS = 2 * SECOND_MS;

/** How long PostgreSQL may take to end a session, in ms. */
const CLOSE_MS = SECOND_MS;

/** SQLSTATE of statements after which it is not known whether their transaction was committed, by its first letters. */
const UNKNOWN_OUTCOMES = ["08", "57", "58", "XX"];

/**
 * SQLSTATE of the warnings that come with the success of a commit that is none: the wait for a synchronous standby was
 * cancelled; there is no transaction, because it has ended with the connection before this one.
 */
const UNCOMMITTED = ["01000", "25P01"];

/** SQLSTATE of a statement that has waited for a lock for too long. */
export const LOCK_TIMEOUT = "55P03";

/** SQLSTATE of a write on a standby. */
const READ_ONLY = "25006";

/** Starts of SQLSTATEs of what PostgreSQL refuses as it is set up: a schema, a table or privilege, all writes. */
const REFUSALS: readonly string[] = ["28", "3D", "3F", "42", READ_ONLY];

/** What an operator does if PostgreSQL refuses what a node needs. */
const REFUSAL_ADVICE = "; an administrator of PostgreSQL has to allow it, or correct --database";

/** A statement of which no answer came: it may have been carried out. */
export class AnswerLost extends Error {}

/** No server can be used now; one will be soon if PostgreSQL fails over, or is started again. */
export class NoPrimary extends HeadcountError {}

/** Codes of the operating system, and starts of SQLSTATEs, of a server that has gone or is being started. */
const PASSING: readonly string[] = [
  ...["EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "EPIPE", "ETIMEDOUT"],
  ...["08", "53", "57P", "58"],
];

/** `pg` gives no code to what it says itself. */
const PASSING_WORDS = /timeout|terminated/i;

function isPassing({ message, code }: NodeJS.ErrnoException): boolean {
  return code === undefined ? PASSING_WORDS.test(message) : PASSING.some((start) => code.startsWith(start));
}

type StatementValue = string | bigint | number | Buffer | null;

/**
 * A connection that is made when it is needed, to the first of some servers that is not a standby. After an error that
 * leaves its state unknown it is closed, and made again for the next statement.
 */
export class PostgresConnection {
  readonly #servers: DatabaseServers;
  readonly #purpose: string;
  readonly #answerMs: number;
  readonly #statementMs: number;
  readonly #statements = new SerialQueue();
  #client: Promise<pg.Client> | null = null;
  /** The client that was made last, and whether it is still being connected. */
  #latest: pg.Client | null = null;
  #isConnecting = false;
  #isClosed = false;
  #isUncommitted = false;

  /**
   * @param purpose what it is used for, as PostgreSQL shows it to operators
   * @param limits how long it waits for an answer or a lock, in ms, and PostgreSQL for the whole statement; 0 for any
   * time
   */
  constructor(
    servers: DatabaseServers,
    purpose: string,
    {
      answerMs = ANSWER_MS,
      statementMs = answerMs,
    }: { readonly answerMs?: number; readonly statementMs?: number } = {},
  ) {
    this.#servers = servers;
    this.#purpose = purpose;
    this.#answerMs = answerMs;
    this.#statementMs = statementMs;
  }

  /**
   * Runs a statement of `sql/postgres/log.sql`.
   *
   * @throws HeadcountError `unavailable` if no server can be reached; AnswerLost; pg.DatabaseError if PostgreSQL has
   * refused the statement: then it has changed nothing
   */
  async run<Row extends pg.QueryResultRow>(name: string, values: readonly StatementValue[] = []) {
    const sent = values.map((value) => (typeof value === "bigint" ? String(value) : value));
    return this.#query<Row>({ name, text: statementOf(name), values: sent });
  }

  /**
   * Runs a statement that changes nothing if it fails.
   *
   * @throws HeadcountError `unavailable` if there is no answer, or PostgreSQL has refused it
   */
  ask<Row extends pg.QueryResultRow>(name: string, values: readonly StatementValue[] = []) {
    return this.run<Row>(name, values).catch((error: unknown) => {
      throw refused(error);
    });
  }

  /** The only row that a statement gives; see `ask`. */
  async row<Row extends pg.QueryResultRow>(
    name: string,
    values: readonly StatementValue[] = [],
  ): Promise<Row> {
    return must((await this.ask<Row>(name, values)).rows[0], `row of ${name}`);
  }

  /** Runs one or more statements without values, as `run` does. */
  async script(text: string): Promise<void> {
    await this.#query({ text });
  }

  #query<Row extends pg.QueryResultRow>(query: pg.QueryConfig) {
    return this.#statements.run(async () => {
      const client = await this.#connected();
      try {
        this.#isUncommitted = false;
        const { rows, rowCount } = await client.query<Row>(query);
        if (this.#isUncommitted) throw new AnswerLost("PostgreSQL has not confirmed the commit");
        return { rows, rowCount: rowCount ?? 0 };
      } catch (error) {
        if (
          error instanceof pg.DatabaseError &&
          !UNKNOWN_OUTCOMES.some((start) => error.code?.startsWith(start))
        ) {
          if (error.code === READ_ONLY) this.#drop(client);
          throw error;
        }
        this.#drop(client);
        throw new AnswerLost((error as Error).message, { cause: error });
      }
    });
  }

  #connected(): Promise<pg.Client> {
    this.#requireOpen();
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = null;
      throw error;
    });
    return this.#client;
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new HeadcountError("unavailable", "the log of the cluster is being closed");
  }

  async #connect(): Promise<pg.Client> {
    const failures: string[] = [];
    let mayPass = false;
    const { list, last } = this.#servers;
    for (const server of last === null ? list : [last, ...list.filter((other) => other !== last)]) {
      this.#requireOpen();
      let client: pg.Client | null = null;
      try {
        client = this.#newClient(server.config);
        this.#isConnecting = true;
        await client.connect().finally(() => {
          this.#isConnecting = false;
        });
        const values = [this.#answerMs, this.#statementMs].map(String);
        const { rows } = await client.query<{ in_recovery: boolean }>(statementOf("begin-session"), values);
        if (rows[0]?.in_recovery === false) {
          this.#servers.last = server;
          return client;
        }
        failures.push(`${server.shown} is a standby`);
        mayPass = true;
      } catch (error) {
        mayPass ||= isPassing(error as Error);
        failures.push(`${server.shown}: ${reasonOf(error)}`);
      }
      if (client !== null) destroy(client);
    }
    const message = `the log of the cluster cannot be reached (${failures.join("; ")})`;
    if (mayPass) throw new NoPrimary("unavailable", message);
    const advice = message.includes("ENOTFOUND") ? "" : REFUSAL_ADVICE;
    throw new HeadcountError("unavailable", message + advice, { isLasting: advice !== "" });
  }

  /** @throws Error if the files of certificates cannot be read */
  #newClient(config: pg.ClientConfig): pg.Client {
    const client = new pg.Client({
      ...config,
      application_name: `headcount ${this.#purpose}`,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: this.#answerMs,
      keepAlive: true,
    });
    this.#latest = client;
    client.on("notice", ({ code = "", severity }) => {
      if (UNCOMMITTED.includes(code) && severity === "WARNING") this.#isUncommitted = true;
    });
    // After this, every statement of the client fails.
    client.on("error", () => this.#drop(client));
    return client;
  }

  #drop(client: pg.Client): void {
    void this.#client?.then(
      (current) => {
        if (current === client) this.#client = null;
      },
      () => undefined,
    );
    destroy(client);
  }

  /** Closes the connection. What still waits for an answer fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#latest;
    if (client === null) return;
    if (this.#isConnecting) {
      // After `end`, it would never say that it cannot be connected.
      destroy(client);
      return;
    }
    const timer = setTimeout(() => destroy(client), CLOSE_MS);
    await client.end().catch(() => undefined);
    clearTimeout(timer);
  }
}

const UNKNOWN_AUTHORITY: readonly string[] = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
];

function reasonOf(error: unknown): string {
  const { message, code = "" } = error as NodeJS.ErrnoException;
  if (message.includes("client password must be a string"))
    return "it asks for a password: set PGPASSWORD, or PGPASSFILE";
  return UNKNOWN_AUTHORITY.includes(code)
    ? `${message}: name the file of its certificate authority with sslrootcert in the address`
    : message;
}

/** Closes a connection at once: a statement that waits for an answer fails. */
function destroy(client: pg.Client): void {
  // `end` would wait for the statements before it.
  const { connection } = client as unknown as {
    readonly connection?: { readonly stream?: { destroy(): void } };
  };
  connection?.stream?.destroy();
}

/** The error of a statement that has changed nothing. */
export function refused(error: unknown): HeadcountError {
  if (error instanceof HeadcountError) return error;
  if (!(error instanceof pg.DatabaseError || error instanceof AnswerLost)) throw error;
  const isLasting = REFUSALS.some((start) => "code" in error && error.code?.startsWith(start));
  const message = `the log of the cluster cannot be used: ${error.message}; nothing has been changed`;
  return new HeadcountError("unavailable", isLasting ? message + REFUSAL_ADVICE : message, {
    cause: error,
    isLasting,
  });
}

function statementOf(name: string): string {
  return must(statementsOf("postgres/log").get(name), `statement ${name}`);
}
