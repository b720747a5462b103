import { type Schema, Table, tableToIPC } from "apache-arrow";

/** The end of an IPC stream: a continuation mark and a length of 0. */
const END_BYTES = 8;

/**
 * An Arrow IPC stream, piece by piece. The library's own writer keeps all batches in memory until they are read. Therefore
 * each batch is written as a stream of its own, from which the schema and the end are removed.
 */
export class ArrowStream {
  /** The start of the stream: the schema. */
  readonly head: Uint8Array;
  readonly end: Uint8Array;

  constructor(schema: Schema) {
    const empty = tableToIPC(new Table(schema), "stream");
    this.head = empty.subarray(0, schemaLength(empty));
    this.end = empty.subarray(empty.length - END_BYTES);
  }

  /** A batch of rows. */
  piece(table: Table): Uint8Array {
    const ipc = tableToIPC(table, "stream");
    return ipc.subarray(this.head.length, ipc.length - END_BYTES);
  }
}

/** Bytes of the message that an IPC stream begins with: a mark, its length, and the schema. */
function schemaLength(ipc: Uint8Array): number {
  return 8 + new DataView(ipc.buffer, ipc.byteOffset).getInt32(4, true);
}
