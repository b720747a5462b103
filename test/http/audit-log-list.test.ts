import { describe, expect, it } from "vitest";
import { NOW, pathsOf, type TestApi, testApi } from "../support/http.ts";

/** A write token's hand in a site: it makes a space, renames it and deletes it, a minute apart. */
async function threeChanges(): Promise<{ api: TestApi; space: string; tokenId: string }> {
  const api = await testApi();
  const made = await api.create("/v2/tokens/", { name: "Editor", scopes: ["write"], rate: null });
  const sent = { token: String(made.token) };
  const space = await api.post("/v2/spaces/", { name: "Hall" }, sent);
  const url = `/v2/spaces/${space.body.id}/`;
  api.at("2024-05-10T12:01:00Z");
  await api.put(url, { name: "Great hall", capacity: 5 }, sent);
  api.at("2024-05-10T12:02:00Z");
  await api.delete(url, { name: "Great hall" }, sent);
  return { api, space: space.body.id, tokenId: made.id };
}

describe("GET /audit_log/", () => {
  it("says who changed what, and when, newest first", async () => {
    const { api, space, tokenId } = await threeChanges();
    const { body } = await api.get(`/v2/audit_log/?resource_id=${space}`);
    const entry = {
      id: expect.stringMatching(/^aud_[1-9]\d*$/),
      token_id: tokenId,
      token_name: "Editor",
      resource_type: "space",
      resource_id: space,
    };
    expect(body).toEqual({
      total: 3,
      next: null,
      previous: null,
      results: [
        { ...entry, timestamp: "2024-05-10T12:02:00.000Z", action: "delete", changes: expect.any(Object) },
        {
          ...entry,
          timestamp: "2024-05-10T12:01:00.000Z",
          action: "update",
          changes: { name: { from: "Hall", to: "Great hall" }, capacity: { from: null, to: 5 } },
        },
        { ...entry, timestamp: NOW, action: "create", changes: expect.any(Object) },
      ],
    });
    const of = async (query: string) => (await api.get(`/v2/audit_log/?${query}`)).body.results;
    expect(await of(`token_id=${tokenId}&resource_id=spc_99`)).toEqual([]);
    expect(await of(`resource_type=space&token_id=${tokenId}`)).toHaveLength(3);
    expect(await of(`resource_type=doorway&token_id=${tokenId}`)).toEqual([]);
    expect(await of(`token_id=${tokenId}&start_time=2024-05-10T12:01:00Z&order=asc`)).toEqual(
      (await of("start_time=2024-05-10T12:01:00Z")).toReversed(),
    );
    expect(await of("start_time=2024-05-10T12:01:00Z&end_time=2024-05-10T12:02:00Z")).toEqual(
      body.results.slice(1, 2),
    );
    expect(pathsOf(await api.get("/v2/audit_log/?start_time=2024-05-02&end_time=2024-05-01"))).toEqual([
      "start_time",
    ]);
    expect(body.results[0]?.changes).toMatchObject({ name: { from: "Great hall" } });
    expect(body.results[2]?.changes).toMatchObject({ name: { to: "Hall" }, daily_reset: { to: "04:00" } });
  });
});
