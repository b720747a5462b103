import type { Command } from "commander";
import { HeadcountError, notFound } from "../domain/errors.ts";
import { readId } from "../domain/ids.ts";
import type { Space } from "../domain/resources.ts";
import type { Catalog } from "../engine/catalog/catalog.ts";
import { collect, RemoteServer } from "./remote-server.ts";

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

/** A usage error. */
export function usage(message: string): HeadcountError {
  return new HeadcountError("invalid", message);
}

/**
 * Finds a space of a data directory by its id or its name.
 *
 * @throws HeadcountError `not-found` if there is none, `invalid` if several spaces have the name
 */
export function findSpace(catalog: Catalog, wanted: string): Space {
  const id = readId("space", wanted);
  if (id !== null) return catalog.space(id);
  return onlyOne(
    catalog.spaces.all().filter((space) => space.name === wanted),
    wanted,
  );
}

/** Finds the id of a space of a server. An id is returned without a check that the space exists. */
export async function findSpaceId(server: RemoteServer, wanted: string): Promise<string> {
  if (readId("space", wanted) !== null) return wanted;
  const spaces = await server.run(({ v2 }, { itemsOf }) =>
    collect(itemsOf((query) => v2.GET("/v2/spaces/", { params: { query } }))),
  );
  return onlyOne(
    spaces.filter((space) => space.name === wanted),
    wanted,
  ).id;
}

function onlyOne<T>(spaces: readonly T[], name: string): T {
  const [space] = spaces;
  if (space === undefined) throw notFound("space", JSON.stringify(name));
  if (spaces.length > 1)
    throw usage(`${spaces.length} spaces are named ${JSON.stringify(name)}; give the id of one`);
  return space;
}
