import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { DATABASE_FILE, RESTORING_FOLDER } from "../domain/data-directory.ts";
import { HeadcountError, notFound } from "../domain/errors.ts";
import { readId } from "../domain/ids.ts";
import { MINUTE_MS } from "../domain/instant.ts";
import type { Catalog } from "../engine/catalog/catalog.ts";
import type { Engine, Settings } from "../engine/engine.ts";
import { NO_TELEMETRY, type Telemetry } from "../engine/telemetry.ts";
import type { OpenOptions } from "../store/duckdb/open-store.ts";
import { info, randomId, systemClock } from "./process.ts";
import { RemoteServer } from "./remote-server.ts";
import { SERVE_DEFAULTS, type SettingsOf } from "./settings.ts";

/** The target of a command: a data directory, or a running server. */
export type Target =
  | { readonly kind: "directory"; readonly directory: string }
  | { readonly kind: "server"; readonly server: RemoteServer };

interface TargetOptions {
  readonly dataDir?: string;
  readonly url?: string;
  readonly token?: string;
}

/**
 * The target that the settings name; flags take precedence over environment variables.
 *
 * @throws HeadcountError `invalid` if they name none, or two
 */
export function chooseTarget(command: Command, { dataDir, url, token }: TargetOptions): Target {
  const isFlag = (name: string) => command.getOptionValueSource(name) === "cli";
  if (isFlag("dataDir") && isFlag("url")) throw usage("give either --data-dir or --url, not both");
  if (url !== undefined && !isFlag("dataDir")) {
    if (token === undefined) throw usage("--url needs --token");
    return { kind: "server", server: new RemoteServer(url, token) };
  }
  if (dataDir === undefined)
    throw usage("no data directory given: use --data-dir <directory>, or --url <address> --token <token>");
  return { kind: "directory", directory: dataDir };
}

/**
 * The data directory that the settings name, for a command that does not work through a server.
 *
 * @param advice what to do instead
 * @throws HeadcountError as `chooseTarget` does; `invalid` with the advice if they name a server
 */
export function chooseDirectory(command: Command, options: TargetOptions, advice: string): string {
  const target = chooseTarget(command, options);
  if (target.kind === "server") throw usage(`${command.name()} does not work through a server${advice}`);
  return target.directory;
}

/**
 * Does the work of a command on its target.
 *
 * @param ways how to do it through a server, and on the engine of a data directory
 * @throws HeadcountError as `chooseTarget` and `withEngine` do
 */
export async function onTarget<T>(
  target: Target,
  ways: {
    readonly server: (server: RemoteServer) => Promise<T>;
    readonly engine: (context: Engine) => Promise<T>;
  },
  opening?: Opening,
): Promise<T> {
  return target.kind === "server"
    ? ways.server(target.server)
    : withEngine(target.directory, ways.engine, opening);
}

/** A usage error. */
export function usage(message: string): HeadcountError {
  return new HeadcountError("invalid", message);
}

/**
 * Finds a space of a data directory by its id or its name.
 *
 * @throws HeadcountError `not-found` if there is none, `invalid` if several spaces have the name
 */
export function findSpace(catalog: Catalog, wanted: string) {
  const id = readId("space", wanted);
  return id === null ? onlyNamed(catalog.spaces.all(), wanted) : catalog.space(id);
}

/** Finds a space of a server by its id or its name. @throws HeadcountError as `findSpace` does */
export async function findServedSpace(server: RemoteServer, wanted: string) {
  if (readId("space", wanted) === null)
    return onlyNamed(await server.list((v2, query) => v2.GET("/v2/spaces/", { params: { query } })), wanted);
  const path = { space_id: wanted };
  return server.run(({ v2 }, { answerOf }) =>
    answerOf(v2.GET("/v2/spaces/{space_id}/", { params: { path } })),
  );
}

function onlyNamed<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const spaces = all.filter((space) => space.name === name);
  const [space] = spaces;
  if (space === undefined) throw notFound("space", JSON.stringify(name));
  if (spaces.length > 1)
    throw usage(`${spaces.length} spaces are named ${JSON.stringify(name)}; give the id of one`);
  return space;
}

/** The file in a data directory with the address of the server that runs on it. */
export const SERVER_FILE = "server.json";

/** An engine over an open data directory. */
export interface OpenEngine {
  readonly context: Engine;
  /** Resolves with the error after which the data can no longer be used. */
  readonly failed: Promise<HeadcountError>;
  /** Resolves with the first error that shows damaged data. */
  readonly damaged: Promise<HeadcountError>;
  /** Checkpoints and closes the directory. */
  close(): Promise<void>;
}

/** How an engine is opened. */
interface EngineOptions extends Pick<OpenOptions, "cacheBytes" | "databaseBytes"> {
  readonly settings?: Settings;
  readonly telemetry?: Telemetry;
  /** Whether to open a directory in which acknowledged changes are missing. */
  readonly acceptLoss?: boolean;
  /** The advice if a server has the directory open. */
  readonly advice?: Advice;
}

/** The settings of an engine among those of `serve`. */
export function engineSettings({
  intervals,
  organizationName,
  sensorTimeout,
}: Omit<SettingsOf<"serve">, "dataDir">): Settings {
  return { intervals, organizationName, sensorTimeout: sensorTimeout * MINUTE_MS };
}

/**
 * Opens a data directory with the clock of the system, and creates it if it does not exist.
 *
 * @throws HeadcountError as `openStore` does; if a server has the directory open, with its address
 */
export async function openEngine(
  directory: string,
  {
    settings = engineSettings(SERVE_DEFAULTS),
    telemetry = NO_TELEMETRY,
    acceptLoss = false,
    advice,
    ...memory
  }: EngineOptions = {},
): Promise<OpenEngine> {
  // Imported here, so that help, usage errors and work through a server do not load the engine.
  const { buildEngine } = await import("../engine/build-engine.ts");
  const { openStore } = await import("../store/duckdb/open-store.ts");
  const accepted = acceptLoss ? { acceptLoss: { now: systemClock.now() } } : {};
  const options = { newOrganizationId: randomId, notify: info, ...memory, ...accepted };
  const store = await openStore(directory, options).catch((error: unknown) => {
    throw withAddress(directory, error, advice);
  });
  try {
    const context = await buildEngine(store, {
      clock: systemClock,
      settings,
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

/** How `withEngine` opens a data directory. */
interface Opening extends Pick<EngineOptions, "acceptLoss" | "advice"> {
  /** Whether to create a directory that does not exist. By default a mistyped path is an error. */
  readonly mayCreate?: boolean;
  /** Whether the work changes nothing: a directory that does not exist is created elsewhere, and deleted. */
  readonly isDryRun?: boolean;
}

/**
 * Opens a data directory for one piece of work.
 *
 * @throws HeadcountError as `openEngine` does; `unavailable` if it does not exist and may not be created
 */
export async function withEngine<T>(
  directory: string,
  work: (context: Engine) => Promise<T>,
  { mayCreate = false, isDryRun = false, ...options }: Opening = {},
): Promise<T> {
  const isThere = await isDataDirectory(directory);
  if (!mayCreate && !isThere) throw new HeadcountError("unavailable", `${directory} is not a data directory`);
  if (isDryRun && !isThere) {
    const folder = mkdtempSync(join(tmpdir(), "headcount-dry-run-"));
    try {
      return await withEngine(folder, work, { mayCreate });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const engine = await openEngine(directory, options);
  try {
    return await work(engine.context);
  } finally {
    await engine.close();
  }
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
  const address = servedAddress(directory);
  if (address === null) return error;
  const message = `${error.message}, which serves it at ${address}; ${advice(address)}`;
  return new HeadcountError("store-held", message, { cause: error });
}

/** The address that a server has written into the directory, or null. */
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
