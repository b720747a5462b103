import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { TranslateApart } from "../../devices/adapter.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { TRANSLATED_BYTES_MAX } from "../../domain/limits.ts";
import { SerialQueue } from "../../domain/serial-queue.ts";
import type { Translation, TranslationOrder } from "./translation-worker.ts";

/** The program of the thread; it is beside this file in the build too. */
const ENTRY = new URL("./translation-worker.js", import.meta.url);

/**
 * Translates large messages of devices in a thread, one after another, so that no other request waits while one is read.
 * The thread starts with the first of them.
 */
export class TranslationThread {
  readonly #queue = new SerialQueue();
  readonly #entry: URL;
  #worker: Worker | null = null;
  /** The bytes of the messages that wait for it, and of the one that it reads. */
  #bytes = 0;

  constructor(entry = ENTRY) {
    this.#entry = entry;
  }

  /** @throws HeadcountError `invalid` as adapters do; `unavailable` if too much waits */
  readonly translate: TranslateApart = async (adapter, message) => {
    const { length } = message.body;
    if (this.#bytes + length > TRANSLATED_BYTES_MAX)
      throw new HeadcountError(
        "unavailable",
        "too many long messages of devices are waiting; try again later",
      );
    this.#bytes += length;
    const [answer] = await this.#queue
      .run(() => {
        this.#worker ??= this.#start();
        const answered = once(this.#worker, "message") as Promise<[Translation]>;
        this.#worker.postMessage({ adapter, message } satisfies TranslationOrder);
        return answered;
      })
      .finally(() => {
        this.#bytes -= length;
      });
    if (!("message" in answer)) return answer;
    throw new HeadcountError("invalid", answer.message, { issues: answer.issues });
  };

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#entry);
    // An error ends it, and is that of the message that it reads.
    worker.on("error", () => {
      this.#worker = null;
    });
    worker.unref();
    return worker;
  }
}
