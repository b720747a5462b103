import { Agent, request } from "undici";

/*
 * A separate process: baseline loops of undici's `request` that post one body to some origins as fast as they
 * answer, until the process that started it ends it.
 */

/** The calls to post, and where. */
export interface BaselineCalls {
  readonly origins: readonly string[];
  readonly body: string;
  /** Calls to one origin at the same time. */
  readonly atOnce: number;
}

process.once("message", ({ origins, body, atOnce }: BaselineCalls) => {
  const dispatcher = new Agent({ connections: atOnce, pipelining: 1 });
  const headers = { "content-type": "application/json" };
  const call = async (origin: string) => {
    for (;;) {
      const answer = await request(origin, { dispatcher, method: "POST", headers, body });
      await answer.body.dump();
    }
  };
  for (const origin of origins) for (let i = 0; i < atOnce; i++) call(origin).catch(() => process.exit());
});
process.once("disconnect", () => process.exit());
