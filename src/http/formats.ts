import type { FastifyRequest } from "fastify";
import { Refusal } from "./errors.ts";

/** What a list or resource can be had as. */
const JSON_TYPE = "application/json";

/** Refuses to read out what the client says it cannot take (D17). @throws Refusal 406 */
export async function requireAcceptable({ method, headers, routeOptions }: FastifyRequest): Promise<void> {
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && routeOptions.config.access !== "open" && !accepts(headers.accept, JSON_TYPE)) {
    throw new Refusal(406, `this is to be had as ${JSON_TYPE}`);
  }
}

/** Whether an `Accept` header takes a media type: its most specific range that matches decides (RFC 9110). */
export function accepts(header: string | undefined, mediaType: string): boolean {
  if (header === undefined || header.trim() === "") return true;
  const family = `${mediaType.slice(0, mediaType.indexOf("/"))}/*`;
  const qualities = new Map(header.split(",").map(readRange));
  const quality = qualities.get(mediaType) ?? qualities.get(family) ?? qualities.get("*/*") ?? 0;
  return quality > 0;
}

function readRange(range: string): [string, number] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="));
  return [type, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
}
