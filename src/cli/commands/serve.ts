import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { TIME_ZONE_DATA } from "../../domain/time-zone-data.ts";
import { addExternalToken, randomSecret } from "../../engine/resources/tokens.ts";
import { info, print } from "../process.ts";
import { openServed } from "../serving/served-engine.ts";
import { startServer } from "../serving/server.ts";
import { rateOf } from "../settings/setting-types.ts";
import type { SettingsOf } from "../settings/settings.ts";

export async function serve(settings: SettingsOf<"serve">): Promise<void> {
  const engine = await openServed(settings);
  const { context, shared } = engine;
  const { dataDir, token } = settings;
  let firstToken: string | null = null;
  try {
    if (token !== undefined)
      addExternalToken(context, token, {
        name: "HEADCOUNT_TOKEN",
        rate: rateOf(settings.rateLimit),
        // It is the same token on all servers of a cluster, which start at different times.
        ...(shared !== null && { createdAt: 0 }),
      });
    // The log of a cluster may have tokens that the engine has still to follow.
    const isLogEmpty = async () => shared === null || (await shared.log.head()).position === 0n;
    if (context.catalog.tokens.all().length === 0 && (await isLogEmpty())) {
      firstToken = randomSecret();
      addExternalToken(context, firstToken, { name: "command line", rate: null });
    }
    const address = await startServer(engine, settings, firstToken);
    print(address);
    info(`Serving ${dataDir} at ${address} with time zone data ${TIME_ZONE_DATA}; Ctrl-C stops the server.`);
    if (firstToken !== null) {
      // Docker leaves this file in a container, whose host name is its id. A shell in it has its own process.
      const container = existsSync("/.dockerenv") && process.ppid <= 1 ? hostname() : null;
      const command = tokenCommand(resolve(dataDir), process.argv[1] ?? "headcount", container);
      info(`There are no tokens yet. This creates one, also while the server runs:\n  ${command}`);
    }
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/**
 * The command line that creates the first token of a directory, as it can be pasted into a shell.
 *
 * @param container the id of the container that it runs in, or null
 */
export function tokenCommand(directory: string, program: string, container: string | null): string {
  const started = container === null ? quoted(program) : `docker exec ${container} headcount`;
  return `${started} token create --data-dir ${quoted(directory)} --name setup --scopes admin`;
}

function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
