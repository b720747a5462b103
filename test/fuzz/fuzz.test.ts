import fc from "fast-check";
import { expect, it } from "vitest";
import type { ApiDescription } from "../support/described-answers.ts";
import { testApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";
import { faultsOf, rowsOf, storedRows } from "./invariants.ts";
import { type FuzzedRequest, requestsFrom } from "./requests.ts";

/**
 * HEADCOUNT_FUZZED_REQUESTS: how many requests are sent in all. HEADCOUNT_PROPERTY_SEED: another seed than
 * the usual one.
 */
const { HEADCOUNT_FUZZED_REQUESTS, HEADCOUNT_PROPERTY_SEED } = process.env;
const REQUESTS = Number(HEADCOUNT_FUZZED_REQUESTS || 600);
const SEED = Number(HEADCOUNT_PROPERTY_SEED || 20_261_121);

/** The most requests to one server, one after another; half of them on average. */
const SEQUENCE_MAX = 60;

/** No sequence takes longer, in ms, on a slow machine either: a request that hangs is found, and told. */
const SEQUENCE_MS_MAX = 30_000;

/** Lists that must be readable whatever has happened. */
const LISTS = [
  ...["spaces", "doorways", "links", "resets", "events", "tags", "sensors", "webhooks"].map(
    (list) => `/v1/${list}/`,
  ),
  ...["spaces", "doorways", "links/?ended=true", "resets", "tags", "sensors", "webhooks", "audit_log"].map(
    (list) => `/v2/${list}`,
  ),
  ...["time_segments", "time_segment_groups", "tokens"].map((list) => `/v2/${list}/`),
];

async function descriptions(): Promise<ApiDescription[]> {
  const api = await testApi();
  await api.app.ready();
  return [api.app.describeV1(), api.app.describeV2()] as ApiDescription[];
}

/** Sends a request; TestApi holds the answer against its description. Requests must not revoke the token they use. */
async function send(
  api: Awaited<ReturnType<typeof testApi>>,
  { method, url, ...sent }: FuzzedRequest,
): Promise<void> {
  if (method === "DELETE" && /^\/v2\/tokens\/tkn_1\b/.test(url)) return;
  const { status, text } = await api.send(method as "GET", url, sent);
  expect(status, `${method} ${url} ${JSON.stringify(sent)}: ${text}`).toBeLessThan(500);
}

it("no request leads to a 5xx or an answer that is not as described, nor leaves the catalog inconsistent", {
  timeout: 300_000 + REQUESTS * 100,
}, async () => {
  const requests = requestsFrom(await descriptions());
  await fc.assert(
    fc.asyncProperty(
      fc.array(requests, { minLength: 1, maxLength: SEQUENCE_MAX, size: "max" }),
      async (sequence) => {
        const store = memoryStore();
        const api = await testApi({ store });
        try {
          for (const request of sequence) await send(api, request);
          expect(faultsOf(api.context.catalog)).toEqual([]);
          expect(await storedRows(store)).toEqual(rowsOf(api.context.catalog));
          for (const url of LISTS) expect((await api.get(url)).status, url).toBe(200);
        } finally {
          await api.app.close();
        }
      },
    ),
    { numRuns: Math.ceil((2 * REQUESTS) / SEQUENCE_MAX), seed: SEED, timeout: SEQUENCE_MS_MAX },
  );
});
