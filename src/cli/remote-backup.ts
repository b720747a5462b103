import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { unpackBackup } from "../backup/archive.ts";
import { inEmptyFolder } from "../backup/files.ts";
import type { RemoteServer } from "./remote-server.ts";
import { untimedFetch } from "./untimed-fetch.ts";

/**
 * Backs up the data of a server to a local folder.
 *
 * @throws HeadcountError as `unpackBackup` does; `unavailable` if the server rejects the request or closes the connection
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
      },
      // The response can take minutes to begin, and must not be requested twice.
      { fetch: untimedFetch() },
    ),
  );
}
