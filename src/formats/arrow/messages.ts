import { FlatBuffer, type FlatTable, MalformedArrow } from "./flatbuffer.ts";

/** A source of Arrow data: the body of a request, or a file. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** The most messages that are read; all of them where it is absent. */
  readonly messagesMax?: number;
  /** Reads `length` bytes, which must be within the source. */
  read(position: number, length: number): Uint8Array | Promise<Uint8Array>;
}

/** A message of the IPC format: its metadata, and what it describes. */
export interface ArrowMessage {
  /** One of `HEADERS`. */
  readonly kind: number;
  /** Of Arrow's format; 4 is V5. */
  readonly version: number;
  readonly header: FlatTable;
  /** Begins at a multiple of 8 bytes of its array buffer. */
  readonly body: Uint8Array;
}

/** Kinds of messages, by the number that Message.fbs has for their headers. */
export const HEADERS = { schema: 1, dictionaryBatch: 2, recordBatch: 3 } as const;

/** The versions V4 and V5, which have the same layout but for unions; older ones have not been written since 2017. */
const VERSIONS = [3, 4] as const;

const MAGIC = "ARROW1";
/** The magic word at a file's beginning, padded. */
const FILE_HEAD_BYTES = 8;
/** The footer's length and the magic word, at a file's end. */
const FILE_TAIL_BYTES = 4 + MAGIC.length;

/** Stands before a message's length; the oldest streams do without. */
const CONTINUATION = -1;

/**
 * The messages of an IPC stream, or of an IPC file, which is a stream with a footer that has the schema. Every length
 * is compared with what is left of the source before as much is read.
 *
 * @throws MalformedArrow where the source ends early, or a length exceeds it
 */
export async function* arrowMessages(source: ByteSource): AsyncGenerator<ArrowMessage> {
  const file = await fileBounds(source);
  const end = file?.end ?? source.size;
  let at = file === null ? 0 : FILE_HEAD_BYTES;
  if (file !== null) yield file.schema;
  let batches = 0;
  for (let messages = 0; at < end; messages++) {
    const frame = await frameAt(source, at, end);
    if (frame === null) break;
    if (messages === source.messagesMax)
      throw new MalformedArrow(`it has more than ${messages} messages, the most that are taken`);
    const message = await messageIn(source, frame, end);
    if (message.kind === HEADERS.recordBatch) batches++;
    // Some writers have the schema in the footer alone, others at the beginning as well.
    if (file === null || message.kind !== HEADERS.schema) yield message;
    at = frame.bodyAt + message.bodyBytes;
  }
  if (file !== null && batches !== file.batches)
    throw new MalformedArrow(`it has ${batches} record batches, and its footer lists ${file.batches}`);
}

/** The positions of a message's metadata and body. */
interface Frame {
  readonly metadataAt: number;
  readonly bodyAt: number;
}

/** The frame of the message at a position; null at the mark that ends a stream. */
async function frameAt(source: ByteSource, at: number, end: number): Promise<Frame | null> {
  const head = await source.read(at, Math.min(8, end - at));
  if (head.length < 4) throw endsEarly();
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  let length = view.getInt32(0, true);
  let metadataAt = at + 4;
  if (length === CONTINUATION) {
    if (head.length < 8) throw endsEarly();
    length = view.getInt32(4, true);
    metadataAt += 4;
  }
  if (length === 0) return null;
  if (length < 0 || length > end - metadataAt)
    throw new MalformedArrow(
      `a message's metadata should have ${length} bytes, of which ${end - metadataAt} are there`,
    );
  return { metadataAt, bodyAt: metadataAt + length };
}

async function messageIn(
  source: ByteSource,
  { metadataAt, bodyAt }: Frame,
  end: number,
): Promise<ArrowMessage & { readonly bodyBytes: number }> {
  const message = new FlatBuffer(await source.read(metadataAt, bodyAt - metadataAt)).root();
  const version = versionIn(message);
  const header = message.table(2);
  if (header === null) throw new MalformedArrow("a message has no header");
  const bodyBytes = message.size(3);
  if (bodyBytes > end - bodyAt)
    throw new MalformedArrow(
      `a message's body should have ${bodyBytes} bytes, of which ${end - bodyAt} are there`,
    );
  const body = aligned(await source.read(bodyAt, bodyBytes));
  return { kind: message.byte(1), version, header, body, bodyBytes };
}

/** The version that a message or footer is of. */
function versionIn(table: FlatTable): number {
  const version = table.short(0);
  if (!VERSIONS.some((known) => known === version))
    throw new MalformedArrow(`its format version is V${version + 1}, and V4 and V5 are read`);
  return version;
}

/** The content of a file's footer. */
interface FileBounds {
  /** As it would begin a stream. */
  readonly schema: ArrowMessage;
  /** The end of its stream. */
  readonly end: number;
  /** The number of record batches that it lists. */
  readonly batches: number;
}

/** The footer where the source is a file; null where it is a stream. */
async function fileBounds(source: ByteSource): Promise<FileBounds | null> {
  const { size } = source;
  if (size < MAGIC.length || textOf(await source.read(0, MAGIC.length)) !== MAGIC) return null;
  if (size < FILE_HEAD_BYTES + FILE_TAIL_BYTES) throw endsEarly();
  const tail = await source.read(size - FILE_TAIL_BYTES, FILE_TAIL_BYTES);
  if (textOf(tail.subarray(4)) !== MAGIC) throw new MalformedArrow("it ends without an Arrow file's footer");
  const length = new DataView(tail.buffer, tail.byteOffset, 4).getInt32(0, true);
  const end = size - FILE_TAIL_BYTES - length;
  if (length <= 0 || end < FILE_HEAD_BYTES)
    throw new MalformedArrow(`its footer should have ${length} bytes, and it has ${size} in all`);
  const footer = new FlatBuffer(await source.read(end, length)).root();
  const header = footer.table(1);
  if (header === null) throw new MalformedArrow("its footer has no schema");
  const schema = { kind: HEADERS.schema, version: versionIn(footer), header, body: new Uint8Array() };
  return { schema, end, batches: footer.vector(3, BLOCK_BYTES).length };
}

/** Bytes of a footer's entry for a message. */
const BLOCK_BYTES = 24;

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function aligned(bytes: Uint8Array): Uint8Array {
  // A Buffer's own slice would be a view.
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

function endsEarly(): MalformedArrow {
  return new MalformedArrow("it ends within a message");
}
