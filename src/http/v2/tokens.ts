import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { TOKEN_RATE_MAX } from "../../domain/limits.ts";
import { SCOPES, type Token } from "../../domain/resources.ts";
import { createToken, revokeToken } from "../../engine/resources/tokens.ts";
import { body, id, name, v2Schemas } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App, HttpOptions } from "../types.ts";

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

/** GET, POST /tokens/; DELETE /tokens/:token_id/ (D30); GET /tokens/current/: the token of the request. */
export function tokenRoutes(
  app: App,
  http: ChangeParts & PublicAddress & Pick<HttpOptions, "rateLimit">,
): void {
  const one = { token_id: id("token") };
  const tokens = new Resource(app, http, { path: "/tokens/", one, tag: "Administration", name: "token" });
  tokens.list(
    { scope: "admin", item: tokenAnswer },
    () => http.catalog.tokens.all(),
    (page) => page.map(present),
  );
  const summary = "Read the token that the request shows";
  app.get(
    "/tokens/current/",
    {
      config: { access: "token", operation: { id: "readCurrentToken", tag: "Administration", summary } },
      schema: { response: { 200: tokenAnswer } },
    },
    async (request) => present(must(request.token, "token")),
  );
  const answer = tokenAnswer.extend({ token: z.string() });
  tokens.create({ scope: "admin", body: newToken, answer, isSecret: true }, async (request) => {
    const { name: tokenName, scopes, rate = http.rateLimit } = request.body;
    const fields = { name: tokenName, scopes: SCOPES.filter((scope) => scopes.includes(scope)), rate };
    const { token, secret } = await createToken(changeBy(http, request), fields);
    return { ...present(token), token: secret };
  });
  tokens.delete({ id: "revokeToken", summary: "Revoke a token", scope: "admin" }, (request) =>
    revokeToken(changeBy(http, request), request.params.token_id),
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
