import { describe, expect, it } from "vitest";
import type { LogRecord } from "../../../src/engine/ports.ts";
import { count, OK, REFUSED, range, TestOutbox } from "../../support/outbox.ts";

/** Notes the records that an outbox stores from now on. */
function recordsOf({ store: { journal } }: TestOutbox): LogRecord[] {
  const records: LogRecord[] = [];
  const append = journal.append.bind(journal);
  journal.append = async (appended, ...more) => {
    await append(appended, ...more);
    records.push(...appended.map(({ record }) => record));
  };
  return records;
}

describe("an outbox that follows another one", () => {
  it("has the pending calls of the other, also if an outcome comes twice", async () => {
    for (const bounds of [{}, { queueBuffer: 1 }]) {
      const maker = await TestOutbox.open({ bounds });
      const records = recordsOf(maker);
      maker.sender.answer("1", ({ sequence }) => (sequence < 4 ? OK : REFUSED));
      await maker.deliver(...range(1, 6).map((event) => count(5, event)));
      await maker.stop();
      const follower = await TestOutbox.open({ bounds, isStopped: true });
      for (const record of records) {
        await follower.journal.follow([record]);
        if (record.outcomes !== undefined) await follower.journal.follow([record]);
      }
      expect(follower.backlog(1)).toBe(3);
      follower.start();
      await follower.pass(5_000);
      expect(follower.sender.sequences("1", 5n)).toEqual([4, 5, 6]);
      expect(follower.failures).toEqual([]);
    }
  });

  it("makes all calls that are pending as it stores them after it has made calls itself", async () => {
    const outbox = await TestOutbox.open();
    const mend = outbox.failOutcomes("no answer");
    await outbox.deliver(count(5, 1), count(5, 2));
    await outbox.deliveries.handOver(0);
    mend();
    outbox.start();
    await outbox.deliver(count(5, 3));
    expect(outbox.sender.sequences("1", 5n)).toEqual([1, 2, 1, 2, 3]);
    expect(await outbox.statuses(1)).toBe("delivered delivered delivered");
  });
});

describe("outcomes of which it is not known whether they have been written", () => {
  it("are not written again if they have been", async () => {
    const outbox = await TestOutbox.open();
    const { journal } = outbox.store;
    const append = journal.append.bind(journal);
    let unknown: LogRecord | null = null;
    journal.append = async (appended, ...more) => {
      const record = appended.find((each) => each.record.outcomes !== undefined)?.record;
      if (record === undefined) return append(appended, ...more);
      unknown = record;
      throw new Error("it is not known whether the change has been made");
    };
    await outbox.deliver(count(5, 1), count(6, 2));
    journal.append = append;
    const records = recordsOf(outbox);
    await outbox.journal.follow([unknown as unknown as LogRecord]);
    await outbox.deliver(count(5, 3));
    await outbox.pass(5_000);
    const ids = records.flatMap(({ outcomes = [] }) => outcomes.map(({ deliveryId }) => deliveryId));
    expect(ids.toSorted()).toEqual([1n, 2n, 3n]);
    expect(await outbox.statuses(1)).toBe("delivered delivered delivered");
  });
});
