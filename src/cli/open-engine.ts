import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DATABASE_FILE, RESTORING_FOLDER } from "../domain/data-directory.ts";
import { HeadcountError } from "../domain/errors.ts";
import { MINUTE_MS } from "../domain/instant.ts";
import type { CoreOptions, Engine, EngineCore, Settings } from "../engine/engine.ts";
import type { Store } from "../engine/ports.ts";
import { NO_TELEMETRY } from "../engine/telemetry.ts";
import type { OpenOptions } from "../store/duckdb/open-store.ts";
import { info, randomId, systemClock } from "./process.ts";
import type { Setting } from "./setting-types.ts";
import { SETTINGS, type SettingsOf } from "./settings.ts";

/** The file in a data directory with the address of the server that runs on it, and its token, if it had none. */
export const SERVER_FILE = "server.json";

/** An open data directory: its engine, or the core of one. */
interface Opened<Context> extends Pick<Store, "failed" | "damaged" | "close"> {
  readonly context: Context;
}

export type OpenEngine = Opened<Engine>;

/** How a data directory is opened. */
interface EngineOptions
  extends Pick<OpenOptions, "cacheBytes" | "databaseBytes">,
    Partial<Pick<CoreOptions, "settings" | "telemetry">> {
  /** Whether to open a directory in which acknowledged changes are missing. */
  readonly acceptLoss?: boolean;
  /** The advice if a server has the directory open. */
  readonly advice?: Advice;
  /** Whether to create a directory that does not exist, which is reported. By default a mistyped path is an error. */
  readonly mayCreate?: boolean | "silently";
}

/** The settings of a server that is started without any. */
export const SERVE_DEFAULTS = Object.fromEntries(
  Object.entries<Setting>(SETTINGS.serve).map(([key, setting]) => [
    key,
    setting.value === undefined ? false : setting.default,
  ]),
) as unknown as Omit<SettingsOf<"serve">, "dataDir">;

/** The settings of an engine among those of `serve`. */
export function engineSettings({
  intervals,
  organizationName,
  sensorTimeout,
  earliest,
}: Omit<SettingsOf<"serve">, "dataDir">): Settings {
  return { intervals, organizationName, sensorTimeout: sensorTimeout * MINUTE_MS, earliest };
}

/**
 * Opens a data directory with the clock of the system.
 *
 * @throws HeadcountError as `openStore` does; `unavailable` if it does not exist and may not be created; if a server has
 * the directory open, with its address
 */
export async function openEngine(directory: string, options?: EngineOptions): Promise<OpenEngine> {
  // Imported here, so that help, usage errors and work through a server do not load the engine.
  const { buildEngine } = await import("../engine/build-engine.ts");
  return open(directory, buildEngine, options);
}

/** Opens a data directory for a command, as `openEngine` does. */
export async function openCore(directory: string, options?: EngineOptions): Promise<Opened<EngineCore>> {
  const { buildCore } = await import("../engine/build-core.ts");
  return open(directory, buildCore, options);
}

async function open<Context>(
  directory: string,
  build: (store: Store, options: CoreOptions) => Promise<Context>,
  {
    settings = engineSettings(SERVE_DEFAULTS),
    telemetry = NO_TELEMETRY,
    acceptLoss = false,
    advice,
    mayCreate = false,
    ...memory
  }: EngineOptions = {},
): Promise<Opened<Context>> {
  const { noDirectory, openStore } = await import("../store/duckdb/open-store.ts");
  const isNew = !(await isDataDirectory(directory));
  if (isNew && !mayCreate) throw noDirectory(directory);
  const options = { newOrganizationId: randomId, notify: info, acceptsLoss: acceptLoss, ...memory };
  const store = await openStore(directory, options).catch((error: unknown) => {
    throw withAddress(directory, error, advice);
  });
  if (isNew && mayCreate === true) sayCreated(directory);
  try {
    const actor = { tokenId: null, name: "command line" };
    const context = await build(store, { clock: systemClock, settings, actor, telemetry });
    const { failed, damaged } = store;
    return { context, failed, damaged, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** How `withCore` opens a data directory. */
export interface Opening extends Pick<EngineOptions, "acceptLoss" | "advice" | "mayCreate"> {
  /** Whether the work changes nothing: a directory that does not exist is created elsewhere, and deleted. */
  readonly isDryRun?: boolean;
}

/**
 * Opens a data directory for one piece of work.
 *
 * @throws HeadcountError as `openEngine` does
 */
export async function withCore<T>(
  directory: string,
  work: (core: EngineCore) => Promise<T>,
  { isDryRun = false, ...options }: Opening = {},
): Promise<T> {
  if (isDryRun && options.mayCreate && !(await isDataDirectory(directory))) {
    const folder = mkdtempSync(join(tmpdir(), "headcount-dry-run-"));
    try {
      return await withCore(folder, work, { mayCreate: "silently" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const opened = await openCore(directory, options);
  try {
    return await work(opened.context);
  } finally {
    await opened.close();
  }
}

/** Reports a new data directory: its path may be mistyped. */
export function sayCreated(directory: string): void {
  info(`Created a new data directory: ${directory}`);
}

/** Whether a directory is a data directory, or has remains of one: opening it reports what is missing. */
async function isDataDirectory(directory: string): Promise<boolean> {
  if ([DATABASE_FILE, RESTORING_FOLDER].some((name) => existsSync(join(directory, name)))) return true;
  const { orphanedFiles } = await import("../store/duckdb/directory-files.ts");
  return orphanedFiles(directory).length > 0;
}

/** The advice if the server at an address has the directory open. */
type Advice = (address: string) => string;

const useServer: Advice = (address) => `use --url ${address} --token …`;

/** For commands that start a server. */
export const serveElsewhere: Advice = () => "stop that server, or choose another --data-dir";

/** For commands that do not work through a server. */
export const workOnBackup: Advice = (address) =>
  `stop that server, or back it up (headcount backup DIR --url ${address} --token …), restore the backup, and use ` +
  "the restored directory";

/** Adds the address of the server and an advice to an error, if a server has the directory open. */
export function withAddress(directory: string, error: unknown, advice: Advice = useServer): unknown {
  if (!(error instanceof HeadcountError) || error.kind !== "store-held") return error;
  const address = serverNote(directory)?.address;
  if (address === undefined) return error;
  const message = `${error.message}, which serves it at ${address}; ${advice(address)}`;
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
