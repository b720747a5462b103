import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { defined } from "../schemas/fields.ts";
import type { Format } from "./representation.ts";
import type { Access, App, Operation } from "./types.ts";

export type Shape = z.ZodRawShape;
export type Output<Fields extends Shape> = z.output<z.ZodObject<Fields>>;

export type Nothing = Record<never, never>;

/** A request that has been checked by a route's schemas. */
export type Checked<Params, Query = unknown, Body = unknown> = Omit<
  FastifyRequest,
  "params" | "query" | "body"
> & {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
};

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Path = `/${string}`;

/** A route: its description, and the schemas of the parts of requests and of the answer. */
export interface RouteOptions<
  Params extends Shape,
  Query extends Shape,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> extends Operation {
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly headers?: z.ZodType;
  readonly body?: Body;
  /** In bytes; without it, the limit of the app. */
  readonly bodyLimit?: number;
  /** Without it, the answer has no body, or is streamed. */
  readonly answer?: Answer;
  readonly status?: number;
  readonly compress?: false;
  // As in `config` of a route.
  readonly formats?: readonly Format[];
  readonly streamed?: string;
  readonly isDecidedLater?: boolean;
}

/** @param route the method and the path, such as `GET /tokens/` */
export function addRoute<
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends z.ZodType = z.ZodUnknown,
  Answer extends z.ZodType = z.ZodNever,
>(
  app: App,
  route: `${Method} ${Path}`,
  options: RouteOptions<Params, Query, Body, Answer>,
  handler: (
    request: Checked<Output<Params>, Output<Query>, z.output<Body>>,
    reply: FastifyReply,
  ) => Promise<z.output<Answer> | FastifyReply>,
): void {
  const { access, params, query, headers, body, answer, status = 200, ...others } = options;
  const { bodyLimit, compress, formats, streamed, isDecidedLater, ...operation } = others;
  const [method = "", url = ""] = route.split(" ");
  app.route({
    method,
    url,
    ...defined({ bodyLimit, compress }),
    config: { access, operation, ...defined({ formats, streamed, isDecidedLater }) },
    schema: defined({
      params: params && z.object(params),
      querystring: query && z.object(query),
      headers,
      body,
      response: answer && { [status]: answer },
    }),
    // Fastify has checked the request by these schemas.
    handler: handler as never,
  });
}
