import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "./errors.ts";

/** The media types of answers (D29). */
export const MEDIA_TYPES = {
  json: "application/json",
  csv: "text/csv",
  arrow: "application/vnd.apache.arrow.stream",
  parquet: "application/vnd.apache.parquet",
} as const;
export type Format = keyof typeof MEDIA_TYPES;

/** The formats of routes that answer tables, the default first. */
export const TABLE_FORMATS = ["json", "csv", "arrow"] as const satisfies readonly Format[];
export type TableFormat = Exclude<(typeof TABLE_FORMATS)[number], "json">;

/** The table format that a request asks for, on a route with `TABLE_FORMATS`; null is JSON. */
export function tableFormat({ format }: Pick<FastifyRequest, "format">): TableFormat | null {
  return format === "csv" || format === "arrow" ? format : null;
}

/** Chooses the format of an answer by `Accept`; 406 if it permits none of the route (D17). */
export function chooseFormat(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (refusal?: Refusal) => void,
): void {
  done(formatRefusal(request, reply));
}

function formatRefusal(request: FastifyRequest, reply: FastifyReply): Refusal | undefined {
  const { access, formats: declared } = request.routeOptions.config ?? {};
  const formats = declared ?? ["json"];
  const isRead = request.method === "GET" || request.method === "HEAD";
  if ((!isRead && declared === undefined) || access === "open" || formats.length === 0) return undefined;
  const format = acceptedFormat(request, formats);
  if (format === undefined) {
    const available = formats.map((each) => MEDIA_TYPES[each]).join(", ");
    return new Refusal("not-acceptable", `the path answers ${available}`);
  }
  request.format = format;
  if (formats.length > 1) reply.header("vary", "accept, accept-encoding");
  return undefined;
}

/** The format that a client prefers; undefined if it accepts none. */
function acceptedFormat(request: FastifyRequest, formats: readonly Format[]): Format | undefined {
  const { accept } = request.headers;
  // Most clients accept everything, which takes no negotiation.
  if (accept === undefined || accept === "*/*") return formats[0];
  const chosen = request.type(formats.map((format) => MEDIA_TYPES[format]));
  return formats.find((format) => MEDIA_TYPES[format] === chosen);
}
