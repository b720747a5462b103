/** Bytes that may refer to the same place, as a multiple of the buffer's own; writers do not share at all. */
const SHARING_MAX = 4;

const VTABLE_HEAD_BYTES = 4;

/** Thrown for malformed Arrow data. The message gives the reason. */
export class MalformedArrow extends Error {
  override readonly name = "MalformedArrow";
}

/** The position of the elements of a vector. */
export interface FlatVector {
  readonly start: number;
  readonly length: number;
}

/**
 * A FlatBuffer from a source that is not trusted. Each offset and length in it is compared with the size of the
 * buffer before it is used. The bytes of all objects that are visited are counted, so that objects which share
 * their parts cannot be made to look many times as large as the buffer.
 */
export class FlatBuffer {
  readonly view: DataView;
  #bytesLeft: number;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#bytesLeft = SHARING_MAX * bytes.byteLength;
  }

  /** @throws MalformedArrow where the table reaches beyond the buffer */
  root(): FlatTable {
    this.requireWithin(0, 4);
    return this.tableAt(this.view.getUint32(0, true));
  }

  tableAt(position: number): FlatTable {
    this.requireWithin(position, 4);
    const vtable = position - this.view.getInt32(position, true);
    this.requireWithin(vtable, VTABLE_HEAD_BYTES);
    const vtableBytes = this.view.getUint16(vtable, true);
    const bytes = this.view.getUint16(vtable + 2, true);
    if (vtableBytes < VTABLE_HEAD_BYTES || bytes < 4)
      throw new MalformedArrow("a table of its metadata has no size");
    this.requireWithin(vtable, vtableBytes);
    this.visit(position, bytes);
    return new FlatTable(this, position, bytes, vtable, vtableBytes);
  }

  /** The start of the object that the offset at a position refers to. */
  target(position: number): number {
    return position + this.view.getUint32(position, true);
  }

  /** The vector at a position. */
  vectorAt(position: number, elementBytes: number): FlatVector {
    this.requireWithin(position, 4);
    const length = this.view.getUint32(position, true);
    this.visit(position, 4 + length * elementBytes);
    return { start: position + 4, length };
  }

  textAt(position: number): string {
    const { start, length } = this.vectorAt(position, 1);
    return Buffer.from(this.view.buffer, this.view.byteOffset + start, length).toString();
  }

  /** A 64-bit integer. @throws MalformedArrow where it is negative or is not exact as a JavaScript number */
  sizeAt(position: number): number {
    const size = Number(this.view.getBigInt64(position, true));
    if (size < 0 || !Number.isSafeInteger(size))
      throw new MalformedArrow(`its metadata has a length of ${size}`);
    return size;
  }

  /** @throws MalformedArrow where bytes are not within the buffer */
  requireWithin(position: number, bytes: number): void {
    if (position < 0 || position + bytes > this.view.byteLength)
      throw new MalformedArrow("an offset in its metadata leads beyond the metadata's end");
  }

  /** Counts the bytes of an object. */
  visit(position: number, bytes: number): void {
    this.requireWithin(position, bytes);
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new MalformedArrow("parts of its metadata are shared by too many others");
  }
}

/** A table of a FlatBuffer. Fields are identified by number. An absent field has the schema's default. */
export class FlatTable {
  readonly buffer: FlatBuffer;
  readonly #position: number;
  readonly #bytes: number;
  readonly #vtable: number;
  readonly #vtableBytes: number;

  constructor(buffer: FlatBuffer, position: number, bytes: number, vtable: number, vtableBytes: number) {
    this.buffer = buffer;
    this.#position = position;
    this.#bytes = bytes;
    this.#vtable = vtable;
    this.#vtableBytes = vtableBytes;
  }

  byte(field: number, absent = 0): number {
    const at = this.#find(field, 1);
    return at === null ? absent : this.buffer.view.getUint8(at);
  }

  short(field: number, absent = 0): number {
    const at = this.#find(field, 2);
    return at === null ? absent : this.buffer.view.getInt16(at, true);
  }

  int(field: number, absent = 0): number {
    const at = this.#find(field, 4);
    return at === null ? absent : this.buffer.view.getInt32(at, true);
  }

  /** A length of 64 bits. */
  size(field: number): number {
    const at = this.#find(field, 8);
    return at === null ? 0 : this.buffer.sizeAt(at);
  }

  long(field: number): bigint {
    const at = this.#find(field, 8);
    return at === null ? 0n : this.buffer.view.getBigInt64(at, true);
  }

  text(field: number): string {
    const at = this.#find(field, 4);
    return at === null ? "" : this.buffer.textAt(this.buffer.target(at));
  }

  table(field: number): FlatTable | null {
    const at = this.#find(field, 4);
    return at === null ? null : this.buffer.tableAt(this.buffer.target(at));
  }

  /** A vector of structs, or of numbers, of so many bytes each. */
  vector(field: number, elementBytes: number): FlatVector {
    const at = this.#find(field, 4);
    return at === null ? { start: 0, length: 0 } : this.buffer.vectorAt(this.buffer.target(at), elementBytes);
  }

  *tables(field: number): Generator<FlatTable> {
    const { start, length } = this.vector(field, 4);
    for (let at = start; at < start + 4 * length; at += 4) yield this.buffer.tableAt(this.buffer.target(at));
  }

  /** The position of a field; null where it is absent. */
  #find(field: number, bytes: number): number | null {
    const entry = VTABLE_HEAD_BYTES + 2 * field;
    if (entry + 2 > this.#vtableBytes) return null;
    const offset = this.buffer.view.getUint16(this.#vtable + entry, true);
    if (offset === 0) return null;
    if (offset + bytes > this.#bytes)
      throw new MalformedArrow("a field of its metadata is not within its table");
    return this.#position + offset;
  }
}
