import fc from "fast-check";
import { expect, it } from "vitest";
import type { ApiDescription } from "../support/described-answers.ts";
import { testApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";
import { checkProperty } from "../support/random.ts";
import { faultsOf, rowsOf, storedRows } from "./invariants.ts";
import { type FuzzedRequest, requestsFrom } from "./requests.ts";

const SEQUENCES = 14;

/** The most requests to one server, one after another; half of them on average. */
const SEQUENCE_MAX = 60;

/** When a request of a sequence is taken to hang, in ms, so that the sequence is printed. */
const SEQUENCE_HANGS_MS = 120_000;

/** Lists that must be readable after any requests. */
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

it("no request leads to a 5xx or an answer that is not as described, nor leaves the catalog inconsistent", async () => {
  const requests = requestsFrom(await descriptions());
  await checkProperty(
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
    { numRuns: SEQUENCES, timeout: SEQUENCE_HANGS_MS },
  );
});
