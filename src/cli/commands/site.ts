import { Command } from "commander";
import type { operations } from "../../client/generated/v2.ts";
import { HeadcountError } from "../../domain/errors.ts";
import type { Json } from "../../domain/resources.ts";
import type { SitePlan } from "../../schemas/site.ts";
import { printJson, say } from "../console.ts";
import { withEngine } from "../open-engine.ts";
import { option } from "../options.ts";
import type { SiteFile } from "../site-file.ts";
import { addTargetOptions, chooseTarget, type Target, type TargetOptions } from "../target.ts";

/** A site as the server takes it. */
type SiteBody = NonNullable<operations["applySite"]["requestBody"]>["content"]["application/json"];

interface ExportOptions extends TargetOptions {
  readonly ids: boolean;
}

interface ApplyOptions extends TargetOptions {
  readonly dryRun: boolean;
  readonly prune: boolean;
}

/** `headcount site export|apply FILE`: a whole site in one file. */
export function siteCommand(): Command {
  const command = new Command("site").description("keeps a whole site in one file");
  command.addCommand(
    addTargetOptions(new Command("export"))
      .description("writes spaces, doorways, links and time segments into a YAML file")
      .argument("<file>", "the file to write; - is the standard output")
      .addOption(
        option("--ids", "with everything's id, to rename and move things in the file").default(false),
      )
      .action(exportTo),
  );
  command.addCommand(
    addTargetOptions(new Command("apply"))
      .description("makes the site what a YAML file says, all of it or nothing, as of now")
      .argument("<file>", "the file to read; - is the standard input")
      .addOption(option("--dry-run", "change nothing, only show what would change").default(false))
      .addOption(
        option(
          "--prune",
          "also end links, delete what the file does not name, and reset fields that it leaves out",
        ).default(false),
      )
      .action(apply),
  );
  return command;
}

async function exportTo(file: string, { ids, ...options }: ExportOptions, command: Command): Promise<void> {
  const target = chooseTarget(command, options);
  // Only these commands load what reading and writing YAML takes.
  const { formatSite } = await import("../site-format.ts");
  const { writeText } = await import("../site-file.ts");
  const site = await exported(target, ids);
  writeText(file, formatSite(site));
  if (file !== "-") say(`The site is in ${file}.`);
}

async function exported(target: Target, ids: boolean): Promise<{ readonly [field: string]: Json }> {
  if (target.kind === "server") {
    return target.server.run(async ({ v2 }, { answerOf }) => {
      const site = await answerOf(v2.GET("/v2/admin/site/", { params: { query: { ids } } }));
      // What came as JSON is JSON.
      return site as { readonly [field: string]: Json };
    });
  }
  const { exportSite } = await import("../../engine/site/export.ts");
  const { presentSite } = await import("../../schemas/present-site.ts");
  return withEngine(target.directory, async ({ catalog }) => presentSite(exportSite(catalog, { ids })));
}

async function apply(file: string, options: ApplyOptions, command: Command): Promise<void> {
  const target = chooseTarget(command, options);
  const { readSiteFile } = await import("../site-file.ts");
  const site = await readSiteFile(file);
  const plan = await applied(target, site, options).catch((error: unknown) => {
    if (!(error instanceof HeadcountError) || error.issues.length === 0) throw error;
    throw site.refuse(error.issues, error);
  });
  const { planLines } = await import("../site-plan.ts");
  for (const line of planLines(plan, file === "-" ? "the file" : file)) say(line);
  // On a terminal it would push what people read off the screen.
  if (!process.stdout.isTTY) printJson(plan);
}

async function applied(
  target: Target,
  { document, json }: SiteFile,
  { dryRun, prune }: ApplyOptions,
): Promise<SitePlan> {
  if (target.kind === "server") {
    const query = { dry_run: dryRun, prune };
    // The server checks it by the schema that has read it here.
    const body = json as SiteBody;
    return target.server.run(({ v2 }, { answerOf }) =>
      answerOf(v2.POST("/v2/admin/site/", { params: { query }, body })),
    );
  }
  const { applySite } = await import("../../engine/site/apply.ts");
  const { presentPlan } = await import("../../schemas/present-site.ts");
  return withEngine(
    target.directory,
    async (context) => presentPlan(await applySite(context, document, { dryRun, prune }), dryRun),
    { mayCreate: true, isRehearsal: dryRun },
  );
}
