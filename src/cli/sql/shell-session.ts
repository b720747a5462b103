import type { AdHocSql } from "../../engine/ports/ad-hoc-sql.ts";
import type { TableFormat } from "../settings.ts";

/** Where a shell writes. */
export interface ShellOutput {
  /** Results; resolves when there is room for more. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Words for people. */
  say(line: string): void;
  /** Characters in a line of a table; Infinity where nobody looks at it. */
  readonly width: number;
  /** Whether it is a terminal, which binary formats are not for. */
  readonly isTerminal: boolean;
}

/** What the shell's own commands work on. */
export interface ShellSession {
  readonly sql: AdHocSql;
  readonly output: ShellOutput;
  format: TableFormat;
  /** Whether the time that a query took is written. */
  hasTiming: boolean;
  /** Set by `.quit`. */
  isDone: boolean;
  /** Runs one statement, and writes its result. */
  run(query: string, signal: AbortSignal): Promise<void>;
}
