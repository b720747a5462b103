import type { HTTPMethods, RouteOptions } from "fastify";
import { must } from "../domain/errors.ts";
import { preflightHeaders } from "./cors.ts";
import { DOCS_PATH } from "./openapi/routes.ts";
import type { App } from "./types.ts";

/** The methods that the paths of an app take. */
export type Methods = ReadonlyMap<string, ReadonlySet<string>>;

/** Notes the methods of every route that is added from here on, and that each says whom it lets in (D18). */
export function noteMethods(app: App): Methods {
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method, config }: RouteOptions) => {
    // The page's library adds routes of its own, which say nothing.
    if (url.startsWith(DOCS_PATH)) return;
    must(config?.access, `access of the route ${method} ${url}`);
    const known = methods.get(url) ?? new Set<string>();
    methods.set(url, known);
    for (const each of [method].flat()) known.add(each.toUpperCase());
  });
  return methods;
}

/** Answers the methods that known paths do not take with 405, and OPTIONS with what they take (D17). */
export function addOtherMethods(app: App, methods: Methods): void {
  for (const [url, known] of [...methods]) {
    const allow = [...new Set([...known, ...(known.has("GET") ? ["HEAD"] : []), "OPTIONS"])]
      .sort()
      .join(", ");
    app.options(url, { config: { access: "open" } }, (_request, reply) => {
      return reply
        .code(204)
        .headers({ allow, ...preflightHeaders(allow) })
        .send();
    });
    const others = app.supportedMethods.filter(
      (method): method is HTTPMethods => !allow.split(", ").includes(method),
    );
    app.route({ method: others, url, config: { access: "token", allow }, handler: () => {} });
  }
}
