/*
 * What a query may read is told from its text, before DuckDB has seen it: whatever it might be is taken to be
 * so. Names that a query puts together itself, as `query_table('hou' || 'rly')` does, are taken for all.
 */

const OF_HOURS = /count|utilization|breach|hour|daily|week|base|query/i;
const OF_LOG = /event|count|utilization|breach|hour|daily|week|base|query/i;

/** Whether a query may read what is rolled up. */
export function mayReadHours(query: string): boolean {
  return OF_HOURS.test(query);
}

/** Whether a query may read events, or what follows from them. */
export function mayReadLog(query: string): boolean {
  return OF_LOG.test(query);
}
