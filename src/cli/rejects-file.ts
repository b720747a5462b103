import { closeSync, openSync, writeFileSync } from "node:fs";
import { stringify } from "csv-stringify/sync";
import type { RejectedRow } from "../engine/ports.ts";
import { onFile } from "./process.ts";

/** The list of rejected rows. The file is created with the first of them. */
export class RejectsFile {
  readonly path: string;
  #handle: number | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Writes a row at once. Rows are rejected before the other rows of a file are stored, so that nothing of a file is
   * stored if its rejected rows cannot be listed.
   *
   * @throws HeadcountError `unavailable` if the row cannot be written
   */
  add(file: string, { row, reason, found, text }: RejectedRow): void {
    const doing = `nothing of ${file} was loaded, because its rejected rows cannot be written to ${this.path} (--rejects)`;
    onFile("unavailable", doing, () => {
      if (this.#handle === null) {
        this.#handle = openSync(this.path, "w");
        writeFileSync(this.#handle, stringify([["file", "row", "reason", "found", "text"]]));
      }
      writeFileSync(this.#handle, stringify([[file, row, reason, found, text]]));
    });
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}
