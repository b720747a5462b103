import { parseDailyReset } from "../../domain/daily-reset.ts";
import { conflict, invalid, notFound } from "../../domain/errors.ts";
import { depthProblem, parentProblem } from "../../domain/hierarchy.ts";
import { formatId } from "../../domain/ids.ts";
import { parseTimeZone } from "../../domain/local-time.ts";
import type { AssignedTeam, Space } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { changeSettings, type EffectiveFrom, effectiveInstant } from "../catalog/spans.ts";
import type { CatalogChange } from "../journal/journal.ts";
import { saveResource } from "./changes.ts";

export type SpaceFields = Omit<Space, "id" | "createdAt" | "updatedAt">;

/** Defaults of a space's fields; v1 creates spaces without a daily reset (D8). */
export const SPACE_DEFAULTS: Omit<SpaceFields, "name"> = {
  notes: "",
  meta: null,
  parentId: null,
  spaceType: "space",
  function: null,
  timeZone: "UTC",
  dailyReset: "04:00",
  capacity: null,
  targetCapacity: null,
  safeCapacity: null,
  safeThresholdMode: null,
  safeThresholdValue: null,
  address: null,
  latitude: null,
  longitude: null,
  sizeArea: null,
  sizeAreaUnit: "square_feet",
  annualRent: null,
  annualRentCurrency: "USD",
  inheritsTimeSegments: true,
  tags: [],
};

/** The time zone of a space for which none is given: that of its parent (D2). */
export function defaultZone({ spaces }: Pick<Catalog, "spaces">, parentId: bigint | null = null): string {
  const parent = parentId === null ? undefined : spaces.get(parentId);
  return (parent ?? SPACE_DEFAULTS).timeZone;
}

/**
 * Creates a space, in the time zone of its parent if none is given (D2). Its daily reset also applies to the past (D8).
 *
 * @throws HeadcountError `invalid` if a field breaks a rule (D2, D8, D21)
 */
export function createSpace(
  change: CatalogChange,
  fields: Partial<SpaceFields> & { readonly name: string },
): Promise<Space> {
  return change.journal.transact(change, (draft) => {
    const { catalog } = draft;
    const timeZone = fields.timeZone ?? defaultZone(catalog, fields.parentId);
    const space: Space = { ...SPACE_DEFAULTS, ...fields, timeZone, ...draft.created() };
    checkSpace(catalog, space);
    checkDepth(catalog, space);
    const { id: spaceId, dailyReset } = space;
    const always = { from: -Infinity, to: Infinity };
    const schedule = { id: draft.newId(), spaceId, timeZone, dailyReset, ...always };
    draft.save({ put: { space: [space], schedule: [schedule] } });
    return space;
  });
}

/**
 * Changes the given fields of a space. A change of time zone or daily reset takes effect now, or at `effectiveFrom`
 * (D5, D8).
 *
 * @throws HeadcountError `not-found`, or `invalid` if a field breaks a rule
 */
export function updateSpace(
  change: CatalogChange,
  id: bigint,
  fields: Partial<SpaceFields>,
  effectiveFrom: EffectiveFrom = null,
): Promise<Space> {
  return change.journal.transact(change, (draft) => {
    const { catalog, now } = draft;
    const old = catalog.find("space", id);
    const space: Space = { ...old, ...fields, updatedAt: now };
    checkSpace(catalog, space);
    if (space.parentId !== old.parentId) checkDepth(catalog, space);
    const from = effectiveInstant(effectiveFrom, now);
    const isDated = (field: keyof ScheduleFields) =>
      fields[field] !== undefined && (effectiveFrom !== null || space[field] !== old[field]);
    const changed: Partial<ScheduleFields> = {
      ...(isDated("timeZone") ? { timeZone: space.timeZone } : {}),
      ...(isDated("dailyReset") ? { dailyReset: space.dailyReset } : {}),
    };
    if (Object.keys(changed).length === 0) draft.save({ put: { space: [space] } });
    else {
      // Fields that are not changed keep their history.
      const schedules = catalog.schedulesOfSpace.of(id);
      const { put, remove } = changeSettings(schedules, changed, from, () => draft.newId());
      draft.save({ put: { schedule: put, space: [space] }, remove: { schedule: remove } });
    }
    return space;
  });
}

/** The fields of a space whose history is kept (D8). */
type ScheduleFields = Pick<Space, "timeZone" | "dailyReset">;

/**
 * Deletes a space with its links, resets and history, and the tokens of its display; sensor events stay (D19, D22).
 *
 * @param name the space's exact name, as a confirmation
 * @throws HeadcountError `not-found`; `invalid` if the name differs; `conflict` if it has children
 */
export function deleteSpace(change: CatalogChange, id: bigint, name: string): Promise<void> {
  return change.journal.transact(change, (draft) => {
    const { catalog } = draft;
    const space = catalog.find("space", id);
    if (name !== space.name) throw invalid("name", "must be the exact name of the space to delete");
    const children = catalog.childrenOf.of(id);
    if (children.length > 0) {
      const names = children.map((child) => `${child.name} (${formatId("space", child.id)})`).join(", ");
      throw conflict("space-has-children", `move or delete the children of the space first: ${names}`);
    }
    draft.save({
      put: {
        timeSegment: catalog.segmentsOfSpace
          .of(id)
          .map((segment) => ({ ...segment, spaceIds: segment.spaceIds.filter((spaceId) => spaceId !== id) })),
      },
      remove: {
        space: [id],
        link: catalog.linksOfSpace.of(id).map((link) => link.id),
        schedule: catalog.schedulesOfSpace.of(id).map((schedule) => schedule.id),
        reset: catalog.allResetsOfSpace.of(id).map((reset) => reset.id),
        token: catalog.tokens.all().flatMap((token) => (token.spaceId === id ? [token.id] : [])),
        assignedTeam: catalog.teamsOfSpace.of(id).map((team) => team.id),
      },
    });
  });
}

function checkSpace(catalog: Catalog, space: Space): void {
  parseTimeZone(space.timeZone, "time_zone");
  if (space.dailyReset !== null) parseDailyReset(space.dailyReset, "daily_reset");
  if (space.annualRent !== null && space.spaceType !== "building") {
    throw invalid("annual_rent", "only a building has an annual rent");
  }
  checkHierarchy(catalog, space);
}

function checkHierarchy(catalog: Catalog, space: Space): void {
  if (space.parentId !== null) {
    const parent = catalog.named("space", space.parentId, "parent_id");
    if (parent.id === space.id || catalog.ancestry(parent).some((ancestor) => ancestor.id === space.id)) {
      throw invalid("parent_id", "a space cannot be inside itself");
    }
    // Only parents of type space limit their number of children, and those have few.
    const siblings =
      parent.spaceType === "space"
        ? catalog.childrenOf.of(parent.id).filter((child) => child.id !== space.id).length
        : 0;
    const problem = parentProblem(space.spaceType, parent.spaceType, siblings);
    if (problem !== null) throw invalid("parent_id", problem);
  }
  for (const [index, child] of catalog.childrenOf.of(space.id).entries()) {
    const problem = parentProblem(child.spaceType, space.spaceType, index);
    if (problem !== null)
      throw invalid("space_type", `${problem}, and ${JSON.stringify(child.name)} is inside this one`);
  }
}

function checkDepth(catalog: Catalog, space: Space): void {
  let levels = catalog.ancestry(space).length;
  let inner: readonly Space[] = [space];
  while (inner.length > 0) {
    const problem = depthProblem(++levels);
    if (problem !== null) throw invalid("parent_id", problem);
    inner = inner.flatMap((each) => catalog.childrenOf.of(each.id));
  }
}

/**
 * The first instant for which a space has counts, in ms: its creation, or its first change if that is earlier, because
 * events were imported (D27).
 *
 * @param firstEvent the first instant at which it was measured, in ms
 */
export function createdInstant(catalog: Catalog, space: Space, firstEvent: number): number {
  const [firstReset] = catalog.history(space).resets;
  return Math.min(space.createdAt, firstReset?.instant ?? Infinity, firstEvent);
}

/**
 * Assigns a team to a space.
 *
 * @throws HeadcountError `not-found` if the space does not exist; `conflict` if the team is already assigned to it
 * (D28)
 */
export function assignTeam(change: CatalogChange, spaceId: bigint, teamName: string): Promise<AssignedTeam> {
  return saveResource(change, "assignedTeam", (draft) => {
    const { catalog, now } = draft;
    const space = catalog.find("space", spaceId);
    const assigned = `team ${JSON.stringify(teamName)} is already assigned to ${JSON.stringify(space.name)}`;
    if (catalog.teamsOfSpace.of(spaceId).some((team) => team.teamName === teamName))
      throw conflict("team-already-assigned", assigned);
    return { id: draft.newId(), spaceId, teamName, createdAt: now };
  });
}

/** @throws HeadcountError `not-found` if the space or the assigned team does not exist */
export function unassignTeam(change: CatalogChange, spaceId: bigint, id: bigint): Promise<void> {
  return change.journal.transact(change, (draft) => {
    const { catalog } = draft;
    catalog.find("space", spaceId);
    if (catalog.assignedTeams.get(id)?.spaceId !== spaceId) throw notFound("assignedTeam", id);
    draft.save({ remove: { assignedTeam: [id] } });
  });
}
