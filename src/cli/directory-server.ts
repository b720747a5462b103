import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReadableStream } from "node:stream/web";
import { HeadcountError } from "../domain/errors.ts";
import { Refusal } from "../http/errors.ts";
import { Metrics } from "../http/monitoring.ts";
import type { App } from "../http/types.ts";
import { isDataDirectory, type OpeningOptions, openEngine, SERVE_DEFAULTS } from "./open-engine.ts";
import { type Send, ServerClient } from "./server-client.ts";
import { buildServer, openServedSql } from "./serving/server.ts";

export interface Opening extends Pick<OpeningOptions, "acceptLoss" | "mayCreate"> {
  /** Whether the work changes nothing: a directory that does not exist is created elsewhere, and deleted. */
  readonly isDryRun?: boolean;
}

const ADDRESS = "http://localhost";

/**
 * Opens a data directory and does some work through its API, as through a server, which does not listen.
 *
 * @throws HeadcountError as `openEngine` and the API do
 */
export async function withDirectory<T>(
  directory: string,
  work: (server: ServerClient) => Promise<T>,
  { isDryRun = false, ...options }: Opening = {},
): Promise<T> {
  if (isDryRun && options.mayCreate && !(await isDataDirectory(directory))) {
    const folder = mkdtempSync(join(tmpdir(), "headcount-dry-run-"));
    try {
      return await withDirectory(folder, work, { mayCreate: "silently" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const engine = await openEngine(directory, options);
  try {
    const errors = new WeakMap<ServerResponse, unknown>();
    const served = { ...SERVE_DEFAULTS, dataDir: directory, logLevel: "silent" } as const;
    const app = buildServer({ context: engine.context, metrics: new Metrics(), shared: null }, served, {
      sql: openServedSql(engine.context, served),
      onOwnError: (error, response) => errors.set(response, error),
      isReady: () => true,
      isDamaged: () => false,
    });
    try {
      const done = await work(new ServerClient(ADDRESS, "", sendTo(app, errors)));
      await engine.context.events.deriveRuns();
      return done;
    } finally {
      await app.close();
    }
  } finally {
    await engine.close();
  }
}

/** Sends requests to an app. They fail with the errors of the app, and not with the problems that it answers. */
function sendTo(app: App, errors: WeakMap<ServerResponse, unknown>): Send {
  return async (request) => {
    const answer = await app.inject({
      method: request.method as "GET",
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(request.body !== null && { payload: Buffer.from(await request.arrayBuffer()) }),
      payloadAsStream: true,
    });
    const error = errors.get(answer.raw.res as ServerResponse);
    if (error instanceof Refusal) {
      const kind = answer.statusCode === 404 ? "not-found" : "invalid";
      throw new HeadcountError(kind, error.message, { cause: error });
    }
    if (error !== undefined) throw error;
    const { statusCode: status, headers } = answer;
    const body = status === 204 ? null : ReadableStream.from(answer.stream());
    return new Response(body as globalThis.ReadableStream | null, {
      status,
      headers: headers as Record<string, string>,
    });
  };
}
