import { HeadcountError, type Issue, must } from "../../domain/errors.ts";
import { groupBy } from "../../domain/grouping.ts";
import {
  type Doorway,
  describeKind,
  formatId,
  type IdKind,
  type Space,
  type TimeSegment,
  type TimeSegmentGroup,
} from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { openDoorways } from "../catalog/resource-lists.ts";
import { yieldToEventLoop } from "../yielding.ts";
import type {
  SiteDocument,
  SiteDoorway,
  SiteReference,
  SiteSpace,
  SiteTimeSegment,
  SiteTimeSegmentGroup,
} from "./document.ts";
import { type Referable, References } from "./references.ts";

/** An entry of a document, and the resource it describes. */
export interface Matched<Entry, Row> {
  readonly entry: Entry;
  /** The position of the entry, such as `spaces.0.spaces.2`. */
  readonly path: string;
  /** Null if it is to be created. */
  readonly existing: Row | null;
}

export interface MatchedSpace extends Matched<SiteSpace, Space> {
  readonly parent: MatchedSpace | null;
}

/** The resources of all entries of a document, and the targets of its references. */
export interface MatchedSite {
  /** Parents before their children. */
  readonly spaces: readonly MatchedSpace[];
  readonly doorways: readonly Matched<SiteDoorway, Doorway>[];
  readonly timeSegments: readonly Matched<SiteTimeSegment, TimeSegment>[];
  readonly timeSegmentGroups: readonly Matched<SiteTimeSegmentGroup, TimeSegmentGroup>[];
  spaceOf(reference: SiteReference): SiteSpace;
  timeSegmentOf(reference: SiteReference): SiteTimeSegment;
}

/**
 * Finds the resource of each entry, yielding to the event loop in between: by id; or a doorway by its name, a space by
 * its name among its siblings, segments and groups by their names, in order if several have the same.
 *
 * @throws HeadcountError `invalid` with an issue for each unknown id, ambiguous entry, unresolved reference and
 * duplicate
 */
export async function matchSite(catalog: Catalog, document: SiteDocument): Promise<MatchedSite> {
  const matcher = new Matcher();
  const spaces = matcher.spaces(catalog, document.spaces);
  await yieldToEventLoop();
  const doorways = matcher.pair(
    "doorway",
    withPaths("doorways", document.doorways),
    openDoorways(catalog),
    ({ name }) => name,
    ({ name }) => name,
  );
  await yieldToEventLoop();
  const timeSegments = matcher.pair(
    "timeSegment",
    withPaths("time_segments", document.timeSegments),
    catalog.timeSegments.all(),
    ({ label }) => label,
    ({ label }) => label,
  );
  const timeSegmentGroups = matcher.pair(
    "timeSegmentGroup",
    withPaths("time_segment_groups", document.timeSegmentGroups),
    catalog.timeSegmentGroups.all(),
    ({ name }) => name,
    ({ name }) => name,
  );
  const spaceReferences = new References("space", "spaces", document.spaces.map(referableSpace));
  await yieldToEventLoop();
  const segmentReferences = new References(
    "timeSegment",
    "time segments",
    document.timeSegments.map((entry) => ({ entry, name: entry.label, id: entry.id ?? null, inner: [] })),
  );
  matcher.checkDoorways(doorways, spaceReferences);
  for (const { entry, path } of timeSegments) {
    await yieldToEventLoop();
    matcher.checkReferences(`${path}.spaces`, entry.spaces ?? [], spaceReferences);
  }
  for (const { entry, path } of timeSegmentGroups) {
    matcher.checkReferences(`${path}.time_segments`, entry.timeSegments ?? [], segmentReferences);
  }
  if (matcher.issues.length > 0) throw documentError(matcher.issues);
  return {
    spaces,
    doorways,
    timeSegments,
    timeSegmentGroups,
    spaceOf: (reference) => resolved(spaceReferences, reference),
    timeSegmentOf: (reference) => resolved(segmentReferences, reference),
  };
}

/** The error for a document with issues. */
export function documentError(issues: readonly Issue[], cause?: unknown): HeadcountError {
  const message = issues.map((issue) => `${issue.path}: ${issue.message}`).join("; ");
  return new HeadcountError("invalid", message, { issues, cause });
}

/** Maps references to ids. */
export function idBy<Reference, Entry>(
  ids: ReadonlyMap<Entry, bigint>,
  entryOf: (reference: Reference) => Entry,
): (reference: Reference) => bigint {
  return (reference) => {
    const id = ids.get(entryOf(reference));
    if (id === undefined) throw new Error("invariant broken: an entry without an id");
    return id;
  };
}

interface Placed<Entry> {
  readonly entry: Entry;
  readonly path: string;
}

function withPaths<Entry>(path: string, entries: readonly Entry[]): Placed<Entry>[] {
  return entries.map((entry, index) => ({ entry, path: `${path}.${index}` }));
}

function referableSpace(entry: SiteSpace): Referable<SiteSpace> {
  return { entry, name: entry.name, id: entry.id ?? null, inner: entry.spaces.map(referableSpace) };
}

function resolved<Entry>(references: References<Entry>, reference: SiteReference): Entry {
  const found = references.resolve(reference);
  return must("entry" in found ? found.entry : null, "entry that was checked");
}

/** Pairs entries with resources, and collects issues. */
class Matcher {
  readonly issues: Issue[] = [];

  #addIssue(path: string, message: string): void {
    this.issues.push({ path, message });
  }

  spaces(catalog: Catalog, top: readonly SiteSpace[]): MatchedSpace[] {
    const matched: MatchedSpace[] = [];
    const children = groupBy(catalog.spaces.all(), (space) => space.parentId);
    const pinned = pinnedIds(top);
    const add = (path: string, entries: readonly SiteSpace[], parent: MatchedSpace | null) => {
      const beside =
        parent !== null && parent.existing === null ? [] : children.get(parent?.existing?.id ?? null);
      const free = (beside ?? []).filter(({ id }) => !pinned.has(id));
      const placed = withPaths(path, entries);
      this.#checkUnambiguous(placed, free);
      const name = (named: { readonly name: string }) => named.name;
      for (const pair of this.pair("space", placed, free, name, name, (id) => catalog.spaces.get(id))) {
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
  #checkUnambiguous(placed: readonly Placed<SiteSpace>[], free: readonly Space[]): void {
    const existing = groupBy(free, ({ name }) => name);
    const unpinned = placed.filter(({ entry }) => entry.id === undefined);
    for (const [name, named] of groupBy(unpinned, ({ entry }) => entry.name)) {
      const alike = existing.get(name) ?? [];
      if (alike.length <= named.length) continue;
      const ids = alike.map(({ id }) => formatId("space", id)).join(" or ");
      this.#addIssue(
        `${must(named[0], "entry").path}.name`,
        `${JSON.stringify(name)} is ambiguous: ${alike.length} spaces there have this name, and the document has ` +
          `${named.length}; add the id ${ids}`,
      );
    }
  }

  pair<Entry extends { readonly id?: bigint }, Row extends { readonly id: bigint }>(
    kind: IdKind,
    placed: readonly Placed<Entry>[],
    rows: readonly Row[],
    nameOf: (entry: Entry) => string,
    rowName: (row: Row) => string,
    find?: (id: bigint) => Row | undefined,
  ): Matched<Entry, Row>[] {
    const pinned = new Set(placed.flatMap(({ entry }) => entry.id ?? []));
    const unpinned = rows.filter(({ id }) => !pinned.has(id));
    const byName = groupBy(unpinned, rowName);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const matched = placed.map(({ entry, path }) => {
      if (entry.id === undefined)
        return { entry, path, existing: byName.get(nameOf(entry))?.shift() ?? null };
      const existing = (find === undefined ? byId.get(entry.id) : find(entry.id)) ?? null;
      if (existing === null) {
        const what = `${describeKind(kind)} ${formatId(kind, entry.id)}`;
        this.#addIssue(`${path}.id`, `${what} does not exist; omit the id to create one`);
      }
      return { entry, path, existing };
    });
    if (kind !== "space") this.#checkPinnedOnce(kind, matched);
    return matched;
  }

  #checkPinnedOnce(kind: IdKind, matched: readonly Placed<{ readonly id?: bigint }>[]): void {
    const pinned = matched.filter(({ entry }) => entry.id !== undefined);
    this.#checkOnce(
      pinned.map(({ entry, path }) => ({ value: formatId(kind, entry.id ?? 0n), path: `${path}.id` })),
      (id) => `duplicate id ${id}`,
    );
  }

  #checkOnce(
    said: readonly { readonly value: string; readonly path: string }[],
    complain: (value: string) => string,
  ): void {
    for (const [value, places] of groupBy(said, (each) => each.value)) {
      for (const { path } of places.slice(1)) this.#addIssue(path, complain(value));
    }
  }

  checkDoorways(doorways: readonly Matched<SiteDoorway, Doorway>[], spaces: References<SiteSpace>): void {
    this.#checkOnce(
      doorways.map(({ entry, path }) => ({ value: entry.name, path: `${path}.name` })),
      (name) => `duplicate doorway name ${JSON.stringify(name)}`,
    );
    this.#checkOnce(
      doorways.flatMap(({ entry: { sensorSerialNumber: value }, path }) =>
        value == null ? [] : [{ value, path: `${path}.sensor_serial_number` }],
      ),
      (serialNumber) => `sensor ${JSON.stringify(serialNumber)} is already attached to another doorway above`,
    );
    for (const { entry, path } of doorways) {
      const linked = new Set<SiteSpace>();
      for (const [index, { space }] of (entry.links ?? []).entries()) {
        const found = spaces.resolve(space);
        const place = `${path}.links.${index}.space`;
        if ("problem" in found) this.#addIssue(place, found.problem);
        else if (linked.has(found.entry)) this.#addIssue(place, "duplicate link to this space");
        else linked.add(found.entry);
      }
    }
  }

  checkReferences<Entry>(
    path: string,
    references: readonly SiteReference[],
    entries: References<Entry>,
  ): void {
    for (const [index, reference] of references.entries()) {
      const found = entries.resolve(reference);
      if ("problem" in found) this.#addIssue(`${path}.${index}`, found.problem);
    }
  }
}

function pinnedIds(entries: readonly SiteSpace[]): Set<bigint> {
  const ids = new Set<bigint>();
  const add = (entry: SiteSpace) => {
    if (entry.id !== undefined) ids.add(entry.id);
    for (const inner of entry.spaces) add(inner);
  };
  for (const entry of entries) add(entry);
  return ids;
}
