import { Agent, request } from "undici";

/*
 * A child process: loops of undici's `request` that post a constant body to several origins, each loop as soon as it
 * gets a response. It exits with its parent process.
 */

/** The calls to make. */
export interface BaselineCalls {
  readonly origins: readonly string[];
  readonly body: string;
  /** The number of simultaneous calls to one origin. */
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
