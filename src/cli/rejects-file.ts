import { closeSync, openSync, writeFileSync } from "node:fs";
import { stringify } from "csv-stringify/sync";
import { HeadcountError } from "../domain/errors.ts";

/** The list of refused rows; the file comes into being with the first of them. */
export class RejectsFile {
  readonly path: string;
  #handle: number | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Writes a row at once: rows are refused before a file's others are stored, so that nothing is stored of a file
   * whose refused rows cannot be listed.
   *
   * @throws HeadcountError `unavailable` where it cannot be written
   */
  add(file: string, row: number, reason: string): void {
    try {
      if (this.#handle === null) {
        this.#handle = openSync(this.path, "w");
        writeFileSync(this.#handle, stringify([["file", "row", "reason"]]));
      }
      writeFileSync(this.#handle, stringify([[file, row, reason]]));
    } catch (error) {
      const { message } = error as Error;
      throw new HeadcountError(
        "unavailable",
        `nothing of ${file} was loaded, as its refused rows cannot be listed (--rejects says where): ${message}`,
        { cause: error },
      );
    }
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}
