import type { AddressInfo } from "node:net";
import type { InjectOptions } from "fastify";
import { afterAll, expect, onTestFinished } from "vitest";
import type { Clock } from "../../src/domain/clock.ts";
import { parseInstant } from "../../src/domain/instant.ts";
import { type Scope, SITE_SCOPES } from "../../src/domain/resources.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import type { Engine, Settings } from "../../src/engine/engine.ts";
import type { SharedLog, Store } from "../../src/engine/ports.ts";
import { createToken } from "../../src/engine/resources/tokens.ts";
import { buildApp, type HttpOptions } from "../../src/http/app.ts";
import { Metrics } from "../../src/http/monitoring.ts";
import { type ProblemSlug, problemTitle } from "../../src/http/problems.ts";
import { type ApiDescription, expectAsDescribed } from "./described-answers.ts";
import { FakeSql } from "./fake-sql.ts";
import { memoryStore } from "./memory-store.ts";
import { TEST_SETTINGS } from "./settings.ts";

/** The present of every test that does not set another: a Friday. */
export const NOW = "2024-05-10T12:00:00.000Z";

/** The secret of a token that every test API knows, with all scopes and no rate. */
export const ADMIN = "hct_admin";

/** A JSON object; the fields that tests look into are there if the test is right. */
export interface Body {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly total: number;
  readonly results: readonly Body[];
  readonly next: string | null;
  readonly previous: string | null;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

/** An answer; `body` is its JSON, or an empty object if there is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
  readonly text: string;
}

/** A request's options besides method and path. */
export interface Sent {
  readonly body?: unknown;
  /** Sent as they are, without a content type of their own. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The token's secret; null sends none. */
  readonly token?: string | null;
}

export type ApiOptions = Partial<
  HttpOptions &
    Settings & {
      readonly now: string;
      readonly elapsed: Clock;
      readonly store: Store;
      /** The log that the engine shares with others. */
      readonly log: SharedLog;
      /** Whether the store has the token already. */
      readonly hasToken: boolean;
    }
>;

/** The API over an engine in memory. */
export class TestApi {
  readonly app: ReturnType<typeof buildApp>;
  readonly context: Engine;
  /** The engines that requests go to. */
  engines: readonly Engine[];
  #setClock: (instant: string) => void;
  /** The app that the next request goes to. */
  #choose = () => this.app;

  constructor(context: Engine, options: HttpOptions, setClock: (instant: string) => void) {
    this.context = context;
    this.engines = [context];
    this.app = buildApp(context, options);
    this.#setClock = setClock;
  }

  /** Lets the time be another. */
  at(instant: string): void {
    this.#setClock(instant);
  }

  /** From now on, each request goes to any of these, which share a log and a clock. */
  spread(
    others: readonly TestApi[],
    below: (bound: number) => number,
    setClock: (instant: string) => void,
  ): void {
    const apps = [this.app, ...others.map(({ app }) => app)];
    this.engines = [this.context, ...others.map(({ context }) => context)];
    this.#choose = () => apps[below(apps.length)] ?? this.app;
    this.#setClock = setClock;
  }

  async send(method: NonNullable<InjectOptions["method"]>, url: string, sent: Sent = {}): Promise<Answer> {
    const { body, raw, headers = {}, token = ADMIN } = sent;
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await this.#choose().inject({
      method,
      url,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const contentType = String(response.headers["content-type"]);
    const answered = JSON.parse(/json/.test(contentType) && response.body !== "" ? response.body : "{}");
    const { statusCode: status } = response;
    if (response.body !== "") {
      expectAsDescribed((version) => this.#describe(version), {
        method,
        url,
        status,
        contentType,
        body: answered,
      });
    }
    return { status, headers: response.headers, body: answered, text: response.body };
  }

  #describe(version: string): ApiDescription {
    return (version === "v1" ? this.app.describeV1() : this.app.describeV2()) as ApiDescription;
  }

  get(url: string, sent?: Sent): Promise<Answer> {
    return this.send("GET", url, sent);
  }

  post(url: string, body?: unknown, sent?: Sent): Promise<Answer> {
    return this.send("POST", url, { body, ...sent });
  }

  put(url: string, body?: unknown, sent?: Sent): Promise<Answer> {
    return this.send("PUT", url, { body, ...sent });
  }

  delete(url: string, body?: unknown, sent?: Sent): Promise<Answer> {
    return this.send("DELETE", url, { body, ...sent });
  }

  /** Creates something that must be accepted, and answers it. */
  async create(url: string, body: unknown): Promise<Body> {
    const answer = await this.post(url, body);
    expect(answer, answer.text).toMatchObject({ status: 201 });
    return answer.body;
  }

  /** Sends reports written as `serial time trajectory`, such as `a 2024-05-06T07:00:00Z 1`. */
  async report(...lines: readonly string[]): Promise<void> {
    const rows = lines.map((line) => {
      const [sensor_serial_number, timestamp, trajectory] = line.split(" ");
      return { sensor_serial_number, timestamp, trajectory: Number(trajectory) };
    });
    const answer = await this.post("/v2/sensor_events/", rows);
    expect(answer.body, answer.text).toMatchObject({ accepted: rows.length, rejected: 0 });
  }

  /** A space with one doorway and the sensor `a`, mounted inside. */
  async site(
    space: object = {},
  ): Promise<{ readonly space: string; readonly doorway: string; readonly link: string }> {
    const { id: spaceId } = await this.create("/v2/spaces/", { name: "Hall", daily_reset: null, ...space });
    const doorway = await this.create("/v2/doorways/", { name: "Front door", sensor_serial_number: "a" });
    const link = await this.create("/v2/links/", {
      space_id: spaceId,
      doorway_id: doorway.id,
      sensor_placement: 1,
    });
    return { space: spaceId, doorway: doorway.id, link: link.id };
  }

  /** Lets in a token with some scopes; its secret says which. */
  async token(scopes: readonly Scope[], rate: number | null = null): Promise<string> {
    const secret = `hct_${scopes.join("_")}_${rate}`;
    await createToken(this.context, { name: secret, scopes, rate }, () => secret);
    return secret;
  }

  /** Listens on a free port of the loopback interface until the test has finished, and answers its address. */
  async listen(): Promise<string> {
    await this.app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = this.app.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }
}

/** A log from a level on, and what has been written to it. */
export function keptLog(level: string) {
  const write = (line: string) => {
    log.text += line;
  };
  const log = { text: "", logger: { level, stream: { write } } };
  return log;
}

/** Builds the API over an engine in memory; it goes when the test has finished. */
export async function testApi(options: ApiOptions = {}): Promise<TestApi> {
  const api = await openApi(options);
  onTestFinished(() => api.app.close());
  return api;
}

/** As `testApi`, for all tests of a file, which do not disturb each other; it goes after the last of them. */
export async function sharedApi(options: ApiOptions = {}): Promise<TestApi> {
  const api = await openApi(options);
  afterAll(() => api.app.close());
  return api;
}

/** As `testApi`, with the site that `TestApi.site` makes. */
export async function testSite(space: object = {}) {
  const api = await testApi();
  return { api, ...(await api.site(space)) };
}

/** As `testApi`, listening on a free port. */
export async function listeningApi(options: ApiOptions = {}) {
  const api = await testApi(options);
  return { api, address: await api.listen() };
}

/** As `testApi`, for many tests to share: it stays until its app is closed. */
export async function openApi(options: ApiOptions = {}): Promise<TestApi> {
  let now = parseInstant(options.now ?? NOW, "now");
  const store = options.store ?? memoryStore();
  const { intervals, organizationName, sensorTimeout, earliest, selfRegisteredSensors } = {
    ...TEST_SETTINGS.settings,
    ...options,
  };
  const metrics = options.metrics ?? new Metrics();
  const context = await buildEngine(store, {
    ...TEST_SETTINGS,
    telemetry: metrics,
    clock: { now: () => now },
    ...(options.elapsed === undefined ? {} : { elapsed: options.elapsed }),
    log: options.log,
    settings: { intervals, organizationName, sensorTimeout, earliest, selfRegisteredSensors },
  });
  if (options.hasToken !== true)
    await createToken(context, { name: "admin", scopes: SITE_SCOPES, rate: null }, () => ADMIN);
  return new TestApi(
    context,
    {
      rateLimit: 60,
      publicUrl: null,
      trustProxy: null,
      connections: {},
      release: "0.0.0",
      sql: new FakeSql(),
      slowQuery: 60_000,
      consoleFolder: null,
      logger: false,
      isReady: () => true,
      isDamaged: () => false,
      ...options,
      metrics,
    },
    (instant) => {
      now = parseInstant(instant, "now");
    },
  );
}

/** The shape of an error (D17): a type of the catalogue with its status and title, and issues just with a 400. */
export function expectProblem(answer: Answer, status: number, detail: RegExp | string = /./): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers["content-type"]).toBe("application/problem+json");
  const type = String(answer.body.type);
  const title = problemTitle(type.replace("/problems/", "") as ProblemSlug);
  // A batch whose rows are all rejected has the members of its other answers, too (D22).
  const ofBatch = type === "/problems/rows-rejected";
  expect(answer.body).toEqual({
    type: expect.stringMatching(/^\/problems\//),
    title,
    status,
    detail: expect.stringMatching(detail),
    ...(status === 400 ? { errors: expect.any(Array) } : {}),
    ...(ofBatch ? { accepted: 0, duplicates: 0, rejected: expect.any(Number) } : {}),
  });
  for (const issue of answer.body.errors ?? []) {
    const index = ofBatch ? { index: expect.any(Number) } : {};
    expect(issue).toEqual({
      ...index,
      path: expect.stringMatching(/./),
      message: expect.stringMatching(/./),
    });
  }
}

/** The paths that a 400 complains about. */
export function pathsOf(answer: Answer): string[] {
  expectProblem(answer, 400);
  return answer.body.errors.map((issue) => issue.path);
}
