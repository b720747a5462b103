import type { SitePlan } from "../schemas/site.ts";

type Change = SitePlan["changes"][number];

const SIGNS: Readonly<Record<Change["action"], string>> = { create: "+", update: "~", end: "x", delete: "-" };

/** Characters of a value that are shown. */
const VALUE_LENGTH_MAX = 60;

/** Tells people what applying a site file has changed, or would. */
export function planLines(plan: SitePlan, file: string): string[] {
  if (plan.changes.length === 0) return [`Nothing to change: the site is as ${file} says.`];
  const counts = [
    `${plan.created} created`,
    `${plan.updated} changed`,
    `${plan.ended} ended`,
    `${plan.deleted} deleted`,
  ].join(", ");
  return [
    ...plan.changes.map((change) => `  ${SIGNS[change.action]} ${sentence(change)}`),
    plan.dry_run ? `To be done: ${counts}. This was a dry run: nothing has changed.` : `Done: ${counts}.`,
    ...lossWarning(plan),
  ];
}

function sentence(change: Change): string {
  const what = `${change.resource_type.replaceAll("_", " ")} ${change.name}`;
  const details = detailsOf(change);
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

/** What is worth telling of something new: from when on a span holds; all else stands in the file. */
function creationOf(type: string, changes: Change["changes"]): string {
  const since = changes.effective_from?.to === undefined ? "for all time" : "from now on";
  if (type === "sensor_attachment") return since;
  return type === "link" ? `sensor_placement ${shown(changes.sensor_placement?.to)}, ${since}` : "";
}

function shown(value: unknown): string {
  const text = typeof value === "string" && value !== "" ? value : (JSON.stringify(value) ?? "");
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
}

/** Moving or renaming without an id is deleting and creating, which nobody wants. */
function lossWarning({ changes, dry_run: isDry }: SitePlan): string[] {
  const spaces = changes.filter(({ resource_type: type }) => type === "space");
  const has = (action: Change["action"]) => spaces.some((change) => change.action === action);
  if (!isDry || !has("create") || !has("delete")) return [];
  return [
    "A space that is deleted loses its history; to rename or move one instead, write its id beside its name" +
      " (headcount site export --ids shows them).",
  ];
}
