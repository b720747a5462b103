import { Command } from "commander";
import { notFound } from "../../domain/errors.ts";
import { formatId, readId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { newCommand } from "../command.ts";
import { info, print } from "../console.ts";
import { withEngine } from "../open-engine.ts";
import { rateOf } from "../readers.ts";
import { collect } from "../remote-server.ts";
import type { SettingsOf } from "../settings.ts";
import { chooseTarget } from "../target.ts";

/** `headcount token create|list|revoke` (D18, D30). */
export function tokenCommand(): Command {
  return new Command("token")
    .description("manages tokens")
    .addCommand(newCommand("token create", "creates a token and prints it once").action(create))
    .addCommand(newCommand("token list", "lists the tokens").action(list))
    .addCommand(
      newCommand("token revoke", "revokes a token at once")
        .argument("<id>", "id of the token, such as tkn_12")
        .action(revoke),
    );
}

async function create(options: SettingsOf<"token create">, command: Command): Promise<void> {
  const { name, scopes } = options;
  const rate = rateOf(options.rate);
  const target = chooseTarget(command, options);
  const { id, secret } =
    target.kind === "server"
      ? await target.server.run(async ({ v2 }, { answerOf }) => {
          const made = await answerOf(v2.POST("/v2/tokens/", { body: { name, scopes: [...scopes], rate } }));
          return { id: made.id, secret: made.token };
        })
      : await withEngine(
          target.directory,
          async (context) => {
            const { createToken } = await import("../../engine/resources/tokens.ts");
            const made = await createToken(context, { name, scopes, rate });
            return { id: formatId("token", made.token.id), secret: made.secret };
          },
          { mayCreate: true },
        );
  info(`Token ${id} with scopes ${scopes.join(", ")}. It cannot be shown again:`);
  print(secret);
}

async function list(options: SettingsOf<"token list">, command: Command): Promise<void> {
  const target = chooseTarget(command, options);
  const tokens =
    target.kind === "server"
      ? await target.server.run(({ v2 }, { itemsOf }) =>
          collect(itemsOf((query) => v2.GET("/v2/tokens/", { params: { query } }))),
        )
      : await withEngine(target.directory, async ({ catalog }) =>
          catalog.tokens.all().map((token) => ({
            id: formatId("token", token.id),
            name: token.name,
            scopes: token.scopes,
            rate: token.rate,
            created_at: formatInstant(token.createdAt),
          })),
        );
  const rows = tokens.map((token) => [
    token.id,
    token.name,
    token.scopes.join(" "),
    token.rate ?? "none",
    token.created_at,
  ]);
  const { table } = await import("../table.ts");
  print(table(["id", "name", "scopes", "requests a minute", "created"], rows));
}

async function revoke(id: string, options: SettingsOf<"token revoke">, command: Command): Promise<void> {
  const target = chooseTarget(command, options);
  if (target.kind === "server") {
    const path = { token_id: id };
    await target.server.run(({ v2 }, { answerOf }) =>
      answerOf(v2.DELETE("/v2/tokens/{token_id}/", { params: { path } })),
    );
  } else {
    const tokenId = readId("token", id);
    if (tokenId === null) throw notFound("token", JSON.stringify(id.slice(0, 64)));
    await withEngine(target.directory, async (context) => {
      const { deleteResource } = await import("../../engine/resources/changes.ts");
      await deleteResource(context, "token", tokenId);
    });
  }
  info(`Token ${id} is revoked.`);
}
