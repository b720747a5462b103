import type { Command } from "commander";
import { HeadcountError, notFound } from "../domain/errors.ts";
import { readId } from "../domain/ids.ts";
import type { Catalog } from "../engine/catalog/catalog.ts";
import type { EngineCore } from "../engine/engine.ts";
import { type Opening, withCore } from "./open-engine.ts";
import { RemoteServer } from "./remote-server.ts";
import type { SettingsOf } from "./settings.ts";

/** The target of a command: a data directory, or a running server. */
export type Target =
  | { readonly kind: "directory"; readonly directory: string }
  | { readonly kind: "server"; readonly server: RemoteServer };

/** The settings of a command that needs no others. */
type TargetOptions = SettingsOf<"backup">;

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
 * Does the work of a command on its target.
 *
 * @param ways how to do it through a server, and on a data directory
 * @throws HeadcountError as `chooseTarget` and `withCore` do
 */
export async function onTarget<T>(
  target: Target,
  ways: {
    readonly server: (server: RemoteServer) => Promise<T>;
    readonly directory: (core: EngineCore) => Promise<T>;
  },
  opening?: Opening,
): Promise<T> {
  return target.kind === "server"
    ? ways.server(target.server)
    : withCore(target.directory, ways.directory, opening);
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
  return id === null ? onlyNamed(catalog.spaces.all(), wanted) : catalog.find("space", id);
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
