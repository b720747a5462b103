import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";

import type { CountMessage, LiveMessage, ResetMessage } from "./messages.ts";

/** The messages that sockets carry (D24). */
export type SocketMessage = CountMessage | ResetMessage;

/** Whether sockets carry a message. */
export function isForSockets(message: LiveMessage): message is SocketMessage {
  return message.type !== "threshold";
}

/** A message as all sockets share it. */
export class PublishedMessage {
  readonly spaceId: bigint;
  /** Null with a reset. */
  readonly eventId: bigint | null;
  /** When it was published, in ms; of one that only the log has, its event's timestamp. */
  readonly instant: number;
  readonly #newRequestId: () => string;
  /** The message until it is written as text, then its bytes. */
  #content: SocketMessage | Buffer;

  constructor(message: SocketMessage, instant: number, newRequestId: () => string) {
    this.spaceId = message.spaceId;
    this.eventId = message.type === "count" ? message.eventId : null;
    this.instant = instant;
    this.#newRequestId = newRequestId;
    this.#content = message;
  }

  /** Its JSON text as UTF-8, written once, however many sockets get it. */
  get bytes(): Buffer {
    if (!Buffer.isBuffer(this.#content))
      this.#content = Buffer.from(JSON.stringify(asJson(this.#content, this.#newRequestId())));
    return this.#content;
  }
}

/** A message as version 2 documents it. */
function asJson(message: SocketMessage, requestId: string): object {
  const { count, spaceId, timestamp, type } = message;
  const isCount = message.type === "count";
  return {
    payload: {
      count,
      direction: isCount ? message.direction : null,
      event_id: isCount ? formatId("event", message.eventId) : null,
      space_id: formatId("space", spaceId),
      timestamp: formatInstant(timestamp),
      type,
    },
    request_id: requestId,
    version: "v2",
  };
}
