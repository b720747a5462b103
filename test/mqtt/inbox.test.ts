import { describe, expect, it } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import { Inbox, type ReceivedMessage } from "../../src/mqtt/inbox.ts";
import { settled, until } from "../support/waiting.ts";

/** An inbox with a store that can be away, and a connection that can be lost. */
function openInbox() {
  const log: string[] = [];
  let isAway = false;
  let isFolderFull = false;
  let isOpen = true;
  const goOn: (() => void)[] = [];
  const inbox = new Inbox({
    take: async (_, { body }) => {
      if (isAway) throw new HeadcountError("unavailable", "the disk is full");
      if (String(body).startsWith("bad")) throw new RangeError("Invalid array length");
      log.push(`stored ${body}`);
      return null;
    },
    timers: {
      after: (_, run) => {
        goOn.push(run);
        return () => {};
      },
    },
    refused: () => {},
    setAside: async ({ body }, _, error) => {
      if (isFolderFull) throw Object.assign(new Error("no space left"), { syscall: "write" });
      log.push(`set aside ${body}: ${error instanceof Error ? error.message : ""}`);
    },
    taken: () => {},
    stalled: (error) => log.push(error instanceof Error ? `stalled: ${error.message}` : "stored again"),
  });
  const add = (messageId: number | null, text: string, isRepeated = false) => {
    const isOfThis = { isOpen };
    const connection = isOpen;
    const message: ReceivedMessage = {
      topic: "a",
      body: Buffer.from(text),
      isRetained: false,
      receivedAt: 0,
      deliveryId: `${messageId}`,
      adapters: ["headcount"],
      messageId,
      isRepeated,
      isOpen: () => isOpen && connection === isOfThis.isOpen,
      acknowledge: () => {
        if (messageId !== null) log.push(`acknowledged ${messageId}`);
      },
    };
    return inbox.add(message);
  };
  return {
    inbox,
    log,
    add,
    leave: () => {
      isAway = true;
    },
    comeBack: async () => {
      isAway = false;
      await until(() => goOn.length > 0);
      goOn.shift()?.();
    },
    /** Lets the time pass after which it tries again. */
    wait: async () => {
      await until(() => goOn.length > 0);
      goOn.shift()?.();
    },
    fillFolder: (isFull: boolean) => {
      isFolderFull = isFull;
    },
    lose: () => {
      isOpen = false;
      inbox.connectionLost();
    },
    connect: () => {
      isOpen = true;
    },
  };
}

describe("messages that are received", () => {
  it("are stored in their order, and acknowledged then (D33)", async () => {
    const { inbox, log, add } = openInbox();
    for (const id of [1, 2, 3]) void add(id, `m${id}`);
    expect(log).toEqual([]);
    await until(() => inbox.size === 0);
    expect(log.filter((line) => line.startsWith("stored"))).toEqual(["stored m1", "stored m2", "stored m3"]);
    expect(log.filter((line) => line.startsWith("ack"))).toEqual([1, 2, 3].map((id) => `acknowledged ${id}`));
    for (const id of [1, 2, 3])
      expect(log.indexOf(`stored m${id}`)).toBeLessThan(log.indexOf(`acknowledged ${id}`));
  });

  it("are not acknowledged while they cannot be stored (D33)", async () => {
    const { inbox, log, add, leave, comeBack } = openInbox();
    leave();
    void add(1, "m1");
    await until(() => log.length === 1);
    void add(2, "m2");
    await settled();
    expect(log).toEqual(["stalled: the disk is full"]);
    await comeBack();
    await until(() => inbox.size === 0);
    const stored = ["stored m1", "acknowledged 1", "stored again", "stored m2", "acknowledged 2"];
    expect(log).toEqual(["stalled: the disk is full", ...stored]);
  });

  it("are left to the broker when their connection is lost before they are stored (D33)", async () => {
    const { inbox, log, add, leave, comeBack, lose, connect } = openInbox();
    leave();
    void add(1, "m1");
    void add(null, "without acknowledgement");
    await until(() => log.length === 1);
    void add(2, "m2");
    lose();
    await comeBack();
    await until(() => inbox.size === 0);
    expect(log).toEqual(["stalled: the disk is full", "stored without acknowledgement", "stored again"]);
    connect();
    void add(1, "m1", true);
    await until(() => inbox.size === 0);
    expect(log.slice(3)).toEqual(["stored m1", "acknowledged 1"]);
  });

  it("are stored once if the broker gives them again, unless its session is new (D33)", async () => {
    const { inbox, log, add } = openInbox();
    const given = async (...message: Parameters<typeof add>) => {
      log.length = 0;
      void add(...message);
      await until(() => inbox.size === 0);
      return log.includes(`stored ${message[1]}`);
    };
    expect(await given(1, "Entry")).toBe(true);
    expect(await given(1, "Entry", true)).toBe(false);
    expect(log).toEqual(["acknowledged 1"]);
    // The same id is used again for another message, and for a new one of the same text.
    expect(await given(1, "Exit", true)).toBe(true);
    expect(await given(1, "Exit")).toBe(true);
    inbox.sessionLost();
    expect(await given(1, "Exit", true)).toBe(true);
  });

  it("wait in a bounded number: then the connection is not read (D33)", async () => {
    const { inbox, add } = openInbox();
    let isRead = false;
    for (let id = 1; id < 2_000; id++) void add(id, "m");
    void add(2_000, "m").then(() => {
      isRead = true;
    });
    await Promise.resolve();
    expect(isRead).toBe(false);
    await until(() => inbox.size === 0);
    expect(isRead).toBe(true);
  });

  it("are stored before it stops, and none are taken after that (D33)", async () => {
    const { inbox, log, add } = openInbox();
    void add(1, "m1");
    void add(null, "m2");
    const stopping = inbox.stop();
    void add(3, "m3");
    await stopping;
    expect(log).toEqual(expect.arrayContaining(["stored m1", "acknowledged 1", "stored m2"]));
    expect(log).not.toContain("stored m3");
  });

  it("do not keep it from stopping when they cannot be stored (D33)", async () => {
    const { inbox, log, add, leave } = openInbox();
    leave();
    void add(1, "m1");
    await until(() => log.length === 1);
    await inbox.stop();
    expect(log).toEqual(["stalled: the disk is full"]);
  });
});

describe("a message that fails by itself (D33)", () => {
  const SET_ASIDE = "set aside bad: Invalid array length";

  it("is set aside after three times, and stops no other", async () => {
    const { inbox, log, add, wait } = openInbox();
    for (const [id, text] of ["m1", "bad", "m3"].entries()) void add(id + 1, text);
    await wait();
    expect(log.toSorted()).toEqual(["acknowledged 1", "acknowledged 3", "stored m1", "stored m3"]);
    log.length = 0;
    void add(4, "m4");
    await wait();
    await until(() => inbox.size === 0);
    expect(log).toEqual([SET_ASIDE, "acknowledged 2", "stored m4", "acknowledged 4"]);
    // The acknowledgement was lost.
    void add(2, "bad", true);
    await until(() => inbox.size === 0);
    expect(log.at(-1)).toBe("acknowledged 2");
    expect(log.filter((line) => line === SET_ASIDE)).toHaveLength(1);
  });

  it("is set aside also if the broker gives it again over other connections meanwhile", async () => {
    const { inbox, log, add, wait, lose, connect } = openInbox();
    for (let connection = 1; connection <= 2; connection++) {
      void add(1, "bad", connection > 1);
      await until(() => inbox.size === 1);
      await settled();
      lose();
      await wait();
      await until(() => inbox.size === 0);
      connect();
    }
    expect(log).toEqual([]);
    void add(1, "bad", true);
    await until(() => inbox.size === 0);
    expect(log).toEqual([SET_ASIDE, "acknowledged 1"]);
  });

  it("is not set aside for what fails beside it: the disk, or the folder", async () => {
    const { inbox, log, add, wait, leave, comeBack, fillFolder } = openInbox();
    leave();
    void add(1, "bad");
    for (let time = 0; time < 5; time++) await wait();
    expect(new Set(log)).toEqual(new Set(["stalled: the disk is full"]));
    fillFolder(true);
    await comeBack();
    for (let time = 0; time < 4; time++) await wait();
    await until(() => log.filter((line) => line === "stalled: no space left").length === 3);
    expect(log).not.toContain(SET_ASIDE);
    fillFolder(false);
    await wait();
    await until(() => inbox.size === 0);
    expect(log.slice(-3)).toEqual([SET_ASIDE, "acknowledged 1", "stored again"]);
  });

  it("is left to the broker when the server stops", async () => {
    const { inbox, log, add, wait } = openInbox();
    void add(1, "bad");
    await wait();
    await settled();
    await inbox.stop();
    expect(log).toEqual([]);
  });
});
