import { must } from "../../domain/errors.ts";
import type { Space } from "../../domain/resources.ts";
import type { CatalogChange } from "../catalog/catalog.ts";
import {
  assignTeam,
  createSpace,
  deleteSpace,
  SPACE_DEFAULTS,
  unassignTeam,
  updateSpace,
} from "../resources/spaces.ts";
import { tagSpace, untagSpace } from "../resources/tags.ts";
import { atPosition } from "./at-position.ts";
import type { SiteSpace } from "./document.ts";
import type { MatchedSpace } from "./match.ts";

/**
 * Creates, updates and moves the spaces of a document; with `prune`, deletes all others.
 *
 * @returns the id of each
 * @throws HeadcountError `invalid`, naming the position in the document
 */
export async function applySpaces(
  change: CatalogChange,
  spaces: readonly MatchedSpace[],
  prune: boolean,
): Promise<ReadonlyMap<SiteSpace, bigint>> {
  const { catalog } = change;
  const named = new Set(spaces.map(({ existing }) => existing?.id));
  const unnamed = catalog.spaces.all().filter(({ id }) => !named.has(id));
  const going = prune ? unnamed : [];
  // Detaches all spaces from their parents first, so that no order of moves breaks a rule of the hierarchy.
  for (const space of [...spaces.map(({ existing }) => existing), ...going]) {
    if (space?.parentId != null) await updateSpace(change, space.id, { parentId: null });
  }
  for (const { id, name } of going) await deleteSpace(change, id, name);
  const ids = new Map<SiteSpace, bigint>();
  for (const matched of spaces) {
    const parentId = matched.parent === null ? null : must(ids.get(matched.parent.entry), "parent");
    const space = await atPosition(matched.path, () => putSpace(change, matched, parentId, prune));
    ids.set(matched.entry, space.id);
    await putTags(change, space, matched.entry.tags, prune);
    await putTeams(change, space, matched.entry.assignedTeams, prune);
  }
  return ids;
}

function putSpace(
  change: CatalogChange,
  { entry, existing }: MatchedSpace,
  parentId: bigint | null,
  prune: boolean,
): Promise<Space> {
  const { tags: _, ...defaults } = SPACE_DEFAULTS;
  const fields = { ...(prune ? defaults : {}), ...entry.fields, name: entry.name, parentId };
  return existing === null ? createSpace(change, fields) : updateSpace(change, existing.id, fields);
}

async function putTags(
  change: CatalogChange,
  space: Space,
  wanted: readonly string[] | undefined,
  prune: boolean,
): Promise<void> {
  for (const tag of prune ? space.tags.filter((each) => !wanted?.includes(each)) : []) {
    await untagSpace(change, space.id, tag);
  }
  for (const tag of wanted ?? []) await tagSpace(change, space.id, tag);
}

async function putTeams(
  change: CatalogChange,
  space: Space,
  wanted: readonly string[] = [],
  prune: boolean,
): Promise<void> {
  const teams = change.catalog.teamsOfSpace.of(space.id);
  for (const team of prune ? teams.filter(({ teamName }) => !wanted.includes(teamName)) : []) {
    await unassignTeam(change, space.id, team.id);
  }
  for (const teamName of new Set(wanted)) {
    if (!teams.some((team) => team.teamName === teamName)) await assignTeam(change, space.id, teamName);
  }
}
