import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdapterName, HTTP_ADAPTERS } from "../../src/devices/adapter-names.ts";
import { anyBody, deviceSamples, hasSamples } from "../support/device-messages.ts";
import { readPages } from "../support/doc-pages.ts";
import { openApi, type TestApi } from "../support/http.ts";
import { check } from "../support/random.ts";

/** Messages to each adapter; HEADCOUNT_RUNS=100 sends 20,000. */
const MESSAGES = 200;

/** After so many messages, a new server: all messages may register sensors. */
const MESSAGES_OF_A_SERVER = 2_000;

/** Bodies that take long to parse or to read, if they are not refused. */
const BOMBS = [
  "[".repeat(100_000),
  `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  `[${"{},".repeat(200_000)}{}]`,
  "{}".repeat(200_000),
  `<a>${"<b>".repeat(50_000)}`,
  `<a ${Array.from({ length: 50_000 }, (_, index) => `a${index}="1"`).join(" ")}/>`,
  '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><EventNotificationAlert>&b;</EventNotificationAlert>',
  '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
  `<EventNotificationAlert>${"<peopleCounting/>".repeat(20_000)}</EventNotificationAlert>`,
  '{"__proto__":{"serial":"a"},"constructor":{"prototype":{}}}',
];

/** The message that the page of each adapter sends. */
function messageOfPage(adapter: AdapterName): string {
  const page = readPages().find(({ path }) => path === `docs/devices/${adapter}.md`);
  const texts = page?.blocks.map(({ text }) =>
    /--data-binary (?:@- <<end\n([\s\S]*?)\nend|'([^']*)')/.exec(text),
  );
  const [, here, quoted] = texts?.find((match) => match !== null) ?? [];
  return here ?? quoted ?? "";
}

const MESSAGES_OF_PAGES = HTTP_ADAPTERS.map(messageOfPage);

const CONTENT_TYPES = [
  undefined,
  "application/json",
  "application/xml; charset=utf-8",
  "multipart/form-data",
  "a/b; c",
  ";",
];

const TYPES_OF_PARTS = ["multipart/form-data; boundary=b", 'multipart/mixed; boundary="b"', undefined];

/** How often the own message of an adapter is varied for once that those of others are. */
const OWN_WEIGHT = 20;

/** A body within one in parts. @param cut bytes of its end that are missing */
function inParts(body: Buffer, cut: number): Buffer {
  const head = 'Content-Disposition: form-data; name="a"\r\nContent-Type: text/xml';
  const start = Buffer.from(`--b\r\n${head}\r\n\r\n`);
  const end = Buffer.from("\r\n--b\r\nContent-Type: image/jpeg\r\n\r\n\u00ff\r\n--b--\r\n");
  const whole = Buffer.concat([start, body, end]);
  return whole.subarray(0, whole.length - cut);
}

describe("D32: no message of a device leads to a 5xx or an answer that is not as described", () => {
  it("there is a message of each adapter to begin with", () => {
    expect(MESSAGES_OF_PAGES.filter((text) => text === "")).toEqual([]);
    const files = readFileSync(new URL("../../docs/devices/README.md", import.meta.url), "utf8");
    for (const adapter of HTTP_ADAPTERS) expect(files).toContain(`(${adapter}.md)`);
  });

  describe.each(HTTP_ADAPTERS)("%s", (adapter) => {
    let api: TestApi;
    let sent = 0;
    beforeAll(async () => {
      api = await openApi();
    });
    afterAll(() => api.app.close());

    async function send(raw: Buffer, type?: string): Promise<number> {
      if (++sent % MESSAGES_OF_A_SERVER === 0) {
        await api.app.close();
        api = await openApi();
      }
      const headers = type === undefined ? {} : { "content-type": type };
      const { status, text } = await api.post(`/v2/devices/${adapter}/`, undefined, { raw, headers });
      expect(status === 200 || status === 400, `${status}: ${text}`).toBe(true);
      return status;
    }

    it("takes its own message", async () => {
      expect(await send(Buffer.from(messageOfPage(adapter)))).toBe(200);
    });

    it("answers bodies that are made to take long", async () => {
      for (const body of BOMBS) await send(Buffer.from(body));
    });

    it(`answers ${MESSAGES} others, of which many are nearly a message`, async () => {
      const own = Array(OWN_WEIGHT).fill(messageOfPage(adapter));
      const bodies = anyBody([...own, ...MESSAGES_OF_PAGES].map(startOf));
      const whole = fc.tuple(bodies, fc.constantFrom(...CONTENT_TYPES));
      const parts = fc.tuple(bodies, fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat(100)));
      const ofParts = fc.tuple(
        parts.map(([body, cut]) => inParts(body, cut)),
        fc.constantFrom(...TYPES_OF_PARTS),
      );
      await check(MESSAGES, fc.oneof(whole, ofParts), async ([body, type]) => {
        await send(body, type);
      });
    });
  });
});

/** What a message is varied from: the value of one in JSON, any other text as it is. */
function startOf(text: string): unknown {
  return text.startsWith("{") ? JSON.parse(text) : text;
}

describe.runIf(hasSamples)("the published samples", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openApi({ now: "2027-01-01" });
  });
  afterAll(() => api.app.close());

  it.each(deviceSamples())("%s is taken by %s", async (_file, adapter, raw) => {
    const { status, text } = await api.post(`/v2/devices/${adapter}/`, undefined, { raw });
    expect(status, text).toBe(200);
  });
});
