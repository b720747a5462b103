import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ARCHIVE_TYPE, packBackup } from "../backup/archive.ts";
import { BACKUP_STALL_MS_MAX } from "../domain/limits.ts";
import type { StagedBackup } from "../engine/ports.ts";

/**
 * Answers with a backup as an archive, as fast as the client takes it, and discards it once it has been sent
 * or given up; so it is where the client takes nothing of it for long.
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
  const watching = cutWhenStalled(request.raw.socket);
  archive.once("close", () => {
    clearInterval(watching);
    void discard();
  });
  return reply
    .type(ARCHIVE_TYPE)
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(archive);
}

/** Cuts a connection through which nothing goes for a while, as long as it is watched. */
function cutWhenStalled(socket: Socket): NodeJS.Timeout {
  let sent = -1;
  return setInterval(() => {
    if (socket.bytesWritten === sent) socket.destroy();
    sent = socket.bytesWritten;
  }, BACKUP_STALL_MS_MAX);
}
