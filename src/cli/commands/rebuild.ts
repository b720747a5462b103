import type { Command } from "commander";
import { formatId } from "../../domain/ids.ts";
import { formatDate, formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import type { Engine } from "../../engine/build-engine.ts";
import { newCommand } from "../command.ts";
import { printJson, say } from "../console.ts";
import { findSpace, findSpaceId } from "../find-space.ts";
import { withEngine } from "../open-engine.ts";
import type { RemoteServer } from "../remote-server.ts";
import type { SettingsOf } from "../settings.ts";
import { chooseTarget, type Target, usage } from "../target.ts";

type RebuildOptions = SettingsOf<"rebuild">;

/** What a rebuild amounts to, as the API answers it. */
interface RebuildAnswer {
  readonly runs: number;
  readonly events: number;
  readonly differences: readonly { readonly space_id: string; readonly day: string }[];
}

/** `headcount rebuild`: derives runs again from the log, or compares them with it. */
export function rebuildCommand(): Command {
  return newCommand("rebuild", "derives runs from the log again").action(rebuild);
}

async function rebuild(options: RebuildOptions, command: Command): Promise<void> {
  const { from = INSTANT_MIN, to = INSTANT_MAX } = options;
  if (from > to) throw usage("--from is after --to");
  const started = performance.now();
  const answer = await run(chooseTarget(command, options), options);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { runs, events, differences } = answer;
  const what = `${runs.toLocaleString("en")} runs of ${events.toLocaleString("en")} changes`;
  say(options.verify ? `Compared ${what} with the log in ${seconds} s.` : `Derived ${what} in ${seconds} s.`);
  printJson(answer);
  const [first] = differences;
  if (first !== undefined) {
    say(`${differences.length} runs differ, the first that of ${first.space_id} on ${first.day}.`);
    say(
      "headcount rebuild, without --verify, derives them again; those whose events have been removed " +
        "(headcount retention) are in backups alone.",
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
  return server.runUnhurried(({ v2 }, { answerOf }) => answerOf(v2.POST("/v2/admin/rebuild", { body })));
}

/** The id of a server's space, which must be one of its, as on a directory: what a name has found is. */
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
