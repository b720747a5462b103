import { HeadcountError, must } from "../domain/errors.ts";
import { DAY_MS, MINUTE_MS } from "../domain/instant.ts";
import type { Snapshot } from "../engine/ports/cluster.ts";
import { PostgresConnection } from "./connection.ts";
import type { DatabaseServers } from "./database-servers.ts";

/** How long PostgreSQL may take for one statement, in ms: it deletes whole copies, and sums up the log. */
const ANSWER_MS = MINUTE_MS;

const PART_BYTES = 2 ** 20;

/** A new copy is due when the records since the last one have more bytes than this, and than that copy. */
const LOG_BYTES_MAX = 2 ** 30;

/** A new copy is due after this time, in ms, if there are new records. */
const AGE_MS_MAX = 7 * DAY_MS;

/**
 * How long nothing is written after a part, in times of how long its writing took: appends wait for the same disk. Their
 * p99 was 18 ms without a snapshot, 53 beside one without pauses, 33 with this at 1, and 24 with 3.
 */
const PAUSE = 3;

/** A row of the statement `snapshots`. */
type StoredSnapshot = Omit<Snapshot, "id" | "position"> & { readonly id: string; readonly position: string };

/** Where the archives of copies are, if they are not in PostgreSQL. */
export interface SnapshotFiles {
  /** Whether there is a complete archive of this size, in bytes. */
  has(id: bigint, bytes: number): Promise<boolean>;
  read(id: bigint): AsyncIterable<Uint8Array>;
  /** @returns the size in bytes */
  write(id: bigint, archive: AsyncIterable<Uint8Array>): Promise<number>;
  /** Deletes the archives that are older than the newest of some, except these. @param ids the newest first */
  keep(ids: readonly bigint[]): Promise<void>;
}

/** Copies of a data directory, as archives of backups, from which new nodes begin. PostgreSQL lists them, and has them. */
export class PostgresSnapshots {
  readonly #connection: PostgresConnection;
  readonly #files: SnapshotFiles | null;

  /** @param files where new archives are written instead of PostgreSQL */
  constructor(servers: DatabaseServers, files: SnapshotFiles | null = null) {
    this.#connection = new PostgresConnection(servers, "snapshots", { answerMs: ANSWER_MS });
    this.#files = files;
  }

  /** The complete copies, the newest first. */
  async list(): Promise<Snapshot[]> {
    const { rows } = await this.#connection.ask<StoredSnapshot>("snapshots");
    return rows.map((row) => ({ ...row, id: BigInt(row.id), position: BigInt(row.position) }));
  }

  /** Whether so much has been appended since the last copy that a new node would follow it for long, or none is there. */
  async isDue(): Promise<boolean> {
    const listed = await this.list();
    const last = await this.#firstThere(listed);
    if (last === null && listed.length > 0) return true;
    const after = last?.position ?? 0n;
    const appended = await this.#connection.row<{ bytes: string }>("log-bytes-after", [after]);
    const bytes = Number(appended.bytes);
    return (
      bytes > Math.max(LOG_BYTES_MAX, last?.bytes ?? 0) || (bytes > 0 && (last?.ageMs ?? 0) > AGE_MS_MAX)
    );
  }

  /**
   * Stores a copy, and then deletes copies and records that no new node needs.
   *
   * @param position a position that the copy has
   * @param options `signal` ends it; `isPaced`: with pauses, for appends that go on meanwhile
   * @throws HeadcountError `unavailable`; the reason of the signal
   */
  async store(
    position: bigint,
    archive: AsyncIterable<Uint8Array>,
    { signal, isPaced = true }: { readonly signal?: AbortSignal; readonly isPaced?: boolean } = {},
  ): Promise<void> {
    const inserted = await this.#connection.row<{ id: string }>("insert-snapshot", [position]);
    const id = BigInt(inserted.id);
    // Snapshots that were begun before are abandoned: only one node makes snapshots.
    await this.#connection.ask("delete-old-snapshots", [id]);
    const parts = isPaced ? paced(inParts(archive), signal) : inParts(archive);
    const bytes = await (this.#files?.write(id, parts) ?? this.#insertParts(id, parts));
    await this.#connection.ask("complete-snapshot", [id, bytes]);
    await this.#connection.ask("delete-old-snapshots", [id]);
    await this.#files?.keep((await this.list()).map((kept) => kept.id));
    while ((await this.#connection.ask("delete-old-records")).rowCount > 0);
  }

  /** @returns the size in bytes */
  async #insertParts(id: bigint, parts: AsyncIterable<Buffer>): Promise<number> {
    let [number, bytes] = [0, 0];
    for await (const part of parts) {
      await this.#connection.ask("insert-snapshot-part", [id, number++, part]);
      bytes += part.length;
    }
    return bytes;
  }

  /**
   * The newest copy of which the archive is there; it is not deleted while it is read. Null if there are no copies.
   *
   * @throws HeadcountError `unavailable` if no archive is there, or PostgreSQL cannot be reached
   */
  async newest() {
    const listed = await this.list();
    const found = await this.#firstThere(listed);
    if (found !== null) {
      await this.#connection.ask("pin-snapshot", [found.id]);
      return { snapshot: found, archive: this.#read(found) };
    }
    if (listed.length === 0) return null;
    throw new HeadcountError(
      "unavailable",
      this.#files === null
        ? "the snapshots of the cluster are not in PostgreSQL; give the folder of the other servers with --snapshots"
        : "the snapshots of the cluster are neither in PostgreSQL nor in the folder of --snapshots",
    );
  }

  async #firstThere(listed: readonly Snapshot[]): Promise<Snapshot | null> {
    for (const snapshot of listed)
      if ((await this.#isInFolder(snapshot)) || (await this.#part(snapshot.id, 0)) !== null) return snapshot;
    return null;
  }

  async #isInFolder({ id, bytes }: Snapshot): Promise<boolean> {
    return (await this.#files?.has(id, bytes)) ?? false;
  }

  async *#read(snapshot: Snapshot): AsyncGenerator<Uint8Array> {
    const { id, bytes } = snapshot;
    const files = (await this.#isInFolder(snapshot)) ? this.#files : null;
    for await (const content of files?.read(id) ?? this.#parts(id, bytes)) {
      yield content;
      await this.#connection.ask("pin-snapshot", [id]);
    }
  }

  async *#parts(id: bigint, bytes: number): AsyncGenerator<Uint8Array> {
    for (let [number, read] = [0, 0]; read < bytes; number++) {
      const content = must(await this.#part(id, number), "part of the snapshot");
      yield content;
      read += content.length;
    }
  }

  async #part(id: bigint, number: number): Promise<Buffer | null> {
    const { rows } = await this.#connection.ask<{ content: Buffer }>("snapshot-part", [id, number]);
    return rows[0]?.content ?? null;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

/** Parts, with a pause after each was used. @throws the reason of a signal */
async function* paced(parts: AsyncIterable<Buffer>, signal?: AbortSignal): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    signal?.throwIfAborted();
    const start = performance.now();
    yield part;
    const pauseMs = PAUSE * (performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** The bytes of an archive in parts of the same size, except the last one. */
async function* inParts(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of archive) {
    waiting.push(chunk);
    length += chunk.length;
    while (length >= PART_BYTES) {
      const all = Buffer.concat(waiting);
      yield all.subarray(0, PART_BYTES);
      const rest = all.subarray(PART_BYTES);
      waiting = [rest];
      length = rest.length;
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}
