import type { Command } from "commander";
import { HeadcountError, notFound } from "../../domain/errors.ts";
import { formatId, readId } from "../../domain/ids.ts";
import { serverNote } from "../open-engine.ts";
import { info, print } from "../process.ts";
import { RemoteServer } from "../remote-server.ts";
import { rateOf } from "../setting-types.ts";
import type { SettingsOf } from "../settings.ts";
import { chooseTarget, onTarget, type Target } from "../target.ts";
import { table } from "../text-table.ts";

/** Requests a minute of a token with the scope ingest alone, and of one that can sign in at the console. */
const MACHINE_RATE = 60;
const PERSON_RATE = 300;

/** `headcount token create` (D18, D30). */
export async function create(options: SettingsOf<"token create">, command: Command): Promise<void> {
  const { name, scopes } = options;
  const isForMachines = scopes.every((scope) => scope === "ingest");
  const rate = rateOf(options.rate ?? (isForMachines ? MACHINE_RATE : PERSON_RATE));
  const body = { name, scopes: [...scopes], rate };
  const target = chooseTarget(command, options);
  const createOn = (where: Target) =>
    onTarget(
      where,
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
  const { id, secret } = await createOn(target).catch((error: unknown) =>
    createOn(serverWithoutTokens(target, error)),
  );
  info(`Token ${id} with scopes ${scopes.join(", ")}. It cannot be shown again:`);
  print(secret);
}

/** The server that has the directory open, if it had no tokens when it started. @throws the error otherwise */
function serverWithoutTokens(target: Target, error: unknown): Target {
  const isHeld = error instanceof HeadcountError && error.kind === "store-held";
  const note = isHeld && target.kind === "directory" ? serverNote(target.directory) : null;
  if (note?.token === undefined) throw error;
  return { kind: "server", server: new RemoteServer(note.address, note.token) };
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
