import { groupBy } from "../../domain/collections.ts";
import { HeadcountError, type Issue, invalidInput, must } from "../../domain/errors.ts";
import { describeKind, formatId, type IdKind } from "../../domain/ids.ts";
import { ISSUES_LISTED_MAX } from "../../domain/limits.ts";
import type { Doorway, Space } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { openDoorways } from "../catalog/resource-lists.ts";
import { Pacer } from "../yielding.ts";
import type { Pinned, SiteDocument, SiteDoorway, SiteReference, SiteSensor, SiteSpace } from "./document.ts";
import { References } from "./references.ts";

export interface Positioned<Entry> {
  readonly entry: Entry;
  /** The position of the entry, such as `spaces.0.spaces.2`. */
  readonly path: string;
}

/** An entry of a document, and the resource it describes. */
export interface Matched<Entry, Row> extends Positioned<Entry> {
  /** Null if it is to be created. */
  readonly existing: Row | null;
}

export interface MatchedSpace extends Matched<SiteSpace, Space> {
  readonly parent: MatchedSpace | null;
}

/**
 * Finds the resource of each entry, yielding to the event loop in between: by id; or a doorway by its name, a space by
 * its name among its siblings, segments and groups by their names, in order if several have the same.
 *
 * @throws HeadcountError `invalid` with an issue for each unknown id, ambiguous entry, unresolved reference and
 * duplicate
 */
export async function matchSite(catalog: Catalog, document: SiteDocument) {
  const matcher = new Matcher();
  const pacer = new Pacer();
  const spaces = matcher.spaces(catalog, document.spaces);
  await pacer.step();
  const doorways = matcher.pair("doorway", "doorways", document.doorways, openDoorways(catalog), nameOf);
  await pacer.step();
  const sensors = document.sensors.map((entry, index) => ({ entry, path: `sensors.${index}` }));
  const segments = catalog.timeSegments.all();
  const timeSegments = matcher.pair("timeSegment", "time_segments", document.timeSegments, segments, labelOf);
  const timeSegmentGroups = matcher.pair(
    "timeSegmentGroup",
    "time_segment_groups",
    document.timeSegmentGroups,
    catalog.timeSegmentGroups.all(),
    nameOf,
  );
  const spaceReferences = new References("space", document.spaces, nameOf, (space) => space.spaces);
  await pacer.step();
  const segmentReferences = new References("timeSegment", document.timeSegments, labelOf);
  await pacer.step();
  matcher.checkDoorways(doorways, spaceReferences);
  await pacer.step();
  matcher.checkSensors(sensors);
  for (const { entry, path } of timeSegments) {
    await pacer.step();
    matcher.checkReferences(`${path}.spaces`, entry.spaces, spaceReferences);
  }
  for (const { entry, path } of timeSegmentGroups)
    matcher.checkReferences(`${path}.time_segments`, entry.timeSegments, segmentReferences);
  if (matcher.issues.length > 0) throw invalidInput(matcher.issues);
  return { spaces, doorways, sensors, timeSegments, timeSegmentGroups, spaceReferences, segmentReferences };
}

export type MatchedSite = Awaited<ReturnType<typeof matchSite>>;

const nameOf = ({ name }: { readonly name: string }): string => name;
const labelOf = ({ label }: { readonly label: string }): string => label;

class Matcher {
  readonly issues: Issue[] = [];

  #addIssue(path: string, message: string): void {
    if (this.issues.length < ISSUES_LISTED_MAX) this.issues.push({ path, message });
  }

  /** @returns parents before their children */
  spaces(catalog: Catalog, top: readonly SiteSpace[]): MatchedSpace[] {
    const matched: MatchedSpace[] = [];
    const children = groupBy(catalog.spaces.all(), (space) => space.parentId);
    const pinned = pinnedIds(top);
    const add = (path: string, entries: readonly SiteSpace[], parent: MatchedSpace | null) => {
      const beside =
        parent !== null && parent.existing === null ? [] : children.get(parent?.existing?.id ?? null);
      const free = (beside ?? []).filter(({ id }) => !pinned.has(id));
      this.#checkUnambiguous(path, entries, free);
      for (const pair of this.pair("space", path, entries, free, nameOf, (id) => catalog.spaces.get(id))) {
        const space = { ...pair, parent };
        matched.push(space);
        add(`${pair.path}.spaces`, pair.entry.spaces, space);
      }
    };
    add("spaces", top, null);
    this.#checkPinnedOnce("space", matched);
    return matched;
  }

  /**
   * Rejects a name that more existing spaces have than the document: which of them it means cannot be guessed, and each
   * has its own history.
   */
  #checkUnambiguous(path: string, entries: readonly SiteSpace[], free: readonly Space[]): void {
    const existing = groupBy(free, nameOf);
    const unpinned = entries.filter(({ id }) => id === undefined);
    for (const [name, named] of groupBy(unpinned, nameOf)) {
      const alike = existing.get(name) ?? [];
      if (alike.length <= named.length) continue;
      const ids = alike.map(({ id }) => formatId("space", id)).join(" or ");
      this.#addIssue(
        `${path}.${entries.indexOf(must(named[0], "entry"))}.name`,
        `${JSON.stringify(name)} is ambiguous: ${alike.length} spaces there have this name, and the document has ` +
          `${named.length}; add the id ${ids}`,
      );
    }
  }

  /**
   * Pairs the entries of a section of the document with rows of the catalog.
   *
   * @param find the row with an id, where `rows` do not have all
   */
  pair<Named, Entry extends Pinned & Named, Row extends { readonly id: bigint } & Named>(
    kind: IdKind,
    section: string,
    entries: readonly Entry[],
    rows: readonly Row[],
    name: (named: Named) => string,
    find?: (id: bigint) => Row | undefined,
  ): Matched<Entry, Row>[] {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const pinned = new Set(entries.map(({ id }) => id));
    const byName = groupBy(
      rows.filter(({ id }) => !pinned.has(id)),
      name,
    );
    const matched = entries.map((entry, index) => {
      const path = `${section}.${index}`;
      if (entry.id === undefined) return { entry, path, existing: byName.get(name(entry))?.shift() ?? null };
      const existing = (find === undefined ? byId.get(entry.id) : find(entry.id)) ?? null;
      if (existing === null) {
        const what = `${describeKind(kind)} ${formatId(kind, entry.id)}`;
        this.#addIssue(`${path}.id`, `${what} does not exist; omit the id to create one`);
      }
      return { entry, path, existing };
    });
    if (find === undefined) this.#checkPinnedOnce(kind, matched);
    return matched;
  }

  #checkPinnedOnce(kind: IdKind, matched: readonly Matched<Pinned, unknown>[]): void {
    this.#checkOnce(
      matched,
      "id",
      ({ id }) => (id === undefined ? null : formatId(kind, id)),
      (id) => `duplicate id ${id}`,
    );
  }

  #checkOnce<Entry>(
    matched: readonly Positioned<Entry>[],
    field: string,
    readField: (entry: Entry) => string | null | undefined,
    complain: (value: string) => string,
  ): void {
    for (const [value, same] of groupBy(matched, ({ entry }) => readField(entry))) {
      if (value == null) continue;
      for (const { path } of same.slice(1)) this.#addIssue(`${path}.${field}`, complain(value));
    }
  }

  checkDoorways(doorways: readonly Matched<SiteDoorway, Doorway>[], spaces: References<SiteSpace>): void {
    this.#checkOnce(doorways, "name", nameOf, (name) => `duplicate doorway name ${JSON.stringify(name)}`);
    this.#checkOnce(
      doorways,
      "sensor_serial_number",
      ({ sensorSerialNumber }) => sensorSerialNumber,
      (serial) => `sensor ${JSON.stringify(serial)} is already attached to another doorway above`,
    );
    for (const { entry, path } of doorways) {
      const linked = new Set<SiteSpace>();
      for (const [index, { space }] of (entry.links ?? []).entries()) {
        const position = `${path}.links.${index}.space`;
        const target = this.#resolve(position, space, spaces);
        if (target !== null && linked.has(target)) this.#addIssue(position, "duplicate link to this space");
        else if (target !== null) linked.add(target);
      }
    }
  }

  checkSensors(sensors: readonly Positioned<SiteSensor>[]): void {
    this.#checkOnce(
      sensors,
      "serial_number",
      ({ serialNumber }) => serialNumber,
      (serial) => `sensor ${JSON.stringify(serial)} has settings above`,
    );
  }

  checkReferences<Entry extends Pinned>(
    path: string,
    references: readonly SiteReference[] = [],
    entries: References<Entry>,
  ): void {
    for (const [index, reference] of references.entries())
      this.#resolve(`${path}.${index}`, reference, entries);
  }

  #resolve<Entry extends Pinned>(
    path: string,
    reference: SiteReference,
    entries: References<Entry>,
  ): Entry | null {
    const found = entries.resolve(reference);
    if ("entry" in found) return found.entry;
    this.#addIssue(path, found.problem);
    return null;
  }
}

function pinnedIds(entries: readonly SiteSpace[]): Set<bigint | undefined> {
  return new Set(entries.flatMap((entry) => [entry.id, ...pinnedIds(entry.spaces)]));
}

const DOCUMENT_FAILURES: readonly string[] = ["invalid", "conflict", "not-found"];

const CONFLICT_FIELDS: Readonly<Record<string, string>> = {
  "sensor-attached-elsewhere": ".sensor_serial_number",
};

/** Fields that an entry does not have, because its position in the document implies them. */
const IMPLIED = ["parent_id"];

/**
 * Runs the work for an entry of a document, and adds the entry's position to failures.
 *
 * @param path the position of the entry
 * @throws HeadcountError `invalid`, naming the position, whatever rule the work breaks
 */
export async function atPosition<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HeadcountError) || !DOCUMENT_FAILURES.includes(error.kind)) throw error;
    const issues = error.issues.map((issue) => ({
      path: IMPLIED.includes(issue.path) ? path : `${path}.${issue.path}`,
      message: issue.message,
    }));
    const field = CONFLICT_FIELDS[error.reason ?? ""] ?? "";
    throw invalidInput(issues.length > 0 ? issues : [{ path: path + field, message: error.message }], error);
  }
}
