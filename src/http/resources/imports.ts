import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { IMPORT_KINDS, type Import } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { type VoidedRows, type Voiding, voidImport, voidSpan } from "../../engine/events/void-events.ts";
import type { ImportPart } from "../../engine/ingest/commit-group.ts";
import { flag, id, instant, name, serialInPath, v2Schemas } from "../../schemas/fields.ts";
import { answerOf, instantOrNull, text, textOrNull } from "../answers.ts";
import { actorOf } from "../auth.ts";
import { type ChangeParts, ofKind, Resource } from "../resource-routes.ts";
import type { App, Operation } from "../types.ts";

/** The parameters of requests whose rows can be taken back together (D5). */
export const importParameters = { file: name.optional(), import_id: id("import").optional() };

/** The import that a request's rows are a part of; undefined without one. @throws HeadcountError `invalid` */
export function importIn(
  { catalog }: { readonly catalog: Catalog },
  {
    file,
    import_id: importId,
  }: { readonly file?: string | undefined; readonly import_id?: bigint | undefined },
): Pick<ImportPart, "id" | "file"> | undefined {
  if (importId === undefined) return file === undefined ? undefined : { id: null, file };
  if (file !== undefined) throw invalid("file", "must not be given with import_id");
  return { id: importId, file: catalog.named("import", importId, "import_id").file };
}

const importAnswer = answerOf<Import>()(
  { v2: "Import" },
  {
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
  },
);

const voidedAnswer = z
  .object({
    dry_run: z.boolean(),
    events: z.int(),
    readings: z.int(),
    changed: z.int(),
    sensors: z.array(z.string()).readonly(),
  })
  .register(v2Schemas, { id: "VoidedRows" });

const VOID_IMPORT = {
  id: "voidImport",
  tag: "Counts and events",
  summary: "Void an import",
  detail:
    "Its events and readings no longer count, as one write, and the same rows can be loaded again. Other readings of its " +
    "sensors are judged again without them.",
  conflicts: ["too-many-readings"],
} as const satisfies Operation;

const VOID_SPAN = {
  id: "voidSensorEvents",
  tag: "Counts and events",
  summary: "Void the events of a sensor in a range",
  detail:
    "The events stay in the log, but no longer change any count. The readings of the range are voided with them.",
  conflicts: ["too-many-readings"],
} as const satisfies Operation;

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
  const dryRun = z.object({ dry_run: flag.default(false) });
  app.delete(
    "/imports/:import_id/",
    {
      config: { access: "admin", operation: VOID_IMPORT },
      schema: {
        params: z.object({ import_id: id("import") }),
        querystring: dryRun,
        response: { 200: voidedAnswer },
      },
    },
    async (request) => {
      const change = { ...http, actor: actorOf(http, request) };
      const { dry_run: isDryRun } = request.query;
      return answer(await voidImport(change, request.params.import_id, isDryRun), isDryRun);
    },
  );
  app.delete(
    "/sensors/:serial_number/events/",
    {
      config: { access: "admin", operation: VOID_SPAN },
      schema: {
        params: z.object({ serial_number: serialInPath }),
        querystring: dryRun.extend({ start_time: instant, end_time: instant }),
        response: { 200: voidedAnswer },
      },
    },
    async (request) => {
      const change = { ...http, actor: actorOf(http, request) };
      const { dry_run: isDryRun, start_time: from, end_time: to } = request.query;
      const span = { serialNumber: request.params.serial_number, from, to };
      return answer(await voidSpan(change, span, isDryRun), isDryRun);
    },
  );
}

function answer(voided: VoidedRows, isDryRun: boolean): z.output<typeof voidedAnswer> {
  return { dry_run: isDryRun, ...voided };
}
