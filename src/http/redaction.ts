import type { IncomingMessage } from "node:http";
import type { FastifyServerOptions } from "fastify";
import { MASK } from "../domain/masking.ts";
import { devicePathOf, secretOf } from "./admission/device-tokens.ts";

/** The secrets that the server makes: tokens, codes of websockets, and secrets of webhooks in base64. */
const SECRETS = /(hct|skc)(?:_|%5f)[\w%-]+|(whsec)(?:_|%5f)[\w%+/=-]+/gi;

const SECRET_LENGTH_MIN = 8;

function withoutSecrets(text: string): string {
  return text.replace(SECRETS, (_secret, prefix, other) => `${prefix ?? other}_${MASK}`);
}

/** A logger whose lines have no such secrets, whatever a client sends or an error repeats. */
export function redactingLogger(
  logger: NonNullable<FastifyServerOptions["logger"]>,
): NonNullable<FastifyServerOptions["logger"]> {
  return typeof logger === "boolean" ? logger : { ...logger, hooks: { streamWrite: withoutSecrets } };
}

type Shown = Pick<IncomingMessage, "headers" | "url">;

/** A text of a request with a mask in place of the request's own token, which need not be one that the server made. */
export function withoutOwnToken(text: string, request: Shown): string {
  return ownTokens(request).reduce(
    (rest, token) => rest.replaceAll(token, MASK).replaceAll(encodeURIComponent(token), MASK),
    text,
  );
}

/** What may be the token of a request, the longest first: a part of one must not be masked before the whole. */
function ownTokens({ headers, url }: Shown): string[] {
  const { authorization = "" } = headers;
  const shown = [
    authorization.split(/\s+/).at(-1) ?? "",
    secretOf(authorization),
    ...(devicePathOf(url ?? "")?.behind ?? []),
  ];
  return shown.filter(({ length }) => length >= SECRET_LENGTH_MIN).sort((a, b) => b.length - a.length);
}

export function hasSecret(text: string, request: Shown): boolean {
  return withoutSecrets(text) !== text || withoutOwnToken(text, request) !== text;
}
