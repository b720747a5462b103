import type {
  AdHocSql,
  SqlExample,
  SqlFormat,
  SqlRelation,
  SqlRequest,
  SqlResult,
} from "../../src/engine/ports/ad-hoc-sql.ts";

/** The answer to every query, by format. */
const ANSWERS: Readonly<Record<SqlFormat, string>> = {
  json: JSON.stringify({
    columns: [{ name: "one", type: "INTEGER" }],
    rows: [[1]],
    row_count: 1,
    truncated: false,
    elapsed_ms: 3,
    as_of: "2024-05-10T12:00:00.000Z",
  }),
  csv: "one\n1\n",
  arrow: "ARROW",
  parquet: "PAR1",
};

/** Answers every query alike, at once, by default. */
export class FakeSql implements AdHocSql {
  readonly queries: string[] = [];
  /** The rows that were last asked for at most. */
  rowsMax: number | undefined;
  /** Results that have not been released. */
  open = 0;
  before: (signal: AbortSignal) => Promise<void> = async () => {};
  truncated = false;

  async query({ query, format, rowsMax }: SqlRequest, signal: AbortSignal): Promise<SqlResult> {
    this.queries.push(query);
    this.rowsMax = rowsMax;
    await this.before(signal);
    const bytes = Buffer.from(ANSWERS[format]);
    this.open++;
    let isOpen = true;
    return {
      pieces: (async function* () {
        yield bytes;
      })(),
      bytes: bytes.length,
      rows: 1,
      truncated: this.truncated,
      elapsedMs: 3,
      asOf: Date.UTC(2024, 4, 10, 12),
      close: () => {
        if (isOpen) this.open--;
        isOpen = false;
      },
    };
  }

  async relations(): Promise<readonly SqlRelation[]> {
    const columns = [{ name: "id", type: "VARCHAR", comment: "The event's id." }];
    return [
      { name: "count_at", kind: "macro", comment: "The count.", parameters: ["space", "t"], columns: [] },
      { name: "events", kind: "view", comment: "One row an event.", parameters: [], columns },
    ];
  }

  examples(): readonly SqlExample[] {
    return [{ name: "busiest-hour", question: "Which hour is busiest?", query: "FROM hourly" }];
  }
}
