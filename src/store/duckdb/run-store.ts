import { BIGINT, type DuckDBDataChunk, LIST, listValue } from "@duckdb/node-api";
import { DAY_MS } from "../../domain/instant.ts";
import type { EventBatch, RebuildRange, RebuildResult, SpaceRun } from "../../engine/ports.ts";
import type { Connection, Database } from "./database.ts";
import { HotRuns, type RunKey } from "./hot-runs.ts";
import { runsOf } from "./run-chunks.ts";
import { coolStale, readStored, sealSome } from "./run-sealing.ts";
import { deriveSlice, SLICE_CHANGES_MAX, type StaleSlice, staleSlices } from "./stale-runs.ts";
import { statement } from "./statements.ts";

/** Days beyond any event. */
const DAY_MIN = 0;
const DAY_MAX = 2 ** 31 - 1;

/** So many runs are sorted sooner than it takes to find out whether they must be. */
const SORTED_RUNS_MAX = 10_000;

/** Changes that are kept in memory before they are stored: 4 bytes each. */
const HOT_CHANGES_MAX = 2 ** 24;

/**
 * The runs derived from the log. Whatever changes what a run should hold marks it stale in the same
 * transaction; readers wait until the stale ones have been derived again. The runs of recent days are kept
 * in memory once an event arrives for them, and stored when the day is over, or there are too many.
 */
export class RunStore {
  readonly #database: Database;
  /** Commits that have marked runs as stale, and how many of them the runs have caught up with. */
  #marked: number;
  #derived = 0;
  #refreshing: Promise<void> | null = null;
  readonly #sliceChanges: number;
  /** Whether runs are being derived slice by slice: nobody is to see some of them done and others not. */
  #slicing = false;
  /** Readings that may begin to read, but do not hold on to a state of the data yet. */
  #starting = 0;
  #allStarted: (() => void) | null = null;
  readonly #hot = new HotRuns();
  /** The first day whose runs may be in memory. */
  #firstHotDay = -Infinity;

  constructor(database: Database, stale: boolean, sliceChanges = SLICE_CHANGES_MAX) {
    this.#database = database;
    this.#marked = stale ? 1 : 0;
    this.#sliceChanges = sliceChanges;
  }

  /** To be called when a transaction that marked runs has been committed. */
  becameStale(): void {
    this.#marked++;
  }

  /**
   * Lets runs follow some events that `append` puts into the log with the marks it is given: those of recent
   * days in memory, others by becoming stale. To be called with the writer.
   */
  async follow(
    writer: Connection,
    { changes, now }: Pick<EventBatch, "changes" | "now">,
    append: (marks: { readonly stale: RunKey[]; readonly heated: RunKey[] }) => Promise<void>,
  ): Promise<void> {
    const firstHotDay = Math.floor(now / DAY_MS) - 1;
    const stale: RunKey[] = [];
    const heated: RunKey[] = [];
    // A run that is stale cannot be taken over.
    const canHeat = this.#derived === this.#marked && !this.#slicing;
    for (const key of this.#coldKeys(changes)) {
      if (canHeat && key.day >= firstHotDay) heated.push(key);
      else stale.push(key);
    }
    const stored = heated.length === 0 ? [] : await readStored(writer, heated);
    await append({ stale, heated });
    for (const key of heated) this.#hot.heat(key, NO_CHANGES);
    for (const { spaceId, dayStart, changes: run } of stored)
      this.#hot.heat({ spaceId, day: dayStart / DAY_MS }, run);
    this.#hot.add(changes);
    if (stale.length > 0) this.becameStale();
    if (firstHotDay > this.#firstHotDay) {
      this.#firstHotDay = firstHotDay;
      void this.#seal(({ day }) => day < firstHotDay).catch(() => undefined);
    } else if (this.#hot.changes > HOT_CHANGES_MAX) {
      void this.#seal(() => true).catch(() => undefined);
    }
  }

  /** The runs that some changes belong to and that are not in memory, each once. */
  #coldKeys({ length, spaceIds, spaces, timestamps }: EventBatch["changes"]): RunKey[] {
    const keys = new Map<string, RunKey>();
    // The day of each space's last change: most of its others are of the same.
    const last: number[] = [];
    for (let i = 0; i < length; i++) {
      const space = spaces[i] as number;
      const day = Math.floor((timestamps[i] as number) / DAY_MS);
      if (last[space] === day) continue;
      last[space] = day;
      const spaceId = spaceIds[space] as bigint;
      if (this.#hot.find(spaceId, day) === undefined) keys.set(`${spaceId} ${day}`, { spaceId, day });
    }
    return [...keys.values()];
  }

  /** Stores all runs that are in memory. */
  seal(): Promise<void> {
    return this.#seal(() => true);
  }

  async #seal(isSealed: (key: RunKey) => boolean): Promise<void> {
    while (await this.#database.write((writer) => sealSome(writer, this.#hot, isSealed)));
  }

  /** The runs of some spaces, as the port says. */
  async *runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun> {
    const reader = await this.#admitted();
    const started = this.#noteStarting();
    try {
      const days = { first_day: Math.max(fromDay, DAY_MIN), last_day: Math.min(toDay - 1, DAY_MAX) };
      const hot = this.#hotRuns(spaceIds, days.first_day, days.last_day);
      const [spaceId] = spaceIds;
      const chunks =
        spaceIds.length === 1 && spaceId !== undefined
          ? reader.chunks(statement("runs/of-space"), { ...days, space_id: spaceId })
          : chunksOfSpaces(reader, spaceIds, days);
      const stored = storedRuns(fetchedAhead(chunks), started);
      yield* hot.length === 0 ? stored : overlaid(stored, hot);
    } finally {
      started();
      this.#database.release(reader);
    }
  }

  /** The runs in memory of some spaces, ascending by space, then by day. */
  #hotRuns(spaceIds: readonly bigint[], firstDay: number, lastDay: number): SpaceRun[] {
    if (this.#hot.isEmpty) return [];
    const ascending = [...new Set(spaceIds)].sort((a, b) => (a < b ? -1 : 1));
    return ascending.flatMap((spaceId) =>
      this.#hot
        .of(spaceId, firstDay, lastDay)
        .map(({ day, changes }) => ({ spaceId, dayStart: day * DAY_MS, changes })),
    );
  }

  /** A connection for reading runs that are all derived. */
  async #admitted(): Promise<Connection> {
    for (;;) {
      await this.refresh();
      const reader = await this.#database.acquire();
      if (!this.#slicing) return reader;
      this.#database.release(reader);
    }
  }

  /** Notes a reading that begins; gives back what is to be called when it holds on to a state of the data. */
  #noteStarting(): () => void {
    this.#starting++;
    let isStarting = true;
    return () => {
      if (!isStarting) return;
      isStarting = false;
      this.#starting--;
      if (this.#starting === 0) this.#allStarted?.();
    };
  }

  /** Derives what has been marked by now; callers at the same time share the work. */
  async refresh(): Promise<void> {
    const wanted = this.#marked;
    while (this.#derived < wanted) {
      this.#refreshing ??= this.#derive().finally(() => {
        this.#refreshing = null;
      });
      await this.#refreshing;
    }
  }

  /** Derives what is stale: in one transaction where it is not much, else in one a slice. */
  async #derive(): Promise<void> {
    const { reached, slices } = await this.#database.write(async (writer) => {
      // Marks made from here on belong to transactions that come after this one.
      const marked = this.#marked;
      const { cooled, left } = await writer.transaction(async () => {
        const keys = await coolStale(writer);
        const [first, ...others] = await staleSlices(writer, this.#sliceChanges);
        if (first === undefined) return { cooled: keys, left: [] };
        if (others.length > 0) return { cooled: keys, left: [first, ...others] };
        await deriveSlice(writer, first);
        return { cooled: keys, left: [] };
      });
      for (const key of cooled) this.#hot.drop(key);
      return { reached: marked, slices: left };
    });
    if (slices.length > 0) await this.#deriveSlices(slices);
    this.#derived = reached;
  }

  async #deriveSlices(slices: readonly StaleSlice[]): Promise<void> {
    this.#slicing = true;
    try {
      if (this.#starting > 0) {
        await new Promise<void>((resolve) => {
          this.#allStarted = resolve;
        });
      }
      for (const slice of slices) {
        await this.#database.transaction((connection) => deriveSlice(connection, slice));
      }
    } finally {
      this.#slicing = false;
    }
  }

  /** Derives a range again, or compares it with the log, as the port says. */
  async rebuild({ spaceId, from, to, verify }: RebuildRange): Promise<RebuildResult> {
    const range = {
      space_id: spaceId,
      first_day: Math.max(Math.floor(from / DAY_MS), DAY_MIN),
      last_day: Math.min(Math.ceil(to / DAY_MS) - 1, DAY_MAX),
    };
    const types = { space_id: BIGINT };
    await this.seal();
    if (!verify) {
      await this.#database.transaction((connection) =>
        connection.run(statement("runs/mark-range"), range, types),
      );
      this.becameStale();
    }
    await this.refresh();
    return this.#database.read(async (connection) => {
      const summary = await connection.row(statement("runs/summary"), range, types);
      const differing = verify ? await connection.rows(statement("runs/verify"), range, types) : [];
      return {
        runs: Number(summary.runs),
        events: Number(summary.events),
        differences: differing.map((row) => ({
          spaceId: row.space_id as bigint,
          day: Number(row.day),
        })),
      };
    });
  }
}

/**
 * The chunks of several spaces' runs, in order. To sort runs is to have all of them in memory at once, so
 * many are only sorted where they do not stand in order already, as they do after a rebuild.
 */
async function* chunksOfSpaces(
  reader: Connection,
  spaceIds: readonly bigint[],
  days: { readonly first_day: number; readonly last_day: number },
): AsyncGenerator<DuckDBDataChunk> {
  const values = { ...days, space_ids: listValue([...spaceIds]) };
  const types = { space_ids: LIST(BIGINT) };
  if (spaceIds.length * (days.last_day - days.first_day + 1) <= SORTED_RUNS_MAX) {
    yield* reader.chunks(statement("runs/of-spaces"), values, types);
    return;
  }
  // In one transaction, so that what is read is what was looked at.
  await reader.run("BEGIN");
  try {
    const { in_order: inOrder } = await reader.row(statement("runs/are-in-order"), values, types);
    yield* reader.chunks(statement(inOrder ? "runs/of-spaces-as-stored" : "runs/of-spaces"), values, types);
  } finally {
    await reader.run("ROLLBACK");
  }
}

/** The runs of some chunks; `onFirst` is called when the first chunk is there. */
async function* storedRuns(
  chunks: AsyncIterable<DuckDBDataChunk>,
  onFirst: () => void,
): AsyncGenerator<SpaceRun> {
  for await (const chunk of chunks) {
    onFirst();
    for (const run of runsOf(chunk)) yield run;
  }
}

/** Stored runs with those in memory in their places; both ascending by space, then by day. */
async function* overlaid(
  stored: AsyncIterable<SpaceRun>,
  hot: readonly SpaceRun[],
): AsyncGenerator<SpaceRun> {
  let next = 0;
  for await (const run of stored) {
    while (next < hot.length && isBefore(hot[next] as SpaceRun, run)) yield hot[next++] as SpaceRun;
    const same = hot[next];
    if (same?.spaceId !== run.spaceId || same.dayStart !== run.dayStart) yield run;
  }
  yield* hot.slice(next);
}

function isBefore(a: SpaceRun, b: SpaceRun): boolean {
  return a.spaceId < b.spaceId || (a.spaceId === b.spaceId && a.dayStart < b.dayStart);
}

const NO_CHANGES = new Uint32Array(0);

/** The items of a generator, each asked for while the one before is in use. */
async function* fetchedAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = () => {
    const next = items.next();
    // A failure is thrown where the item is waited for, which may be long after it happened.
    next.catch(() => undefined);
    return next;
  };
  try {
    let next = ask();
    for (let item = await next; !item.done; item = await next) {
      next = ask();
      yield item.value;
    }
  } finally {
    await items.return(undefined);
  }
}
