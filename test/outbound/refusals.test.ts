import { STATUS_CODES } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { type ConnectorFactory, type Resolve, specialKindOf } from "../../src/outbound/guarded-connector.ts";
import { callTo, type Receiver, receiverThat, testSender, willingReceiver } from "../support/receiver.ts";

const PUBLIC = { address: "93.184.215.14", family: 4 };
const ALSO_PUBLIC = { address: "2606:2800:21f:cb07:6820:80da:af6b:8b2c", family: 6 };
const PRIVATE = { address: "192.168.1.20", family: 4 };
const LOOPBACK = { address: "127.0.0.1", family: 4 };
const SEE = "(see --allow-private-webhooks)";

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
  return { asked, dialled, sender: testSender({ allowPrivate: false, resolve, makeConnector }) };
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
  ])("is rejected as http://%s/ without a name lookup", async (host, said) => {
    const receiver = await willingReceiver();
    const { asked, dialled, sender } = guarded(receiver, [PUBLIC]);
    const result = await sender.send(callTo(`http://${host}:${receiver.port}/`));
    expect(result).toEqual({ responseStatus: null, error: `not allowed to connect to ${said} ${SEE}` });
    expect([asked, dialled, receiver.connections()]).toEqual([[], [], 0]);
  });

  it.each([
    ["8.8.8.8", null],
    ["2606:4700::1111", null],
    ["64:ff9b::808:808", null],
    ["not an address", "an address that cannot be checked"],
  ])("is not %s, but what cannot be parsed", (address, kind) => {
    expect(specialKindOf(address)).toBe(kind);
  });

  it("is rejected by undici's own connector, too, for addresses and names", async () => {
    const receiver = await willingReceiver();
    const sender = testSender({ allowPrivate: false, resolve: async () => [LOOPBACK] });
    for (const host of ["127.0.0.1", "localhost", "hooks.example"]) {
      const { error } = await sender.send(callTo(`http://${host}:${receiver.port}/`));
      expect(error).toContain("not allowed to connect to 127.0.0.1, a loopback address");
    }
    expect(receiver.connections()).toBe(0);
  });

  it("is rejected for every call that waits for it", async () => {
    const { sender } = guarded(await willingReceiver(), [PRIVATE]);
    const calls = Array.from({ length: 50 }, () => sender.send(callTo("http://hooks.example/")));
    const error = `not allowed to connect to 192.168.1.20, a private address that hooks.example resolves to ${SEE}`;
    expect(new Set((await Promise.all(calls)).map((result) => result.error))).toEqual(new Set([error]));
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
    // What was checked is what was connected to: there was no second lookup that could have differed.
    expect([asked, dialled]).toEqual([["hooks.example"], [PUBLIC.address]]);
    expect((await sender.send(callTo("http://hooks.example/"))).error).toContain("192.168.1.20");
    expect(dialled).toEqual([PUBLIC.address]);
    expect(receiver.received).toHaveLength(1);
  });

  it("may be anywhere with --allow-private-webhooks", async () => {
    const receiver = await willingReceiver();
    const sender = testSender({ resolve: async () => [LOOPBACK] });
    const { error } = await sender.send(callTo(`http://hooks.example:${receiver.port}/`));
    expect(error).toBeNull();
    expect(receiver.received).toHaveLength(1);
  });
});

describe("D23: a redirect", () => {
  it.each([301, 302, 303, 307, 308])(
    "by %i is a failure that names its target without secrets",
    async (status) => {
      const receiver = await receiverThat((response) => {
        response.writeHead(status, { location: "http://u:pw@169.254.169.254/latest?token=secret" }).end();
      });
      const answered = `the endpoint answered ${status} ${STATUS_CODES[status]}`;
      expect(await testSender().send(callTo(receiver.address))).toEqual({
        responseStatus: status,
        error: `${answered} to http://169.254.169.254/latest; redirects are not followed`,
      });
    },
  );

  it.each(["http://", null])("to %s is a failure, too", async (location) => {
    const receiver = await receiverThat((response) => {
      response.writeHead(307, location === null ? {} : { location }).end();
    });
    const { error } = await testSender().send(callTo(receiver.address));
    expect(error).toBe("the endpoint answered 307 Temporary Redirect");
  });
});
