import {
  closeSync,
  existsSync,
  fdatasync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { flushToDisk } from "../../disk.ts";
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
  /** The highest ids that have been assigned: of events, in the catalog (the next one), and of calls of webhooks. */
  "eventId",
  "nextId",
  "callId",
] as const;

/** The last commit whose caller has got its result. */
export type LastCommit = { readonly [Field in (typeof FIELDS)[number]]: bigint };

/** The highest ids that have been assigned, so that none is assigned twice. */
export type HighestIds = Pick<LastCommit, "eventId" | "nextId" | "callId">;

/** What the file says, or `missing` or `damaged`. */
export type FoundCommit = "missing" | "damaged" | LastCommit;

/**
 * Bytes of each of the file's two lines, which are overwritten in turn: if a machine stops during a write, the other
 * line is still valid. A line has a word, which names the format, a sequence number, the fields, and a CRC-32 of these.
 */
const LINE_BYTES = 256;
const LINES = 2;
const LINE = /^(headcount-commit-1((?: \d+)+)) ([\da-f]+) *\n/;

const sync = promisify(fdatasync);

function lineOf(commit: LastCommit, sequence: number): string {
  const text = `headcount-commit-1 ${sequence} ${FIELDS.map((field) => commit[field]).join(" ")}`;
  return `${`${text} ${crc32(text).toString(16)}`.padEnd(LINE_BYTES - 1)}\n`;
}

/** The content of a line; null if it is damaged. */
function parseLine(line: string): { readonly sequence: bigint; readonly commit: LastCommit } | null {
  const [, text, numbers, checksum] = LINE.exec(line) ?? [];
  if (text === undefined || numbers === undefined || crc32(text).toString(16) !== checksum) return null;
  const [sequence = 0n, ...values] = numbers.trim().split(" ").map(BigInt);
  const commit = Object.fromEntries(FIELDS.map((field, index) => [field, values[index]])) as LastCommit;
  return { sequence, commit };
}

/** Reads the last commit of a data directory. */
export function readLastCommit(directory: string): FoundCommit {
  const path = join(directory, LAST_COMMIT_FILE);
  if (!existsSync(path)) return "missing";
  const text = readFileSync(path, "latin1");
  const lines = [parseLine(text.slice(0, LINE_BYTES)), parseLine(text.slice(LINE_BYTES))];
  const [newest] = lines.filter((line) => line !== null).sort((a, b) => (a.sequence > b.sequence ? -1 : 1));
  return newest?.commit ?? "damaged";
}

/** Replaces the file atomically; the new one is on disk when this resolves. */
export async function writeLastCommit(directory: string, commit: LastCommit): Promise<void> {
  const path = join(directory, LAST_COMMIT_FILE);
  const written = `${path}.tmp`;
  const lines = Array.from({ length: LINES }, (_, sequence) => lineOf(commit, sequence));
  writeFileSync(written, lines.join(""), { mode: 0o600, flush: true });
  renameSync(written, path);
  await flushToDisk(directory);
}

/** The file, overwritten at each commit. */
export class LastCommitFile {
  readonly #descriptor: number;
  #sequence = LINES - 1;

  /** Opens the file that `writeLastCommit` has written last. */
  constructor(directory: string) {
    this.#descriptor = openSync(join(directory, LAST_COMMIT_FILE), "r+");
  }

  /** Overwrites the older line. It survives the process at once, and a power cut once it has been synced. */
  write(commit: LastCommit): void {
    const sequence = ++this.#sequence;
    writeSync(this.#descriptor, lineOf(commit, sequence), (sequence % LINES) * LINE_BYTES, "latin1");
  }

  /** What has been written is on disk when this resolves. */
  sync(): Promise<void> {
    return sync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
