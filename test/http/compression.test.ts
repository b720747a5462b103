import { describe, expect, it } from "vitest";
import { ADMIN, expectProblem, sharedApi } from "../support/http.ts";

const api = await sharedApi();
const { space } = await api.site();

/** An answer whose body may be in another encoding. */
function packed(url: string, accepted: string) {
  return api.app.inject({ url, headers: { authorization: `Bearer ${ADMIN}`, "accept-encoding": accepted } });
}

const ROW = { sensor_serial_number: "a", timestamp: "2024-05-06T07:00:00Z", trajectory: 1 };

describe("packed answers", () => {
  it.each([
    ["gzip, deflate, br", "gzip"],
    ["br, gzip", "gzip"],
    ["*", "gzip"],
    ["gzip;q=0.5, br", "br"],
    ["gzip;q=0, br", "br"],
    ["deflate", "deflate"],
  ])("for %s are in the format of the greatest weight, gzip before br", async (accepted, encoding) => {
    const url = `/v2/spaces/${space}/counts/?start_time=2024-05-06&end_time=2024-05-07`;
    const { headers } = await packed(url, accepted);
    expect(headers["content-encoding"]).toBe(encoding);
  });

  it("stay as they are if they are short", async () => {
    const { headers } = await api.get("/v2/tags/", { headers: { "accept-encoding": "gzip" } });
    expect(headers["content-encoding"]).toBeUndefined();
  });
});

describe("Vary", () => {
  it.each([
    ["/v2/tags/", 200, "accept-encoding"],
    ["/v2/spaces/:id/", 200, "accept-encoding"],
    ["/v2/spaces/:id/events/?start_time=2024-05-06", 200, "accept, accept-encoding"],
    ["/v2/nothing/", 404, "accept-encoding"],
    ["/v2/openapi.json", 200, "accept-encoding"],
    ["/metrics", 200, "accept-encoding"],
  ])(
    "of %s tells caches that clients take different encodings, packed or not",
    async (path, status, vary) => {
      for (const headers of [{}, { "accept-encoding": "br" }, { "accept-encoding": "identity" }]) {
        const answer = await api.app.inject({
          url: path.replace(":id", space),
          headers: { authorization: "Bearer hct_admin", ...headers },
        });
        expect([answer.statusCode, answer.headers.vary]).toEqual([status, vary]);
      }
      const etag = String((await api.get(path.replace(":id", space))).headers.etag);
      if (etag === "undefined") return;
      const same = await api.get(path.replace(":id", space), { headers: { "if-none-match": etag } });
      expect([same.status, same.headers.vary]).toEqual([304, vary]);
    },
  );
});

describe("ETag", () => {
  let reports = 0;
  /** Reports one more event of the morning. */
  const report = () => api.report(`a 2024-05-10T07:00:${String(reports++).padStart(2, "0")}Z 1`);

  it.each([
    "/v2/spaces/:id/counts/?start_time=2024-05-06&end_time=2024-05-11",
    "/v2/spaces/:id/counts/?start_time=2024-05-06&end_time=2024-05-11&page_size=10&page=11",
    "/v2/counts/?start_time=2024-05-06&end_time=2024-05-11&space_id=:id",
    "/v1/spaces/:id/count/",
    "/v2/spaces/:id/",
    "/v1/spaces/",
  ])("of %s tells whether the answer is still the same", async (path) => {
    const url = path.replace(":id", space);
    const etag = String((await api.get(url)).headers.etag);
    expect(etag).toMatch(/^W\/".+"$/);
    const same = await api.get(url, { headers: { "if-none-match": etag } });
    expect(same).toMatchObject({ status: 304, text: "" });
    expect((await api.send("HEAD", url, { headers: { "if-none-match": etag } })).status).toBe(304);
    await api.post(`/v2/spaces/${space}/tags/`, { tag_name: `x${reports}` });
    await report();
    const changed = await api.get(url, { headers: { "if-none-match": etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  it("applies to answers to GET alone: writes never match", async () => {
    const headers = { "if-none-match": "*" };
    for (const answer of [
      await api.put(`/v2/spaces/${space}/`, { name: "Yard" }, { headers }),
      await api.post("/v2/sensor_events/", [ROW], { headers }),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.etag).toBeUndefined();
    }
  });

  it("is known in a list, and by *", async () => {
    const url = `/v1/spaces/${space}/count/`;
    const etag = String((await api.get(url)).headers.etag);
    for (const known of [`"zzz", ${etag}`, "*", etag.replace("W/", "")]) {
      expect((await api.get(url, { headers: { "if-none-match": known } })).status, known).toBe(304);
    }
    expect((await api.get(url, { headers: { "if-none-match": '"zzz"' } })).status).toBe(200);
  });

  it("applies to 2xx answers alone: an error stays one", async () => {
    const headers = { "if-none-match": "*" };
    const url = `/v2/spaces/${space}/counts/`;
    const refused = await api.get(url, { headers });
    expectProblem(refused, 400);
    expect(refused.headers.etag).toBeUndefined();
    expectProblem(await api.get(url, { headers, token: null }), 403);
  });

  it("is the same for a packed answer", async () => {
    const url = `/v2/spaces/${space}/counts/?start_time=2024-05-06&end_time=2024-05-11`;
    const { headers } = await api.get(url);
    expect((await packed(url, "br")).headers).toMatchObject({ etag: headers.etag, "content-encoding": "br" });
  });
});
