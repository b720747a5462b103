import { HeadcountError } from "../../domain/errors.ts";
import { DAY_MS, formatDate } from "../../domain/instant.ts";
import type { KeptDays, KeptRecord } from "../runs/kept-days.ts";
import type { Connection, Database } from "./database.ts";
import { BIGINT, INTEGER, LIST, listValue, UINTEGER } from "./duckdb-api.ts";
import { appendKeys } from "./run-keys.ts";
import { statement } from "./statements.ts";

/**
 * Which runs cannot be derived again, since their events have been removed. What is known of each is kept in
 * the database, so that no damage to a file is taken for an empty day.
 */
export class KeptRuns implements KeptRecord {
  readonly #database: Database;
  #boundary: number;
  /** Of spaces that have been read; 8 bytes a day. */
  readonly #bySpace = new Map<bigint, Promise<KeptDays>>();

  private constructor(database: Database, boundary: number) {
    this.#database = database;
    this.#boundary = boundary;
  }

  static async open(database: Database): Promise<KeptRuns> {
    return new KeptRuns(database, await database.read(readBoundary));
  }

  /** The instant from before which events have been removed: the start of a UTC day, in ms; 0 where none have. */
  get boundary(): number {
    return this.#boundary;
  }

  get firstDay(): number {
    return this.#boundary / DAY_MS;
  }

  /** To be called when events from before an instant have been removed. */
  moveTo(boundary: number): void {
    this.#boundary = boundary;
    this.#bySpace.clear();
  }

  of(spaceId: bigint): Promise<KeptDays> {
    let kept = this.#bySpace.get(spaceId);
    if (kept === undefined) {
      kept = this.#database.read((connection) => readKeptDays(connection, spaceId));
      kept.catch(() => this.#bySpace.delete(spaceId));
      this.#bySpace.set(spaceId, kept);
    }
    return kept;
  }

  /** The spaces that have such runs, ascending. */
  spaceIds(): Promise<bigint[]> {
    return this.#database.read(readKeptSpaces);
  }

  /**
   * Lets go of all history of some spaces, within the transaction that removes them: marks what is stored of
   * it, so that it is derived to be nothing.
   */
  async removeSpaces(connection: Connection, spaceIds: readonly bigint[]): Promise<void> {
    if (this.#boundary === 0) return;
    for (const spaceId of spaceIds) {
      const { days } = await readKeptDays(connection, spaceId);
      await appendKeys(
        connection,
        "stale_run",
        Array.from(days, (day) => ({ spaceId, day })),
      );
      this.#bySpace.delete(spaceId);
    }
    const ids = listValue([...spaceIds]);
    await connection.run(
      statement("retention/remove-kept-runs"),
      { space_ids: ids },
      { space_ids: LIST(BIGINT) },
    );
  }
}

/** As `KeptRuns.boundary`, of whichever directory a connection reads. */
export async function readBoundary(connection: Connection): Promise<number> {
  return Number((await connection.row(statement("retention/boundary"))).boundary);
}

/** As `KeptRuns.spaceIds`, of whichever directory a connection reads. */
export async function readKeptSpaces(connection: Connection): Promise<bigint[]> {
  const rows = await connection.rows(statement("retention/kept-spaces"));
  return rows.map((row) => row.space_id as bigint);
}

/** As `KeptRuns.of`, of whichever directory a connection reads. */
export async function readKeptDays(connection: Connection, spaceId: bigint): Promise<KeptDays> {
  const rows = await connection.rows(statement("retention/kept-runs"), { space_id: spaceId });
  return {
    days: Int32Array.from(rows, (row) => Number(row.day)),
    checksums: Uint32Array.from(rows, (row) => Number(row.checksum)),
  };
}

/** Notes runs of a space that cannot be derived again, within a transaction of the caller's. */
export async function appendKept(
  connection: Connection,
  spaceId: bigint,
  { days, checksums }: KeptDays,
): Promise<void> {
  await connection.append("kept_run", [
    { type: BIGINT, values: Array.from(days, () => spaceId) },
    { type: INTEGER, values: days },
    { type: UINTEGER, values: [...checksums] },
  ]);
}

/**
 * What is said where a run is lost whose events have been removed.
 *
 * @param day since the epoch; null where that is not known
 */
export function lostRun(day: number | null, cause: Error): HeadcountError {
  const date = day === null ? "some days" : formatDate(day);
  return new HeadcountError(
    "data-lost",
    `a file of runs is damaged or missing: the counts of ${date} cannot be read, and its events have been ` +
      "removed, so that they cannot be derived again; restore a backup that has them",
    { cause },
  );
}
