import { createWriteStream, type WriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { type Stringifier, stringify } from "csv-stringify";

/** The list of refused rows; the file comes into being with the first of them. */
export class RejectsFile {
  readonly path: string;
  #rows: Stringifier | null = null;
  #file: WriteStream | null = null;

  constructor(path: string) {
    this.path = path;
  }

  add(file: string, row: number, reason: string): void {
    if (this.#rows === null) {
      this.#file = createWriteStream(this.path);
      this.#rows = stringify({ header: true, columns: ["file", "row", "reason"] });
      this.#rows.pipe(this.#file);
    }
    this.#rows.write([file, row, reason]);
  }

  async close(): Promise<void> {
    if (this.#rows === null || this.#file === null) return;
    this.#rows.end();
    await finished(this.#file);
  }
}
