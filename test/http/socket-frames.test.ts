import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { PublishedMessage } from "../../src/engine/live/notifications.ts";
import { textFrames } from "../../src/http/sockets/open-sockets.ts";

/** The texts that a client reads from some frames. */
async function read(frames: Buffer, count: number): Promise<string[]> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
  onTestFinished(() => void server.close());
  server.on("connection", (_socket, request) => request.socket.write(frames));
  await new Promise((resolve) => server.once("listening", resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client.terminate());
  const texts: string[] = [];
  await new Promise<void>((resolve, reject) => {
    client.on("error", reject).on("message", (data) => {
      texts.push(String(data));
      if (texts.length === count) resolve();
    });
  });
  return texts;
}

it("RFC 6455: messages of every length are frames that a client reads", async () => {
  const texts = [0, 1, 125, 126, 127, 300, 65_535].map((length) => "x".repeat(length));
  const batch = texts.map((text) => ({ bytes: Buffer.from(text) }) as PublishedMessage);
  expect(await read(textFrames(batch), texts.length)).toEqual(texts);
  expect(textFrames(batch)).toBe(textFrames(batch));
  const long = [{ bytes: Buffer.alloc(65_536) } as PublishedMessage];
  expect(() => textFrames(long)).toThrow("64 KiB");
});
