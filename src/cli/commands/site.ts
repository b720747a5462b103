import type { Command } from "commander";
import type { operations } from "../../client/generated/v2.ts";
import { groupBy } from "../../domain/collections.ts";
import { HeadcountError } from "../../domain/errors.ts";
import type { SitePlan } from "../../schemas/site.ts";
import type { JsonObject } from "../../schemas/site-export.ts";
import { counted, formatNumber, info, printSummary } from "../process.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { formatSite, readSiteFile, writeText } from "../site-file.ts";
import { chooseTarget, onTarget } from "../target.ts";

type SiteBody = NonNullable<operations["applySite"]["requestBody"]>["content"]["application/json"];

export async function exportTo(
  file: string,
  { ids, ...options }: SettingsOf<"site export">,
  command: Command,
): Promise<void> {
  const site = await onTarget(chooseTarget(command, options), (server) =>
    server.answer((v2) => v2.GET("/v2/admin/site/", { params: { query: { ids } } })),
  );
  // The response was parsed from JSON.
  writeText(file, formatSite(site as JsonObject));
  if (file !== "-") info(`The site is in ${file}.`);
}

export async function apply(
  file: string,
  options: SettingsOf<"site apply">,
  command: Command,
): Promise<void> {
  const target = chooseTarget(command, options);
  const { json, locate } = await readSiteFile(file);
  const { dryRun, prune } = options;
  const params = { query: { dry_run: dryRun, prune } };
  // The server validates it with the same schema.
  const body = json as SiteBody;
  const plan = await onTarget<SitePlan>(
    target,
    (server) => server.answer((v2) => v2.POST("/v2/admin/site/", { params, body })),
    { mayCreate: true, isDryRun: dryRun },
  ).catch((error: unknown) => {
    if (!(error instanceof HeadcountError) || error.issues.length === 0) throw error;
    throw locate(error.issues, error);
  });
  for (const line of planLines(plan, file === "-" ? "the file" : file)) info(line);
  printSummary(plan);
}

type Change = SitePlan["changes"][number];

const SIGNS: Readonly<Record<Change["action"], string>> = { create: "+", update: "~", end: "x", delete: "-" };

const VALUE_LENGTH_MAX = 60;

function planLines(plan: SitePlan, file: string): string[] {
  if (plan.changes.length === 0) return [`No changes: the site already matches ${file}.`];
  const { created, updated, ended, deleted } = plan;
  const counts = `${created} created, ${updated} changed, ${ended} ended, ${deleted} deleted`;
  const listed = plan.changes.slice(0, CHANGES_LISTED_MAX);
  const others = summaryOf(plan.changes.slice(CHANGES_LISTED_MAX));
  return [
    ...listed.map((change) => `  ${SIGNS[change.action]} ${sentence(change)}`),
    ...(others === "" ? [] : [`  and ${others}; standard output has all of them as JSON, > plan.json`]),
    plan.dry_run ? `Dry run, nothing has changed. Changes: ${counts}.` : `Applied: ${counts}.`,
    ...lossWarning(plan),
  ];
}

const CHANGES_LISTED_MAX = 200;

/** Changes by what they do, such as `4,800 × create space`. */
function summaryOf(changes: readonly Change[]): string {
  const groups = groupBy(
    changes,
    ({ action, resource_type: type }) => `${action} ${type.replaceAll("_", " ")}`,
  );
  return [...groups].map(([what, { length }]) => `${formatNumber(length)} × ${what}`).join(", ");
}

function sentence(change: Change): string {
  const what = `${change.resource_type.replaceAll("_", " ")} ${change.name}`;
  const details = [detailsOf(change), ...judgedOf(change)].filter((text) => text !== "").join(", ");
  return details === "" ? what : `${what}: ${details}`;
}

function detailsOf({ action, resource_type: type, changes }: Change): string {
  switch (action) {
    case "end":
      return "ends now";
    case "delete":
      return type === "space" ? "with its history" : "";
    case "create":
      return creationOf(type, changes);
    case "update":
      return Object.entries(changes)
        .map(([field, { from, to }]) => `${field} ${shown(from)} → ${shown(to)}`)
        .join(", ");
  }
}

/** From when on the settings of a sensor apply, and what becomes of its readings since then. */
function judgedOf({ judged }: Change): string[] {
  if (judged === null) return [];
  const { judged_from: from, readings, changed, counted_before: before, counted_after: after } = judged;
  const since = from === null ? "for all time" : `from ${from}`;
  if (readings === 0) return [since];
  const passages = (passed: typeof before) => `${passed.in} in and ${passed.out} out`;
  return [
    since,
    `${changed} of ${counted(readings, "reading")} change: ${passages(before)} → ${passages(after)}`,
  ];
}

/** The details of a created resource: the start of its span. The file has the rest. */
function creationOf(type: string, changes: Change["changes"]): string {
  const since = changes.effective_from?.to === undefined ? "for all time" : "from now on";
  if (type === "sensor_attachment") return since;
  return type === "link" ? `sensor_placement ${shown(changes.sensor_placement?.to)}, ${since}` : "";
}

function shown(value: unknown): string {
  const text = typeof value === "string" && value !== "" ? value : (JSON.stringify(value) ?? "");
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
}

/** Warns of a space that the file moves or renames without an id: it is deleted and created. */
function lossWarning({ changes, dry_run: isDry }: SitePlan): string[] {
  const spaces = changes.filter(({ resource_type: type }) => type === "space");
  const has = (action: Change["action"]) => spaces.some((change) => change.action === action);
  if (!isDry || !has("create") || !has("delete")) return [];
  return [
    "A deleted space loses its history. To rename or move a space, give its id in the file" +
      " (headcount site export --ids shows them).",
  ];
}
