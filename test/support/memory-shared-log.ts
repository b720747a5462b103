import { HeadcountError } from "../../src/domain/errors.ts";
import { SerialQueue } from "../../src/domain/serial-queue.ts";
import { newStart, recordWriter } from "../../src/engine/journal/chain.ts";
import { RECORD_FORMAT } from "../../src/engine/journal/record-format.ts";
import type { LoggedRecord, LogPosition, SharedLog } from "../../src/engine/ports.ts";

/** The records that engines of one process share; its connections are the logs of these engines. */
export class MemoryLog {
  readonly start = newStart();
  readonly records: LoggedRecord[] = [];
  readonly #lock = new SerialQueue();
  #nodes = 0;
  now: () => number;

  /** @param now the log's clock, in ms */
  constructor(now: () => number) {
    this.now = now;
  }

  at(position: bigint): LogPosition | undefined {
    return position === 0n ? this.start : this.records[Number(position) - 1]?.at;
  }

  connect(): SharedLog {
    const { records, start } = this;
    const node = `node-${this.#nodes++}`;
    let isLocked = false;
    const append = async (after: LogPosition, record: LoggedRecord) => {
      await turn();
      const isNext =
        BigInt(records.length) === after.position && this.at(after.position)?.chain === after.chain;
      if (isNext) records.push(record);
      await turn();
      return isNext;
    };
    return {
      id: "memory",
      node,
      start,
      next: recordWriter(node),
      append: (after, record) =>
        isLocked ? append(after, record) : this.#lock.run(() => append(after, record)),
      read: async (after) => {
        await turn();
        if (this.at(after.position)?.chain !== after.chain)
          throw new HeadcountError("log-diverged", "the log has other records");
        return records.slice(Number(after.position), Number(after.position) + 20);
      },
      head: async () => {
        await turn();
        return { ...(this.at(BigInt(records.length)) ?? start), now: this.now() };
      },
      format: async () => records.at(-1)?.bytes[3] ?? RECORD_FORMAT,
      lock: () =>
        new Promise((resolve) => {
          void this.#lock.run(() => {
            isLocked = true;
            return new Promise<void>((end) => {
              resolve(async () => {
                isLocked = false;
                end();
              });
            });
          });
        }),
      keepLock: () => () => {},
      close: async () => {},
    };
  }
}

const turn = () => new Promise(setImmediate);
