import type { MessageBatch } from "../../engine/live/distribution.ts";

/** The first byte of an unfragmented text message (RFC 6455, 5.2). */
const TEXT = 0x81;

/** The longest lengths that fit into the second byte, and into the two bytes after it, which MEDIUM announces. */
const SHORT_MAX = 125;
const MEDIUM_MAX = 0xffff;
const MEDIUM = 126;

/** The frames of batches, as long as a socket has yet to send them. */
const encoded = new WeakMap<MessageBatch, Buffer>();

/**
 * The frames of a batch of messages, one for each, as a server sends them without extensions. All sockets share
 * them; the library would build them again for each socket.
 */
export function textFrames(batch: MessageBatch): Buffer {
  let frames = encoded.get(batch);
  if (frames === undefined) {
    frames = Buffer.concat(batch.flatMap(({ bytes }) => [headOf(bytes.length), bytes]));
    encoded.set(batch, frames);
  }
  return frames;
}

/** @param length of a message, in bytes */
function headOf(length: number): Buffer {
  if (length <= SHORT_MAX) return Buffer.of(TEXT, length);
  if (length > MEDIUM_MAX) throw new Error("invariant broken: a message of more than 64 KiB");
  return Buffer.of(TEXT, MEDIUM, length >> 8, length & 0xff);
}
