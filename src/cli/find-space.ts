import { notFound } from "../domain/errors.ts";
import { readId } from "../domain/ids.ts";
import type { Space } from "../domain/resources.ts";
import type { Catalog } from "../engine/catalog/catalog.ts";
import { collect, type RemoteServer } from "./remote-server.ts";
import { usage } from "./target.ts";

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
