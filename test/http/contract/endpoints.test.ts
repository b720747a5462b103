import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "../../../src/domain/limits.ts";
import { openClusterApi } from "../../support/cluster-api.ts";
import { ENDPOINTS, type Endpoint, type Field, RESOURCES, requiredQuery } from "../../support/contract.ts";
import { ContractSite } from "../../support/contract-site.ts";
import { type Answer, expectProblem, pathsOf, type TestApi } from "../../support/http.ts";
import { describeWithPostgres } from "../../support/postgres.ts";
import { type Shape, ShapeChecker } from "../../support/shapes.ts";

/** The media type of a backup. */
const ARCHIVE = "application/x-tar";

/**
 * Fields without a value in the site: D27's empty fields, a webhook that the server has disabled when it is new,
 * differences between the log and what is derived from it, and a clock that is ahead. A sensor sends readings of one
 * kind.
 */
const NEVER_THERE = [
  ...["new_webhook.disabled_reason", "reading.at", "reading.in_total", "reading.out_total"],
  ...["rebuild.differences[]", "rebuild.sensors[]", "retention.forecast.days_until_full"],
  ...["retention.kept_from", "retention.removable.newest", "retention.removable.oldest"],
  ...["sensor.clock_ahead_seconds", "sensor.state_detail", "space.component_spaces[]", "space.floor_level"],
  ...["space.image_url", "space.max_dwell_minutes", "space.measured_periods[].end", "space.space_mappings[]"],
];

/** Asks each endpoint of a site as its table says. */
function describeEndpoints(open: () => Promise<ContractSite>): void {
  let site: ContractSite;
  beforeAll(async () => {
    site = await open();
  });
  afterAll(() => site.api.app.close());

  const named = <E extends Endpoint>(endpoints: readonly E[]) =>
    endpoints.map((endpoint) => [endpoint.title, endpoint] as const);

  /** The shape of an endpoint's answer; null if it has no body. */
  function shapeOf({ answer, list, total, unpaged, beside = {} }: Endpoint): Shape | null {
    if (answer !== undefined) return `$${answer}`;
    if (list === undefined) return null;
    const link = unpaged ? "never?" : "string?";
    return { [total]: "integer", next: link, previous: link, ...beside, results: [`$${list}`] };
  }

  /** Fields of a body that its answer shows come back as they were sent; a reference as what it refers to. */
  function expectEcho({ fields }: Endpoint, sent: unknown, body: Answer["body"]): void {
    const given = new Map<string, unknown>(Object.entries(sent ?? {}));
    for (const { name } of fields.filter((field) => field.name in body)) {
      const shown = body[name];
      const ids = Array.isArray(shown) && shown.map((each) => each.space_id ?? each.id ?? each);
      const wanted = given.get(name);
      const isReferring = Array.isArray(wanted) && typeof wanted[0] === "string";
      expect(isReferring ? ids : shown, name).toEqual(wanted);
    }
  }

  describe("every documented endpoint answers as documented, with and without the slash at its end", () => {
    const checkers = { v1: new ShapeChecker(RESOURCES.v1), v2: new ShapeChecker(RESOURCES.v2) };

    it.each(named(ENDPOINTS))("%s", async (_title, endpoint) => {
      const query = requiredQuery(endpoint);
      const first = await site.send(endpoint, { query });
      const second = () => site.send(endpoint, { query, bare: true });
      const isIdle = async () => {
        const exchange = await second();
        expect(exchange.answer.status).not.toBe(409);
        return exchange;
      };
      // The files of a backup are removed after it has been sent.
      const exchanges = [
        first,
        await (endpoint.streams === ARCHIVE ? vi.waitFor(isIdle, 180_000) : second()),
      ];
      for (const { sent, answer } of exchanges) {
        if (endpoint.status >= 400) {
          expectProblem(answer, endpoint.status);
          continue;
        }
        expect(answer.status, answer.text).toBe(endpoint.status);
        const shape = shapeOf(endpoint);
        if (endpoint.streams !== undefined) {
          expect(answer.headers["content-type"]).toBe(endpoint.streams);
          expect(answer.text.toLowerCase()).toContain(
            endpoint.streams === ARCHIVE ? "backup.json\0" : "timestamp",
          );
          continue;
        }
        if (shape === null) {
          expect(answer.text).toBe("");
          expect(answer.headers).not.toHaveProperty("content-type");
          continue;
        }
        expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
        expect(checkers[endpoint.version].complaints(answer.body, shape, "answer")).toEqual([]);
        if (endpoint.list !== undefined) {
          const total = Number(answer.body[endpoint.total]);
          expect(answer.body.results).toHaveLength(Math.min(total, PAGE_SIZE_DEFAULT));
        }
        expect(answer.body).toMatchObject(endpoint.gives ?? {});
        expectEcho(endpoint, sent, answer.body);
      }
      if (endpoint.method !== "GET") return;
      const [slashed, bare] = exchanges.map(({ answer }) => ({ ...answer.body, next: null }));
      expect(bare).toEqual(slashed);
    });

    it("and the site had something for every list and nullable field of every resource", () => {
      expect(checkers.v1.unseen()).toEqual([]);
      expect(checkers.v2.unseen()).toEqual(NEVER_THERE);
    });
  });

  describe("D16: every documented list has pages", () => {
    it.each(named(ENDPOINTS.filter(({ list, unpaged }) => list !== undefined && !unpaged)))(
      "%s",
      async (_title, endpoint) => {
        const query = requiredQuery(endpoint);
        const ask = async (page: string) => (await site.send(endpoint, { query: query + page })).answer.body;
        const whole = await ask(`page_size=${PAGE_SIZE_MAX}`);
        const first = await ask("page_size=1");
        const second = await ask("page_size=1&page=2");
        const total = whole.results.length;
        expect(total).toBeGreaterThan(1);
        expect([first[endpoint.total], second[endpoint.total]]).toEqual([total, total]);
        expect([...first.results, ...second.results]).toEqual(whole.results.slice(0, 2));
        expect([whole.next, whole.previous, first.previous]).toEqual([null, null, null]);
        const followed = await site.api.get(String(first.next).replace("http://localhost:80", ""));
        const { next, previous } = followed.body;
        expect(followed.body).toEqual({ ...second, next, previous });
        const back = await site.api.get(String(second.previous).replace("http://localhost:80", ""));
        expect(back.body).toEqual({ ...first, next: back.body.next });
      },
    );
  });

  /** The parameters that may be given more than once, with the paths where they may. */
  const REPEATABLE = /time_segment_|\/(counts|sockets|exports\/\w+)\/ space_id$/;

  describe("D16: every documented parameter is known, and given once", () => {
    const CASES = ENDPOINTS.flatMap((endpoint) =>
      endpoint.parameters.map(
        (parameter) => [`${parameter.name} of ${endpoint.title}`, endpoint, parameter] as const,
      ),
    );

    it.each(CASES)("%s", async (_title, endpoint, { name, isRequired, value, wrong }) => {
      const others = requiredQuery(endpoint, name);
      const ask = async (...own: readonly string[]) =>
        (await site.send(endpoint, { query: others + own.join("&") })).answer;
      expect(await ask(`${name}=${value}`)).toMatchObject({ status: endpoint.status });
      if (wrong !== null) expect(pathsOf(await ask(`${name}=${wrong}`))).toEqual([name]);
      if (!REPEATABLE.test(`${endpoint.path} ${name}`)) {
        const { errors } = (await ask(`${name}=${value}`, `${name}=${value}`)).body;
        expect(errors).toEqual([{ path: name, message: "is given more than once" }]);
      }
      if (isRequired) expect(pathsOf(await ask())).toEqual([name]);
    });
  });

  function asBody(fields: readonly Field[]): Record<string, unknown> {
    return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  }

  describe("every documented field of a body is known", () => {
    const WITH_BODY = ENDPOINTS.filter(({ fields }) => fields.length > 0);
    const CASES = WITH_BODY.flatMap((endpoint) =>
      endpoint.fields.map((field) => [`${field.name} of ${endpoint.title}`, endpoint, field] as const),
    );
    const firstNames = (answer: Answer) => new Set(pathsOf(answer).map((path) => path.split(".", 1)[0]));

    it.each(CASES)("%s", async (_title, endpoint, { name, isRequired, value }) => {
      const fields = asBody(endpoint.fields);
      const others = endpoint.fields.filter((field) => field.isRequired && field.name !== name);
      const isPut = endpoint.method === "PUT";
      const ask = async (body: object) => (await site.send(endpoint, { body })).answer;
      const shape = RESOURCES[endpoint.version][endpoint.answer ?? ""];
      const type = typeof shape === "object" && !Array.isArray(shape) ? Object(shape)[name] : undefined;
      const odd = await ask({ ...fields, [name]: { odd: true } });
      // Free-form data has no wrong value.
      if (type === "any?") expect(odd.body).toMatchObject({ [name]: { odd: true } });
      // Unknown fields of an object are ignored, and named (D16).
      else if (odd.status < 300) expect(odd.headers["headcount-ignored"]).toBe(`${name}.odd`);
      else expect(firstNames(odd)).toEqual(new Set([name]));
      if (isRequired && !isPut) {
        const missing = await ask(asBody(others));
        expectProblem(missing, 400);
        expect(missing.body.errors).toEqual([{ path: name, message: expect.stringMatching(/^is required/) }]);
      }
      if (!isPut) return;
      // D26: a PUT changes what it has; null clears what may be null.
      const cleared = await ask({ [name]: null });
      if (String(type).endsWith("?")) expect(cleared.body, cleared.text).toMatchObject({ [name]: null });
      else expect(pathsOf(cleared)).toEqual([name]);
      expect(await ask({ [name]: value })).toMatchObject({ status: endpoint.status });
    });

    it.each(named(WITH_BODY))(
      "D26: those that are not required may be left out: %s",
      async (_title, endpoint) => {
        const isPut = endpoint.method === "PUT";
        const required = endpoint.fields.filter(({ isRequired }) => isRequired && !isPut);
        const { answer } = await site.send(endpoint, { body: asBody(required) });
        expect(answer.status, answer.text).toBe(endpoint.status);
      },
    );
  });

  /** The paths of both versions that an API serves, with `:parameters`, without a last slash. */
  async function servedPaths({ app }: TestApi): Promise<string[]> {
    await app.ready();
    const paths = pathsOfTree(app.printRoutes({ commonPrefix: false })).map((path) =>
      path.replace(/\/$/, ""),
    );
    return [...new Set(paths)]
      .filter((path) => /^\/v[12]\//.test(path) && !path.endsWith("openapi.json"))
      .sort();
  }

  /** The paths in a printed tree of routes, whose branches are indented by four characters a level. */
  function pathsOfTree(tree: string): string[] {
    const parts: string[] = [];
    const paths: string[] = [];
    for (const line of tree.split("\n")) {
      const [, indent = "", part = "", methods] =
        /^((?:│ {3}| {4})*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? [];
      const depth = indent.length / 4;
      parts.length = depth;
      parts[depth] = part;
      if (methods !== undefined) paths.push(parts.join(""));
    }
    return paths;
  }

  describe("the tables name every endpoint that there is", () => {
    const methods = new Map<string, Set<string>>();
    for (const { path, method } of ENDPOINTS.filter(({ status }) => status !== 405)) {
      const known = methods.get(path) ?? new Set(["OPTIONS"]);
      methods.set(path, known.add(method));
      if (method === "GET") known.add("HEAD");
    }

    it("by path", async () => {
      const named = [...methods.keys()].map((path) =>
        path.replaceAll(/\{(\w+)\}/g, ":$1").replace(/\/$/, ""),
      );
      // test/http/live-stream.test.ts covers the stream, which has no end.
      expect(await servedPaths(site.api)).toEqual([...named, "/v2/live"].sort());
    });

    it.each([...methods])("by method: %s", async (path, known) => {
      const { headers } = await site.api.send("OPTIONS", path.replaceAll(/\{\w+\}/g, "1"));
      expect(headers.allow).toBe([...known].sort().join(", "));
    });
  });
}

describe("one server", () => describeEndpoints(() => ContractSite.open()));

describeWithPostgres("any of three servers on one log", (server) =>
  describeEndpoints(() => ContractSite.open((options) => openClusterApi(server(), options))),
);
