import type { IncomingMessage } from "node:http";
import type { FastifyServerOptions } from "fastify";
import { MASK } from "../domain/masking.ts";

/** The secrets that the server makes: tokens, codes of websockets, and secrets of webhooks in base64. */
const SECRETS = /(hct|skc)(?:_|%5f)[\w%-]+|(whsec)(?:_|%5f)[\w%+/=-]+/gi;

/** Shorter texts are no secrets. */
const SECRET_LENGTH_MIN = 8;

/** A text with a mask in place of the secrets that the server makes. */
function withoutSecrets(text: string): string {
  return text.replace(SECRETS, (_secret, prefix, other) => `${prefix ?? other}_${MASK}`);
}

/** A logger whose lines have no such secrets, whatever a client sends or an error repeats. */
export function redactingLogger(
  logger: NonNullable<FastifyServerOptions["logger"]>,
): NonNullable<FastifyServerOptions["logger"]> {
  return typeof logger === "boolean" ? logger : { ...logger, hooks: { streamWrite: withoutSecrets } };
}

/** A text of a request with a mask in place of the request's own token, which need not be one that the server made. */
export function withoutOwnToken(text: string, { headers }: Pick<IncomingMessage, "headers">): string {
  const token = headers.authorization?.split(/\s+/).at(-1) ?? "";
  if (token.length < SECRET_LENGTH_MIN) return text;
  return text.replaceAll(token, MASK).replaceAll(encodeURIComponent(token), MASK);
}

/** Whether a text of a request has a secret. */
export function hasSecret(text: string, request: Pick<IncomingMessage, "headers">): boolean {
  return withoutSecrets(text) !== text || withoutOwnToken(text, request) !== text;
}
