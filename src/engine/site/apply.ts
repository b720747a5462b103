import { must } from "../../domain/errors.ts";
import { openDoorways, openLinks } from "../catalog/resource-lists.ts";
import type { CatalogChange } from "../journal/journal.ts";
import type { NewAuditEntry } from "../ports.ts";
import { addCorrections } from "../readings/corrected-events.ts";
import type { JudgingChange } from "../readings/judging-order.ts";
import { deleteResource } from "../resources/changes.ts";
import { createDoorway, deleteDoorway, updateDoorway } from "../resources/doorways.ts";
import { changePlacement, createLink, deleteLink } from "../resources/links.ts";
import {
  assignTeam,
  createSpace,
  defaultZone,
  deleteSpace,
  SPACE_DEFAULTS,
  unassignTeam,
  updateSpace,
} from "../resources/spaces.ts";
import {
  createTimeSegment,
  createTimeSegmentGroup,
  deleteTimeSegment,
  updateTimeSegment,
  updateTimeSegmentGroup,
} from "../resources/time-segments.ts";
import { Pacer } from "../yielding.ts";
import type { SiteDocument, SiteDoorway, SiteReference } from "./document.ts";
import { atPosition, type Matched, type MatchedSite, type MatchedSpace, matchSite } from "./match.ts";
import { runOnCopy, type SiteChange, siteChanges } from "./plan.ts";
import { type ChangedSensor, putSensorSettings, sensorChanges } from "./sensor-settings.ts";

export interface ApplyOptions {
  readonly dryRun: boolean;
  /**
   * Make the site exactly match the document: links that it does not have end, all other resources that it does not
   * have are deleted, and omitted fields get their defaults.
   */
  readonly prune: boolean;
}

/**
 * Applies a site document, entirely or not at all, from now on: past counts do not change (D5, D8), except those of
 * readings that are judged again by changed settings (D32). Resources that the document does not have stay as they are,
 * unless `prune` is set.
 *
 * The changes are made by the ordinary use cases on a copy of the catalog, and then saved as one write.
 *
 * @returns the changes made, or in a dry run those that would be made
 * @throws HeadcountError `invalid`, naming the positions in the document that break a rule
 */
export function applySite(
  change: JudgingChange,
  document: SiteDocument,
  { dryRun, prune }: ApplyOptions,
): Promise<readonly SiteChange[]> {
  const { catalog, journal } = change;
  return journal.transact(change, async (draft) => {
    const clock = { now: () => draft.now };
    const outcome = await runOnCopy({ ...change, clock }, async (copied) => {
      const site = await matchSite(copied.catalog, document);
      return new SiteWriter({ ...change, ...copied }, site, prune).write();
    });
    const sensors = sensorChanges(catalog, outcome.made);
    const changes = [...(await siteChanges(catalog, outcome)), ...sensors];
    if (!dryRun && changes.length > 0) {
      const pacer = new Pacer();
      const audit: NewAuditEntry[] = [];
      for (const { described } of outcome.changes) {
        audit.push(...draft.auditEntries({}, [described]));
        await pacer.step();
      }
      const { parts, write } = outcome;
      addCorrections(draft, parts, { made: [] }, { put: {}, ...write, audit });
    }
    return changes;
  });
}

interface Row {
  readonly id: bigint;
}

class SiteWriter {
  readonly #change: JudgingChange;
  readonly #site: MatchedSite;
  readonly #prune: boolean;
  readonly #ids = new Map<unknown, bigint>();

  constructor(change: JudgingChange, site: MatchedSite, prune: boolean) {
    this.#change = change;
    this.#site = site;
    this.#prune = prune;
  }

  /**
   * @returns the sensors whose settings have changed
   * @throws HeadcountError `invalid`, naming the position in the document
   */
  async write(): Promise<ChangedSensor[]> {
    const { spaces, doorways, sensors, timeSegments, timeSegmentGroups } = this.#site;
    await this.#deleteUnnamed();
    for (const doorway of doorways) await this.#freeNameAndSensor(doorway);
    for (const space of spaces) await this.#putSpace(space);
    for (const doorway of doorways) await this.#putDoorway(doorway);
    for (const doorway of doorways) await this.#putLinks(doorway);
    const changed = await putSensorSettings(this.#change, sensors, this.#prune);
    for (const segment of timeSegments) {
      const { label, start, end, days, spaces: references } = segment.entry;
      const spaceIds = references?.map(this.#spaceId) ?? this.#unlessPruned(segment.existing?.spaceIds);
      await this.#put(segment, { label, start, end, days, spaceIds }, createTimeSegment, updateTimeSegment);
    }
    for (const group of timeSegmentGroups) {
      const { name, timeSegments: references } = group.entry;
      const timeSegmentIds =
        references?.map((reference) => this.#idOf(this.#site.segmentReferences.get(reference))) ??
        this.#unlessPruned(group.existing?.timeSegmentIds);
      await this.#put(group, { name, timeSegmentIds }, createTimeSegmentGroup, updateTimeSegmentGroup);
    }
    return changed;
  }

  /**
   * Detaches all spaces of the document from their parents, so that no order of moves breaks a rule of the hierarchy;
   * with `prune`, deletes the resources that the document does not have.
   */
  async #deleteUnnamed(): Promise<void> {
    const change = this.#change;
    const { catalog } = change;
    const { spaces, doorways, timeSegments, timeSegmentGroups } = this.#site;
    for (const { id } of this.#unnamed(openDoorways(catalog), doorways)) await deleteDoorway(change, id);
    const going = this.#unnamed(catalog.spaces.all(), spaces);
    for (const space of [...spaces.map(({ existing }) => existing), ...going]) {
      if (space?.parentId != null) await updateSpace(change, space.id, { parentId: null });
    }
    for (const { id, name } of going) await deleteSpace(change, id, name);
    const groups = this.#unnamed(catalog.timeSegmentGroups.all(), timeSegmentGroups);
    for (const { id } of groups) await deleteResource(change, "timeSegmentGroup", id);
    const segments = this.#unnamed(catalog.timeSegments.all(), timeSegments);
    for (const { id } of segments) await deleteTimeSegment(change, id);
  }

  #unnamed<R extends Row>(rows: readonly R[], matched: readonly Matched<unknown, R>[]): R[] {
    const named = new Set(matched.map(({ existing }) => existing?.id));
    return this.#prune ? rows.filter(({ id }) => !named.has(id)) : [];
  }

  /** Renames a doorway and detaches its sensor where they will change, so that other doorways can have them. */
  async #freeNameAndSensor({ entry, existing }: Matched<SiteDoorway, Row & { name: string }>): Promise<void> {
    if (existing === null) return;
    const { id, name } = existing;
    // A temporary name that no client can set.
    if (entry.name !== name) await updateDoorway(this.#change, id, { name: `\0${id}` });
    const wanted = this.#sensorOf(entry);
    const current = this.#change.catalog.sensorAt(id)?.serialNumber ?? null;
    if (wanted !== undefined && current !== null && wanted !== current)
      await updateDoorway(this.#change, id, { sensorSerialNumber: null });
  }

  /** The sensor that a doorway should have, null for none; undefined to keep the current one. */
  #sensorOf({ sensorSerialNumber }: SiteDoorway): string | null | undefined {
    return sensorSerialNumber === undefined && this.#prune ? null : sensorSerialNumber;
  }

  async #putSpace(matched: MatchedSpace): Promise<void> {
    const { entry, parent, existing } = matched;
    const { tags: _, ...defaults } = SPACE_DEFAULTS;
    const parentId = parent === null ? null : this.#idOf(parent.entry);
    const timeZone = defaultZone(this.#change.catalog, parentId);
    const fields = {
      ...(this.#prune ? { ...defaults, timeZone } : {}),
      ...entry.fields,
      name: entry.name,
      parentId,
      tags: this.#merged(existing?.tags, entry.tags),
    };
    const id = await this.#put(matched, fields, createSpace, updateSpace);
    const wanted = new Set(entry.assignedTeams);
    const teams = this.#change.catalog.teamsOfSpace.of(id);
    for (const team of this.#prune ? teams.filter(({ teamName }) => !wanted.has(teamName)) : [])
      await unassignTeam(this.#change, id, team.id);
    const assigned = new Set(teams.map(({ teamName }) => teamName));
    for (const teamName of wanted) if (!assigned.has(teamName)) await assignTeam(this.#change, id, teamName);
  }

  async #putDoorway(matched: Matched<SiteDoorway, Row & { tags: readonly string[] }>): Promise<void> {
    const { entry, existing } = matched;
    const description = entry.description ?? (this.#prune ? "" : undefined);
    const sensorSerialNumber = this.#sensorOf(entry);
    const fields = {
      name: entry.name,
      ...(description === undefined ? {} : { description }),
      ...(sensorSerialNumber === undefined ? {} : { sensorSerialNumber }),
      tags: this.#merged(existing?.tags, entry.tags),
    };
    await this.#put(matched, fields, createDoorway, updateDoorway);
  }

  /**
   * Links a doorway of the document. A link whose placement changes ends, and a new one begins (D5); with `prune`, links
   * that the document does not have end.
   */
  async #putLinks({ entry, path }: Matched<SiteDoorway, Row>): Promise<void> {
    const change = this.#change;
    const doorwayId = this.#idOf(entry);
    const wanted = (entry.links ?? []).map(({ space, sensorPlacement }, index) => ({
      fields: { doorwayId, spaceId: this.#spaceId(space), sensorPlacement },
      path: `${path}.links.${index}`,
    }));
    const placements = new Map(wanted.map(({ fields }) => [fields.spaceId, fields.sensorPlacement]));
    for (const { id, spaceId } of openLinks(change.catalog.linksOfDoorway.of(doorwayId))) {
      const placement = placements.get(spaceId);
      if (placement !== undefined) await changePlacement(change, id, placement);
      else if (this.#prune) await deleteLink(change, id, { erase: false });
      placements.delete(spaceId);
    }
    for (const link of wanted) {
      if (placements.has(link.fields.spaceId))
        await atPosition(link.path, () => createLink(change, link.fields));
    }
  }

  async #put<R extends Row, Fields>(
    { entry, path, existing }: Matched<unknown, R>,
    fields: Fields,
    create: (change: CatalogChange, fields: Fields) => Promise<R>,
    update: (change: CatalogChange, id: bigint, fields: Fields) => Promise<R>,
  ): Promise<bigint> {
    const { id } = await atPosition(path, () =>
      existing === null ? create(this.#change, fields) : update(this.#change, existing.id, fields),
    );
    this.#ids.set(entry, id);
    return id;
  }

  #idOf(entry: unknown): bigint {
    return must(this.#ids.get(entry), "id of an entry");
  }

  readonly #spaceId = (reference: SiteReference): bigint =>
    this.#idOf(this.#site.spaceReferences.get(reference));

  #unlessPruned<T>(current: readonly T[] = []): readonly T[] {
    return this.#prune ? [] : current;
  }

  /** The current tags, with `prune` those that are wanted, and after them the new ones. */
  #merged(current: readonly string[] = [], wanted: readonly string[] = []): string[] {
    const kept = new Set(wanted);
    return [...new Set([...current.filter((tag) => !this.#prune || kept.has(tag)), ...wanted])];
  }
}
