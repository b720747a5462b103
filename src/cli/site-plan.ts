import type { SitePlan } from "../schemas/site.ts";

type Change = SitePlan["changes"][number];

const SIGNS: Readonly<Record<Change["action"], string>> = { create: "+", update: "~", end: "x", delete: "-" };

/** The longest value that is shown, in characters. */
const VALUE_LENGTH_MAX = 60;

/** The messages about what applying a site file has changed, or would change. */
export function planLines(plan: SitePlan, file: string): string[] {
  if (plan.changes.length === 0) return [`No changes: the site already matches ${file}.`];
  const counts = [
    `${plan.created} created`,
    `${plan.updated} changed`,
    `${plan.ended} ended`,
    `${plan.deleted} deleted`,
  ].join(", ");
  return [
    ...plan.changes.map((change) => `  ${SIGNS[change.action]} ${sentence(change)}`),
    plan.dry_run ? `Dry run, nothing has changed. Changes: ${counts}.` : `Applied: ${counts}.`,
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
