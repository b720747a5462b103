import { spawnSync } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { WEBHOOK_ANSWER_BYTES_MAX } from "../../src/domain/limits.ts";
import { readPages } from "../support/doc-pages.ts";
import {
  callTo,
  type Received,
  receiverThat,
  SECRET,
  socketServerThat,
  TIMEOUTS,
  testSender,
  willingReceiver,
} from "../support/receiver.ts";

const DELIVERED = { responseStatus: 204, error: null };

/** Headers as the reference library takes them. */
function asTexts(headers: Received["headers"]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const HAS_PYTHON = spawnSync("python3", ["--version"]).status === 0;

/** The function of docs/webhooks.md that verifies a call in Python, and a program that prints its result. */
function pythonProgram(): string {
  const page = must(
    readPages().find(({ path }) => path === "docs/webhooks.md"),
    "page",
  );
  const { text } = must(
    page.blocks.find(({ language }) => language === "python"),
    "block",
  );
  return `${text}\nimport json, sys\ncall = json.load(sys.stdin)\nprint(verify(call["secret"], call["headers"], call["body"].encode()))\n`;
}

/** An address on loopback where nothing listens. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

describe("a webhook call", () => {
  it("D23: is a signed POST that the reference library verifies", async () => {
    const receiver = await willingReceiver();
    const call = callTo(`${receiver.address}/hook?key=1`, {
      headers: { Authorization: "Bearer x", "X-Room": "é" },
    });
    expect(await testSender().send(call)).toEqual(DELIVERED);
    expect(receiver.received).toHaveLength(1);
    const { method, url, headers, body } = receiver.received[0] as Received;
    expect({ method, url, body }).toEqual({ method: "POST", url: "/hook?key=1", body: call.body });
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "content-length": String(call.body.length),
      "user-agent": "Headcount/1.2.3",
      "webhook-id": "msg_1",
      "headcount-sequence": "7",
      authorization: "Bearer x",
      "x-room": "é",
    });
    expect(new Webhook(SECRET).verify(body, asTexts(headers))).toEqual(JSON.parse(call.body));
    const other = new Webhook(Buffer.from("another secret of that length").toString("base64"));
    expect(() => other.verify(body, asTexts(headers))).toThrow("No matching signature");
    expect(() => new Webhook(SECRET).verify(`${body} `, asTexts(headers))).toThrow("No matching signature");
  });

  it.each([
    ["user:p%40ss", {}, "user:p@ss"],
    ["%C3%A9:", {}, "é:"],
    [":secret", {}, ":secret"],
    ["%zz:%", {}, "%zz:%"],
    ["user:password", { Authorization: "Bearer x" }, null],
  ])(
    "has the user information %j of its URL as Basic authentication (RFC 7617)",
    async (user, headers, sent) => {
      const receiver = await willingReceiver();
      const endpoint = receiver.address.replace("//", `//${user}@`);
      expect(await testSender().send(callTo(endpoint, { headers }))).toEqual(DELIVERED);
      const expected = sent === null ? "Bearer x" : `Basic ${Buffer.from(sent).toString("base64")}`;
      expect(receiver.received[0]?.headers.authorization).toBe(expected);
      expect(receiver.received[0]?.headers.host).toBe(new URL(receiver.address).host);
    },
  );

  it.skipIf(!HAS_PYTHON)("is verified by the function in Python of docs/webhooks.md", async () => {
    const receiver = await willingReceiver();
    const clock = { now: () => Date.now() };
    await testSender({ clock }).send(callTo(receiver.address));
    const { headers, body } = must(receiver.received[0], "call");
    const call = { secret: SECRET, headers: asTexts(headers), body };
    const rotated = { ...call.headers, "webhook-signature": `v1,AAAA ${call.headers["webhook-signature"]}` };
    const old = {
      ...call.headers,
      "webhook-timestamp": String(Number(call.headers["webhook-timestamp"]) - 301),
    };
    const verdicts: readonly (readonly [typeof call, string])[] = [
      [call, "True"],
      [{ ...call, headers: rotated }, "True"],
      [{ ...call, body: `${body} ` }, "False"],
      [
        { ...call, secret: `whsec_${Buffer.from("another secret of that length").toString("base64")}` },
        "False",
      ],
      [{ ...call, headers: old }, "False"],
    ];
    for (const [given, verdict] of verdicts) {
      const { stdout, stderr } = spawnSync("python3", ["-c", pythonProgram()], {
        input: JSON.stringify(given),
        encoding: "utf8",
      });
      expect({ stdout, stderr }).toEqual({ stdout: `${verdict}\n`, stderr: "" });
    }
  });

  it("takes its timestamp from the clock", async () => {
    const receiver = await willingReceiver();
    const now = Date.UTC(2024, 4, 6, 7, 8, 9, 999);
    const call = callTo(receiver.address);
    await testSender({ clock: { now: () => now } }).send(call);
    const { headers } = receiver.received[0] as Received;
    expect(headers["webhook-timestamp"]).toBe(String((now - 999) / 1_000));
    expect(headers["webhook-signature"]).toBe(new Webhook(SECRET).sign("msg_1", new Date(now), call.body));
  });

  it("keeps its own headers against a webhook's, but for the user agent", async () => {
    const receiver = await willingReceiver();
    const headers = { "Webhook-ID": "x", "Content-Type": "text/plain", "User-Agent": "theirs" };
    await testSender().send(callTo(receiver.address, { headers }));
    expect(receiver.received[0]?.headers).toMatchObject({
      "webhook-id": "msg_1",
      "content-type": "application/json",
      "user-agent": "theirs",
    });
  });

  it("uses a connection again, one call at a time, and no more of them than it may", async () => {
    let open = 0;
    let most = 0;
    const receiver = await receiverThat((response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        response.writeHead(200).end("thanks");
      }, 5);
    });
    const sender = testSender({ connectionsPerOrigin: 3 });
    const calls = Array.from({ length: 30 }, (_, n) =>
      sender.send(callTo(receiver.address, { sequence: n })),
    );
    expect(new Set((await Promise.all(calls)).map(({ error }) => error))).toEqual(new Set([null]));
    expect(most).toBe(3);
    expect(receiver.connections()).toBe(3);
  });
});

describe("failures outside the server", () => {
  it.each([200, 202, 299])("%i is delivered", async (status) => {
    const receiver = await receiverThat((response) => response.writeHead(status).end("ok"));
    expect(await testSender().send(callTo(receiver.address))).toEqual({
      responseStatus: status,
      error: null,
    });
  });

  it.each([
    [304, "the endpoint answered 304 Not Modified"],
    [400, "the endpoint answered 400 Bad Request"],
    [410, "the endpoint answered 410 Gone"],
    [500, "the endpoint answered 500 Internal Server Error"],
    [599, "the endpoint answered 599"],
  ])("%i is a failure that says so", async (status, error) => {
    const receiver = await receiverThat((response) => response.writeHead(status, "Secret reason").end());
    expect(await testSender().send(callTo(receiver.address))).toEqual({ responseStatus: status, error });
  });

  it("a refused connection", async () => {
    const result = await testSender().send(callTo(await closedAddress()));
    expect(result).toEqual({ responseStatus: null, error: "the connection was refused" });
  });

  it("a connection that is closed or reset before an answer", async () => {
    const closing = await socketServerThat((socket) => socket.once("data", () => socket.end()));
    const resetting = await socketServerThat((socket) => socket.once("data", () => socket.resetAndDestroy()));
    for (const { address } of [closing, resetting]) {
      const { responseStatus, error } = await testSender().send(callTo(address));
      expect([responseStatus, error]).toEqual([null, "the connection was closed before a response"]);
    }
  });

  it("a name that does not resolve, now or ever", async () => {
    for (const [code, error] of [
      ["ENOTFOUND", "the host name does not resolve"],
      ["EAI_AGAIN", "the host name could not be resolved temporarily"],
    ] as const) {
      const resolve = () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code }));
      const result = await testSender({ resolve }).send(callTo("http://hooks.example/"));
      expect(result).toEqual({ responseStatus: null, error });
    }
    const nothing = testSender({ privateAdvice: "", resolve: async () => [] });
    expect((await nothing.send(callTo("http://hooks.example/"))).error).toBe("hooks.example has no address");
  });

  it("a lookup that never ends counts as connecting", async () => {
    const sender = testSender({
      resolve: () => new Promise(() => {}),
      timeouts: { ...TIMEOUTS, connect: 50 },
    });
    expect((await sender.send(callTo("http://hooks.example/"))).error).toBe("no connection within 0.05 s");
  });

  it("more time than there is, also while it waits for a connection", async () => {
    const { address } = await receiverThat(() => {});
    const sender = testSender({ connectionsPerOrigin: 1, timeouts: { ...TIMEOUTS, whole: 50 } });
    const results = await Promise.all([sender.send(callTo(address)), sender.send(callTo(address))]);
    expect(results.map(({ error }) => error)).toEqual([
      "no response after 0.05 s",
      "no response after 0.05 s",
    ]);
  });

  it("something that speaks no HTTP, or no TLS", async () => {
    const { address, port } = await socketServerThat((socket) => {
      socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
    });
    expect((await testSender().send(callTo(address))).error).toBe("the response is not HTTP");
    const { error } = await testSender().send(callTo(`https://127.0.0.1:${port}/`));
    expect(error).toMatch(/^TLS failed/);
  });

  it.each([
    [200, null],
    [500, "the endpoint answered 500 Internal Server Error"],
  ])(
    "a body without end behind a %i: the status counts, and the connection is dropped",
    async (status, error) => {
      let sent = 0;
      const receiver = await receiverThat((response) => {
        response.writeHead(status);
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(1_024))) sent += 1_024;
        };
        response.on("drain", more);
        more();
      });
      expect(await testSender().send(callTo(receiver.address))).toEqual({ responseStatus: status, error });
      await expect.poll(() => receiver.sockets.size).toBe(0);
      expect(sent).toBeLessThan(WEBHOOK_ANSWER_BYTES_MAX + 10_000_000);
    },
  );

  it("a body that stops coming: the status counts, and the connection is dropped", async () => {
    const receiver = await receiverThat((response) => void response.writeHead(200).write("wait"));
    const sender = testSender({ timeouts: { ...TIMEOUTS, whole: 100 } });
    expect(await sender.send(callTo(receiver.address))).toEqual({ responseStatus: 200, error: null });
    await expect.poll(() => receiver.sockets.size).toBe(0);
  });

  it.each([
    [WEBHOOK_ANSWER_BYTES_MAX, 1],
    [WEBHOOK_ANSWER_BYTES_MAX + 1, 2],
  ])("a body of %i bytes takes %i connections for two calls", async (bytes, connections) => {
    const receiver = await receiverThat((response) => response.writeHead(200).end("x".repeat(bytes)));
    const sender = testSender({ connectionsPerOrigin: 1 });
    for (const sequence of [1, 2])
      expect((await sender.send(callTo(receiver.address, { sequence }))).error).toBeNull();
    expect(receiver.connections()).toBe(connections);
  });
});

describe("rejected calls", () => {
  it.each([
    [{ endpoint: "nowhere" }, "the endpoint is not an http or https address"],
    [{ endpoint: "ftp://127.0.0.1/" }, "the endpoint is not an http or https address"],
    [{ secret: "whsec_" }, "the call cannot be signed"],
    [{ secret: "whsec_%%%" }, "the call cannot be signed"],
    [{ headers: { expect: "secret" } }, "the call cannot be sent"],
    [{ headers: { "x y": "secret" } }, "the call cannot be sent"],
    [{ headers: { x: "secret\n" } }, "the call cannot be sent"],
  ])("%o fails and says why, without secrets", async (fields, message) => {
    const receiver = await willingReceiver();
    const { responseStatus, error } = await testSender().send(callTo(receiver.address, fields));
    expect(responseStatus).toBeNull();
    expect(error).toContain(message);
    expect(error).not.toContain("secret\n");
    expect(receiver.received).toEqual([]);
  });

  it("anything after the sender has closed, and a call under way then", async () => {
    const receiver = await receiverThat(() => {});
    const sender = testSender();
    const underWay = sender.send(callTo(receiver.address));
    await expect.poll(() => receiver.received.length).toBe(1);
    await sender.close();
    const aborted = { responseStatus: null, error: "aborted: the server is stopping" };
    expect(await underWay).toEqual(aborted);
    expect(await sender.send(callTo(receiver.address))).toEqual(aborted);
  });
});
