import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { TranslateApart } from "../../devices/adapter.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { SerialQueue } from "../../domain/serial-queue.ts";
import type { Translation, TranslationOrder } from "./translation-worker.ts";

/** Bytes of long messages of devices that wait to be translated: each may take a second. */
export const TRANSLATED_BYTES_MAX = 32 * 1024 * 1024;

/** The program of the thread; it is beside this file in the build too. */
const ENTRY = new URL("./translation-worker.js", import.meta.url);

/**
 * Translates large messages of devices in a thread, one after another, so that no other request waits while one is read.
 * The thread starts with the first of them.
 */
export function translationThread(entry = ENTRY) {
  const queue = new SerialQueue();
  let worker: Worker | null = null;
  /** The bytes of the messages that wait for it, and of the one that it reads. */
  let bytes = 0;
  const start = () => {
    const started = new Worker(entry);
    // An error ends it, and is that of the message that it reads.
    started.on("error", () => {
      worker = null;
    });
    started.unref();
    return started;
  };
  /** @throws HeadcountError `invalid` as adapters do; `unavailable` if too much waits */
  const translate: TranslateApart = async (adapter, message) => {
    const { length } = message.body;
    if (bytes + length > TRANSLATED_BYTES_MAX)
      throw new HeadcountError(
        "unavailable",
        "too many long messages of devices are waiting; try again later",
      );
    bytes += length;
    const [answer] = await queue
      .run(() => {
        worker ??= start();
        const answered = once(worker, "message") as Promise<[Translation]>;
        worker.postMessage({ adapter, message } satisfies TranslationOrder);
        return answered;
      })
      .finally(() => {
        bytes -= length;
      });
    if (!("message" in answer)) return answer;
    throw new HeadcountError("invalid", answer.message, { issues: answer.issues });
  };
  return { translate, close: async () => void (await worker?.terminate()) };
}
