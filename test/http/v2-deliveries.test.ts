import { describe, expect, it } from "vitest";
import { recordOutcomes } from "../support/commits.ts";
import { failure, queueCall } from "../support/finished-deliveries.ts";
import { NOW, type TestApi, testApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";

const ENDPOINT = "https://example.com/hook";

async function withWebhook() {
  const store = memoryStore();
  const api = await testApi({ store });
  const { space } = await api.site();
  const { id: webhook } = await api.create("/v2/webhooks/", { endpoint: ENDPOINT });
  const queue = () => queueCall(api, space, webhook);
  return { api, store, space, webhook, queue, url: `/v2/webhooks/${webhook}/deliveries` };
}

/** The ids and statuses of a list. */
async function listed(api: TestApi, url: string): Promise<string[]> {
  return (await api.get(url)).body.results.map(({ id, status }) => `${id} ${status}`);
}

describe("GET /webhooks/:id/deliveries/", () => {
  it("D23: lists calls newest first, with what became of them", async () => {
    const { api, store, space, queue, url } = await withWebhook();
    const calls = [await queue(), await queue(), await queue(), await queue()] as const;
    const [first, second, third] = calls;
    const delivered = { status: "delivered", responseStatus: 204, error: null, nextAttemptAt: null } as const;
    await recordOutcomes(store, [
      failure(api, first, false),
      failure(api, second, true),
      { deliveryId: third, webhookId: 1n, spaceId: 1n, attempt: 1, instant: 0, ...delivered },
    ]);
    const call = { created_at: NOW, space_id: space, event_id: "evt_1" };
    const failed = { attempts: 1, response_status: 503, error: "answered 503" };
    const untried = { attempts: 0, response_status: null, error: null, next_attempt_at: null };
    const next_attempt_at = "2024-05-10T12:01:00.000Z";
    expect((await api.get(`${url}/`)).body).toEqual({
      ...{ total: 4, next: null, previous: null },
      results: [
        { id: "dlv_4", ...call, status: "pending", ...untried },
        { id: "dlv_3", ...call, status: "delivered", ...untried, attempts: 1, response_status: 204 },
        { id: "dlv_2", ...call, status: "retrying", ...failed, next_attempt_at },
        { id: "dlv_1", ...call, status: "dead", ...failed, next_attempt_at: null },
      ],
    });
    expect(await listed(api, `${url}/?page_size=2&page=2`)).toEqual(["dlv_2 retrying", "dlv_1 dead"]);
  });
});

describe("D23: a webhook that the server has disabled", () => {
  it("says why, until it is enabled again", async () => {
    const { api, webhook } = await withWebhook();
    const { catalog } = api.context;
    const [found] = catalog.webhooks.all();
    if (found === undefined) throw new Error("a webhook is needed");
    const disabledReason = "it had more than 1000000 pending deliveries";
    const disabled = { ...found, enabled: false, disabledReason };
    await api.context.journal.transact(api.context, (draft) => draft.save({ put: { webhook: [disabled] } }));
    const url = `/v2/webhooks/${webhook}/`;
    const said = { enabled: false, disabled_reason: disabledReason };
    expect((await api.get(url)).body).toMatchObject(said);
    expect((await api.put(url, { name: "Wallboard", ...said })).body).toMatchObject(said);
    const cleared = { enabled: true, disabled_reason: null };
    expect((await api.put(url, { enabled: true })).body).toMatchObject(cleared);
    expect((await api.put(url, { enabled: false })).body).toMatchObject({ ...cleared, enabled: false });
  });
});
