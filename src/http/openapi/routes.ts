import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { Refusal } from "../errors.ts";
import { PROBLEMS, PROBLEMS_PATH, type ProblemSlug, problemTitle } from "../problems.ts";
import { type App, type HttpOptions, VERSIONS, type Version } from "../types.ts";
import { describeVersion } from "./describe.ts";

declare module "fastify" {
  interface FastifyInstance {
    describeV1: () => object;
    describeV2: () => object;
  }
}

/** Where the page to read and try the API is. */
export const DOCS_PATH = "/docs";

const DECORATORS = { v1: "describeV1", v2: "describeV2" } as const satisfies Record<Version, string>;

/** Notes every route that is added from here on, for the description of its version. */
export function collectRoutes(
  app: App,
  { release, publicUrl }: Pick<HttpOptions, "publicUrl" | "release">,
): void {
  for (const version of VERSIONS) {
    const options = describeVersion(version, release, publicUrl);
    app.register(swagger, { ...options, decorator: DECORATORS[version] });
  }
}

/** GET /v1/openapi.json, /v2/openapi.json: OpenAPI 3.1; GET /docs: a page to read and try it (D18: open). */
export function openApiRoutes(app: App): void {
  for (const version of VERSIONS) {
    let text: string | null = null;
    app.get(`/${version}/openapi.json`, { config: { access: "open" } }, async (_request, reply) => {
      // It stays the same for as long as the server runs.
      text ??= JSON.stringify(app[DECORATORS[version]]());
      return reply.type("application/json").send(text);
    });
  }
}

/** GET /problems/:slug: the description of a problem type, at the path that is the type (D17, D18: open). */
export function problemRoutes(app: App): void {
  app.get<{ Params: { slug: ProblemSlug } }>(
    `${PROBLEMS_PATH}/:slug`,
    { config: { access: "open" } },
    async ({ params: { slug } }, reply) => {
      if (!Object.hasOwn(PROBLEMS, slug))
        throw new Refusal("unknown-path", "the problem type does not exist");
      const { status, meaning, action } = PROBLEMS[slug];
      reply.type("text/plain; charset=utf-8");
      return `${problemTitle(slug)} (${status})\n\n${meaning}\n\n${action}\n`;
    },
  );
}

/** Stands at the top of the page. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 190 40" fill="#fff"
  font-family="sans-serif" font-size="28" font-weight="700"><text y="30">Headcount</text></svg>`;

/** The page, with the files it consists of. */
export function docsRoutes(app: App): void {
  app.addHook("onRoute", (route) => {
    route.config = { ...route.config, access: "open" };
  });
  // What the library has at /docs/json and /docs/yaml.
  app.decorate("swagger", app.describeV2 as typeof app.swagger);
  app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    staticCSP: true,
    // A server without TLS of its own could not answer what browsers would ask for instead.
    transformStaticCSP: (header) => header.replace("upgrade-insecure-requests;", ""),
    theme: { title: "Headcount API" },
    logo: { type: "image/svg+xml", content: LOGO, href: DOCS_PATH },
    uiConfig: {
      // The library's types know of one address only; the page takes several.
      ...({
        urls: [
          { name: "Version 2", url: "/v2/openapi.json" },
          { name: "Version 1", url: "/v1/openapi.json" },
        ],
      } as object),
      displayOperationId: false,
      docExpansion: "list",
      tryItOutEnabled: true,
      persistAuthorization: true,
    },
  });
}
