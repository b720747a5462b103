/** The formats of a result; `arrow` is an IPC stream. */
export const SQL_FORMATS = ["json", "csv", "arrow", "parquet"] as const;
export type SqlFormat = (typeof SQL_FORMATS)[number];

export interface SqlRequest {
  readonly query: string;
  readonly format: SqlFormat;
  /** Who asks, if others do, too: queries of one caller run one after another, and the callers take turns. */
  readonly caller?: string;
  /** Rows after which the result is truncated, if that is below the limits. */
  readonly rowsMax?: number;
}

export interface SqlResult {
  /** Can be read once. */
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly bytes: number;
  readonly rows: number;
  /** Whether the result exceeded `rowsMax`, or the limits on rows and bytes. */
  readonly truncated: boolean;
  readonly elapsedMs: number;
  /** The instant that the data shows, in ms. */
  readonly asOf: number;
  close(): void;
}

/** A column of a view or of a table macro's result. */
export interface SqlColumn {
  readonly name: string;
  readonly type: string;
  readonly comment: string | null;
}

export interface SqlRelation {
  readonly name: string;
  readonly kind: "view" | "table_macro" | "macro";
  /** One sentence, with the grain. */
  readonly comment: string | null;
  /** Of a macro; a view has none. */
  readonly parameters: readonly string[];
  /** Of a view; the columns of a macro are known when it is called. */
  readonly columns: readonly SqlColumn[];
}

export interface SqlExample {
  readonly name: string;
  readonly question: string;
  readonly query: string;
}

/** Runs queries by users over a copy of the log and the catalog without tokens, secrets or headers. */
export interface AdHocSql {
  /**
   * Runs one read-only statement.
   *
   * @param signal aborts the query
   * @throws HeadcountError `invalid` if the query is invalid, not allowed, or exceeds the limits on time and memory;
   * `unavailable` if too many queries are waiting
   */
  query(request: SqlRequest, signal: AbortSignal): Promise<SqlResult>;

  /** The views and macros, by name. @throws HeadcountError `unavailable` if the database cannot be reached */
  relations(caller?: string): Promise<readonly SqlRelation[]>;

  examples(): readonly SqlExample[];
}
