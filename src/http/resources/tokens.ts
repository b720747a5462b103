import { z } from "zod";
import { invalid, must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import { TOKEN_RATE_MAX } from "../../domain/limits.ts";
import { SCOPES, type Token } from "../../domain/resources.ts";
import type { AuditEntry } from "../../engine/ports.ts";
import { deleteResource } from "../../engine/resources/changes.ts";
import { createToken } from "../../engine/resources/tokens.ts";
import { answerOf, idOrNull, intOrNull, text, textOrNull } from "../../schemas/answers.ts";
import { body, engineFields, id, instant, name, orderOr } from "../../schemas/fields.ts";
import { list } from "../../schemas/list.ts";
import { fieldChange } from "../../schemas/site.ts";
import { addRoute } from "../add-route.ts";
import { pageRange } from "../pagination.ts";
import { type ChangeParts, ofKind, Resource } from "../resource-routes.ts";
import type { App, HttpOptions } from "../types.ts";

const tokenAnswer = answerOf<Token>({ v2: "Token" })({
  id: [text, ({ id }) => formatId("token", id)],
  name: [text, ({ name }) => name],
  scopes: [z.array(z.enum(SCOPES)), ({ scopes }) => scopes],
  space_id: [textOrNull, ({ spaceId }) => idOrNull("space", spaceId)],
  rate: [intOrNull, ({ rate }) => rate],
  created_at: [text, ({ createdAt }) => formatInstant(createdAt)],
});

const newTokenAnswer = answerOf<Token & { readonly secret: string }>()({
  ...tokenAnswer.fields,
  token: [text, ({ secret }) => secret],
});

const newToken = body({
  name,
  scopes: list(z.enum(SCOPES)).min(1).default(["read"]),
  space_id: id("space").nullable().optional(),
  rate: z.int().min(1).max(TOKEN_RATE_MAX).nullable().optional(),
});

const CURRENT = {
  id: "readCurrentToken",
  tag: "Administration",
  access: "token",
  summary: "Get the token of the request",
  answer: tokenAnswer.schema,
} as const;

/** GET, POST /tokens/; DELETE /tokens/:token_id/ (D30); GET /tokens/current/: the token of the request. */
export function tokenRoutes(app: App, http: ChangeParts & Pick<HttpOptions, "rateLimit">): void {
  const tokens = new Resource(app, http, {
    ...ofKind("token"),
    tag: "Administration",
    answer: tokenAnswer.with(),
  });
  tokens.list({ access: "admin" }, () => http.catalog.tokens.all());
  addRoute(app, "GET /tokens/current/", CURRENT, async (request) =>
    tokenAnswer.present(must(request.token, "token")),
  );
  const created = { body: newToken, answer: newTokenAnswer.with(), isSecret: true };
  tokens.create({ ...created, access: "admin" }, async (change, request) => {
    const { name: tokenName, scopes, space_id: spaceId, rate = http.rateLimit } = request.body;
    const own = spaceId == null ? {} : { spaceId };
    const fields = { name: tokenName, scopes: SCOPES.filter((each) => scopes.includes(each)), rate, ...own };
    const { token, secret } = await createToken(change, fields);
    return { ...token, secret };
  });
  tokens.delete({ id: "revokeToken", summary: "Revoke a token", access: "admin" }, (change, { params }) =>
    deleteResource(change, "token", params.token_id),
  );
}

const entryAnswer = answerOf<AuditEntry>({ v2: "AuditEntry" })({
  id: [text, ({ id }) => formatId("auditEntry", id)],
  timestamp: [text, ({ instant }) => formatInstant(instant)],
  token_id: [textOrNull, ({ actor }) => idOrNull("token", actor.tokenId)],
  token_name: [text, ({ actor }) => actor.name],
  action: [z.enum(["create", "update", "delete", "void"]), ({ action }) => action],
  resource_type: [text, ({ resourceType }) => resourceType],
  resource_id: [text, ({ resourceId }) => resourceId],
  changes: [z.record(z.string(), fieldChange), ({ changes }) => changes],
});

const entryQuery = {
  start_time: instant.optional(),
  end_time: instant.optional(),
  token_id: id("token").optional(),
  resource_type: z.string().optional(),
  resource_id: z.string().optional(),
  order: orderOr("DESC"),
};

/** GET /audit_log/: all changes with their actors, newest first. */
export function auditLogRoutes(app: App, http: ChangeParts): void {
  const entries = new Resource(app, http, {
    path: "/audit_log/",
    tag: "Administration",
    name: "audit entry",
    answer: entryAnswer.with(),
  });
  const described = { id: "listAuditLog", summary: "List changes, newest first", access: "admin" } as const;
  entries.list(
    { ...described, query: entryQuery },
    ({ query: { start_time: start = INSTANT_MIN, end_time: end = INSTANT_MAX + 1, ...given } }) => {
      if (start > end) throw invalid("start_time", "must not be after end_time");
      const page = { start, end, order: given.order, ...pageRange(given) };
      return http.catalog.auditLog(engineFields(given), page);
    },
  );
}
