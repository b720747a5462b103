/** What the result of a query can be had as; `arrow` is an IPC stream. */
export const SQL_FORMATS = ["json", "csv", "arrow", "parquet"] as const;
export type SqlFormat = (typeof SQL_FORMATS)[number];

/** What is asked for. */
export interface SqlRequest {
  readonly query: string;
  readonly format: SqlFormat;
  /** Rows after which the result is cut off, where that is less than the limits let through. */
  readonly rowsMax?: number;
}

/** A query's result, written in one of the formats. */
export interface SqlResult {
  /** The bytes, once. */
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly bytes: number;
  readonly rows: number;
  /** Whether there was more than was asked for, or than the limits on rows and bytes let through. */
  readonly truncated: boolean;
  readonly elapsedMs: number;
  /** The instant that the data shows, in ms. */
  readonly asOf: number;
  /** Lets go of it, read or not. */
  close(): void;
}

/** A column of a view, or of what a table macro answers. */
export interface SqlColumn {
  readonly name: string;
  readonly type: string;
  readonly comment: string | null;
}

/** A view or macro that queries can name. */
export interface SqlRelation {
  readonly name: string;
  readonly kind: "view" | "table_macro" | "macro";
  /** One sentence, with the grain. */
  readonly comment: string | null;
  /** Of a macro; a view has none. */
  readonly parameters: readonly string[];
  /** Of a view; what a macro answers is known when it is called. */
  readonly columns: readonly SqlColumn[];
}

/** A query that comes with the program. */
export interface SqlExample {
  readonly name: string;
  /** What it answers, in words. */
  readonly question: string;
  readonly query: string;
}

/** Queries by users over a copy of the log and the catalog without tokens, secrets or headers. */
export interface AdHocSql {
  /**
   * Runs one statement that reads.
   *
   * @param signal ends it, whatever it does
   * @throws HeadcountError `invalid` where it is invalid, not allowed, or beyond the limits on time and memory;
   * `unavailable` where too many are waiting
   */
  query(request: SqlRequest, signal: AbortSignal): Promise<SqlResult>;

  /** What queries can name, by name. */
  relations(): Promise<readonly SqlRelation[]>;

  /** The queries that come with the program, by name. */
  examples(): readonly SqlExample[];
}
