import type { AdHocSql } from "../../engine/ports/ad-hoc-sql.ts";
import type { TableFormat } from "../settings.ts";

/** The output of a shell. */
export interface ShellOutput {
  /** Writes a part of a result; resolves when more can be written. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Writes a message. */
  info(line: string): void;
  /** Characters in a line of a table; Infinity without a terminal. */
  readonly width: number;
  /** Whether it is a terminal, which binary formats must not be written to. */
  readonly isTerminal: boolean;
}

/** The state of a shell that its commands use. */
export interface ShellSession {
  readonly sql: AdHocSql;
  readonly output: ShellOutput;
  format: TableFormat;
  /** Whether the duration of a query is shown. */
  hasTiming: boolean;
  /** Set by `.quit`. */
  isDone: boolean;
  /** Runs one statement and writes its result. */
  run(query: string, signal: AbortSignal): Promise<void>;
}
