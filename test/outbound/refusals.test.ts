import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { ConnectorFactory, Resolve } from "../../src/outbound/guarded-connector.ts";
import { refusalOf, specialKindOf } from "../../src/outbound/special-addresses.ts";
import { WEBHOOK_REDIRECTS_MAX } from "../../src/outbound/webhook-sender.ts";
import { callTo, type Receiver, receiverThat, testSender, willingReceiver } from "../support/receiver.ts";

const PUBLIC = { address: "93.184.215.14", family: 4 };
const ALSO_PUBLIC = { address: "2606:2800:21f:cb07:6820:80da:af6b:8b2c", family: 6 };
const PRIVATE = { address: "192.168.1.20", family: 4 };
const ADVICE = "see the settings";

/**
 * A connector that looks a name up as undici's does, notes the addresses it would connect to, and connects
 * to a receiver on loopback instead.
 */
function redirectedTo(receiver: Receiver) {
  const dialled: string[] = [];
  const makeConnector: ConnectorFactory =
    ({ lookup }) =>
    ({ hostname }, callback) => {
      lookup(hostname, { all: true }, (error, addresses) => {
        if (error !== null) return callback(error, null);
        for (const { address } of addresses as { address: string }[]) dialled.push(address);
        const socket = connect(receiver.port, "127.0.0.1", () => callback(null, socket));
      });
    };
  return { dialled, makeConnector };
}

/** A sender that may not call private addresses, and whose names resolve as given, one answer after another. */
function guarded(receiver: Receiver, ...answers: Awaited<ReturnType<Resolve>>[]) {
  const asked: string[] = [];
  const { dialled, makeConnector } = redirectedTo(receiver);
  const resolve: Resolve = async (name) => {
    asked.push(name);
    return answers[Math.min(asked.length, answers.length) - 1] ?? [];
  };
  return { asked, dialled, sender: testSender({ privateAdvice: ADVICE, resolve, makeConnector }) };
}

describe("D23: an address that is not plain unicast", () => {
  it.each([
    ["127.0.0.1", "127.0.0.1, a loopback address"],
    ["127.8.8.8", "127.8.8.8, a loopback address"],
    ["169.254.169.254", "169.254.169.254, a link-local address"],
    ["[::1]", "::1, a loopback address"],
    ["2130706433", "127.0.0.1, a loopback address"],
    ["0x7f.1", "127.0.0.1, a loopback address"],
    ["0177.0.0.1", "127.0.0.1, a loopback address"],
    ["[::ffff:127.0.0.1]", "::ffff:7f00:1, an IPv4-mapped address of 127.0.0.1, a loopback address"],
    ["[::ffff:93.184.215.14]", "::ffff:5db8:d70e, an IPv4-mapped address"],
    ["[::127.0.0.1]", "::7f00:1, a reserved address"],
    ["0.0.0.0", "0.0.0.0, an unspecified address"],
    ["0", "0.0.0.0, an unspecified address"],
    ["[::]", "::, an unspecified address"],
    ["10.1.2.3", "10.1.2.3, a private address"],
    ["172.31.0.1", "172.31.0.1, a private address"],
    ["192.168.0.1", "192.168.0.1, a private address"],
    ["100.64.0.1", "100.64.0.1, an address behind a carrier's NAT"],
    ["192.0.2.1", "192.0.2.1, a reserved address"],
    ["224.0.0.1", "224.0.0.1, a multicast address"],
    ["255.255.255.255", "255.255.255.255, a broadcast address"],
    ["[fc00::1]", "fc00::1, a unique local address"],
    ["[fd12:3456::1]", "fd12:3456::1, a unique local address"],
    ["[fe80::1]", "fe80::1, a link-local address"],
    ["[ff02::1]", "ff02::1, a multicast address"],
    ["[64:ff9b::7f00:1]", "64:ff9b::7f00:1, a NAT64 address of 127.0.0.1, a loopback address"],
    ["[64:ff9b:1::1]", "64:ff9b:1::1, a NAT64 address"],
    ["[2002:7f00:1::]", "2002:7f00:1::, a 6to4 address"],
    ["[2001::1]", "2001::1, a Teredo address"],
    ["[2001:db8::1]", "2001:db8::1, a reserved address"],
    ["[4000::1]", "4000::1, a reserved address"],
  ])("is rejected as http://%s/ without being looked up", async (host, said) => {
    const receiver = await willingReceiver();
    const { asked, dialled, sender } = guarded(receiver, [PUBLIC]);
    const result = await sender.send(callTo(`http://${host}:${receiver.port}/`));
    expect(result).toEqual({ responseStatus: null, error: `not allowed to connect to ${said} (${ADVICE})` });
    expect([asked, dialled, receiver.connections()]).toEqual([[], [], 0]);
  });

  it.each(["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])("is not %s", (address) => {
    expect(specialKindOf(address)).toBeNull();
  });

  it("is anything that cannot be read", () => {
    expect(specialKindOf("not an address")).toBe("an address that cannot be checked");
  });

  it.each([
    ["http://127.0.0.1:9000/", "127.0.0.1, a loopback address"],
    ["https://user:secret@[::1]/hook?key=1", "::1, a loopback address"],
    ["http://10.1.2.3/", "10.1.2.3, a private address"],
    ["http://localhost:9000/", "127.0.0.1, a loopback address that localhost resolves to"],
    ["http://hooks.localhost/", "127.0.0.1, a loopback address that hooks.localhost resolves to"],
    ["https://93.184.215.14/", null],
    ["https://hooks.example/", null],
  ])("is known before any call where the URL shows it: %s", (endpoint, address) => {
    const refusal = address === null ? null : `not allowed to connect to ${address} (${ADVICE})`;
    expect(refusalOf(endpoint, ADVICE)).toBe(refusal);
    expect(refusalOf(endpoint, null)).toBeNull();
  });

  it("is rejected by undici's own connector, too, for addresses and names", async () => {
    const receiver = await willingReceiver();
    const sender = testSender({
      privateAdvice: ADVICE,
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    for (const host of ["127.0.0.1", "localhost", "hooks.example"]) {
      const { error } = await sender.send(callTo(`http://${host}:${receiver.port}/`));
      expect(error).toContain("not allowed to connect to 127.0.0.1, a loopback address");
    }
    expect(receiver.connections()).toBe(0);
  });
});

describe("D23: a name", () => {
  it("is connected to at its public addresses only", async () => {
    const receiver = await willingReceiver();
    const { dialled, sender } = guarded(receiver, [PRIVATE, PUBLIC, ALSO_PUBLIC]);
    expect(await sender.send(callTo("http://hooks.example/"))).toEqual({ responseStatus: 204, error: null });
    expect(dialled).toEqual([PUBLIC.address, ALSO_PUBLIC.address]);
    expect(receiver.received[0]?.headers.host).toBe("hooks.example");
  });

  it("that becomes private between two connections is rejected at the second", async () => {
    const receiver = await receiverThat((response) => {
      response.writeHead(204, { connection: "close" }).end();
    });
    const { asked, dialled, sender } = guarded(receiver, [PUBLIC], [PRIVATE]);
    expect((await sender.send(callTo("http://hooks.example/"))).error).toBeNull();
    // The sender connected to the address that it had checked, without a second lookup.
    expect([asked, dialled]).toEqual([["hooks.example"], [PUBLIC.address]]);
    expect((await sender.send(callTo("http://hooks.example/"))).error).toContain("192.168.1.20");
    expect(dialled).toEqual([PUBLIC.address]);
    expect(receiver.received).toHaveLength(1);
  });

  it("may be anywhere if private addresses are allowed", async () => {
    const receiver = await willingReceiver();
    const sender = testSender({ resolve: async () => [{ address: "127.0.0.1", family: 4 }] });
    const { error } = await sender.send(callTo(`http://hooks.example:${receiver.port}/`));
    expect(error).toBeNull();
    expect(receiver.received).toHaveLength(1);
  });
});

describe("D23: a redirect", () => {
  it.each([307, 308])("by %i is followed with the same signed call", async (status) => {
    const target = await willingReceiver();
    const first = await receiverThat((response) => {
      response.writeHead(status, { location: `${target.address}/there?a=b` }).end();
    });
    const call = callTo(`${first.address}/here`, { headers: { authorization: "Bearer x" } });
    expect(await testSender().send(call)).toEqual({ responseStatus: 204, error: null });
    const [before] = first.received;
    const [after] = target.received;
    expect(after).toMatchObject({ method: "POST", url: "/there?a=b", body: call.body });
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature", "headcount-sequence"])
      expect(after?.headers[name]).toBe(before?.headers[name]);
    // Another origin: the webhook's own headers may hold values for the first one only.
    expect(before?.headers.authorization).toBe("Bearer x");
    expect(after?.headers.authorization).toBeUndefined();
  });

  it("within an origin keeps the webhook's headers; one that comes back from elsewhere does not", async () => {
    const elsewhere = await receiverThat((response, { headers }) => {
      response.writeHead(307, { location: `http://${headers["x-home"] ?? home}/end` }).end();
    });
    const receiver = await receiverThat((response, { url }) => {
      const location = { "/a": "/b", "/b": `${elsewhere.address}/` }[url ?? ""];
      if (location === undefined) response.writeHead(204).end();
      else response.writeHead(308, { location }).end();
    });
    const home = `127.0.0.1:${receiver.port}`;
    const call = callTo(`${receiver.address}/a`, { headers: { "x-key": "k" } });
    expect((await testSender().send(call)).error).toBeNull();
    expect(receiver.received.map(({ url, headers }) => [url, headers["x-key"]])).toEqual([
      ["/a", "k"],
      ["/b", "k"],
      ["/end", undefined],
    ]);
  });

  it("is followed up to a maximum number of times", async () => {
    const receiver = await receiverThat((response, { url }) => {
      const left = Number(url?.slice(1));
      if (left === 0) response.writeHead(204).end();
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    const callWith = (redirects: number) => testSender().send(callTo(`${receiver.address}/${redirects}`));
    expect((await callWith(WEBHOOK_REDIRECTS_MAX)).error).toBeNull();
    expect(await callWith(WEBHOOK_REDIRECTS_MAX + 1)).toEqual({
      responseStatus: 307,
      error: `the endpoint redirects more than ${WEBHOOK_REDIRECTS_MAX} times`,
    });
  });

  it("to a private address is rejected and says why", async () => {
    const receiver = await receiverThat((response) => {
      response.writeHead(307, { location: "http://169.254.169.254/latest/meta-data" }).end();
    });
    const { sender } = guarded(receiver, [PUBLIC]);
    expect(await sender.send(callTo("http://hooks.example/"))).toEqual({
      responseStatus: 307,
      error: `redirected to 169.254.169.254: not allowed to connect to 169.254.169.254, a link-local address (${ADVICE})`,
    });
  });

  it("to a name that resolves to a private address is rejected and says why", async () => {
    const receiver = await receiverThat((response) => {
      response.writeHead(308, { location: "http://inside.example/" }).end();
    });
    const { sender } = guarded(receiver, [PUBLIC], [PRIVATE]);
    expect((await sender.send(callTo("http://hooks.example/"))).error).toContain(
      "redirected to inside.example: not allowed to connect to 192.168.1.20, a private address",
    );
  });

  it.each([301, 302, 303])("by %i is not followed, and says where to and why", async (status) => {
    const receiver = await receiverThat((response) => {
      response.writeHead(status, { location: "https://u:pw@other.example/there?token=secret" }).end();
    });
    const { responseStatus, error } = await testSender().send(callTo(receiver.address));
    expect(responseStatus).toBe(status);
    expect(error).toMatch(
      new RegExp(`^the endpoint answered ${status} .* to https://other.example/there, which is not`),
    );
    expect(error).toContain("would turn the POST into a GET");
    expect(error).not.toMatch(/pw|secret/);
  });

  it.each([
    ["http://u:pw@127.0.0.1/", "with credentials, which is not followed"],
    ["ftp://127.0.0.1/", "which is neither http nor https"],
    ["http://", "to an invalid address"],
    [null, "without a location"],
  ])("to %s is not followed", async (location, message) => {
    const receiver = await receiverThat((response) => {
      response.writeHead(307, location === null ? {} : { location }).end();
    });
    const { responseStatus, error } = await testSender().send(callTo(receiver.address));
    expect([responseStatus, error]).toEqual([307, expect.stringContaining(message)]);
    expect(error).not.toContain("pw");
    expect(receiver.received).toHaveLength(1);
  });
});
