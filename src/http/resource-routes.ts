import type { FastifyReply } from "fastify";
import { z } from "zod";
import { must } from "../domain/errors.ts";
import { describeKind, type IdKind, type WordsOf } from "../domain/ids.ts";
import type { Scope } from "../domain/resources.ts";
import type { Column } from "../domain/table-columns.ts";
import type { EffectiveFrom } from "../engine/catalog/spans.ts";
import type { EventCreation, EventVoiding } from "../engine/events/event-changes.ts";
import type { EventList } from "../engine/events/event-queries.ts";
import type { PageOf } from "../engine/ports.ts";
import type { LinkChange } from "../engine/resources/links.ts";
import { defined, id } from "../schemas/fields.ts";
import {
  addRoute,
  type Checked,
  type Method,
  type Nothing,
  type Output,
  type Path,
  type RouteOptions,
  type Shape,
} from "./add-route.ts";
import { actorOf, type Requesting, requireScope } from "./admission/auth.ts";
import { FORM_TYPE } from "./bodies/bodies.ts";
import { NO_STORE } from "./errors.ts";
import { linksOf, listOf, type PageQuery, pageParameters, pageRange, pinEnd } from "./pagination.ts";
import { MEDIA_TYPES, sendTable, TABLE_FORMATS, tableFormat } from "./representation.ts";
import type { App, Operation, Tag, Version } from "./types.ts";

/** How items are answered: the schema of one, and the function that presents those of a list, or a single one. */
export interface Answers<Item, Request = Requesting> {
  readonly schema: z.ZodType;
  readonly present: (
    items: readonly Item[],
    request: Request,
  ) => readonly unknown[] | Promise<readonly unknown[]>;
}

/** The parts of the engine that use cases need for changes; `actor` is the server's own. */
export type ChangeParts = LinkChange & EventVoiding & EventCreation;

export function changeBy(http: ChangeParts, request: Requesting): ChangeParts {
  const { catalog, clock, events, journal, notifier, ingest, settings } = http;
  return { catalog, clock, events, journal, notifier, ingest, settings, actor: actorOf(http, request) };
}

/** The `effective_from` of a body: to date a change needs the scope `admin` (D5). */
export function effectiveFromOf(
  request: Requesting & { readonly body: { effective_from?: EffectiveFrom | undefined } },
): EffectiveFrom | undefined {
  const { effective_from: from } = request.body;
  if (from !== undefined) requireScope(request, "admin");
  return from;
}

type Changing<Request, Result> = (change: ChangeParts, request: Request) => Result | Promise<Result>;

/** The items that a list request finds: all of them, one page and how many there are, or either when it is read. */
type Found<T> = readonly T[] | PageOf<T> | EventList<T>;

export interface ResourceOptions<Within extends Shape, One extends Shape, Item> {
  /** The path of its list, with a slash at the end. */
  readonly path: Path;
  readonly within?: Within;
  /** The parameter that names one of its items, which follows `path`; without it, only the list has routes. */
  readonly one?: One;
  readonly tag: Tag;
  readonly name: string;
  /** Version 2 by default. */
  readonly version?: Version;
  readonly answer: Answers<Item>;
}

const FORM_OR_JSON = { consumes: [MEDIA_TYPES.json, FORM_TYPE] };

async function pageOf<Item>(found: Found<Item>, query: PageQuery): Promise<PageOf<Item>> {
  const { offset, limit } = pageRange(query);
  if ("page" in found) return found.page({ offset, limit });
  return "items" in found ? found : { total: found.length, items: found.slice(offset, offset + limit) };
}

/** The path, the parameter and the name of a resource: `/time_segments/:time_segment_id/` for `timeSegment`. */
export function ofKind<Kind extends IdKind>(kind: Kind) {
  const name = describeKind(kind);
  const word = name.replaceAll(" ", "_");
  const one = { [`${word}_id`]: id(kind) } as Record<`${WordsOf<Kind, "_">}_id`, ReturnType<typeof id>>;
  return { path: `/${word}s/` as const, one, name };
}

/** The differences from the usual description of an operation on a resource, and from its usual scope. */
interface Described extends Partial<Omit<Operation, "tag">> {
  /** `read` for GET, `write` for all others by default. */
  readonly access?: Scope;
}

interface TableOf<Item, Row> {
  readonly columns: readonly Column<Row>[];
  readonly rowsOf: (items: readonly Item[]) => readonly Row[];
}

async function* rowsOf<Item, Row>(
  table: TableOf<Item, Row>,
  found: Found<Item>,
): AsyncGenerator<readonly Row[]> {
  if ("scan" in found) for await (const items of found.scan()) yield table.rowsOf(items);
  else yield table.rowsOf("items" in found ? found.items : found);
}

/** A route of a resource, besides its parameters in the path; the scope that it requires, unless it is the usual one. */
type Route = Omit<RouteOptions<Shape, Shape, z.ZodType, z.ZodType>, "access" | "tag" | "params"> & Described;

interface Place {
  readonly path: Path;
  readonly params: Shape | undefined;
}

/** Adds the routes of one resource: list, create, read, update, delete, each with its description. */
export class Resource<Within extends Shape, One extends Shape, Item> {
  readonly #app: App;
  readonly #http: ChangeParts;
  readonly #options: ResourceOptions<Within, One, Item>;
  readonly #id: string;

  constructor(app: App, http: ChangeParts, options: ResourceOptions<Within, One, Item>) {
    this.#app = app;
    this.#http = http;
    this.#options = options;
    this.#id = options.name.replace(/(?:^| )(.)/g, (_match, letter: string) => letter.toUpperCase());
  }

  /**
   * GET of the list, by page (D16).
   *
   * @param options `query` has the parameters besides those of the page; `repeatsTotal` adds a `count` to version
   * 2's `total`; `table` also answers all items as a table (D29)
   */
  list<Query extends Shape = Nothing, Row = never>(
    options: Described & {
      readonly answer?: Answers<Item, Requesting & { readonly query: Output<Query> }>;
      readonly query?: Query;
      readonly repeatsTotal?: boolean;
      readonly table?: TableOf<Item, Row>;
    },
    find: (request: Checked<Output<Within>, Output<Query> & PageQuery>) => Found<Item> | Promise<Found<Item>>,
  ): void {
    const {
      answer = this.#options.answer,
      query: filters,
      repeatsTotal = false,
      table,
      ...described
    } = options;
    const totalName = this.#options.version === "v1" ? "count" : "total";
    const list = listOf(answer.schema, totalName);
    const query = { ...pageParameters, ...filters };
    const route = {
      id: `list${this.#id}s`,
      summary: `List ${this.#options.name}s`,
      ...described,
      query,
      answer: repeatsTotal ? list.extend({ count: z.int() }) : list,
      ...defined({ formats: table && TABLE_FORMATS }),
    };
    this.#add(
      "GET",
      this.#list,
      route,
      async (request: Checked<Output<Within>, Output<Query> & PageQuery>, reply) => {
        const format = table === undefined ? null : tableFormat(request);
        if (table !== undefined && format !== null)
          return sendTable(reply, format, table.columns, rowsOf(table, await find(request)));
        // Items of the present millisecond are listed.
        const end = this.#http.clock.now() + 1;
        const links = pinEnd(request as { query: unknown }, query, end);
        const { total, items } = await pageOf(await find(request), request.query);
        return {
          [totalName]: total,
          ...linksOf(request, request.query, total, links),
          results: await answer.present(items, request),
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
  create<Body extends z.ZodType, Made extends Item, Query extends Shape = Nothing>(
    options: Described & {
      readonly body: Body;
      readonly query?: Query;
      readonly headers?: z.ZodType;
      readonly answer?: Answers<Made>;
      readonly isSecret?: boolean;
    },
    create: Changing<Checked<Output<Within>, Output<Query>, z.output<Body>>, Made>,
  ): void {
    const { answer = this.#options.answer, isSecret = false, ...given } = options;
    const texts = { id: `create${this.#id}`, summary: `Create a ${this.#options.name}` };
    const route = { ...texts, ...given, answer: answer.schema, status: 201 };
    this.#add("POST", this.#list, route, async (request: Parameters<typeof create>[1], reply) => {
      const made = await create(changeBy(this.#http, request), request);
      const [presented] = await answer.present([made], request);
      if (isSecret) reply.headers(NO_STORE);
      return reply.code(201).send(presented);
    });
  }

  read(
    described: Described,
    read: (request: Checked<Output<Within> & Output<One>>) => Item | Promise<Item>,
  ): void {
    const texts = { id: `get${this.#id}`, summary: `Get a ${this.#options.name}` };
    this.#addAnswering("GET", this.#one(), { ...texts, ...described }, read);
  }

  /** PUT of one item, or of a path after it that `action` names: changes the fields that the body has (D26). */
  update<Body extends z.ZodType>(
    {
      action,
      method = "PUT",
      ...given
    }: Described & { readonly body: Body; readonly action?: string; readonly method?: "PUT" | "POST" },
    update: Changing<Checked<Output<Within> & Output<One>, unknown, z.output<Body>>, Item>,
  ): void {
    const texts = { summary: `Update a ${this.#options.name}`, detail: "Omitted fields do not change." };
    const route = { id: `update${this.#id}`, ...texts, ...given };
    this.#addAnswering(method, this.#one(action), route, (request: Parameters<typeof update>[1]) =>
      update(changeBy(this.#http, request), request),
    );
  }

  delete<Query extends Shape = Nothing, Body extends z.ZodType = z.ZodType>(
    options: Described & { readonly query?: Query; readonly body?: Body },
    remove: Changing<Checked<Output<Within> & Output<One>, Output<Query>, z.output<Body>>, unknown>,
  ): void {
    const texts = { id: `delete${this.#id}`, summary: `Delete a ${this.#options.name}` };
    const route = { ...texts, ...options };
    this.#add("DELETE", this.#one(), route, async (request: Parameters<typeof remove>[1], reply) => {
      await remove(changeBy(this.#http, request), request);
      return reply.code(204).send();
    });
  }

  #addAnswering<Request extends Requesting>(
    method: Method,
    place: Place,
    route: Route,
    find: (request: Request) => Item | Promise<Item>,
  ): void {
    const { schema, present } = this.#options.answer;
    this.#add(method, place, { ...route, answer: schema }, async (request: Request) => {
      const [presented] = await present([await find(request)], request);
      // A space that was deleted while its count was read: finding it again answers 404.
      return presented ?? find(request);
    });
  }

  get #list(): Place {
    const { path, within } = this.#options;
    return { path, params: within };
  }

  /** @param action the last part of the path, if it is not that of the item itself */
  #one(action?: string): Place {
    const { path, within, one } = this.#options;
    const parameter = Object.keys(must(one, `parameter of ${path}`)).join();
    return {
      path: `${path}:${parameter}/${action === undefined ? "" : `${action}/`}`,
      params: { ...within, ...one },
    };
  }

  #add<Request>(
    method: Method,
    { path, params }: Place,
    route: Route,
    handler: (request: Request, reply: FastifyReply) => Promise<unknown>,
  ): void {
    const { tag, version } = this.#options;
    const access = method === "GET" ? "read" : "write";
    const consumed = version === "v1" && route.body !== undefined ? FORM_OR_JSON : {};
    const options = { tag, access, ...consumed, ...route, ...defined({ params }) } as const;
    // The schemas of the route are those of the request.
    addRoute(this.#app, `${method} ${path}`, options, handler as never);
  }
}
