import type { Answer } from "./exchange.ts";
import { statusText } from "./failures.ts";

/** Redirects that keep the method and the body. */
const KEEPING: ReadonlySet<number> = new Set([307, 308]);

/** Redirects that clients follow with a GET. */
const CHANGING: ReadonlySet<number> = new Set([301, 302, 303]);

/** The longest target of a redirect in messages, in characters. */
const SHOWN_LENGTH_MAX = 200;

/** The meaning of a response. */
export type Verdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "failed"; readonly error: string }
  | { readonly kind: "redirected"; readonly url: URL };

/**
 * Interprets the response of an endpoint.
 *
 * @param from the address that answered
 */
export function verdictOn({ status, location }: Answer, from: URL): Verdict {
  if (status >= 200 && status <= 299) return { kind: "delivered" };
  const answered = `the endpoint answered ${statusText(status)}`;
  const failed = (why: string): Verdict => ({ kind: "failed", error: `${answered}${why}` });
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
  return { kind: "redirected", url };
}

/** An address without the parts that can be secret: credentials, query and fragment. */
function shown({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`.slice(0, SHOWN_LENGTH_MAX);
}
