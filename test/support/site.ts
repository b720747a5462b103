import { formatSite, parseSite } from "../../src/cli/site-file.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { type ApplyOptions, applySite } from "../../src/engine/site/apply.ts";
import type { SiteChange } from "../../src/engine/site/plan.ts";
import { exportSite } from "../../src/schemas/site-export.ts";
import { openTestEngine } from "./engine.ts";

/** An engine in memory whose site is written as YAML. */
interface TestSite {
  readonly context: Engine;
  /** Applies a file; gives back the changes, each as `action type name`. */
  apply(yaml: string, options?: Partial<ApplyOptions>): Promise<string[]>;
  /** As `apply`, with every notification of a change. */
  plan(yaml: string, options?: Partial<ApplyOptions>): Promise<readonly SiteChange[]>;
  export(options?: { readonly ids: boolean }): string;
  setClock(instant: string): void;
}

/** @param yaml what there is at the beginning */
export async function openTestSite(yaml?: string): Promise<TestSite> {
  const { context, clock } = await openTestEngine();
  const site = siteOf(context, clock.set);
  if (yaml !== undefined) await site.apply(yaml);
  return site;
}

/** The site of an engine that is open. */
export function siteOf(context: Engine, setClock: TestSite["setClock"]): TestSite {
  const plan: TestSite["plan"] = async (yaml, options = {}) => {
    const { document, locate } = parseSite(Buffer.from(yaml), "site.yaml");
    return applySite(context, document, { dryRun: false, prune: false, ...options }).catch(
      (error: { readonly issues?: Parameters<typeof locate>[0] }) => {
        throw error.issues?.length ? locate(error.issues, error) : error;
      },
    );
  };
  return {
    context,
    plan,
    apply: async (yaml, options) =>
      (await plan(yaml, options)).map((change) => `${change.action} ${change.resourceType} ${change.name}`),
    export: (options = { ids: false }) => formatSite(exportSite(context.catalog, options)),
    setClock,
  };
}

/** A site with a bit of everything that a file of one can have. */
export const HOUSE = `
spaces:
  - name: House
    space_type: building
    capacity: 100
    notes: By the sea
    tags: [old, red]
    assigned_teams: [Cleaning]
    spaces:
      - name: Hall
      - name: Kitchen
        function: kitchen
doorways:
  - name: Front door
    description: Oak
    sensor_serial_number: a
    tags: [main]
    links:
      - {space: House, sensor_placement: 1}
      - {space: Hall, sensor_placement: -1}
  - name: Back door
    sensor_serial_number: b
time_segments:
  - {label: Office Hours, start: "09:00", end: "17:00", days: [Monday, Friday], spaces: [House]}
  - {label: Lunch, start: "12:00", end: "13:00", days: [Monday], spaces: [Kitchen]}
time_segment_groups:
  - {name: Working week, time_segments: [Office Hours, Lunch]}
`;
