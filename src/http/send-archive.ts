import type { FastifyReply, FastifyRequest } from "fastify";
import { ARCHIVE_TYPE, packBackup } from "../backup/archive.ts";
import type { StagedBackup } from "../engine/ports.ts";

/**
 * Answers with a backup as an archive, as fast as the client takes it, and discards it once it has been sent
 * or given up, as where the client takes nothing of it for long.
 */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  staged: StagedBackup,
  name: string,
): Promise<FastifyReply> {
  const discard = () =>
    staged.discard().catch((error: unknown) => request.log.error({ err: error }, "a backup is left over"));
  const archive = await packBackup(staged.folder);
  archive.once("close", () => void discard());
  return reply
    .type(ARCHIVE_TYPE)
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(archive);
}
