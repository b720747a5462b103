import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Scope } from "../domain/resources.ts";
import type { Column } from "../domain/table-columns.ts";
import type { PageOf } from "../engine/ports.ts";
import { defined } from "../schemas/fields.ts";
import { NO_STORE } from "./errors.ts";
import { linksOf, listOf, type PageQuery, pageItems, pageParameters } from "./pagination.ts";
import { TABLE_FORMATS, tableFormat } from "./representation.ts";
import { type Batches, sendTable } from "./tables/send-table.ts";
import type { App, Operation, Tag, Version } from "./types.ts";

type Shape = z.ZodRawShape;
type Output<Fields extends Shape> = z.output<z.ZodObject<Fields>>;

/** A request that has been checked by a route's schemas. */
export type Checked<Params, Query = unknown, Body = unknown> = Omit<
  FastifyRequest,
  "params" | "query" | "body"
> & {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
};

/** The answer to a request, as its schema has it. */
type Answer<Schema extends z.ZodType> = z.output<Schema> | Promise<z.output<Schema>>;

/** The items that a list request finds: all of them, or one page and how many there are. */
type Found<T> = readonly T[] | PageOf<T>;

/** The routes of a resource: its paths and its name. */
export interface ResourceOptions<Within extends Shape, One extends Shape> {
  /** The path of its list, with a slash at the end. */
  readonly path: string;
  /** The parameters of `path`. */
  readonly within?: Within;
  /** The parameter that names one of its items, which follows `path`. */
  readonly one: One;
  readonly tag: Tag;
  /** The name of one item, such as "time segment". */
  readonly name: string;
  /** Version 2 by default. */
  readonly version?: Version;
}

/** The differences from the usual description of an operation on a resource, and from its usual scope. */
interface Described extends Partial<Omit<Operation, "tag">> {
  /** `read` for GET, `write` for all others by default. */
  readonly scope?: Scope;
}

/** A request's body, and the schema of the answer. */
interface Writing<Body extends z.ZodType, Schema extends z.ZodType> extends Described {
  readonly body: Body;
  readonly answer: Schema;
}

/** A list as a table: its columns, and the rows of all items in batches. */
interface TableOf<Request, Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: (request: Request) => Batches<Row> | Promise<Batches<Row>>;
}

interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly params: Shape;
  readonly querystring?: z.ZodType;
  readonly body?: z.ZodType;
  readonly response?: Readonly<Record<number, z.ZodType>>;
  readonly formats?: typeof TABLE_FORMATS;
  readonly operation: Omit<Operation, "tag"> & Described;
}

/** Adds the routes of one resource: list, create, read, update, delete, each with its description. */
export class Resource<Within extends Shape, One extends Shape> {
  readonly #app: App;
  readonly #options: ResourceOptions<Within, One>;
  readonly #id: string;
  readonly #onePath: string;

  constructor(app: App, options: ResourceOptions<Within, One>) {
    this.#app = app;
    this.#options = options;
    this.#id = options.name.replace(/(?:^| )(.)/g, (_match, letter: string) => letter.toUpperCase());
    this.#onePath = `${options.path}:${Object.keys(options.one).join()}/`;
  }

  /**
   * GET of the list, by page (D16).
   *
   * @param options `query` has the parameters besides those of the page; `repeatsTotal` adds a `count` to version
   * 2's `total`; `table` also answers all items as a table (D29)
   */
  list<Schema extends z.ZodType, T, Query extends Shape = Record<never, never>, Row = never>(
    options: Described & {
      readonly item: Schema;
      readonly query?: Query;
      readonly repeatsTotal?: boolean;
      readonly table?: TableOf<Checked<Output<Within>, Output<Query> & PageQuery>, Row>;
    },
    find: (request: Checked<Output<Within>, Output<Query> & PageQuery>) => Found<T> | Promise<Found<T>>,
    present: (
      items: readonly T[],
      request: Checked<Output<Within>, Output<Query>>,
    ) => z.output<Schema>[] | Promise<z.output<Schema>[]>,
  ): void {
    const { item, query, repeatsTotal = false, table, ...described } = options;
    const totalName = this.#options.version === "v1" ? "count" : "total";
    const list = listOf(item, totalName);
    const operation = { id: `list${this.#id}s`, summary: `List ${this.#options.name}s`, ...described };
    const formats = table && TABLE_FORMATS;
    const route = { method: "GET", url: this.#options.path, operation, ...defined({ formats }) } as const;
    const querystring = z.object({ ...pageParameters, ...query });
    const response = { 200: repeatsTotal ? list.extend({ count: z.int() }) : list };
    this.#add(
      { ...route, params: { ...this.#options.within }, querystring, response },
      async (request: Checked<Output<Within>, Output<Query> & PageQuery>, reply) => {
        const format = table === undefined ? null : tableFormat(request);
        if (table !== undefined && format !== null)
          return sendTable(reply, format, table.columns, await table.rows(request));
        const found = await find(request);
        const { total, items } =
          "items" in found ? found : { total: found.length, items: pageItems(found, request.query) };
        return {
          [totalName]: total,
          ...linksOf(request, request.query, total),
          results: await present(items, request),
          ...(repeatsTotal ? { count: total } : {}),
        };
      },
    );
  }

  /**
   * POST to the list: 201 with the new item.
   *
   * @param options `isSecret` keeps the answer out of caches, since it has a secret that is shown once
   */
  create<Body extends z.ZodType, Schema extends z.ZodType>(
    options: Writing<Body, Schema> & { readonly isSecret?: boolean },
    create: (request: Checked<Output<Within>, unknown, z.output<Body>>) => Answer<Schema>,
  ): void {
    const { body, answer, isSecret = false, ...described } = options;
    const operation = { id: `create${this.#id}`, summary: `Create a ${this.#options.name}`, ...described };
    const route = { method: "POST", url: this.#options.path, operation } as const;
    this.#add(
      { ...route, params: { ...this.#options.within }, body, response: { 201: answer } },
      async (request: Checked<Output<Within>, unknown, z.output<Body>>, reply) => {
        const created = await create(request);
        if (isSecret) reply.headers(NO_STORE);
        return reply.code(201).send(created);
      },
    );
  }

  /** GET of one item. */
  read<Schema extends z.ZodType>(
    options: Described & { readonly answer: Schema },
    read: (request: Checked<Output<Within> & Output<One>>) => Answer<Schema>,
  ): void {
    const { answer, ...described } = options;
    const operation = { id: `get${this.#id}`, summary: `Read a ${this.#options.name}`, ...described };
    this.#addOne({ method: "GET", response: { 200: answer }, operation }, async (request) =>
      read(request as Checked<Output<Within> & Output<One>>),
    );
  }

  /** PUT of one item: changes the fields that the body has (D26). */
  update<Body extends z.ZodType, Schema extends z.ZodType>(
    options: Writing<Body, Schema>,
    update: (request: Checked<Output<Within> & Output<One>, unknown, z.output<Body>>) => Answer<Schema>,
  ): void {
    const { body, answer, ...described } = options;
    const summary = `Change the given fields of a ${this.#options.name}`;
    const operation = { id: `update${this.#id}`, summary, ...described };
    this.#addOne({ method: "PUT", body, response: { 200: answer }, operation }, async (request) =>
      update(request as Checked<Output<Within> & Output<One>, unknown, z.output<Body>>),
    );
  }

  /** DELETE of one item: 204 without a body. */
  delete<Query extends Shape = Record<never, never>, Body extends z.ZodType = z.ZodType>(
    options: Described & { readonly query?: Query; readonly body?: Body },
    remove: (
      request: Checked<Output<Within> & Output<One>, Output<Query>, z.output<Body>>,
    ) => Promise<unknown>,
  ): void {
    const { query, body, ...described } = options;
    const operation = { id: `delete${this.#id}`, summary: `Delete a ${this.#options.name}`, ...described };
    const schemas = {
      ...(query === undefined ? {} : { querystring: z.object(query) }),
      ...(body === undefined ? {} : { body }),
    };
    this.#addOne({ method: "DELETE", operation, ...schemas }, async (request, reply) => {
      await remove(request as Checked<Output<Within> & Output<One>, Output<Query>, z.output<Body>>);
      return reply.code(204).send();
    });
  }

  #addOne(route: Omit<Route, "url" | "params">, handler: Handler<never>): void {
    const { within, one } = this.#options;
    this.#add({ ...route, url: this.#onePath, params: { ...within, ...one } }, handler);
  }

  #add<Request>(
    { method, url, params, operation, formats, ...schemas }: Route,
    handler: Handler<Request>,
  ): void {
    const { scope = method === "GET" ? "read" : "write", ...described } = operation;
    const hasParams = Object.keys(params).length > 0;
    this.#app.route({
      method,
      url,
      config: { access: scope, operation: { tag: this.#options.tag, ...described }, ...defined({ formats }) },
      schema: { ...schemas, ...(hasParams ? { params: z.object(params) } : {}) },
      // Fastify has checked the request by these schemas.
      handler: handler as never,
    });
  }
}

type Handler<Request> = (request: Request, reply: FastifyReply) => Promise<unknown>;
