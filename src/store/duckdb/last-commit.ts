import { constants, readFileSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { LAST_COMMIT_FILE } from "../../domain/data-directory.ts";

/** The fields of the file `last-commit`, in their order. All are whole numbers of at most 63 bits. */
const FIELDS = [
  /** The number and identity of the log of changes that has the last commit, as in the table `change_log`. */
  "log",
  "identity",
  /** The commits of this log, other than those of events, which are numbered by their event ids. */
  "commits",
  /** 1 if the log has no further commits: the next one begins another log. */
  "isEnded",
  /** The number of the last log whose commits are in the database's file. */
  "stored",
  /** The highest ids that have been assigned: of events, in the catalog (the next one), and of deliveries. */
  "eventId",
  "nextId",
  "deliveryId",
] as const;

/** The last commit whose caller has got its result. */
export type LastCommit = { readonly [Field in (typeof FIELDS)[number]]: bigint };

/** The highest ids that have been assigned, so that none is assigned twice. */
export type HighestIds = Pick<LastCommit, "eventId" | "nextId" | "deliveryId">;

/** The line of the file: a word, which names the format, the fields, and a CRC-32 of these. */
const LINE_BYTES = 256;
const LINE = /^(headcount-commit-2((?: \d+)+)) ([\da-f]+) *\n/;

/** Reads the last commit of a data directory; null if the file is missing or damaged. */
export function readLastCommit(directory: string): LastCommit | null {
  const [, text, numbers, checksum] = LINE.exec(readText(join(directory, LAST_COMMIT_FILE))) ?? [];
  if (text === undefined || numbers === undefined || crc32(text).toString(16) !== checksum) return null;
  const values = numbers.trim().split(" ").map(BigInt);
  return Object.fromEntries(FIELDS.map((field, index) => [field, values[index]])) as LastCommit;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** Opens the file of a data directory, which is overwritten at each commit, and creates it if it is missing. */
export function openLastCommit(directory: string): Promise<FileHandle> {
  return open(join(directory, LAST_COMMIT_FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
}

/** Writes the last commit. It survives the process at once, and a power cut once the file has been synced. */
export function writeLastCommit(file: FileHandle, commit: LastCommit): void {
  const text = `headcount-commit-2 ${FIELDS.map((field) => commit[field]).join(" ")}`;
  const line = `${text} ${crc32(text).toString(16)}`.padEnd(LINE_BYTES - 1);
  writeSync(file.fd, `${line}\n`, 0, "latin1");
}
