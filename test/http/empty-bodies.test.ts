import { once } from "node:events";
import { request } from "node:http";
import zlib from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { ADMIN, type Answer, expectProblem, testApi } from "../support/http.ts";

const TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "text/plain;charset=UTF-8",
  "multipart/form-data",
  "application/octet-stream",
  "nonsense",
  "",
] as const;

/** Sends no body with a content type over a real connection, with a length of 0 or in no chunks. */
async function sendEmpty(
  address: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const sent = request(`${address}${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN}`, ...headers },
  });
  sent.end();
  const [response] = await once(sent, "response");
  response.resume();
  return response.statusCode;
}

describe("D16: an empty body of any content type is no body", () => {
  it.each(TYPES)("%j, with a length and in chunks", async (type) => {
    const api = await testApi();
    const address = await api.listen();
    for (const framing of [{ "content-length": "0" }, { "transfer-encoding": "chunked" }]) {
      const headers = { "content-type": type, ...framing };
      const { space, link } = await api.site({ name: JSON.stringify(framing) });
      const send = (method: string, path: string) => sendEmpty(address, method, path, headers);
      expect(await send("POST", "/v2/sockets")).toBe(201);
      expect(await send("POST", "/v2/admin/rebuild")).toBe(200);
      expect(await send("POST", "/v2/sensors/a/heartbeat/")).toBe(200);
      expect(await send("PUT", `/v2/spaces/${space}/`)).toBe(200);
      expect(await send("DELETE", `/v1/links/${link}/`)).toBe(204);
      for (const { id } of (await api.get("/v2/doorways/")).body.results)
        expect(await send("DELETE", `/v2/doorways/${id}/`)).toBe(204);
      // What needs a body says so.
      expect(await send("POST", "/v2/spaces/")).toBe(400);
      expect(await send("DELETE", `/v2/spaces/${space}/`)).toBe(400);
    }
  });

  it("and a body that is not empty is a 415 where its type is not taken, or names none", async () => {
    const api = await testApi();
    for (const type of TYPES.slice(1)) {
      for (const raw of ["x", "x".repeat(200_000)]) {
        const send = (method: "POST" | "DELETE", path: string): Promise<Answer> =>
          api.send(method, path, { raw, headers: { "content-type": type } });
        expectProblem(await send("POST", "/v2/sockets/"), 415, "Content-Type");
        expectProblem(await send("DELETE", "/v2/webhooks/whk_1/"), 415);
      }
    }
  });

  it("and the rest of such a body is not unpacked", async () => {
    const create = vi.spyOn(zlib, "createGunzip");
    const api = await testApi();
    const raw = zlib.gzipSync(Buffer.alloc(16 * 1024 * 1024, "x"));
    const headers = { "content-type": "text/plain", "content-encoding": "gzip" };
    expectProblem(await api.post("/v2/sockets/", undefined, { raw, headers }), 415, "Content-Type");
    const streams = create.mock.results.map(({ value }) => value as zlib.Gunzip);
    expect(streams.map(({ destroyed, readableEnded }) => ({ destroyed, readableEnded }))).toEqual([
      { destroyed: true, readableEnded: false },
    ]);
  });
});
