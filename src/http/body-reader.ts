import type { FastifyRequest } from "fastify";
import { BODIES_BYTES_MAX, SMALL_BODY_BYTES_MAX } from "../domain/limits.ts";
import { YieldQueue } from "../engine/yielding.ts";
import { busy, malformed, Refusal } from "./errors.ts";

/** Receives a body once it has been decoded, or the error. */
export type Done = (error: Error | null, body?: unknown) => void;

/** The bytes of a body as they arrive, decompressed. */
export type Payload = NodeJS.ReadableStream & {
  /** Bytes before decompression, if the body is compressed. */
  readonly receivedEncodedLength?: number;
  destroy(): unknown;
};

/** Decodes a body; returns a promise if that takes long. */
type Decode = (bytes: Buffer) => unknown;

/**
 * Reads the bodies of requests. Each is limited by its route, and all that are read or decoded at a time have a
 * common limit, which does not apply to the first `SMALL_BODY_BYTES_MAX` bytes of each.
 */
export class BodyReader {
  /** Decodes one piece of one long body in each round of the event loop. */
  readonly yieldQueue = new YieldQueue();
  readonly #bytesMax: number;
  #bytes = 0;

  /** @param bytesMax of all bodies, beyond `SMALL_BODY_BYTES_MAX` of each */
  constructor(bytesMax = BODIES_BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  /**
   * Reads a body and decodes it. A body beyond the limit of its route is a 413, and one beyond the common limit a
   * 503.
   */
  read(request: FastifyRequest, payload: Payload, decode: Decode, done: Done): void {
    const limit = request.routeOptions.bodyLimit;
    const announced = Number(request.headers["content-length"]);
    if (announced > limit) {
      done(tooLarge(limit));
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    let counted = 0;
    let hasEnded = false;
    const finish: Done = (error, body) => {
      this.#bytes -= counted;
      counted = 0;
      done(error, body);
    };
    const stop = () => {
      payload.removeListener("data", take).removeListener("end", end).removeListener("error", fail);
    };
    const refuse = (error: Error) => {
      stop();
      dropRest(request, payload);
      finish(error);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit || (payload.receivedEncodedLength ?? 0) > limit) return refuse(tooLarge(limit));
      const count = Math.max(0, length - SMALL_BODY_BYTES_MAX);
      this.#bytes += count - counted;
      counted = count;
      if (count > 0 && this.#bytes > this.#bytesMax) return refuse(tooMany(this.#bytesMax));
      chunks.push(chunk);
    };
    const end = () => {
      hasEnded = true;
      const received = payload.receivedEncodedLength || length;
      if (!Number.isNaN(announced) && received !== announced)
        return finish(
          malformed(`the body has ${received} bytes, but its Content-Length states ${announced}`),
        );
      // A copy, since the chunks may be views of a buffer that the connection reuses.
      decoded(decode, Buffer.concat(chunks, length), finish);
    };
    const fail = (error: Error) => {
      if (hasEnded) return;
      stop();
      finish(Object.assign(error, { statusCode: (error as { statusCode?: number }).statusCode ?? 400 }));
    };
    payload.on("data", take).on("end", end).on("error", fail).resume();
  }
}

function decoded(decode: Decode, bytes: Buffer, done: Done): void {
  let body: unknown;
  try {
    body = decode(bytes);
  } catch (error) {
    done(error as Error);
    return;
  }
  if (body instanceof Promise) body.then((value: unknown) => done(null, value), done);
  else done(null, body);
}

/** Discards the rest of a rejected body, without decompressing it. */
export function dropRest(request: FastifyRequest, payload: Payload): void {
  if (payload === request.raw) payload.resume();
  else payload.on("error", ignore).destroy();
}

function ignore(): void {
  // The stream has no reader any more.
}

function tooLarge(limit: number): Refusal {
  return new Refusal("body-too-large", `the body has more than ${limit} bytes, the limit of this path`);
}

function tooMany(limit: number): Refusal {
  return busy(`the server is reading bodies of more than ${limit} bytes in total`);
}
