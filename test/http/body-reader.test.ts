import { once } from "node:events";
import { request as httpRequest, request } from "node:http";
import zlib, { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { BATCH_BYTES_MAX, BODIES_BYTES_MAX, SMALL_BODY_BYTES_MAX } from "../../src/domain/limits.ts";
import { ADMIN, type Answer, expectProblem, listeningApi, sharedApi, testApi } from "../support/http.ts";

const api = await sharedApi();
const address = await api.listen();

const URL = "/v2/sensor_events/";
const JSON_TYPE = "application/json";
/** A packed body has more than its route takes. */
const BOMB_BYTES = BATCH_BYTES_MAX + 1024 * 1024;

/** A request on a new connection, without the end of its body. */
class OpenRequest {
  readonly answer: Promise<{ readonly status: number; readonly retryAfter: string | undefined }>;
  readonly #request: ReturnType<typeof httpRequest>;

  constructor(address: string) {
    this.#request = httpRequest(`${address}${URL}`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN}`, "content-type": JSON_TYPE },
      agent: false,
    });
    this.answer = new Promise((resolve, reject) => {
      this.#request.on("error", reject);
      this.#request.on("response", (response) => {
        response.resume();
        const retryAfter = response.headers["retry-after"];
        resolve({ status: response.statusCode ?? 0, retryAfter });
      });
    });
    this.answer.catch(() => undefined);
  }

  /** Resolves when the bytes have left. */
  write(text: string): Promise<void> {
    return new Promise((resolve) => this.#request.write(text, () => resolve()));
  }

  end(text: string): void {
    this.#request.end(text);
  }

  abort(): void {
    this.#request.destroy();
  }
}

const refusal = (raw: Buffer, encoding: string) =>
  api.post(URL, undefined, { raw, headers: { "content-type": JSON_TYPE, "content-encoding": encoding } });

describe("bodies that are read at the same time", () => {
  it("have a bound together: beyond it a long one is a 503, and a small one is read", async () => {
    const { address } = await listeningApi();
    const each = BATCH_BYTES_MAX - 1024 * 1024;
    const count = Math.floor(BODIES_BYTES_MAX / each);
    const open = Array.from({ length: count }, () => new OpenRequest(address));
    await Promise.all(open.map((request) => request.write(`[${" ".repeat(each)}`)));
    const left = BODIES_BYTES_MAX - count * (each - SMALL_BODY_BYTES_MAX);
    // What a client has written may not have been read yet.
    await expect
      .poll(() => {
        const late = new OpenRequest(address);
        late.end(`[${" ".repeat(left + 4 * SMALL_BODY_BYTES_MAX)}]`);
        return late.answer;
      })
      .toEqual({ status: 503, retryAfter: "5" });
    const small = new OpenRequest(address);
    small.end(`[${" ".repeat(SMALL_BODY_BYTES_MAX - 2)}]`);
    expect((await small.answer).status).toBe(200);
    for (const request of open.slice(1)) request.end("]");
    for (const request of open.slice(1)) expect((await request.answer).status).toBe(200);
    // One that has been given up counts no longer, nor do those that have been answered.
    open[0]?.abort();
    await expect
      .poll(async () => {
        const whole = new OpenRequest(address);
        whole.end(`[${" ".repeat(each)}]`);
        return (await whole.answer).status;
      })
      .toBe(200);
  });
});

describe("packed bodies", () => {
  it.each([
    ["gzip", (body: Buffer) => gzipSync(body, { level: 1 })],
    ["br", (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ["deflate", (body: Buffer) => deflateSync(body, { level: 1 })],
  ] as const)("%s: are unpacked up to what the route takes", async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(BOMB_BYTES, " "));
    expect(bomb.length).toBeLessThan(300_000);
    expectProblem(await refusal(bomb, encoding), 413, String(BATCH_BYTES_MAX));
    const whole = pack(Buffer.from("[]"));
    for (const raw of [whole.subarray(0, -2), Buffer.from("[]"), Buffer.alloc(10)])
      expectProblem(await refusal(raw, encoding), 400, /decompressed/);
  });

  it.each(["gzip, gzip", "gzip, br", "zstd", "compress", "gzip;q=1"])(
    "the content encoding %j is a 415",
    async (encoding) => {
      const answer = await refusal(gzipSync(gzipSync("[]")), encoding);
      expectProblem(answer, 415, JSON.stringify(encoding));
      expect(answer.headers["accept-encoding"]).toBe("gzip, deflate, br, identity");
    },
  );
});

it("a body that is not as long as its Content-Length is a 400", async () => {
  const headers = { "content-type": JSON_TYPE, "content-length": "7" };
  expectProblem(await api.post(URL, undefined, { raw: "[]", headers }), 400, /2 bytes.*7/);
});

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

  it("and a body that is not empty is a 415 if its type is not taken, or names none", async () => {
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
    const raw = zlib.gzipSync(Buffer.alloc(16 * 1024 * 1024, "x"), { level: 1 });
    const headers = { "content-type": "text/plain", "content-encoding": "gzip" };
    expectProblem(await api.post("/v2/sockets/", undefined, { raw, headers }), 415, "Content-Type");
    const streams = create.mock.results.map(({ value }) => value as zlib.Gunzip);
    expect(streams.map(({ destroyed, readableEnded }) => ({ destroyed, readableEnded }))).toEqual([
      { destroyed: true, readableEnded: false },
    ]);
  });
});

it("a body in gzip may be named x-gzip", async () => {
  const raw = zlib.gzipSync('{"name":"Zipped"}');
  const headers = { "content-type": "application/json", "content-encoding": "x-gzip" };
  const made = await (await testApi()).post("/v2/spaces/", undefined, { raw, headers });
  expect([made.status, made.body.name]).toEqual([201, "Zipped"]);
});
