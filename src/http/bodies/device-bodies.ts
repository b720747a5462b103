import { once } from "node:events";
import { Readable } from "node:stream";
import { Dicer } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import { getOrInsert } from "../../domain/collections.ts";
import { DEVICE_MULTIPART_BYTES_MAX, DEVICE_MULTIPART_PARTS_MAX } from "../../domain/limits.ts";
import { malformed } from "../errors.ts";
import {
  announcedLength,
  type BodyParsers,
  type BodyReader,
  dropRest,
  type Payload,
  tooLarge,
} from "./bodies.ts";

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
    const texts = new Map<number, Buffer[]>();
    const pieces = Readable.from(textPieces(payload as Readable, boundary, texts));
    pieces.on("close", () => dropRest(request, payload));
    const extract = Object.assign(pieces, { isExtract: true });
    bodies.read(request, extract, () => Array.from(texts.values(), (text) => Buffer.concat(text)), done);
  });
}

/** The boundaries of the bodies of requests; null if a body has no parts. */
const boundaries = new WeakMap<FastifyRequest, string | null>();

function boundaryOf(contentType: string): string | null {
  const { quoted, plain } = MULTIPART.exec(contentType)?.groups ?? {};
  return quoted ?? plain ?? null;
}

/**
 * The pieces of the texts of a body in parts; everything else is dropped as it arrives.
 *
 * @param texts receives the pieces of each part that is a text, by the number of the part
 * @throws Refusal 400 or 413 if the body ends too early, or has too many parts or bytes
 */
async function* textPieces(source: Readable, boundary: string, texts: Map<number, Buffer[]>) {
  const parser = new Dicer({ boundary });
  const pieces: Buffer[] = [];
  let [bytes, parts, hasEnded] = [0, 0, false];
  parser.on("part", (part) => {
    const number = parts++;
    // Without a listener, the parser passes over the further parts of the piece that it reads.
    if (parts > DEVICE_MULTIPART_PARTS_MAX) parser.removeAllListeners("part");
    let isKept = false;
    part
      .on("header", (headers: PartHeaders) => {
        isKept = isText(headers);
      })
      .on("data", (piece: Buffer) => {
        if (!isKept) return;
        getOrInsert(texts, number, () => []).push(piece);
        pieces.push(piece);
      })
      // The parser has the same error.
      .on("error", () => undefined);
  });
  const ended = once(parser, "finish").then(
    () => {
      hasEnded = true;
    },
    () => Promise.reject(malformed("the body ends within a part of it")),
  );
  ended.catch(() => undefined);
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > DEVICE_MULTIPART_BYTES_MAX) throw tooLarge(DEVICE_MULTIPART_BYTES_MAX);
    // What follows the last part is none.
    if (hasEnded) continue;
    // The parser may not call back for the piece in which the last part ends.
    await Promise.race([new Promise((resolve) => parser.write(chunk, resolve)), ended]);
    if (parts > DEVICE_MULTIPART_PARTS_MAX)
      throw malformed(`the body has more than ${DEVICE_MULTIPART_PARTS_MAX} parts`);
    yield* pieces.splice(0);
  }
  parser.end();
  await ended;
  yield* pieces.splice(0);
}

const PART_HEADER_LENGTH = 1_000;

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
