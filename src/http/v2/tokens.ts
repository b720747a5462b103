import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { TOKEN_RATE_MAX } from "../../domain/limits.ts";
import { SCOPES, type Token } from "../../domain/resources.ts";
import { createToken, revokeToken } from "../../engine/resources/tokens.ts";
import { changeBy } from "../auth.ts";
import { NO_STORE } from "../caching.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { pageOf, pageParameters } from "../pagination.ts";
import { body, id, name } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

const tokenAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    rate: z.int().nullable(),
    created_at: z.string(),
  })
  .register(v2Schemas, { id: "Token" });

const newToken = body({
  name,
  scopes: z.array(z.enum(SCOPES)).min(1).default(["read"]),
  rate: z.int().min(1).max(TOKEN_RATE_MAX).nullable().optional(),
});

/** GET, POST /tokens/; DELETE /tokens/:token_id/ (D30); GET /tokens/current/: the token that a request shows. */
export function tokenRoutes(app: App, http: HttpContext): void {
  app.get(
    "/tokens/",
    {
      config: { access: "admin" },
      schema: { querystring: z.object(pageParameters), response: { 200: listOf(tokenAnswer) } },
    },
    (request) => pageOf(http, request, http.catalog.tokens.all(), (tokens) => tokens.map(present)),
  );

  app.get(
    "/tokens/current/",
    { config: { access: "token" }, schema: { response: { 200: tokenAnswer } } },
    async (request) => present(must(request.token, "token")),
  );

  app.post(
    "/tokens/",
    {
      config: { access: "admin" },
      schema: { body: newToken, response: { 201: tokenAnswer.extend({ token: z.string() }) } },
    },
    async (request, reply) => {
      const { name: tokenName, scopes, rate = http.rateLimit } = request.body;
      const fields = { name: tokenName, scopes: SCOPES.filter((scope) => scopes.includes(scope)), rate };
      const { token, secret } = await createToken(changeBy(http, request), fields);
      return reply
        .code(201)
        .headers(NO_STORE)
        .send({ ...present(token), token: secret });
    },
  );

  app.delete(
    "/tokens/:token_id/",
    { config: { access: "admin" }, schema: { params: z.object({ token_id: id("token") }) } },
    async (request, reply) => {
      await revokeToken(changeBy(http, request), request.params.token_id);
      return reply.code(204).send();
    },
  );
}

function present(token: Token): z.output<typeof tokenAnswer> {
  return {
    id: formatId("token", token.id),
    name: token.name,
    scopes: [...token.scopes],
    rate: token.rate,
    created_at: formatInstant(token.createdAt),
  };
}
