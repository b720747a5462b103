import { BIGINT, type DuckDBDataChunk, LIST, listValue } from "@duckdb/node-api";
import { DAY_MS } from "../../domain/instant.ts";
import type { RebuildRange, RebuildResult, SpaceRun } from "../../engine/ports.ts";
import type { Connection, Database } from "./database.ts";
import { readUintegerLists } from "./list-vectors.ts";
import { deriveSlice, SLICE_CHANGES_MAX, type StaleSlice, staleSlices } from "./stale-runs.ts";
import { statement } from "./statements.ts";

/** Days beyond any event. */
const DAY_MIN = 0;
const DAY_MAX = 2 ** 31 - 1;

/** So many runs are sorted sooner than it takes to find out whether they must be. */
const SORTED_RUNS_MAX = 10_000;

/**
 * The runs derived from the log. Whatever changes what a run should hold marks it stale in the same
 * transaction; readers wait until the stale ones have been derived again.
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

  constructor(database: Database, stale: boolean, sliceChanges = SLICE_CHANGES_MAX) {
    this.#database = database;
    this.#marked = stale ? 1 : 0;
    this.#sliceChanges = sliceChanges;
  }

  /** To be called when a transaction that marked runs has been committed. */
  becameStale(): void {
    this.#marked++;
  }

  /** The runs of some spaces, as the port says. */
  async *runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun> {
    const reader = await this.#admitted();
    const started = this.#noteStarting();
    try {
      const days = { first_day: Math.max(fromDay, DAY_MIN), last_day: Math.min(toDay - 1, DAY_MAX) };
      const [spaceId] = spaceIds;
      const chunks =
        spaceIds.length === 1 && spaceId !== undefined
          ? reader.chunks(statement("runs/of-space"), { ...days, space_id: spaceId })
          : chunksOfSpaces(reader, spaceIds, days);
      for await (const chunk of fetchedAhead(chunks)) {
        started();
        for (const run of runsOf(chunk)) yield run;
      }
    } finally {
      started();
      this.#database.release(reader);
    }
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
    const { reached, slices } = await this.#database.transaction(async (connection) => {
      // Marks made from here on belong to transactions that come after this one.
      const marked = this.#marked;
      const [first, ...others] = await staleSlices(connection, this.#sliceChanges);
      if (first === undefined) return { reached: marked, slices: [] };
      if (others.length > 0) return { reached: marked, slices: [first, ...others] };
      await deriveSlice(connection, first);
      return { reached: marked, slices: [] };
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

function* runsOf(chunk: DuckDBDataChunk): Generator<SpaceRun> {
  const spaceIds = chunk.getColumnValues(0) as bigint[];
  const days = chunk.getColumnValues(1) as number[];
  const { elements, starts, ends } = readUintegerLists(chunk, 2);
  for (const [row, spaceId] of spaceIds.entries()) {
    yield {
      spaceId,
      dayStart: (days[row] as number) * DAY_MS,
      changes: elements.subarray(starts[row], ends[row]),
    };
  }
}
