import type { FastifyReply, FastifyRequest } from "fastify";
import { ARCHIVE_TYPE, packBackup } from "../backup/archive.ts";
import type { StagedBackup } from "../engine/ports.ts";

/**
 * Answers with a backup as an archive, as fast as the client reads it. Discards the backup once it has been sent, or
 * the connection is closed.
 */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  staged: StagedBackup,
  name: string,
): Promise<FastifyReply> {
  const discard = () =>
    staged
      .discard()
      .catch((error: unknown) => request.log.error({ err: error }, "a staged backup could not be deleted"));
  const archive = await packBackup(staged.folder);
  archive.once("close", () => void discard());
  return reply
    .type(ARCHIVE_TYPE)
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(archive);
}
