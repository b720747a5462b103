import type { Command } from "commander";
import { formatId } from "../../domain/ids.ts";
import { formatDate, formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import type { Engine } from "../../engine/build-engine.ts";
import { newCommand } from "../command.ts";
import { formatNumber, info, printJson } from "../console.ts";
import { withEngine } from "../open-engine.ts";
import type { RemoteServer } from "../remote-server.ts";
import type { SettingsOf } from "../settings.ts";
import { stopwatch } from "../system.ts";
import { chooseTarget, findSpace, findSpaceId, type Target, usage } from "../target.ts";

type RebuildOptions = SettingsOf<"rebuild">;

/** The result of a rebuild, as the API answers it. */
interface RebuildAnswer {
  readonly runs: number;
  readonly events: number;
  readonly differences: readonly { readonly space_id: string; readonly day: string }[];
}

/** `headcount rebuild`: derives runs from the log again, or compares the stored runs with it. */
export function rebuildCommand(): Command {
  return newCommand("rebuild", "derives runs from the log again").action(rebuild);
}

async function rebuild(options: RebuildOptions, command: Command): Promise<void> {
  const { from = INSTANT_MIN, to = INSTANT_MAX } = options;
  if (from > to) throw usage("--from is after --to");
  const elapsed = stopwatch();
  const answer = await run(chooseTarget(command, options), options);
  const seconds = elapsed().toFixed(1);
  const { runs, events, differences } = answer;
  const what = `${formatNumber(runs)} runs of ${formatNumber(events)} changes`;
  info(
    options.verify ? `Compared ${what} with the log in ${seconds} s.` : `Derived ${what} in ${seconds} s.`,
  );
  printJson(answer);
  const [first] = differences;
  if (first !== undefined) {
    info(`${differences.length} runs differ; the first is of ${first.space_id} on ${first.day}.`);
    info(
      "Run headcount rebuild without --verify to derive them again. Runs whose events headcount retention has " +
        "removed are in backups only.",
    );
    process.exitCode = 1;
  }
}

function run(target: Target, options: RebuildOptions): Promise<RebuildAnswer> {
  return target.kind === "server" ? runThere(target.server, options) : runHere(target.directory, options);
}

async function runThere(
  server: RemoteServer,
  { space, from, to, verify }: RebuildOptions,
): Promise<RebuildAnswer> {
  const body = {
    verify,
    ...(space === undefined ? {} : { space_id: await existingSpaceId(server, space) }),
    ...(from === undefined ? {} : { from: formatInstant(from) }),
    ...(to === undefined ? {} : { to: formatInstant(to) }),
  };
  return server.runUntimed(({ v2 }, { answerOf }) => answerOf(v2.POST("/v2/admin/rebuild", { body })));
}

/** The id of a space that exists on the server. A space that is found by its name does. */
async function existingSpaceId(server: RemoteServer, wanted: string): Promise<string> {
  const path = { space_id: await findSpaceId(server, wanted) };
  if (path.space_id === wanted)
    await server.run(({ v2 }, { answerOf }) =>
      answerOf(v2.GET("/v2/spaces/{space_id}/", { params: { path } })),
    );
  return path.space_id;
}

function runHere(
  directory: string,
  { space, from, to, verify, acceptLoss }: RebuildOptions,
): Promise<RebuildAnswer> {
  const work = async ({ catalog, events }: Engine) => {
    const result = await events.rebuild({
      spaceId: space === undefined ? null : findSpace(catalog, space).id,
      from: from ?? INSTANT_MIN,
      to: to ?? INSTANT_MAX,
      verify,
    });
    return {
      ...result,
      differences: result.differences.map((difference) => ({
        space_id: formatId("space", difference.spaceId),
        day: formatDate(difference.day),
      })),
    };
  };
  return withEngine(directory, work, { acceptLoss });
}
