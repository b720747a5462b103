import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DATABASE_FILE, RESTORING_FOLDER } from "../domain/data-directory.ts";
import { HeadcountError } from "../domain/errors.ts";
import { MINUTE_MS } from "../domain/instant.ts";
import type { Engine } from "../engine/build-engine.ts";
import type { Settings } from "../engine/settings.ts";
import { NO_TELEMETRY, type Telemetry } from "../engine/telemetry.ts";
import { say } from "./console.ts";

/** Where a server writes its address while it runs, within its data directory. */
export const SERVER_FILE = "server.json";

/** An engine over an open data directory. */
export interface OpenEngine {
  readonly context: Engine;
  /** Resolves with what is wrong where the data can be used no longer. */
  readonly failed: Promise<HeadcountError>;
  /** Resolves with what is wrong where data are found damaged. */
  readonly damaged: Promise<HeadcountError>;
  /** Checkpoints and lets go of the directory. */
  close(): Promise<void>;
}

/** How an engine's data are opened. */
export interface StoreSettings {
  /** How much memory it may take for runs and roll-ups that have been read, in bytes. */
  readonly cacheBytes?: number;
  /** The same for its database. */
  readonly databaseBytes?: number;
  /** Whether to go on where acknowledged changes are missing. */
  readonly acceptLoss?: boolean;
}

const DEFAULT_SETTINGS: Settings = {
  intervals: "supported",
  organizationName: "Headcount",
  sensorTimeout: 10 * MINUTE_MS,
};

/**
 * Opens a data directory with the system's clock; it is made where there is none.
 *
 * @throws HeadcountError as `openStore` does; where a server holds the directory its address is named
 */
export async function openEngine(
  directory: string,
  settings: Partial<Settings> = {},
  telemetry: Telemetry = NO_TELEMETRY,
  { acceptLoss = false, ...memory }: StoreSettings = {},
  instead: InsteadOfHeld = workThroughServer,
): Promise<OpenEngine> {
  // Loaded here, so that help, wrong usage and work through a server are done with at once.
  const { buildEngine } = await import("../engine/build-engine.ts");
  const { openStore } = await import("../store/duckdb/open-store.ts");
  const accepted = acceptLoss ? { acceptLoss: { now: Date.now() } } : {};
  const options = { newOrganizationId: randomId, notify: say, ...memory, ...accepted };
  const store = await openStore(directory, options).catch((error: unknown) => {
    throw withAddress(directory, error, instead);
  });
  try {
    const context = await buildEngine(store, {
      clock: { now: () => Date.now() },
      settings: { ...DEFAULT_SETTINGS, ...settings },
      actor: { tokenId: null, name: "command line" },
      telemetry,
    });
    const { failed, damaged } = store;
    return { context, failed, damaged, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What a piece of work asks of a data directory. */
interface Opening {
  /** Whether it is made where there is none. Work on what is there would take a mistyped one for an empty one. */
  readonly mayCreate?: boolean;
  /** Whether it changes nothing: where there is no directory, one is made elsewhere for it, and taken away. */
  readonly isRehearsal?: boolean;
  /** What to do where a server holds it; to work through that server, unless said otherwise. */
  readonly instead?: InsteadOfHeld;
  /** Whether to go on where acknowledged changes are missing. */
  readonly acceptLoss?: boolean;
}

/**
 * Opens a data directory for one piece of work.
 *
 * @throws HeadcountError as `openEngine` does; `unavailable` where there is none and none may be made
 */
export async function withEngine<T>(
  directory: string,
  work: (context: Engine) => Promise<T>,
  { mayCreate = false, isRehearsal = false, instead = workThroughServer, acceptLoss = false }: Opening = {},
): Promise<T> {
  const isThere = await isDataDirectory(directory);
  if (!mayCreate && !isThere) throw new HeadcountError("unavailable", `${directory} is not a data directory`);
  if (isRehearsal && !isThere) {
    const folder = mkdtempSync(join(tmpdir(), "headcount-rehearsal-"));
    try {
      return await withEngine(folder, work, { mayCreate });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const engine = await openEngine(directory, {}, NO_TELEMETRY, { acceptLoss }, instead);
  try {
    return await work(engine.context);
  } finally {
    await engine.close();
  }
}

/** Whether a directory is one of data, or what is left of one: opening that says what is missing. */
async function isDataDirectory(directory: string): Promise<boolean> {
  if ([DATABASE_FILE, RESTORING_FOLDER].some((name) => existsSync(join(directory, name)))) return true;
  const { orphanedFiles } = await import("../store/duckdb/orphaned-files.ts");
  return orphanedFiles(directory).length > 0;
}

function randomId(): bigint {
  return (randomBytes(8).readBigUInt64BE() >> 1n) | 1n;
}

/** What to do instead where the server at an address holds the directory. */
type InsteadOfHeld = (address: string) => string;

const workThroughServer: InsteadOfHeld = (address) => `use --url ${address} --token …`;

/** For a server of one's own. */
export const serveElsewhere: InsteadOfHeld = () => "stop that server, or give another --data-dir";

/** For work that is not done through a server. */
export const workOnBackup: InsteadOfHeld = (address) =>
  `stop that server, or take a backup (headcount backup DIR --url ${address} --token …), restore it, and work ` +
  "on what has been restored";

/** An error as it is, or, where a server holds the directory, with the server's address and what to do instead. */
export function withAddress(
  directory: string,
  error: unknown,
  instead: InsteadOfHeld = workThroughServer,
): unknown {
  if (!(error instanceof HeadcountError) || error.kind !== "store-held") return error;
  const address = servedAddress(directory);
  if (address === null) return error;
  return new HeadcountError(
    "store-held",
    `${error.message}, which serves it at ${address}; ${instead(address)}`,
    {
      cause: error,
    },
  );
}

/** The address of the server that has written it into the directory, or null. */
export function servedAddress(directory: string): string | null {
  try {
    const { address } = JSON.parse(readFileSync(join(directory, SERVER_FILE), "utf8")) as {
      address?: unknown;
    };
    return typeof address === "string" ? address : null;
  } catch {
    return null;
  }
}
