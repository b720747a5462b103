import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { IMPORT_KINDS, type Import } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { type VoidedRows, type Voiding, voidImport, voidSpan } from "../../engine/events/void-events.ts";
import type { ImportOf } from "../../engine/ingest/commit-group.ts";
import { answerOf, instantOrNull, text, textOrNull } from "../../schemas/answers.ts";
import { flag, id, instant, name, namedObject, serialInPath } from "../../schemas/fields.ts";
import { addRoute, type Output } from "../add-route.ts";
import { actorOf } from "../admission/auth.ts";
import { type ChangeParts, ofKind, Resource } from "../resource-routes.ts";
import type { App } from "../types.ts";

/** The parameters of requests whose rows can be taken back together (D5). */
export const importParameters = { file: name.optional(), import_id: id("import").optional() };

/** The import that a request's rows are a part of; undefined without one. @throws HeadcountError `invalid` */
export function importIn(
  { catalog }: { readonly catalog: Catalog },
  { file, import_id: importId }: Output<typeof importParameters>,
): ImportOf | undefined {
  if (importId === undefined) return file === undefined ? undefined : { id: null, file };
  if (file !== undefined) throw invalid("file", "must not be given with import_id");
  return { id: importId, file: catalog.named("import", importId, "import_id").file };
}

const importAnswer = answerOf<Import>({ v2: "Import" })({
  id: [text, (each) => formatId("import", each.id)],
  file: [text, ({ file }) => file],
  kind: [z.enum(IMPORT_KINDS), ({ kind }) => kind],
  token_name: [text, ({ actor }) => actor],
  created_at: [text, ({ createdAt }) => formatInstant(createdAt)],
  rows: [z.int(), ({ rows }) => rows],
  accepted: [z.int(), ({ accepted }) => accepted],
  duplicates: [z.int(), ({ duplicates }) => duplicates],
  rejected: [z.int(), ({ rejected }) => rejected],
  voided_at: [textOrNull, ({ voidedAt }) => instantOrNull(voidedAt)],
});

const changed = z.object({ from: z.int(), to: z.int() });

const voidedAnswer = namedObject("VoidedRows", {
  dry_run: z.boolean(),
  events: z.int(),
  readings: z.int(),
  changed: z.int(),
  added: z.int(),
  others: z.array(
    z.object({
      import_id: z.string().nullable(),
      file: z.string().nullable(),
      readings: z.int(),
      in: z.int(),
      out: z.int(),
    }),
  ),
  spaces: z.array(
    z.object({ space_id: z.string(), space_name: z.string(), entrances: changed, exits: changed }),
  ),
  sensors: z.array(z.string()).readonly(),
});

function voidedRows(catalog: Catalog, { others, spaces, ...rows }: VoidedRows) {
  return {
    ...rows,
    others: others.map(({ import: from, ...figures }) => ({
      import_id: from === null ? null : formatId("import", from.id),
      file: from?.file ?? null,
      ...figures,
    })),
    spaces: spaces.map(({ spaceId, ...passages }) => ({
      space_id: formatId("space", spaceId),
      space_name: catalog.spaces.get(spaceId)?.name ?? "",
      ...passages,
    })),
  };
}

const dryRun = { dry_run: flag.default(false) };

const VOID_IMPORT = {
  id: "voidImport",
  tag: "Counts and events",
  access: "admin",
  summary: "Void an import",
  detail:
    "Its events and readings no longer count, as one write, and the same rows can be loaded again. Other readings of its " +
    "sensors are judged again without them: `changed` of these have another result, `others` says of which imports and how " +
    "many more people they count, and `added` is the number of their new events. `spaces` has the entrances and exits of " +
    "each space in the time of all these events, before and after.",
  conflicts: ["too-many-readings"],
  params: { import_id: id("import") },
  query: dryRun,
  answer: voidedAnswer,
} as const;

const VOID_SPAN = {
  id: "voidSensorEvents",
  tag: "Counts and events",
  access: "admin",
  summary: "Void the events of a sensor in a range",
  detail:
    "The events stay in the log, but no longer change any count. The readings of the range are voided with them.",
  conflicts: ["too-many-readings"],
  params: { serial_number: serialInPath },
  query: { ...dryRun, start_time: instant, end_time: instant },
  answer: voidedAnswer,
} as const;

type ImportRoutesParts = ChangeParts & Voiding;

/** GET /imports/; DELETE /imports/:import_id/ and DELETE /sensors/:serial_number/events/, which void events (D5). */
export function importRoutes(app: App, http: ImportRoutesParts): void {
  const { catalog } = http;
  const imports = new Resource(app, http, {
    ...ofKind("import"),
    tag: "Counts and events",
    answer: importAnswer.with(),
  });
  imports.list({ summary: "List imports, newest first" }, () =>
    catalog.imports.all().toSorted((a, b) => (a.id < b.id ? 1 : -1)),
  );
  imports.read({}, ({ params }) => {
    const found = catalog.imports.get(params.import_id);
    return found ?? catalog.find("import", params.import_id);
  });
  addRoute(app, "DELETE /imports/:import_id/", VOID_IMPORT, async (request) => {
    const change = { ...http, actor: actorOf(http, request) };
    const { dry_run } = request.query;
    return { dry_run, ...voidedRows(catalog, await voidImport(change, request.params.import_id, dry_run)) };
  });
  addRoute(app, "DELETE /sensors/:serial_number/events/", VOID_SPAN, async (request) => {
    const change = { ...http, actor: actorOf(http, request) };
    const { dry_run, start_time: from, end_time: to } = request.query;
    const span = { serialNumber: request.params.serial_number, from, to };
    return { dry_run, ...voidedRows(catalog, await voidSpan(change, span, dry_run)) };
  });
}
