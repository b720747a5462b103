import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/headcount.ts";
import { type TestApi, testApi } from "../support/http.ts";

/** A folder with what a build leaves, and a file beside it that is nobody's business. */
function builtConsole(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "console", "assets"), { recursive: true });
  writeFileSync(join(folder, "console", "index.html"), "<!doctype html><title>Headcount</title>");
  writeFileSync(join(folder, "console", "favicon.svg"), "<svg/>");
  writeFileSync(join(folder, "console", "assets", "index-abc.js"), "render();");
  writeFileSync(join(folder, "secret.txt"), "secret");
  return join(folder, "console");
}

const open = (api: TestApi, path: string) => api.get(path, { token: null });

describe("D18: the console's files, without a token", () => {
  it.each(["/", "/spaces/spc_1", "/display/spc_1", "/week", "/ranking", "/set-up", "/set-up/tokens", "/sql"])(
    "%s is the one document",
    async (path) => {
      const api = await testApi({ consoleFolder: builtConsole() });
      const { status, text, headers } = await open(api, path);
      expect(status).toBe(200);
      expect(text).toContain("<title>Headcount</title>");
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-cache");
      expect(headers["content-security-policy"]).toContain("default-src 'self'");
    },
  );

  it("scripts, whose names change with them, are kept for good", async () => {
    const api = await testApi({ consoleFolder: builtConsole() });
    const { status, text, headers } = await open(api, "/assets/index-abc.js");
    expect([status, text]).toEqual([200, "render();"]);
    expect(headers["content-type"]).toMatch(/javascript/);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  it.each(["/assets/missing.js", "/assets/..%2f..%2fsecret.txt", "/assets/%2e%2e/index.html", "/secret.txt"])(
    "%s is not to be had",
    async (path) => {
      const api = await testApi({ consoleFolder: builtConsole() });
      const { status, text } = await open(api, path);
      expect([403, 404]).toContain(status);
      expect(text).not.toContain("secret");
      expect(JSON.parse(text)).toMatchObject({ status, title: expect.any(String) });
    },
  );

  it("leaves the API's own paths alone", async () => {
    const api = await testApi({ consoleFolder: builtConsole() });
    expect((await open(api, "/v2/spaces/")).status).toBe(403);
    expect((await api.get("/v2/nothing/")).status).toBe(404);
    expect((await api.post("/week", {})).status).toBe(405);
  });

  it("where none was built there is nothing", async () => {
    const api = await testApi();
    expect((await open(api, "/")).status).toBe(403);
    expect((await api.get("/")).status).toBe(404);
  });
});
