import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE, RESTORING_FOLDER } from "../domain/data-directory.ts";
import { HeadcountError } from "../domain/errors.ts";
import { MINUTE_MS } from "../domain/instant.ts";
import type { Engine, EngineOptions, Settings } from "../engine/engine.ts";
import type { LogPlace, SharedLog, Store } from "../engine/ports.ts";
import { NO_TELEMETRY } from "../engine/telemetry.ts";
import type { OpenOptions } from "../store/duckdb/open-store.ts";
import { info, randomId, systemClock } from "./process.ts";
import type { Setting } from "./settings/setting-types.ts";
import { SETTINGS, type SettingsOf } from "./settings/settings.ts";

/** The file in a data directory with the address of the server that runs on it, and its token, if it had none. */
export const SERVER_FILE = "server.json";

interface Opened<Context> extends Pick<Store, "failed" | "damaged" | "close"> {
  readonly context: Context;
}

export type OpenEngine = Opened<Engine>;

export interface LogSource {
  /** The id that the organization of a new directory gets. */
  readonly organizationId: bigint;
  /** Fills a new directory, if it cannot begin at the log's start. */
  fill(directory: string): Promise<void>;
  /** Whether the log does not have the record any more that follows those of a directory. */
  isBehind(followed: LogPlace): Promise<boolean>;
  /**
   * Replaces a directory that is behind by the data of the log; it keeps its name.
   *
   * @throws HeadcountError `log-diverged` if the directory has data that the log does not have; it is as before then
   */
  replace(directory: string, followed: LogPlace): Promise<void>;
  /**
   * @param isNew whether the directory has just been created or filled
   * @throws HeadcountError `conflict` if the directory cannot follow it
   */
  join(directory: string, store: Store, isNew: boolean): SharedLog;
}

export interface OpeningOptions
  extends Pick<OpenOptions, "cacheBytes" | "databaseBytes">,
    Partial<Pick<EngineOptions, "settings" | "telemetry">> {
  /** Whether to open a directory in which acknowledged changes are missing. */
  readonly acceptLoss?: boolean;
  /** The advice if a server has the directory open. */
  readonly advice?: string;
  /** Whether to create a directory that does not exist, which is reported. By default a mistyped path is an error. */
  readonly mayCreate?: boolean | "silently";
  readonly logSource?: ((isNew: boolean) => Promise<LogSource>) | null;
  /** Whether it may follow the log of a cluster, though it is opened without. */
  readonly mayFollow?: boolean;
}

/** The settings of a server that is started without any. */
export const SERVE_DEFAULTS = Object.fromEntries(
  Object.entries<Setting>(SETTINGS.serve).map(([key, setting]) => [
    key,
    setting.value === undefined ? false : setting.default,
  ]),
) as unknown as Omit<SettingsOf<"serve">, "dataDir">;

export function engineSettings(serve: Omit<SettingsOf<"serve">, "dataDir">): Settings {
  const { intervals, organizationName, earliest, selfRegisteredSensors } = serve;
  const sensorTimeout = serve.sensorTimeout * MINUTE_MS;
  return { intervals, organizationName, sensorTimeout, earliest, selfRegisteredSensors };
}

/**
 * Opens a data directory with the clock of the system.
 *
 * @throws HeadcountError as `openStore` does; `unavailable` if it does not exist and may not be created; if a server has
 * the directory open, with its address
 */
export async function openEngine(directory: string, options?: OpeningOptions): Promise<OpenEngine> {
  // Imported here, so that help, usage errors and work through a server do not load the engine.
  const { buildEngine } = await import("../engine/build-engine.ts");
  return open(directory, buildEngine, options);
}

async function open<Context>(
  directory: string,
  build: (
    store: Store,
    options: EngineOptions & { readonly log?: SharedLog | undefined },
  ) => Promise<Context>,
  {
    settings = engineSettings(SERVE_DEFAULTS),
    telemetry = NO_TELEMETRY,
    acceptLoss = false,
    advice,
    mayCreate = false,
    logSource = null,
    mayFollow = false,
    ...memory
  }: OpeningOptions = {},
): Promise<Opened<Context>> {
  const { noDirectory, openStore } = await import("../store/duckdb/open-store.ts");
  const isNew = !(await isDataDirectory(directory)) || (logSource !== null && (await isUnfilled(directory)));
  if (isNew && !mayCreate) throw noDirectory(directory);
  const source = (await logSource?.(isNew)) ?? null;
  const newOrganizationId = source === null ? randomId : () => source.organizationId;
  const options = { newOrganizationId, notify: info, acceptsLoss: acceptLoss, ...memory };
  const openIt = () =>
    openStore(directory, options).catch((error: unknown) => {
      throw withAddress(directory, error, advice);
    });
  const others = isNew ? filesIn(directory) : [];
  if (isNew) await source?.fill(directory);
  let store = await openIt();
  if (isNew && mayCreate === true) sayCreated(directory, others);
  try {
    if (source !== null && store.followed !== null && !isNew && (await source.isBehind(store.followed))) {
      await store.close();
      await source.replace(directory, store.followed);
      store = await openIt();
    }
    // A replacement that was interrupted may have left a copy.
    if (source !== null) rmSync(join(directory, RESTORING_FOLDER), { recursive: true, force: true });
    if (source === null && store.followed !== null && !mayFollow)
      throw new HeadcountError(
        "conflict",
        `${directory} follows the log of a cluster; serve it with --database, and work through that server with --url, or ` +
          "make it independent with headcount cluster leave",
      );
    const log = source?.join(directory, store, isNew);
    const actor = { tokenId: null, name: "command line" };
    const context = await build(store, { clock: systemClock, settings, actor, telemetry, log });
    const { failed, damaged } = store;
    return { context, failed, damaged, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Opens the store of a data directory for one piece of work, without an engine. */
export async function withStore(
  directory: string,
  options: Pick<OpeningOptions, "mayCreate" | "mayFollow">,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const { context, close } = await open(directory, async (store) => store, options);
  try {
    await work(context);
  } finally {
    await close();
  }
}

/** The files of a directory, without the folder that each new file system has; none if it cannot be read. */
function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name !== "lost+found");
  } catch {
    // To open it says why.
    return [];
  }
}

/** Reports a new data directory: its path may be mistyped. @param others files that were in it before */
export function sayCreated(directory: string, others: readonly string[] = []): void {
  info(`Created a new data directory: ${directory}`);
  if (others.length === 0) return;
  const named = others.slice(0, 3).join(", ");
  info(`headcount: warning: it has other files, such as ${named}. Use a directory of its own`);
}

/** Whether a directory is a data directory, or has remains of one: opening it reports what is missing. */
export async function isDataDirectory(directory: string): Promise<boolean> {
  if ([DATABASE_FILE, RESTORING_FOLDER].some((name) => existsSync(join(directory, name)))) return true;
  const { orphanedFiles } = await import("../store/duckdb/directory-files.ts");
  return orphanedFiles(directory).length > 0;
}

/** Whether filling a new directory has been interrupted, so that it is to be filled again. */
async function isUnfilled(directory: string): Promise<boolean> {
  if (!existsSync(join(directory, RESTORING_FOLDER))) return false;
  return (await import("../backup/restore.ts")).isUnfinished(directory);
}

/** Adds the address of the server and an advice to an error, if a server has the directory open. */
export function withAddress(directory: string, error: unknown, advice?: string): unknown {
  if (!(error instanceof HeadcountError) || error.kind !== "store-held") return error;
  const address = serverNote(directory)?.address;
  if (address === undefined) return error;
  const advised = advice ?? `use --url ${address} --token …`;
  const message = `${error.message}, which serves it at ${address}; ${advised}`;
  return new HeadcountError("store-held", message, { cause: error });
}

/** What a server has written into the directory: its address and, if it had no tokens, one to create them with. */
export function serverNote(directory: string): { readonly address: string; readonly token?: string } | null {
  try {
    const note = JSON.parse(readFileSync(join(directory, SERVER_FILE), "utf8"));
    return typeof note.address === "string" ? note : null;
  } catch {
    return null;
  }
}
