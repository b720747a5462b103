import { TIME_ZONE_DATA } from "../../domain/time-zone-data.ts";
import { addExternalToken } from "../../engine/resources/tokens.ts";
import { info, print } from "../process.ts";
import { openServed, startServer } from "../server.ts";
import { rateOf } from "../setting-types.ts";
import type { SettingsOf } from "../settings.ts";

/** `headcount serve`: serves a data directory over HTTP. */
export async function serve(settings: SettingsOf<"serve">): Promise<void> {
  const engine = await openServed(settings);
  const { dataDir, token } = settings;
  try {
    if (token !== undefined)
      await addExternalToken(engine.context, token, {
        name: "HEADCOUNT_TOKEN",
        rate: rateOf(settings.rateLimit),
      });
    const address = await startServer(engine, settings);
    print(address);
    info(`Serving ${dataDir} at ${address} with time zone data ${TIME_ZONE_DATA}; Ctrl-C stops the server.`);
    if (engine.context.catalog.tokens.all().length === 0) {
      info(
        "There are no tokens yet. Stop the server and run `headcount token create`, or set HEADCOUNT_TOKEN.",
      );
    }
  } catch (error) {
    await engine.close();
    throw error;
  }
}
