import { describe, expect, it } from "vitest";
import { Random } from "../../src/simulation/random.ts";
import { builtConsole } from "../support/headcount.ts";
import { ADMIN, keptLog, testApi } from "../support/http.ts";
import { casesOf, SEEDS } from "../support/random.ts";
import { Client } from "../support/raw-client.ts";

const REQUESTS = casesOf(1_000);
const AT_ONCE = 30;

const consoleFolder = builtConsole();

/** Pieces that paths and queries are put together from. */
const PIECES = [
  ..."%00 %0 % %zz %e0%a4%a %ed%bf%bf%ed%a0%80 %2e%2e%2f ..%5c .. . // / \\ %2f %23 %3f ; ~ * : @ [ ] { } | ^ `".split(
    " ",
  ),
  ..."assets/ assets/index-abc.js assets assets/inner v1/ v2/ spaces/ spc_1 counts/ events/ docs/ set-up/ display/".split(
    " ",
  ),
  ..."v2/openapi.json favicon.svg index.html %FF %C0%AF %u0000 é ß \u00ff %F0%9F%91%8B a".split(" "),
  "x".repeat(300),
  "x".repeat(2_000),
  "%41".repeat(500),
];
const PARAMETERS = [
  ..."page= page_size= start_time= end_time= interval= order= tag= code= after= time_segment_labels= ? & = && [] [0]".split(
    " ",
  ),
  ..."%00 %zz %ed%bf%bf%ed%a0%80 + %2B 1e999 -1 NaN \\ ' \" < %FF é".split(" "),
  "9".repeat(400),
  "a=1&".repeat(1_200),
];
const HEADERS = [
  ["range", "bytes=5-1"],
  ["range", "bytes=999999-"],
  ["range", "bytes=0-0,2-2,-1"],
  ["range", "pages=1"],
  ["if-match", '"x"'],
  ["if-none-match", "*"],
  ["if-none-match", ",,,W/"],
  ["if-modified-since", "nonsense"],
  ["if-unmodified-since", "Thu, 01 Jan 1970 00:00:00 GMT"],
  ["accept-encoding", "br;q=2, ;;, gzip;q=x"],
  ["accept", ";;,/,*/*;q=zz"],
  ["content-type", 'a/b; c="d'],
  ["authorization", "Bearer"],
  ["authorization", `Bearer ${"x".repeat(4_000)}`],
  ["x-forwarded-for", "nonsense, ,"],
  ["host", "a b:::99999999"],
  ["origin", "null"],
] as const;

/** Sends a request whose bytes are the characters of its texts, and answers what came back of interest. */
async function ask(
  address: string,
  methodAndPath: string,
  headers: readonly string[],
): Promise<{ readonly status: number; readonly cacheControl: string | undefined }> {
  const client = new Client(address);
  client.socket.setTimeout(30_000, () => client.socket.destroy());
  const lines = [`${methodAndPath} HTTP/1.1`, "Host: x", "Connection: close", ...headers];
  client.socket.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  await client.closed;
  const [head = ""] = client.received.split("\r\n\r\n", 1);
  return { status: client.status, cacheControl: /^cache-control: (.*)$/im.exec(head)?.[1] };
}

describe("odd requests", () => {
  it.each(SEEDS)("are never the server's fault (seed %i)", async (seed) => {
    const log = keptLog("error");
    const api = await testApi({ ...log, consoleFolder, trustProxy: "127.0.0.1" });
    await api.site();
    const address = await api.listen();
    const random = new Random(seed);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random.next() * items.length)] as T;
    const some = (items: readonly string[], most: number) =>
      Array.from({ length: Math.floor(random.next() * most) }, () => pick(items)).join("");
    const askSomething = async () => {
      const url = `/${some(PIECES, 4)}${random.next() < 0.5 ? "" : `?${some(PARAMETERS, 5)}`}`;
      const method = pick(["GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);
      const headers = [
        ...(random.next() < 0.6 ? [`Authorization: Bearer ${ADMIN}`] : []),
        ...(random.next() < 0.5 ? [pick(HEADERS).join(": ")] : []),
      ];
      const { status, cacheControl } = await ask(address, `${method} ${url}`, headers);
      const said = `${method} ${url} ${headers.join("; ")}: ${status}`;
      expect(status, said).toBeLessThan(500);
      expect(status, said).toBeGreaterThanOrEqual(200);
      if (status >= 400) expect(cacheControl, said).toBe("no-store");
    };
    for (let i = 0; i < REQUESTS; i += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, askSomething));
    expect(log.text).toBe("");
  });
});
