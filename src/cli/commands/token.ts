import { Command, InvalidArgumentError } from "commander";
import { notFound } from "../../domain/errors.ts";
import { formatId, readId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { SCOPES, type Scope } from "../../domain/resources.ts";
import { print, say } from "../console.ts";
import { withEngine } from "../open-engine.ts";
import { option, type Rate, rateOf, rate as readRate } from "../options.ts";
import { collect } from "../remote-server.ts";
import { addTargetOptions, chooseTarget, type TargetOptions } from "../target.ts";

interface CreateOptions extends TargetOptions {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly rate: Rate;
}

/** `headcount token create|list|revoke` (D18, D30). */
export function tokenCommand(): Command {
  const command = new Command("token").description("manages the tokens that let clients in");
  command.addCommand(
    addTargetOptions(new Command("create"))
      .description("creates a token and prints it, once")
      .addOption(option("--name <name>", "what the token is for").default("unnamed"))
      .addOption(
        option("--scopes <scopes>", `comma-separated, of ${SCOPES.join(", ")}`)
          .argParser(readScopes)
          .default(["read"], "read"),
      )
      .addOption(option("--rate <requests>", "requests a minute, or none").argParser(readRate).default(60))
      .action(create),
  );
  command.addCommand(addTargetOptions(new Command("list")).description("lists the tokens").action(list));
  command.addCommand(
    addTargetOptions(new Command("revoke"))
      .description("removes a token; it lets nobody in any more")
      .argument("<id>", "the token's id, such as tkn_12")
      .action(revoke),
  );
  return command;
}

async function create(options: CreateOptions, command: Command): Promise<void> {
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
  say(`Token ${id} with scopes ${scopes.join(", ")}. It is shown only now:`);
  print(secret);
}

async function list(options: TargetOptions, command: Command): Promise<void> {
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

async function revoke(id: string, options: TargetOptions, command: Command): Promise<void> {
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
      const { revokeToken } = await import("../../engine/resources/tokens.ts");
      await revokeToken(context, tokenId);
    });
  }
  say(`Token ${id} is revoked.`);
}

function readScopes(text: string): readonly Scope[] {
  const names = text.split(",").map((name) => name.trim());
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  const unknown = names.filter((name) => !SCOPES.some((scope) => scope === name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`${unknown.join(", ")} is no scope; there are ${SCOPES.join(", ")}.`);
  return scopes;
}
