import type {
  AuditEntry,
  CatalogTable,
  CatalogTables,
  CatalogWrite,
  IdempotentRequest,
  LoggedEvent,
} from "../../src/engine/ports.ts";
import type { MemoryEvent } from "./memory-runs.ts";

type Tables = { readonly [T in CatalogTable]: Map<bigint, CatalogTables[T]> };

/** What one in-memory data directory holds. */
export interface Contents {
  readonly tables: Tables;
  readonly organizationId: bigint;
  nextId: bigint;
  /** The log, ascending by id. */
  log: LoggedEvent[];
  lastEventId: bigint;
  /** From before this instant, in ms, events have been removed: how many, and what they did to each space. */
  logStart: number;
  removedEvents: number;
  readonly kept: Map<bigint, MemoryEvent[]>;
  /** The ids of events that count for nothing. */
  readonly voided: Set<bigint>;
  readonly audit: AuditEntry[];
  readonly requests: RequestNote[];
  /** The ids of events that are to be told of, and of the spaces that were last told to be unsafe. */
  readonly pending: Set<bigint>;
  readonly unsafe: Set<bigint>;
}

/** What is remembered of a request. */
export interface RequestNote extends IdempotentRequest {
  readonly eventId: bigint;
  answer: string | null;
}

/** What is remembered of a request with a token and key, if anything is. */
export function findRequest(
  { requests }: Contents,
  { tokenHash, key, since }: IdempotentRequest,
): RequestNote | null {
  const isSame = (note: RequestNote) => note.tokenHash === tokenHash && note.key === key;
  return requests.find((note) => isSame(note) && note.instant >= since) ?? null;
}

/** What a new data directory holds. */
export function emptyContents(organizationId: bigint): Contents {
  return {
    tables: emptyTables(),
    organizationId,
    nextId: 1n,
    log: [],
    lastEventId: 0n,
    logStart: 0,
    removedEvents: 0,
    kept: new Map(),
    voided: new Set(),
    audit: [],
    requests: [],
    pending: new Set(),
    unsafe: new Set(),
  };
}

function emptyTables(): Tables {
  return {
    space: new Map(),
    assignedTeam: new Map(),
    doorway: new Map(),
    sensor: new Map(),
    sensorState: new Map(),
    attachment: new Map(),
    link: new Map(),
    schedule: new Map(),
    reset: new Map(),
    timeSegment: new Map(),
    timeSegmentGroup: new Map(),
    webhook: new Map(),
    token: new Map(),
  };
}

/** Applies a write of the catalog, and notes what it says of itself. */
export function applyWrite(contents: Contents, write: CatalogWrite): void {
  const { tables } = contents;
  for (const name of Object.keys(tables) as CatalogTable[]) {
    // Each table takes the rows of its own name; the compiler cannot follow that through a union.
    const table = tables[name] as Map<bigint, CatalogTables[CatalogTable]>;
    for (const id of write.remove?.[name] ?? []) table.delete(id);
    for (const row of write.put?.[name] ?? []) table.set(row.id, row);
  }
  if (write.nextId !== undefined) contents.nextId = write.nextId;
  for (const entry of write.audit ?? []) {
    contents.audit.push({ ...entry, id: BigInt(contents.audit.length + 1) });
  }
}
