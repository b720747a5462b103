import { describe, expect, it } from "vitest";
import { builtConsole } from "../support/headcount.ts";
import { expectProblem, sharedApi, testApi } from "../support/http.ts";

const api = await sharedApi({ consoleFolder: builtConsole() });
const open = (path: string) => api.get(path, { token: null });

describe("D18: the console's files, without a token", () => {
  it.each(["/", "/spaces/spc_1", "/display/spc_1", "/week", "/ranking", "/set-up", "/set-up/tokens", "/sql"])(
    "%s is the one document",
    async (path) => {
      const { status, text, headers } = await open(path);
      expect(status).toBe(200);
      expect(text).toContain("<title>Headcount</title>");
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-cache");
      expect(headers["content-security-policy"]).toContain("default-src 'self'");
    },
  );

  it("scripts, whose names change with them, are kept for good", async () => {
    const { status, text, headers } = await open("/assets/index-abc.js");
    expect([status, text]).toEqual([200, "render();"]);
    expect(headers["content-type"]).toMatch(/javascript/);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  it.each([
    "/assets/missing.js",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%2e%2e/index.html",
    "/secret.txt",
    "/assets/%00",
    `/assets/${"a".repeat(300)}`,
    "/assets/inner/a.js",
  ])("%s is not to be had", async (path) => {
    const { status, text, headers } = await open(path);
    expect([403, 404]).toContain(status);
    expect(headers["cache-control"]).toBe("no-store");
    expect(text).not.toContain("secret");
    expect(JSON.parse(text)).toMatchObject({ status, title: expect.any(String) });
  });

  describe("an address that nothing is at", () => {
    /** As Chromium sends it. */
    const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
    const navigate = (path: string) => api.get(path, { token: null, headers: { accept } });

    it.each(["/nope", "/spaces", "/set-ups/spaces?a=b", "/v3"])(
      "%s is answered by the console",
      async (path) => {
        const { status, text, headers } = await navigate(path);
        expect(status).toBe(404);
        expect(text).toContain("<title>Headcount</title>");
        expect(headers["content-type"]).toBe("text/html; charset=utf-8");
        expect(headers["cache-control"]).toBe("no-cache");
        expect(headers["content-security-policy"]).toContain("default-src 'self'");
        expect(headers).not.toHaveProperty("etag");
      },
    );

    it.each(["/v1/nope", "/v2/nope", "/v2", "/docs/nope", "/assets/index-gone.js", "/metrics"])(
      "%s is no page, for browsers either",
      async (path) => {
        const { status, headers } = await navigate(path);
        expect([403, 404]).toContain(status);
        expect(headers["content-type"]).toBe("application/problem+json");
      },
    );

    it("is a problem for clients of the API", async () => {
      expectProblem(await open("/nope"), 403);
      expectProblem(await api.get("/nope"), 404);
      expectProblem(await api.get("/nope", { headers: { accept } }), 404);
      expectProblem(await api.send("POST", "/nope", { token: null, headers: { accept } }), 403);
    });
  });

  it("leaves the API's own paths alone", async () => {
    expect((await open("/v2/spaces/")).status).toBe(403);
    expect((await api.get("/v2/nothing/")).status).toBe(404);
    expect((await api.post("/week", {})).status).toBe(405);
  });

  it("if none was built there is nothing", async () => {
    const bare = await testApi();
    expect((await bare.get("/", { token: null })).status).toBe(403);
    expect((await bare.get("/")).status).toBe(404);
  });
});
