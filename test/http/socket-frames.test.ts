import { expect, it } from "vitest";
import { Receiver } from "ws";
import type { PublishedMessage } from "../../src/engine/live/published-message.ts";
import { textFrames } from "../../src/http/sockets/frames.ts";

/** The texts that the library reads from some bytes. */
function read(frames: Buffer): Promise<string[]> {
  const texts: string[] = [];
  return new Promise((resolve, reject) => {
    const receiver = new Receiver({ isServer: false });
    receiver.on("message", (data) => texts.push(String(data))).on("error", reject);
    receiver.end(frames, () => resolve(texts));
  });
}

it("RFC 6455: messages of every length are frames that a client reads", async () => {
  const texts = [0, 1, 125, 126, 127, 300, 65_535].map((length) => "x".repeat(length));
  const batch = texts.map((text) => ({ bytes: Buffer.from(text) }) as PublishedMessage);
  expect(await read(textFrames(batch))).toEqual(texts);
  expect(textFrames(batch)).toBe(textFrames(batch));
  const long = [{ bytes: Buffer.alloc(65_536) } as PublishedMessage];
  expect(() => textFrames(long)).toThrow("64 KiB");
});
