import { Transform, type TransformCallback } from "node:stream";
import { Dicer } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import { DEVICE_MULTIPART_BYTES_MAX, DEVICE_MULTIPART_PARTS_MAX } from "../domain/limits.ts";
import {
  announcedLength,
  type BodyParsers,
  type BodyReader,
  dropRest,
  type Payload,
  tooLarge,
} from "./bodies.ts";
import { malformed } from "./errors.ts";

/** A body in parts, of which each is a message or a picture. */
const MULTIPART =
  /^\s*multipart\/.*;\s*boundary\s*=\s*(?:"(?<quoted>[^"]{1,200})"|(?<plain>[^\s;"]{1,200}))/is;

/** Media types of messages, which pictures do not have. */
const TEXT_TYPE = /^\s*text\/|[/+](?:json|xml)\b/i;
const TEXT_FILE = /\bfilename\s*=\s*"?[^"]*\.(?:json|xml|txt)"?\s*(?:;|$)/i;

/**
 * Takes bodies of any content type, and without one, as the messages that a device has sent (D32): a list of them, which
 * with multipart has each part that is a text. An empty body is undefined.
 */
export function takeDeviceBodies(app: BodyParsers, bodies: BodyReader): void {
  app.removeAllContentTypeParsers();
  // Devices state any content type, which Fastify would reject if it is malformed.
  app.addHook("onRequest", (request, _reply, done) => {
    const type = request.headers["content-type"] ?? "";
    boundaries.set(request, boundaryOf(type));
    delete request.headers["content-type"];
    done();
  });
  app.addContentTypeParser("*", (request, payload: Payload, done) => {
    const boundary = boundaries.get(request) ?? null;
    if (boundary === null) return bodies.read(request, payload, (bytes) => [bytes], done);
    if (announcedLength(request) > DEVICE_MULTIPART_BYTES_MAX)
      return done(tooLarge(DEVICE_MULTIPART_BYTES_MAX));
    const parts = new TextParts(request, payload, boundary);
    bodies.read(request, parts, (bytes) => parts.split(bytes), done);
  });
}

/** The boundaries of the bodies of requests; null if a body has no parts. */
const boundaries = new WeakMap<FastifyRequest, string | null>();

function boundaryOf(contentType: string): string | null {
  const { quoted, plain } = MULTIPART.exec(contentType)?.groups ?? {};
  return quoted ?? plain ?? null;
}

/** The texts of a body in parts, one after another; everything else is dropped as it arrives. */
class TextParts extends Transform {
  readonly isExtract = true;
  readonly #source: Payload;
  readonly #request: FastifyRequest;
  readonly #parser: Dicer;
  #bytes = 0;
  #parts = 0;
  #hasEnded = false;
  /** Continues when the parser has taken what it was given. */
  #continue: TransformCallback | null = null;
  /** The bytes of each part that were passed on, in the order of the parts. */
  readonly #lengths = new Map<number, number>();

  constructor(request: FastifyRequest, source: Payload, boundary: string) {
    super();
    this.#request = request;
    this.#source = source;
    this.#parser = new Dicer({ boundary });
    this.#parser
      .on("part", (part) => this.#take(part))
      .on("error", () => this.destroy(malformed("the body ends within a part of it")))
      .on("finish", () => {
        this.#hasEnded = true;
        // It may not have called back for the piece in which the last part ends.
        this.#proceed();
      });
    source.on("error", (error: Error) => this.destroy(error)).pipe(this);
  }

  /** The bytes of each part that is a text, from the bytes of all of them. */
  split(bytes: Buffer): Buffer[] {
    let start = 0;
    return [...this.#lengths.values()].map((length) => {
      const part = bytes.subarray(start, start + length);
      start += length;
      return part;
    });
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    if (this.#bytes > DEVICE_MULTIPART_BYTES_MAX) done(tooLarge(DEVICE_MULTIPART_BYTES_MAX));
    // What follows the last part is none.
    else if (this.#hasEnded) done();
    else {
      this.#continue = done;
      this.#parser.write(chunk, () => this.#proceed());
    }
  }

  override _flush(done: TransformCallback): void {
    if (this.#hasEnded) {
      done();
      return;
    }
    this.#continue = done;
    this.#parser.end();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#source.unpipe(this);
    dropRest(this.#request, this.#source);
    done(error);
  }

  #proceed(): void {
    const proceed = this.#continue;
    this.#continue = null;
    proceed?.();
  }

  #take(part: Dicer.PartStream): void {
    const number = this.#parts++;
    if (number >= DEVICE_MULTIPART_PARTS_MAX) {
      // Without a listener, the parser passes over the further parts of the piece that it reads.
      this.#parser.removeAllListeners("part");
      this.destroy(malformed(`the body has more than ${DEVICE_MULTIPART_PARTS_MAX} parts`));
    }
    let isKept = false;
    part
      .on("header", (headers: PartHeaders) => {
        isKept = isText(headers);
      })
      .on("data", (bytes: Buffer) => {
        if (!isKept || this.destroyed) return;
        this.#lengths.set(number, (this.#lengths.get(number) ?? 0) + bytes.length);
        this.push(bytes);
      })
      // The parser has the same error.
      .on("error", () => undefined);
  }
}

/** Characters of a header of a part that are looked at. */
const PART_HEADER_LENGTH = 1_000;

/** The headers of a part by their names in lower case. */
type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** Whether a part is a message: it has no content type, that of a text, or a general one and the name of a text. */
function isText(headers: PartHeaders): boolean {
  const type = startOf(headers["content-type"]);
  if (type === "" || TEXT_TYPE.test(type)) return true;
  return /octet-stream/i.test(type) && TEXT_FILE.test(startOf(headers["content-disposition"]));
}

function startOf(header: readonly string[] = []): string {
  return (header[0] ?? "").slice(0, PART_HEADER_LENGTH);
}
