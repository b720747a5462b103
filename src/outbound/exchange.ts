import { STATUS_CODES } from "node:http";
import type { Dispatcher } from "undici";
import { WEBHOOK_ANSWER_BYTES_MAX } from "../domain/limits.ts";
import { AddressRejected } from "./special-addresses.ts";

interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How long the whole exchange may take, in ms. */
  readonly timeout: number;
}

type Answer = Awaited<ReturnType<typeof exchange>>;

/**
 * Sends one POST and waits for the end of the response, after which the connection can be reused. The status decides
 * the result: if the body is longer than the dispatcher permits, does not end or breaks off, only the connection is closed.
 *
 * Rejects if the response does not begin.
 */
export async function exchange(dispatcher: Dispatcher, post: Post) {
  const { origin, pathname, search } = post.url;
  const { headers, body } = post;
  const stopping = new AbortController();
  const { signal } = stopping;
  const timer = setTimeout(() => stopping.abort(new CallTimeout()), Math.max(0, post.timeout));
  // A request that waits for a connection cannot be aborted.
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  try {
    const request = { origin, path: pathname + search, method: "POST", headers, body, signal } as const;
    const answer = await Promise.race([dispatcher.request(request), late]);
    await answer.body.dump({ limit: WEBHOOK_ANSWER_BYTES_MAX, signal }).catch(() => undefined);
    const { location = null } = answer.headers;
    return { status: answer.statusCode, location: [location].flat()[0] ?? null };
  } finally {
    clearTimeout(timer);
  }
}

const KEEPING: ReadonlySet<number> = new Set([307, 308]);

const CHANGING: ReadonlySet<number> = new Set([301, 302, 303]);

const SHOWN_LENGTH_MAX = 200;

/** Why a call has failed, null for one that was delivered; or the address to repeat it at. */
type Verdict = { readonly error: string | null } | { readonly url: URL };

/** Interprets the response of an endpoint. @param from the address that answered */
export function verdictOn({ status, location }: Answer, from: URL): Verdict {
  if (status >= 200 && status <= 299) return { error: null };
  const answered = `the endpoint answered ${status} ${STATUS_CODES[status] ?? ""}`.trim();
  const failed = (why: string): Verdict => ({ error: `${answered}${why}` });
  const isKeeping = KEEPING.has(status);
  if (!isKeeping && !CHANGING.has(status)) return failed("");
  if (location === null) return failed(" without a location");
  if (!URL.canParse(location, from.href)) return failed(" to an invalid address");
  const url = new URL(location, from);
  if (!isKeeping) {
    const why = "which is not followed because it would turn the POST into a GET (use 307 or 308)";
    return failed(` to ${shown(url)}, ${why}`);
  }
  if (!/^https?:$/.test(url.protocol)) return failed(` to ${shown(url)}, which is neither http nor https`);
  if (url.username !== "" || url.password !== "")
    return failed(` to ${shown(url)} with credentials, which is not followed`);
  return { url };
}

/** An address without the parts that can be secret: credentials, query and fragment. */
function shown({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`.slice(0, SHOWN_LENGTH_MAX);
}

/** Timeouts of one attempt, in ms. */
export interface Timeouts {
  readonly connect: number;
  readonly whole: number;
}

class CallTimeout extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed before a response",
  EPIPE: "the connection was closed before a response",
  UND_ERR_SOCKET: "the connection was closed before a response",
  ENOTFOUND: "the host name does not resolve",
  EAI_AGAIN: "the host name could not be resolved temporarily",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection timed out",
  EPROTO: "TLS failed: the endpoint does not use TLS",
  UND_ERR_HEADERS_OVERFLOW: "the headers of the response are too long",
  UND_ERR_DESTROYED: "aborted: the server is stopping",
};

export function reasonOf(error: unknown, timeouts: Timeouts): string {
  if (error instanceof AddressRejected) return error.message;
  if (error instanceof CallTimeout) return `no response after ${seconds(timeouts.whole)}`;
  if (!(error instanceof Error)) return "the call failed for an unknown reason";
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "UND_ERR_CONNECT_TIMEOUT") return `no connection within ${seconds(timeouts.connect)}`;
  if (error.name === "HTTPParserError") return "the response is not HTTP";
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS_/.test(code))
    return `TLS failed: the certificate is not accepted (${code})`;
  if (code.startsWith("ERR_SSL_")) return `TLS failed (${code})`;
  if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED")
    return `the call cannot be sent: ${error.message}`;
  return REASONS[code] ?? `the call failed (${code === "" ? error.name : code})`;
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}
