import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSite } from "../../../src/cli/site-file.ts";
import { HeadcountError } from "../../../src/domain/errors.ts";
import type { SiteReference, SiteSpace } from "../../../src/engine/site/document.ts";
import { checkProperty } from "../../support/random.ts";
import { build, randomSite } from "../../support/random-site.ts";
import { openTestSite } from "../../support/site.ts";

const RUNS = { numRuns: 40 };

describe("random sites", () => {
  it("survive export, apply and export byte for byte, and applying again changes nothing", async () => {
    await checkProperty(
      fc.asyncProperty(randomSite, fc.boolean(), async (random, prune) => {
        const original = await openTestSite();
        await build(original.context, random);
        const file = original.export();
        const rows = original.context.catalog.rows();
        expect(await original.apply(file, { prune })).toEqual([]);
        expect(await original.apply(original.export({ ids: true }), { prune })).toEqual([]);
        expect(original.context.catalog.rows()).toEqual(rows);
        const copy = await openTestSite(file);
        expect(copy.export()).toBe(file);
        expect(await copy.apply(file, { prune })).toEqual([]);
      }),
      RUNS,
    );
  });

  it("become one another, entirely or not at all, and then stay the same", async () => {
    await checkProperty(
      fc.asyncProperty(randomSite, randomSite, fc.boolean(), async (from, to, prune) => {
        const wanted = await openTestSite();
        await build(wanted.context, to);
        const file = wanted.export();
        const site = await openTestSite();
        await build(site.context, from);
        const rows = site.context.catalog.rows();
        const foreseen = await site.apply(file, { prune, dryRun: true }).catch(messageOf);
        expect(site.context.catalog.rows()).toEqual(rows);
        expect(await site.apply(file, { prune }).catch(messageOf)).toEqual(foreseen);
        if (typeof foreseen === "string") {
          expect(site.context.catalog.rows()).toEqual(rows);
          return;
        }
        expect(await site.apply(file, { prune })).toEqual([]);
        if (prune) expect(contents(site.export())).toEqual(contents(file));
      }),
      RUNS,
    );
  });
});

/** The message for a rejected file; any other error is a bug. */
function messageOf(error: unknown): string {
  if (!(error instanceof HeadcountError) || error.kind !== "invalid") throw error;
  return error.message;
}

/** The contents of a file without the order of siblings, which is that of their creation. */
function contents(yaml: string): string[] {
  const { document } = parseSite(Buffer.from(yaml), "site.yaml");
  const contained: unknown[] = [];
  const addSpaces = (spaces: readonly SiteSpace[], path: readonly string[]) => {
    for (const { name, fields, tags = [], assignedTeams = [], spaces: inner } of spaces) {
      const sortedFields = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
      contained.push(["space", path, name, sortedFields, tags.toSorted(), assignedTeams.toSorted()]);
      addSpaces(inner, [...path, name]);
    }
  };
  addSpaces(document.spaces, []);
  for (const { links = [], tags = [], ...doorway } of document.doorways) {
    const linked = links.map(({ space, sensorPlacement }) =>
      JSON.stringify([nameIn(space), sensorPlacement]),
    );
    contained.push(["doorway", doorway, tags.toSorted(), linked.sort()]);
  }
  for (const { spaces = [], ...segment } of document.timeSegments) {
    contained.push(["segment", segment, spaces.map(nameIn)]);
  }
  for (const { name, timeSegments = [] } of document.timeSegmentGroups) {
    contained.push(["group", name, timeSegments.map(nameIn)]);
  }
  return contained.map((each) => JSON.stringify(each)).sort();
}

function nameIn(reference: SiteReference): string {
  return typeof reference === "string"
    ? reference
    : String(reference.findLast((part) => typeof part === "string"));
}
