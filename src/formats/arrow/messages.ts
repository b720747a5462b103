import { MessageHeader, MetadataVersion, Type, UnionMode } from "apache-arrow";
import { ARROW_FIELD_DEPTH_MAX, ARROW_FIELDS_MAX } from "../../domain/limits.ts";
import { FlatBuffer, type FlatTable, MalformedArrow } from "./flatbuffer.ts";

/** A source of Arrow data: a request body, or a file. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** Maximum number of messages; unlimited if absent. */
  readonly messagesMax?: number;
  /** Reads exactly `length` bytes, which are within the source. */
  read(position: number, length: number): Uint8Array | Promise<Uint8Array>;
}

/** A message of the IPC format: its metadata and body. */
export interface ArrowMessage {
  readonly kind: MessageHeader;
  readonly version: MetadataVersion;
  readonly header: FlatTable;
  /** Aligned to 8 bytes in its array buffer. */
  readonly body: Uint8Array;
}

/** The supported versions, whose layouts differ only in unions; older versions have not been written since 2017. */
const VERSIONS: readonly number[] = [MetadataVersion.V4, MetadataVersion.V5];

const MAGIC = "ARROW1";
/** The magic bytes at the start of a file, padded. */
const FILE_HEAD_BYTES = 8;
/** The footer's length and the magic bytes, at the end of a file. */
const FILE_TAIL_BYTES = 4 + MAGIC.length;

/** Precedes the length of a message, except in the oldest streams. */
const CONTINUATION = -1;

/**
 * The messages of an IPC stream, or of an IPC file, which is a stream with a footer that has the schema. Each length is
 * checked against the rest of the source before that much is read.
 *
 * @throws MalformedArrow if the source is truncated, or a length is impossible
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
    if (messages === source.messagesMax) throw new MalformedArrow(`it has more than ${messages} messages`);
    const message = await messageIn(source, frame, end);
    if (message.kind === MessageHeader.RecordBatch) batches++;
    // Some writers put the schema only in the footer, others also at the beginning.
    if (file === null || message.kind !== MessageHeader.Schema) yield message;
    at = frame.bodyAt + message.bodyBytes;
  }
  if (file !== null && batches !== file.batches)
    throw new MalformedArrow(`it has ${batches} record batches, but its footer lists ${file.batches}`);
}

interface Frame {
  readonly metadataAt: number;
  readonly bodyAt: number;
}

/** The frame of the message at a position; null at the end-of-stream marker. */
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
      `a message's metadata has ${length} bytes, but only ${end - metadataAt} are left`,
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
    throw new MalformedArrow(`a message's body has ${bodyBytes} bytes, but only ${end - bodyAt} are left`);
  const body = aligned(await source.read(bodyAt, bodyBytes));
  return { kind: message.byte(1), version, header, body, bodyBytes };
}

function versionIn(table: FlatTable): number {
  const version = table.short(0);
  if (!VERSIONS.includes(version))
    throw new MalformedArrow(`its format version is V${version + 1}; only V4 and V5 are supported`);
  return version;
}

interface FileBounds {
  readonly schema: ArrowMessage;
  /** Position of the end of the stream. */
  readonly end: number;
  readonly batches: number;
}

/** Reads the footer; null if the source is a stream. */
async function fileBounds(source: ByteSource): Promise<FileBounds | null> {
  const { size } = source;
  if (size < MAGIC.length || textOf(await source.read(0, MAGIC.length)) !== MAGIC) return null;
  if (size < FILE_HEAD_BYTES + FILE_TAIL_BYTES) throw endsEarly();
  const tail = await source.read(size - FILE_TAIL_BYTES, FILE_TAIL_BYTES);
  if (textOf(tail.subarray(4)) !== MAGIC) throw new MalformedArrow("it ends without an Arrow file's footer");
  const length = new DataView(tail.buffer, tail.byteOffset, 4).getInt32(0, true);
  const end = size - FILE_TAIL_BYTES - length;
  if (length <= 0 || end < FILE_HEAD_BYTES)
    throw new MalformedArrow(`its footer length of ${length} bytes is invalid in a file of ${size} bytes`);
  const footer = new FlatBuffer(await source.read(end, length)).root();
  const header = footer.table(1);
  if (header === null) throw new MalformedArrow("its footer has no schema");
  const schema = { kind: MessageHeader.Schema, version: versionIn(footer), header, body: new Uint8Array() };
  return { schema, end, batches: footer.vector(3, BLOCK_BYTES).length };
}

/** Bytes of a footer's entry for a message. */
const BLOCK_BYTES = 24;

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function aligned(bytes: Uint8Array): Uint8Array {
  // Buffer.slice would return a view.
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

function endsEarly(): MalformedArrow {
  return new MalformedArrow("it is truncated within a message");
}

/** Types of Schema.fbs that the library does not know; the last one has the highest number. */
const RUN_END_ENCODED = 22;
const LIST_VIEW = 25;
const LARGE_LIST_VIEW = 26;

/** The types that have other than 2 buffers per field of a record batch; unions vary. */
const BUFFERS = new Map<number, number>([
  ...[Type.Null, RUN_END_ENCODED].map((type) => [type, 0] as const),
  ...[Type.Struct, Type.FixedSizeList].map((type) => [type, 1] as const),
  ...[Type.Binary, Type.Utf8, Type.LargeBinary, Type.LargeUtf8].map((type) => [type, 3] as const),
  ...[LIST_VIEW, LARGE_LIST_VIEW].map((type) => [type, 3] as const),
]);

/** The dictionary encoding of a field. */
export interface DictionaryEncoding {
  readonly id: bigint;
  /** The Int type of the indices; null for signed 32-bit. */
  readonly indices: FlatTable | null;
}

export interface ArrowField {
  readonly name: string;
  /** As numbered in Schema.fbs; for a dictionary-encoded field, that of the values. */
  readonly type: number;
  /** The type's parameters; null if it has none. */
  readonly details: FlatTable | null;
  readonly dictionary: DictionaryEncoding | null;
  readonly children: readonly ArrowField[];
  /** Buffers of the field in a batch, except variadic ones. */
  readonly buffers: number;
}

/**
 * Parses the fields of a schema.
 *
 * @param version of the message that has the schema
 * @throws MalformedArrow if there are too many, or one has an unknown type
 */
export function fieldsOf(schema: FlatTable, version: number): ArrowField[] {
  if (schema.short(0) !== 0) throw new MalformedArrow("its numbers are big-endian");
  let left = ARROW_FIELDS_MAX;
  const fieldOf = (table: FlatTable, depth: number): ArrowField => {
    if (depth > ARROW_FIELD_DEPTH_MAX)
      throw new MalformedArrow(`its fields are nested more than ${ARROW_FIELD_DEPTH_MAX} levels deep`);
    if (left-- === 0) throw new MalformedArrow(`it has more than ${ARROW_FIELDS_MAX} fields`);
    const type = table.byte(2);
    const details = table.table(3);
    const dictionary = table.table(4);
    return {
      name: table.text(0),
      type,
      details,
      dictionary: dictionary && { id: dictionary.long(0), indices: dictionary.table(1) },
      children: Array.from(table.tables(5), (child) => fieldOf(child, depth + 1)),
      buffers: buffersOf(type, details, version),
    };
  };
  return Array.from(schema.tables(1), (table) => fieldOf(table, 1));
}

function buffersOf(type: number, details: FlatTable | null, version: number): number {
  if (type === Type.Union)
    return (details?.short(0) === UnionMode.Dense ? 2 : 1) + (version < MetadataVersion.V5 ? 1 : 0);
  if (type < Type.Null || type > LARGE_LIST_VIEW)
    throw new MalformedArrow(`it has a field of the unknown type ${type}`);
  return BUFFERS.get(type) ?? 2;
}
