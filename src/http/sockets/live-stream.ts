import { Readable } from "node:stream";
import { formatId } from "../../domain/ids.ts";
import { SOCKET_BUFFER_BYTES_MAX } from "../../domain/limits.ts";
import type { MessageBatch } from "../../engine/live/distribution.ts";
import type { Feed, FeedFilter } from "../../engine/live/feed.ts";

export const EVENT_STREAM_TYPE = "text/event-stream";

/** How often a comment is sent, in ms: proxies and clients close connections without traffic (D22). */
const COMMENT_MS = 15_000;
const COMMENT = ": live\n\n";

/**
 * The messages for a client as server-sent events, as fast as it reads them (WHATWG HTML, 9.2).
 *
 * @param isAllowed whether its token still exists; the answer ends once it does not
 */
export function liveStream(feed: Feed, filter: FeedFilter, isAllowed: () => boolean) {
  let goOn = () => {};
  const readable = new Readable({ highWaterMark: SOCKET_BUFFER_BYTES_MAX, read: () => goOn() });
  readable.push(COMMENT);
  const commenting = setInterval(() => (isAllowed() ? readable.push(COMMENT) : end()), COMMENT_MS).unref();
  const unsubscribe = feed.subscribe(filter, {
    take: (messages) => {
      if (!isAllowed()) return void end();
      if (readable.push(Buffer.concat(messages.flatMap(eventOf)))) return undefined;
      return new Promise((resolve) => {
        goOn = resolve;
      });
    },
    // The client connects again, and goes on after the last event that it has read.
    giveUp: (reason, cause) =>
      readable.destroy(new Error(`the client of an event stream is given up: ${reason}`, { cause })),
  });
  const stop = () => {
    clearInterval(commenting);
    unsubscribe();
  };
  readable.once("close", stop);
  const end = () => {
    stop();
    readable.push(null);
  };
  return { readable, end };
}

const [DATA, END] = [Buffer.from("data: "), Buffer.from("\n\n")];

/** A message as an event, with the id of the event that caused it, if there is one. */
function eventOf({ bytes, eventId }: MessageBatch[number]): Buffer[] {
  const id = eventId === null ? [] : [Buffer.from(`id: ${formatId("event", eventId)}\n`)];
  return [...id, DATA, bytes, END];
}
