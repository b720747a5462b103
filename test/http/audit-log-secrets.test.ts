import { describe, expect, it } from "vitest";
import { withCore } from "../../src/cli/open-engine.ts";
import type { EngineCore } from "../../src/engine/engine.ts";
import { createSpace } from "../../src/engine/resources/spaces.ts";
import { hashSecret } from "../../src/engine/resources/tokens.ts";
import { updateWebhook } from "../../src/engine/resources/webhooks.ts";
import { noted, update } from "../support/audited.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { ADMIN, NOW, testApi, testSite } from "../support/http.ts";

describe("the audit log notes", () => {
  it("webhooks and tokens, but never their secrets", async () => {
    const api = await testApi();
    const body = { endpoint: "https://example.com/a", headers: { "X-Key": "topsecret" } };
    const hook = await api.create("/v2/webhooks/", body);
    const url = `/v2/webhooks/${hook.id}/`;
    expect(await noted(api, () => api.put(url, { headers: { "X-Key": "othersecret" } }))).toEqual([
      update("webhook", hook.id, { headers: { from: ["X-Key"], to: ["X-Key"] } }),
    ]);
    expect(await noted(api, () => api.put(url, { headers: { "X-Key": "othersecret" } }))).toEqual([]);
    const changed = { endpoint: "https://example.com/b", enabled: false, type: "threshold" };
    expect(await noted(api, () => api.put(url, changed))).toEqual([
      update("webhook", hook.id, {
        endpoint: { from: "https://example.com/a", to: "https://example.com/b" },
        enabled: { from: true, to: false },
        type: { from: "counts", to: "threshold" },
      }),
    ]);
    await api.delete(url);
    const token = await api.create("/v2/tokens/", { name: "Wall", scopes: ["read"], rate: 5 });
    expect(await noted(api, () => api.delete(`/v2/tokens/${token.id}/`))).toEqual([
      {
        action: "delete",
        type: "token",
        id: token.id,
        changes: { name: { from: "Wall" }, scopes: { from: ["read"] }, rate: { from: 5 } },
      },
    ]);
    const { text } = await api.get("/v2/audit_log/?page_size=1000");
    expect(text).toContain('"headers":{"to":["X-Key"]}');
    const secrets = [String(hook.secret), String(token.token), ADMIN];
    for (const secret of [...secrets, ...secrets.map(hashSecret), "topsecret", "othersecret", "whsec_"]) {
      expect(text).not.toContain(secret);
    }
  });

  it("a webhook's endpoint without what its query says, which the webhook itself still tells", async () => {
    const api = await testApi();
    const endpoint = "https://example.com:8443/a?key=topsecret&b=othersecret%3D&hiddensecret&=d&e=";
    const hook = await api.create("/v2/webhooks/", { endpoint });
    const url = `/v2/webhooks/${hook.id}/`;
    expect((await api.get(url)).body).toMatchObject({ endpoint });
    const changed = endpoint.replace("topsecret", "newsecret");
    const query = "https://example.com:8443/a?key=…&b=…&…&=…&e=…";
    expect(await noted(api, () => api.put(url, { endpoint: changed }))).toEqual([
      update("webhook", hook.id, { endpoint: { from: query, to: query } }),
    ]);
    expect((await api.get(url)).body).toMatchObject({ endpoint: changed });
    const withUser = "https://us%65rsecret:passsecret@example.com?a=b";
    expect(
      await noted(api, () => updateWebhook(api.context, BigInt(hook.id.slice(4)), { endpoint: withUser })),
    ).toEqual([update("webhook", hook.id, { endpoint: { from: query, to: "https://…@example.com/?a=…" } })]);
    await api.delete(url);
    const { text } = await api.get("/v2/audit_log/?page_size=1000");
    expect(text).not.toContain("secret");
  });

  it("nothing of rejected requests", async () => {
    const { api, space, link, doorway } = await testSite();
    const refused = [
      () => api.put(`/v2/spaces/${space}/`, { name: "X", parent_id: space }),
      () => api.delete(`/v2/spaces/${space}/`, { name: "wrong" }),
      () => api.post("/v2/doorways/", { name: "Front door" }),
      () => api.post("/v2/links/", { space_id: space, doorway_id: doorway, sensor_placement: 1 }),
      () => api.delete("/v2/events/evt_99/"),
      () => api.post("/v2/resets/", { space_id: space, timestamp: "2025-01-01" }),
      async () => api.delete(`/v2/links/${link}/`, undefined, { token: await api.token(["read"]) }),
    ];
    for (const change of refused) {
      const left = await noted(api, async () => expect((await change()).status).toBeGreaterThan(399));
      expect(left.filter((entry) => !("type" in entry && entry.type === "token"))).toEqual([]);
    }
  });

  it("the token by id and name; the actor is null at the command line", async () => {
    const api = await testApi();
    const token = await api.create("/v2/tokens/", { name: "Ops", scopes: ["write"] });
    await api.post("/v1/spaces/", { name: "Hall" }, { token: String(token.token) });
    const [entry] = (await api.get("/v2/audit_log/?page_size=1")).body.results;
    expect(entry).toMatchObject({
      id: expect.stringMatching(/^aud_[1-9]\d*$/),
      timestamp: NOW,
      token_id: token.id,
      token_name: "Ops",
    });
    // It stays in the log when the token goes.
    await api.delete(`/v2/tokens/${token.id}/`);
    expect((await api.get(`/v2/audit_log/?token_id=${token.id}`)).body.total).toBe(2);
    const look = async (context: EngineCore) => {
      await createSpace(context, { name: "Hall" });
      const page = { start: 0, end: 2 ** 53 - 1, order: "ASC", offset: 0, limit: 9 } as const;
      const { items } = await context.catalog.auditLog({ tokenId: null, resourceId: null }, page);
      expect(items.map(({ actor }) => actor)).toEqual(Array(2).fill({ tokenId: null, name: "command line" }));
    };
    await withCore(temporaryFolder(), look, { mayCreate: true });
  });
});
