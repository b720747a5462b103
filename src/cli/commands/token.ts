import type { Command } from "commander";
import { HeadcountError } from "../../domain/errors.ts";
import { serverNote } from "../open-engine.ts";
import { info, print } from "../process.ts";
import { ServerClient } from "../server-client.ts";
import { rateOf } from "../settings/setting-types.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { chooseTarget, findSpace, onTarget, type Target } from "../target.ts";
import { table } from "../text-table.ts";

/** Requests a minute of a token with the scope ingest alone, and of one that can sign in at the console. */
const MACHINE_RATE = 60;
const PERSON_RATE = 300;

export async function create(options: SettingsOf<"token create">, command: Command): Promise<void> {
  const { name, scopes, space } = options;
  const isForMachines = scopes.every((scope) => scope === "ingest");
  const rate = rateOf(options.rate ?? (isForMachines ? MACHINE_RATE : PERSON_RATE));
  const target = chooseTarget(command, options);
  const createOn = (where: Target) =>
    onTarget(
      where,
      async (server) => {
        const space_id = space === undefined ? null : (await findSpace(server, space)).id;
        const body = { name, scopes: [...scopes], space_id, rate };
        return server.answer((v2) => v2.POST("/v2/tokens/", { body }));
      },
      { mayCreate: true },
    );
  const { id, token: secret } = await createOn(target).catch((error: unknown) =>
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
  return { kind: "server", server: new ServerClient(note.address, note.token) };
}

export async function list(options: SettingsOf<"token list">, command: Command): Promise<void> {
  const tokens = await onTarget(chooseTarget(command, options), (server) =>
    server.list((v2, query) => v2.GET("/v2/tokens/", { params: { query } })),
  );
  const rows = tokens.map(({ id, name, scopes, space_id, rate, created_at }) => [
    id,
    name,
    [...scopes, space_id ?? []].flat().join(" "),
    rate ?? "none",
    created_at,
  ]);
  print(table(["id", "name", "scopes", "requests a minute", "created"], rows));
}

export async function revoke(
  id: string,
  options: SettingsOf<"token revoke">,
  command: Command,
): Promise<void> {
  const path = { token_id: id };
  await onTarget(chooseTarget(command, options), (server) =>
    server.answer((v2) => v2.DELETE("/v2/tokens/{token_id}/", { params: { path } })),
  );
  info(`Token ${id} is revoked.`);
}
