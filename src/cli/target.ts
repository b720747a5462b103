import type { Command } from "commander";
import { distance } from "fastest-levenshtein";
import { HeadcountError, notFound } from "../domain/errors.ts";
import { readId } from "../domain/ids.ts";
import type { Opening } from "./directory-server.ts";
import { usage } from "./process.ts";
import { ServerClient } from "./server-client.ts";
import type { SettingsOf } from "./settings/settings.ts";

export type Target =
  | { readonly kind: "directory"; readonly directory: string }
  | { readonly kind: "server"; readonly server: ServerClient };

/**
 * The target that the settings name; flags take precedence over environment variables.
 *
 * @throws HeadcountError `invalid` if they name none, or two
 */
export function chooseTarget(command: Command, { dataDir, url, token }: SettingsOf<"backup">): Target {
  const isFlag = (name: string) => command.getOptionValueSource(name) === "cli";
  if (isFlag("dataDir") && isFlag("url")) throw usage("give either --data-dir or --url, not both");
  if (url !== undefined && !isFlag("dataDir")) {
    if (token === undefined) throw usage("--url needs --token");
    return { kind: "server", server: new ServerClient(url, token) };
  }
  if (dataDir === undefined)
    throw usage("no data directory given: use --data-dir <directory>, or --url <address> --token <token>");
  return { kind: "directory", directory: dataDir };
}

/**
 * Does the work of a command on its target: a data directory is opened with a server that does not listen.
 *
 * @throws HeadcountError as `chooseTarget`, `withDirectory` and `ServerClient.run` do
 */
export async function onTarget<T>(
  target: Target,
  work: (server: ServerClient) => Promise<T>,
  opening?: Opening,
): Promise<T> {
  if (target.kind === "server") return work(target.server);
  return (await import("./directory-server.ts")).withDirectory(target.directory, work, opening);
}

/**
 * Finds a space by its id or its name, in any case if no space has exactly the name.
 *
 * @throws HeadcountError `not-found`, with similar names, if there is none; `invalid` if several spaces have the name
 */
export async function findSpace(server: ServerClient, wanted: string) {
  if (readId("space", wanted) === null)
    return onlyNamed(await server.list((v2, query) => v2.GET("/v2/spaces/", { params: { query } })), wanted);
  const path = { space_id: wanted };
  return server.answer((v2) => v2.GET("/v2/spaces/{space_id}/", { params: { path } }));
}

function onlyNamed<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const exact = all.filter((space) => space.name === name);
  const folded = (text: string) => text.trim().toLowerCase();
  const spaces = exact.length > 0 ? exact : all.filter((space) => folded(space.name) === folded(name));
  const [space] = spaces;
  if (space === undefined) {
    const names = all.map((each) => each.name);
    const meant = similarNames(name, names).join(", or ");
    const { kind, message, reason } = notFound("space", JSON.stringify(name));
    throw new HeadcountError(kind, meant === "" ? message : `${message}; did you mean ${meant}?`, { reason });
  }
  if (spaces.length > 1)
    throw usage(`${spaces.length} spaces are named ${JSON.stringify(name)}; give the id of one`);
  return space;
}

/** The share of letters in which a similar name may differ, and how many names a message proposes. */
const DIFFERENCE_MAX = 0.4;
const PROPOSED_MAX = 3;

/** The names that are most like a wanted one, without regard to case, accents and marks; the best ones first. */
export function similarNames(wanted: string, names: Iterable<string>): string[] {
  const plain = (name: string) =>
    name
      .normalize("NFKD")
      .replaceAll(/[^\p{L}\p{N}]/gu, "")
      .toLowerCase();
  const sought = plain(wanted);
  const found = [...new Set(names)].map((name) => ({ name, difference: difference(sought, plain(name)) }));
  const similar = found.filter((each) => each.difference <= DIFFERENCE_MAX);
  return similar
    .toSorted((a, b) => a.difference - b.difference)
    .slice(0, PROPOSED_MAX)
    .map(({ name }) => name);
}

/** The share of letters to insert, delete or replace (Levenshtein); less where one text contains the other. */
function difference(a: string, b: string): number {
  if (a.length > 2 && b.includes(a)) return DIFFERENCE_MAX * (1 - a.length / b.length);
  return distance(a, b) / Math.max(1, a.length, b.length);
}
