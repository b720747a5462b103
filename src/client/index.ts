/// <reference types="node" preserve="true" />
import ky, { HTTPError, type Options } from "ky";
import createFetchClient, { type Client } from "openapi-fetch";
import type { components as V1Components, paths as V1Paths } from "./generated/v1.ts";
import type { components as V2Components, paths as V2Paths } from "./generated/v2.ts";

export type { V1Paths, V2Paths };

/** The resources and answers of a version by their names in its description, such as `V2Schemas["CountSample"]`. */
export type V1Schemas = V1Components["schemas"];
export type V2Schemas = V2Components["schemas"];

/** Resources of version 2. */
export type Space = V2Schemas["Space"];
export type Doorway = V2Schemas["Doorway"];
export type Link = V2Schemas["Link"];
export type Sensor = V2Schemas["Sensor"];
export type SensorEvent = V2Schemas["SensorEvent"];
export type SpaceEvent = V2Schemas["SpaceEvent"];
export type SpaceCounts = V2Schemas["SpaceCounts"];
export type Reset = V2Schemas["Reset"];
export type TimeSegment = V2Schemas["TimeSegment"];
export type Webhook = V2Schemas["Webhook"];
export type Token = V2Schemas["Token"];
export type Import = V2Schemas["Import"];

export interface ClientOptions {
  /** Base URL of the server, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly token: string;
  /** Sends the requests. The default retries a request that the server answers with 429 or 503. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Both versions of the API, with types generated from their OpenAPI documents. */
export interface HeadcountClient {
  readonly v1: Client<V1Paths>;
  readonly v2: Client<V2Paths>;
}

/**
 * Creates a client of a server: `await answerOf(client.v2.GET("/v2/spaces/{space_id}/", { params: { path: { space_id }
 * } }))`.
 */
export function createClient({ address, token, fetch = retryingFetch() }: ClientOptions): HeadcountClient {
  const options = {
    baseUrl: address.replace(/\/+$/, ""),
    // A misspelt field of a body is an error, and not ignored.
    headers: { authorization: `Bearer ${token}`, prefer: "handling=strict" },
    fetch,
    querySerializer: { array: { style: "form", explode: true } },
  } as const;
  return { v1: createFetchClient<V1Paths>(options), v2: createFetchClient<V2Paths>(options) };
}

/** The result of `GET`, `POST`, … of a version. */
interface Outcome<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the data of a response. @throws Problem for an error response */
export async function answerOf<Data>(request: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await request;
  if (!response.ok) throw Problem.from(response.status, error);
  // A 204 has no data, and its type is undefined.
  return data as Data;
}

interface Page<Item> {
  readonly next: string | null;
  readonly results: readonly Item[];
}

export interface PageQuery {
  readonly page: number;
  readonly page_size: number;
  /** The end that the server has given a list by time, so that later items move nothing to other pages. */
  readonly end_time?: string;
}

const PAGE_SIZE = 1_000;

/**
 * The items of a list, fetched page by page: `itemsOf((page) => client.v2.GET("/v2/spaces/", { params: { query: {
 * ...page, tag: "open" } } }))`.
 *
 * @throws Problem for an error response
 */
export async function* itemsOf<Item>(
  request: (query: PageQuery) => Promise<Outcome<Page<Item>>>,
): AsyncGenerator<Item> {
  let end: string | null = null;
  for (let page = 1; ; page++) {
    const pinned: Partial<PageQuery> = end === null ? {} : { end_time: end };
    const { next, results } = await answerOf(request({ page, page_size: PAGE_SIZE, ...pinned }));
    yield* results;
    if (next === null) return;
    end = new URL(next).searchParams.get("end_time");
  }
}

type ProblemDetails = V2Schemas["Problem"];

/** The type of a problem, such as `/problems/unknown-space`. */
export type ProblemType = ProblemDetails["type"];

/** One problem of a 400 response. */
export type ProblemIssue = Readonly<NonNullable<ProblemDetails["errors"]>[number]>;

/** An interval of counts. A server with `--intervals any` accepts others, too. */
export type Interval = NonNullable<V2Paths["/v2/counts/"]["get"]["parameters"]["query"]["interval"]>;

/** An error response of the server: problem details (RFC 9457). */
export class Problem extends Error {
  readonly status: number;
  /** Null if the response is not Headcount's, but a proxy's. */
  readonly type: ProblemType | null;
  readonly issues: readonly ProblemIssue[];

  constructor(
    status: number,
    detail: string,
    issues: readonly ProblemIssue[],
    type: ProblemType | null = null,
  ) {
    super(detail);
    this.name = "Problem";
    this.status = status;
    this.type = type;
    this.issues = issues;
  }

  /** Parses a response body, which may be a proxy's instead of Headcount's. */
  static from(status: number, body: unknown): Problem {
    const { type, detail, title, errors } = Object(body) as Partial<ProblemDetails>;
    const said = [detail, title].find((text) => typeof text === "string") ?? `status ${status}`;
    const known = typeof type === "string" && type.startsWith("/problems/") ? type : null;
    return new Problem(status, said, Array.isArray(errors) ? errors : [], known);
  }
}

/** Timeout of a request in ms, maximum number of retries, and maximum `Retry-After` in ms. */
const REQUEST_MS = 120_000;
const RETRIES = 5;
const RETRY_MS = 90_000;

const retrying = ky.create({
  timeout: REQUEST_MS,
  retry: {
    limit: RETRIES,
    // A request answered with 429 or 503 has not been processed, so any method can be retried. A POST without a
    // response may have been.
    methods: ["get", "post", "put", "delete"],
    statusCodes: [429, 503],
    afterStatusCodes: [429, 503],
    maxRetryAfter: RETRY_MS,
  },
  hooks: {
    beforeRetry: [
      ({ request, error }) => {
        if (request.method === "POST" && !(error instanceof HTTPError)) throw error;
      },
    ],
  },
});

/** Makes a fetch function that retries a 429 or 503 after the server's `Retry-After`. */
export function retryingFetch(
  options: Pick<Options, "fetch" | "timeout"> = {},
): (request: Request) => Promise<Response> {
  const send = retrying.extend(options);
  return async (request) => {
    try {
      return await send(request);
    } catch (error) {
      if (error instanceof HTTPError) return error.response;
      throw error;
    }
  };
}
