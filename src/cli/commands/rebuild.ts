import type { Command } from "commander";
import { formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import type { Passages } from "../../readings/spread.ts";
import { counted, FAILED, formatNumber, info, printSummary, stopwatch, usage } from "../process.ts";
import type { ServerClient } from "../server-client.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { chooseTarget, findSpace, onTarget } from "../target.ts";

type RebuildOptions = SettingsOf<"rebuild">;

export async function rebuild(options: RebuildOptions, command: Command): Promise<void> {
  const { from = INSTANT_MIN, to = INSTANT_MAX, acceptLoss } = options;
  if (from > to) throw usage("--from is after --to");
  const elapsed = stopwatch();
  const answer = await onTarget(chooseTarget(command, options), (server) => requestRebuild(server, options), {
    acceptLoss,
  });
  const seconds = elapsed().toFixed(1);
  const { runs, events, differences, sensors } = answer;
  const what = `${counted(runs, "run")} of ${counted(events, "change")}`;
  info(`${options.verify ? `Compared ${what} with the log` : `Derived ${what}`} in ${seconds} s.`);
  printSummary(answer);
  if (differences.length > 0) sayRuns(differences);
  if (sensors.length > 0) saySensors(sensors);
  if (differences.length + sensors.length > 0) process.exitCode = FAILED;
}

type RebuildAnswer = Awaited<ReturnType<typeof requestRebuild>>;

function sayRuns(differences: RebuildAnswer["differences"]): void {
  const [first] = differences;
  info(
    `The log differs from ${counted(differences.length, "run")}; the first is of ${first?.space_id} on ${first?.day}.`,
  );
  info(
    "Run headcount rebuild without --verify to derive them again. Runs whose events headcount retention has " +
      "removed are only in backups.",
  );
}

const SENSORS_SHOWN_MAX = 20;

function saySensors(sensors: RebuildAnswer["sensors"]): void {
  info(`The log has other events of ${counted(sensors.length, "sensor")} than their readings have counted:`);
  const text = (passages: Passages) => `${formatNumber(passages.in)} in, ${formatNumber(passages.out)} out`;
  for (const each of sensors.slice(0, SENSORS_SHOWN_MAX)) {
    const readings = `${counted(each.readings, "reading")} from ${each.first} on`;
    info(`  ${each.serial_number}: ${readings}: counted ${text(each.counted)}; events ${text(each.events)}`);
  }
  info(
    "PUT /v2/sensors/:serial_number/ with settings of a sensor, also those that it has, and an effective_from before " +
      "these readings judges them again: their events are then what they count.",
  );
}

async function requestRebuild(server: ServerClient, { space, from, to, verify }: RebuildOptions) {
  const body = {
    verify,
    ...(space === undefined ? {} : { space_id: (await findSpace(server, space)).id }),
    ...(from === undefined ? {} : { from: formatInstant(from) }),
    ...(to === undefined ? {} : { to: formatInstant(to) }),
  };
  return server.answerUntimed((v2) => v2.POST("/v2/admin/rebuild", { body }));
}
