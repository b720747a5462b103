import type { Command } from "commander";
import { notFound } from "../../domain/errors.ts";
import { formatId, readId } from "../../domain/ids.ts";
import { info, print } from "../process.ts";
import { rateOf } from "../setting-types.ts";
import type { SettingsOf } from "../settings.ts";
import { chooseTarget, onTarget } from "../target.ts";
import { table } from "../text-table.ts";

/** `headcount token create` (D18, D30). */
export async function create(options: SettingsOf<"token create">, command: Command): Promise<void> {
  const { name, scopes } = options;
  const rate = rateOf(options.rate);
  const body = { name, scopes: [...scopes], rate };
  const { id, secret } = await onTarget(
    chooseTarget(command, options),
    {
      server: (server) =>
        server.run(async ({ v2 }, { answerOf }) => {
          const made = await answerOf(v2.POST("/v2/tokens/", { body }));
          return { id: made.id, secret: made.token };
        }),
      directory: async (core) => {
        const { createToken } = await import("../../engine/resources/tokens.ts");
        const made = await createToken(core, body);
        return { id: formatId("token", made.token.id), secret: made.secret };
      },
    },
    { mayCreate: true },
  );
  info(`Token ${id} with scopes ${scopes.join(", ")}. It cannot be shown again:`);
  print(secret);
}

/** `headcount token list`. */
export async function list(options: SettingsOf<"token list">, command: Command): Promise<void> {
  const tokens = await onTarget(chooseTarget(command, options), {
    server: (server) => server.list((v2, query) => v2.GET("/v2/tokens/", { params: { query } })),
    directory: async ({ catalog }) => {
      const { tokenAnswer } = await import("../../http/resources/tokens.ts");
      return catalog.tokens.all().map((token) => tokenAnswer.present(token));
    },
  });
  const rows = tokens.map(({ id, name, scopes, rate, created_at }) => [
    id,
    name,
    scopes.join(" "),
    rate ?? "none",
    created_at,
  ]);
  print(table(["id", "name", "scopes", "requests a minute", "created"], rows));
}

/** `headcount token revoke`. */
export async function revoke(
  id: string,
  options: SettingsOf<"token revoke">,
  command: Command,
): Promise<void> {
  const path = { token_id: id };
  await onTarget(chooseTarget(command, options), {
    server: (server) =>
      server.run(({ v2 }, { answerOf }) =>
        answerOf(v2.DELETE("/v2/tokens/{token_id}/", { params: { path } })),
      ),
    directory: async (core) => {
      const tokenId = readId("token", id);
      if (tokenId === null) throw notFound("token", JSON.stringify(id.slice(0, 64)));
      const { deleteResource } = await import("../../engine/resources/changes.ts");
      await deleteResource(core, "token", tokenId);
    },
  });
  info(`Token ${id} is revoked.`);
}
