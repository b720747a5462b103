import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { flushToDisk, makeFolder } from "../disk.ts";
import { formatInstant } from "../domain/instant.ts";
import { SerialQueue } from "../domain/serial-queue.ts";
import type { SetAsideMessage } from "../engine/ports/mqtt.ts";
import type { MqttAdapterName } from "./mqtt-adapters.ts";
import type { PublishedMessage } from "./take-message.ts";

/** Messages that are set aside: files, their bytes in all, and how many of the newest are shown. */
export const SET_ASIDE_FILES_MAX = 1_000;
export const SET_ASIDE_BYTES_MAX = 64 * 1024 * 1024;
export const SET_ASIDE_SHOWN_MAX = 20;

/** How much is shown of the topic and the reason, in characters, and of the payload; the file has all of it. */
const SHOWN_LENGTH = 500;
const SHOWN_PAYLOAD_BYTES = 2_000;

/** The name of a file begins with its time; others are not ours. */
const NAME = /^\d{8}T\d{9}Z-[0-9a-f]{16}$/;
const UNFINISHED = "unfinished.tmp";

/** The first line of a file; the payload follows it, byte by byte. */
const firstLine = z.object({
  topic: z.string(),
  adapter: z.string(),
  received_at: z.string(),
  reason: z.string(),
});

/** The messages that have been set aside (D33), each in a file: as many of the newest as the limits allow. */
export class SetAside {
  readonly #folder: string;
  readonly #writes = new SerialQueue();
  /** Oldest first. */
  #files: { readonly name: string; readonly bytes: number }[] = [];
  /** The newest, newest first. */
  latest: readonly SetAsideMessage[] = [];

  /** @param folder is created with the first message */
  constructor(folder: string) {
    this.#folder = folder;
    if (!existsSync(folder)) return;
    const names = readdirSync(folder).filter((name) => NAME.test(name));
    this.#files = names.sort().map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
    const newest = this.#files.slice(-SET_ASIDE_SHOWN_MAX).reverse();
    this.latest = newest.flatMap(({ name }) => shown(name, readFileSync(join(folder, name))) ?? []);
  }

  get kept(): number {
    return this.#files.length;
  }

  /**
   * Keeps a message in place of the oldest ones. It is on disk when this resolves.
   *
   * @returns the path of its file
   * @throws HeadcountError `unavailable`, or a system error, if it cannot be written
   */
  keep(
    { topic, body, receivedAt }: PublishedMessage,
    adapter: MqttAdapterName,
    reason: string,
  ): Promise<string> {
    const line = { topic, adapter, received_at: formatInstant(receivedAt), reason };
    const content = Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), body]);
    const digest = createHash("sha256").update(content).digest("hex").slice(0, 16);
    const name = `${line.received_at.replace(/[-:.]/g, "")}-${digest}`;
    return this.#writes.run(async () => {
      makeFolder(this.#folder, 0o700);
      const unfinished = join(this.#folder, UNFINISHED);
      await writeFile(unfinished, content, { mode: 0o600, flush: true });
      await this.#makeRoom(content.length);
      const path = join(this.#folder, name);
      await rename(unfinished, path);
      await flushToDisk(this.#folder);
      this.#files.push({ name, bytes: content.length });
      this.latest = [shown(name, content) ?? [], ...this.latest].flat().slice(0, SET_ASIDE_SHOWN_MAX);
      return path;
    });
  }

  async #makeRoom(bytes: number): Promise<void> {
    let all = this.#files.reduce((sum, file) => sum + file.bytes, bytes);
    for (let [oldest] = this.#files; oldest !== undefined; [oldest] = this.#files) {
      if (this.#files.length < SET_ASIDE_FILES_MAX && all <= SET_ASIDE_BYTES_MAX) return;
      await rm(join(this.#folder, oldest.name), { force: true });
      this.#files.shift();
      all -= oldest.bytes;
    }
  }
}

/** What operators see of a file; null if it has been changed. */
function shown(file: string, content: Buffer): SetAsideMessage | null {
  const end = content.indexOf("\n");
  let line: unknown = null;
  try {
    line = JSON.parse(content.toString("utf8", 0, end));
  } catch {}
  const read = firstLine.safeParse(line);
  if (!read.success) return null;
  const { topic, adapter, received_at: receivedAt, reason } = read.data;
  const payload = content.subarray(end + 1);
  const shownPayload = payload.toString("utf8", 0, SHOWN_PAYLOAD_BYTES);
  const texts = { topic: topic.slice(0, SHOWN_LENGTH), reason: reason.slice(0, SHOWN_LENGTH) };
  return { file, adapter, receivedAt, ...texts, bytes: payload.length, payload: shownPayload };
}
