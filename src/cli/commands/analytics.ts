import { formatInstant } from "../../domain/instant.ts";
import { counted, FAILED, info, print, printJson, printSummary, stopwatch } from "../process.ts";
import { ServerClient } from "../server-client.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { mirrorTable } from "../text-table.ts";

const NO_MIRROR =
  "keeps no mirror up to date. Without --analytics it has none; in a cluster, another server does it: headcount cluster status shows them";

export async function status({ url, token, format }: SettingsOf<"analytics status">): Promise<void> {
  const server = new ServerClient(url, token);
  const answer = await server.answer((v2) => v2.GET("/v2/admin/analytics/"));
  if (format === "json") return printJson(answer);
  print(answer.results.length === 0 ? `The server ${NO_MIRROR}.` : mirrorTable(answer.results));
}

export async function verify({ url, token }: SettingsOf<"analytics verify">): Promise<void> {
  const elapsed = stopwatch();
  const server = new ServerClient(url, token);
  const answer = await server.answerUntimed((v2) => v2.POST("/v2/admin/analytics/verify"));
  const seconds = elapsed().toFixed(1);
  if (answer.results.length === 0) info(`The server ${NO_MIRROR}.`);
  for (const { database, months, differences } of answer.results) {
    info(`Compared ${counted(months, "month")} of tables of ${database} in ${seconds} s.`);
    for (const { table: name, month, expected_rows: expected, found_rows: found } of differences)
      info(
        `${name} differs${month === null ? "" : ` in ${month}`}: ` +
          (found === null
            ? "the view is not there, or has another definition."
            : `it has ${counted(found, "row")}, and the server ${expected}.`),
      );
  }
  printSummary(answer);
  if (answer.results.some(({ differences }) => differences.length > 0)) process.exitCode = FAILED;
}

export async function rebuild({ url, token, from, to }: SettingsOf<"analytics rebuild">): Promise<void> {
  const elapsed = stopwatch();
  const body = {
    ...(from === undefined ? {} : { from: formatInstant(from) }),
    ...(to === undefined ? {} : { to: formatInstant(to) }),
  };
  const server = new ServerClient(url, token);
  const answer = await server.answerUntimed((v2) => v2.POST("/v2/admin/analytics/rebuild", { body }));
  info(
    answer.results.length === 0
      ? `The server ${NO_MIRROR}.`
      : `Sent the data of the range to ${counted(answer.results.length, "mirror")} in ${elapsed().toFixed(1)} s.`,
  );
  printSummary(answer);
}
