import { Readable } from "node:stream";
import { HeadcountError, invalid } from "../../domain/errors.ts";
import type { SqlRequest } from "../../engine/ports/ad-hoc-sql.ts";
import { MEDIA_TYPES } from "../../http/representation.ts";
import { info } from "../console.ts";
import { servedAddress, withAddress } from "../open-engine.ts";
import { RemoteServer } from "../remote-server.ts";
import { stopwatch, systemClock } from "../system.ts";
import type { Target } from "../target.ts";
import type { ShellSql } from "./dot-commands.ts";

/** Runs the queries of a shell, until it is closed. */
interface OpenSql extends ShellSql {
  close(): Promise<void>;
}

/**
 * Opens a data directory, or connects to a server: the one that was named or, given a token, the one that has the
 * directory open.
 */
export async function openSql(target: Target, token: string | undefined): Promise<OpenSql> {
  if (target.kind === "server") return openRemote(target.server);
  const { directory } = target;
  try {
    const { openDirectorySql } = await import("../../analysis/open-directory.ts");
    return await openDirectorySql(directory, systemClock);
  } catch (error) {
    const isHeld = error instanceof HeadcountError && error.kind === "store-held";
    const address = isHeld ? servedAddress(directory) : null;
    if (address === null || token === undefined) throw withAddress(directory, error);
    info(`${directory} is served at ${address}; using that server`);
    return openRemote(new RemoteServer(address, token));
  }
}

/**
 * Queries through a server: `POST /v2/sql`.
 *
 * @throws HeadcountError `unavailable` if the server cannot be reached, or rejects the token
 */
async function openRemote(server: RemoteServer): Promise<OpenSql> {
  const { results } = await server.run(({ v2 }, { answerOf }) => answerOf(v2.GET("/v2/sql/examples/")));
  return {
    query: (request, signal) => queryThrough(server, request, signal),
    relations: () =>
      server.run(async ({ v2 }, { answerOf }) => (await answerOf(v2.GET("/v2/sql/schema/"))).results),
    examples: () => results,
    close: async () => {},
  };
}

async function queryThrough(server: RemoteServer, { query, format }: SqlRequest, signal: AbortSignal) {
  const elapsed = stopwatch();
  try {
    return await server.runUntimed(async ({ v2 }, { Problem }) => {
      const headers = { accept: MEDIA_TYPES[format] };
      const request = v2.POST("/v2/sql", { body: { query }, headers, signal, parseAs: "arrayBuffer" });
      const { data, error, response } = await request;
      if (!response.ok) throw Problem.from(response.status, error);
      const bytes = Buffer.from(data as ArrayBuffer);
      // The body of JSON has the fields that other formats have as headers.
      const truncated =
        format === "json"
          ? (JSON.parse(bytes.toString()) as { readonly truncated: boolean }).truncated
          : response.headers.get("headcount-truncated") === "true";
      return { pieces: Readable.from([bytes]), truncated, elapsedMs: elapsed() * 1_000 };
    });
  } catch (error) {
    throw signal.aborted ? signal.reason : asQueryError(error);
  }
}

/** The message of the server about the query, without the rest of the error. */
function asQueryError(error: unknown): unknown {
  if (!(error instanceof HeadcountError)) return error;
  const issue = error.issues.find(({ path }) => path === "query");
  return issue === undefined ? error : invalid("query", issue.message);
}
