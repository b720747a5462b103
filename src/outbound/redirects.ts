import type { Answer } from "./exchange.ts";
import { statusText } from "./failures.ts";

/** Redirects that keep the method and the body. */
const KEEPING: ReadonlySet<number> = new Set([307, 308]);

/** Redirects that clients follow with a GET. */
const CHANGING: ReadonlySet<number> = new Set([301, 302, 303]);

/** Characters of a redirect's target that are shown. */
const SHOWN_LENGTH_MAX = 200;

/** What an answer means: it is delivered, it has failed, or it is to be sent elsewhere. */
export type Verdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "failed"; readonly error: string }
  | { readonly kind: "redirected"; readonly url: URL };

/** @param from the address that answered */
export function verdictOn({ status, location }: Answer, from: URL): Verdict {
  if (status >= 200 && status <= 299) return { kind: "delivered" };
  const said = `it answered ${statusText(status)}`;
  const failed = (why: string): Verdict => ({ kind: "failed", error: `${said}${why}` });
  const isKeeping = KEEPING.has(status);
  if (!isKeeping && !CHANGING.has(status)) return failed("");
  if (location === null) return failed(" without saying where to");
  if (!URL.canParse(location, from.href)) return failed(" to something that is no address");
  const url = new URL(location, from);
  if (!isKeeping) {
    const why = "which is not followed because the POST would become a GET (307 and 308 are followed)";
    return failed(` to ${shown(url)}, ${why}`);
  }
  if (!/^https?:$/.test(url.protocol)) return failed(` to ${shown(url)}, which is neither http nor https`);
  if (url.username !== "" || url.password !== "")
    return failed(` to ${shown(url)} with credentials, which is not followed`);
  return { kind: "redirected", url };
}

/** An address without what may be secret in it: credentials, query and fragment. */
function shown({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`.slice(0, SHOWN_LENGTH_MAX);
}
