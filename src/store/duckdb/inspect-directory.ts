import { existsSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE, LAST_COMMIT_FILE } from "../../domain/data-directory.ts";
import { copyLogAside, cutDamagedLog } from "./accept-loss.ts";
import { readThroughCatalog } from "./catalog-store.ts";
import { type CommitRecord, type FoundRecord, readRecord, writeRecord } from "./commit-record.ts";
import { Connection } from "./database.ts";
import { PositionReader } from "./database-position.ts";
import { DuckDBInstance } from "./duckdb-api.ts";
import { isDamagedLog } from "./failures.ts";
import { describeLoss, findLoss, type Loss, requireNothingMissing } from "./missing-commits.ts";
import { readSchema, requireKnownVersion, type Schema } from "./schema.ts";

/** What a look at a data directory has found. */
export interface Inspection {
  /** What is missing, and has been accepted to be; null where nothing is known to be. */
  readonly loss: Loss | null;
  /** Whether the database is known to have all that was ever committed: what it does not list is left over. */
  readonly isComplete: boolean;
}

/** What a directory without a database amounts to. */
const NOTHING: Inspection = { loss: null, isComplete: true };

/** How a data directory is looked at. */
interface InspectOptions {
  /** Whether to go on where something is missing; a log of changes that cannot be read is cut off then. */
  readonly acceptsLoss: boolean;
  /** Called with messages for the operator. */
  readonly notify: (message: string) => void;
  readonly schema: Schema;
}

/**
 * Looks at a data directory that is to be opened for writing, without changing anything of what it holds: opening it
 * may. What has been committed is noted in a way that holds while it is opened.
 *
 * @throws HeadcountError `store-incomplete` where something is missing; `store-newer`, `store-damaged` or `unavailable`,
 * as `openStore`
 */
export async function inspectDirectory(directory: string, options: InspectOptions): Promise<Inspection> {
  const { acceptsLoss, notify, schema } = options;
  if (!existsSync(join(directory, DATABASE_FILE))) return NOTHING;
  const { loss, record, isEmpty } = acceptsLoss
    ? await inspectDamaged(directory, options)
    : await inspect(directory, schema);
  if (!acceptsLoss) requireNothingMissing(directory, loss);
  if (typeof record === "string" && !isEmpty)
    notify(
      `the file ${LAST_COMMIT_FILE} is ${record}: whether acknowledged changes are lost cannot be determined this ` +
        "time; it is written again from what the database has",
    );
  if (loss === null && typeof record !== "string") expectNewLog(directory, record);
  return { loss, isComplete: loss === null && typeof record !== "string" && record.position !== null };
}

/**
 * Notes that the log of changes may be another from now on, with the same in it: DuckDB writes it again where a
 * checkpoint had been begun that was never finished, and may be cut short before that can be noted.
 */
function expectNewLog(directory: string, record: CommitRecord): void {
  if (record.position === null || record.position.logBytes === 0) return;
  writeRecord(directory, { ...record, position: { ...record.position, logBytes: 0, logChecksum: 0 } });
}

interface FoundState {
  readonly loss: Loss | null;
  readonly record: FoundRecord;
  /** Whether the database has no tables: nothing has ever been committed to it. */
  readonly isEmpty: boolean;
}

/** The same for a directory whose losses are accepted: the log of changes is put aside where it is part of them. */
async function inspectDamaged(directory: string, { notify, schema }: InspectOptions): Promise<FoundState> {
  let damage: unknown = null;
  const looked = await inspect(directory, schema).catch((error: unknown) => {
    if (!isDamagedLog(error)) throw error;
    damage = error;
    return null;
  });
  if (looked !== null && looked.loss === null) return looked;
  const aside = await copyLogAside(directory);
  if (aside !== null) notify(`the log of changes, which is not what it was, has been put aside as ${aside}`);
  if (damage !== null) await cutDamagedLog(directory, damage);
  const found = looked ?? (await inspect(directory, schema));
  if (found.loss !== null) notify(`${describeLoss(found.loss)}; this is accepted, and noted in the database`);
  return found;
}

async function inspect(directory: string, schema: Schema): Promise<FoundState> {
  const instance = await DuckDBInstance.create(join(directory, DATABASE_FILE), { access_mode: "READ_ONLY" });
  const connection = new Connection(await instance.connect());
  const reader = new PositionReader(directory);
  try {
    const stored = await readSchema(connection);
    if (stored !== null) requireKnownVersion(directory, stored.version, { schema });
    const record = readRecord(directory);
    const loss = await findLoss(connection, reader, record);
    // Opening a directory begins with its catalog: damage to it is found now.
    if (stored?.version === schema.version) await readThroughCatalog(connection);
    return { loss, record, isEmpty: stored === null };
  } finally {
    connection.close();
    instance.closeSync();
    reader.close();
  }
}
