import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { unpackBackup } from "../backup/archive.ts";
import { inEmptyFolder } from "../backup/files.ts";
import type { RemoteServer } from "./remote-server.ts";
import { unhurriedFetch } from "./unhurried-fetch.ts";

/**
 * Takes a backup of what a server serves, and puts it into a folder here.
 *
 * @throws HeadcountError as `unpackBackup` does; `unavailable` where the server refuses it, or breaks off
 */
export async function backUpThroughServer(
  server: RemoteServer,
  folder: string,
  onProgress: (bytes: number, total: number) => void,
): Promise<void> {
  let total = 0;
  let done = 0;
  await inEmptyFolder(folder, () =>
    server.run(
      async ({ v2 }, { answerOf }) => {
        const body = await answerOf(v2.POST("/v2/admin/backup", { parseAs: "stream" }));
        await unpackBackup(Readable.fromWeb(body as unknown as ReadableStream), folder, {
          onTotal: (bytes) => {
            total = bytes;
          },
          onBytes: (bytes) => {
            done += bytes;
            onProgress(done, total);
          },
        });
        // It may take minutes until the answer begins, and it is not to be begun again unasked.
      },
      { fetch: unhurriedFetch() },
    ),
  );
}
