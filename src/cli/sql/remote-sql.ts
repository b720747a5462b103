import { HeadcountError, invalid } from "../../domain/errors.ts";
import { parseInstant } from "../../domain/instant.ts";
import type {
  AdHocSql,
  SqlExample,
  SqlFormat,
  SqlRelation,
  SqlRequest,
  SqlResult,
} from "../../engine/ports/ad-hoc-sql.ts";
import { MEDIA_TYPES } from "../../http/formats.ts";
import type { RemoteServer } from "../remote-server.ts";
import { stopwatch } from "../system.ts";

/** Queries through a server: `POST /v2/sql`. */
export class RemoteSql implements AdHocSql {
  readonly #server: RemoteServer;
  readonly #examples: readonly SqlExample[];

  private constructor(server: RemoteServer, examples: readonly SqlExample[]) {
    this.#server = server;
    this.#examples = examples;
  }

  /** @throws HeadcountError `unavailable` if the server cannot be reached, or rejects the token */
  static async open(server: RemoteServer): Promise<RemoteSql> {
    const { results } = await server.run(({ v2 }, { answerOf }) => answerOf(v2.GET("/v2/sql/examples/")));
    return new RemoteSql(server, results);
  }

  async query({ query, format, rowsMax }: SqlRequest, signal: AbortSignal): Promise<SqlResult> {
    const elapsed = stopwatch();
    try {
      return await this.#server.runUntimed(async ({ v2 }, { Problem }) => {
        const headers = { accept: MEDIA_TYPES[format] };
        const body = { query, ...(rowsMax === undefined ? {} : { row_limit: rowsMax }) };
        const request = v2.POST("/v2/sql", { body, headers, signal, parseAs: "arrayBuffer" });
        const { data, error, response } = await request;
        if (!response.ok) throw Problem.from(response.status, error);
        const bytes = new Uint8Array(data as ArrayBuffer);
        return { ...summaryOf(format, bytes, response), elapsedMs: elapsed() * 1_000 };
      });
    } catch (error) {
      throw signal.aborted ? signal.reason : asQueryError(error);
    }
  }

  async relations(): Promise<readonly SqlRelation[]> {
    const list = this.#server.run(({ v2 }, { answerOf }) => answerOf(v2.GET("/v2/sql/schema/")));
    return (await list).results;
  }

  examples(): readonly SqlExample[] {
    return this.#examples;
  }
}

/** The summary of a result: in the body of JSON, in the headers of other formats. */
function summaryOf(format: SqlFormat, bytes: Uint8Array, { headers }: Response) {
  const isCut = headers.get("headcount-truncated") === "true";
  const asOf = headers.get("headcount-as-of");
  const summary = format === "json" ? parseSummary(bytes) : { row_count: 0, truncated: isCut, as_of: asOf };
  return {
    pieces: once(bytes),
    bytes: bytes.length,
    rows: summary.row_count,
    truncated: summary.truncated,
    asOf: parseInstant(summary.as_of ?? "1970-01-01", "the server's answer"),
    close: () => {},
  };
}

interface Summary {
  readonly row_count: number;
  readonly truncated: boolean;
  readonly as_of: string | null;
}

function parseSummary(bytes: Uint8Array): Summary {
  return JSON.parse(Buffer.from(bytes).toString()) as Summary;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The message of the server about the query, without the rest of the error. */
function asQueryError(error: unknown): unknown {
  if (!(error instanceof HeadcountError)) return error;
  const issue = error.issues.find(({ path }) => path === "query");
  return issue === undefined ? error : invalid("query", issue.message);
}
