import { type AnalyticsServer, analyticsServer } from "../clickhouse/analytics-server.ts";
import { hidePasswords } from "./process.ts";
import type { SettingsOf } from "./settings.ts";
import { usage } from "./target.ts";

/** The databases for analytics of a server. */
export interface AnalyticsServers {
  /** Those that the data are copied to. */
  readonly mirrors: readonly [AnalyticsServer, ...AnalyticsServer[]];
  /** The first of them, as the user who runs queries of people; null without one. */
  readonly reader: AnalyticsServer | null;
}

/**
 * Reads the addresses of databases for analytics; null without any. It opens no connection.
 *
 * @throws HeadcountError `invalid`, without the password, if one is wrong, is given twice, or names another database than
 * that whose views it is to read
 */
export function analyticsServers({
  analytics = [],
  analyticsSql,
}: Pick<SettingsOf<"serve">, "analytics" | "analyticsSql">): AnalyticsServers | null {
  // A variable has all of them in one text.
  const addresses = analytics.flatMap((text) => text.trim().split(/\s+/));
  const [mirror, ...others] = addresses.map((address) => analyticsServer(address, process.env));
  const reader = analyticsSql === undefined ? null : analyticsServer(analyticsSql, {}, "analytics-sql");
  hidePasswords(...addresses, analyticsSql ?? "");
  if (mirror === undefined) {
    if (reader !== null) throw usage("--analytics-sql needs --analytics");
    return null;
  }
  const seen = new Set([mirror.shown]);
  for (const { shown } of others) {
    if (seen.has(shown)) throw usage(`--analytics names ${shown} twice`);
    seen.add(shown);
  }
  if (reader !== null && reader.database !== mirror.database)
    throw usage(
      `--analytics-sql names the database ${reader.database}, and the first --analytics ${mirror.database}; queries run on ` +
        "the first mirror, so both must name the same database",
    );
  return { mirrors: [mirror, ...others], reader };
}
