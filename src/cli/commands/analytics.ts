import { formatInstant } from "../../domain/instant.ts";
import { mirrorTable } from "../mirror-table.ts";
import { counted, FAILED, info, print, printSummary, stopwatch } from "../process.ts";
import { RemoteServer } from "../remote-server.ts";
import type { SettingsOf } from "../settings.ts";

const NO_MIRROR =
  "keeps no mirror up to date. Without --analytics it has none; in a cluster, another server does it: headcount cluster status shows them";

/** `headcount analytics status`: how far the mirrors of a server are. */
export async function status({ url, token, format }: SettingsOf<"analytics status">): Promise<void> {
  const server = new RemoteServer(url, token);
  const answer = await server.run(({ v2 }, { answerOf }) => answerOf(v2.GET("/v2/admin/analytics/")));
  if (format === "json") {
    print(JSON.stringify(answer));
    return;
  }
  if (answer.results.length === 0) {
    print(`The server ${NO_MIRROR}.`);
    return;
  }
  print(mirrorTable(answer.results));
}

/** `headcount analytics verify`: compares the mirrors of a server with its data. */
export async function verify({ url, token }: SettingsOf<"analytics verify">): Promise<void> {
  const elapsed = stopwatch();
  const server = new RemoteServer(url, token);
  const answer = await server.runUntimed(({ v2 }, { answerOf }) =>
    answerOf(v2.POST("/v2/admin/analytics/verify")),
  );
  const seconds = elapsed().toFixed(1);
  if (answer.results.length === 0) info(`The server ${NO_MIRROR}.`);
  for (const { database, months, differences } of answer.results) {
    info(`Compared ${counted(months, "month")} of tables of ${database} in ${seconds} s.`);
    for (const { table: name, month, expected_rows: expected, found_rows: found } of differences)
      info(`${name} differs in ${month}: it has ${counted(found, "row")}, and the server ${expected}.`);
  }
  printSummary(answer);
  if (answer.results.some(({ differences }) => differences.length > 0)) process.exitCode = FAILED;
}

/** `headcount analytics rebuild`: sends the data of a range to the mirrors of a server again. */
export async function rebuild({ url, token, from, to }: SettingsOf<"analytics rebuild">): Promise<void> {
  const elapsed = stopwatch();
  const body = {
    ...(from === undefined ? {} : { from: formatInstant(from) }),
    ...(to === undefined ? {} : { to: formatInstant(to) }),
  };
  const server = new RemoteServer(url, token);
  const answer = await server.runUntimed(({ v2 }, { answerOf }) =>
    answerOf(v2.POST("/v2/admin/analytics/rebuild", { body })),
  );
  info(
    answer.results.length === 0
      ? `The server ${NO_MIRROR}.`
      : `Sent the data of the range to ${counted(answer.results.length, "mirror")} in ${elapsed().toFixed(1)} s.`,
  );
  printSummary(answer);
}
