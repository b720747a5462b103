import { Agent, request } from "node:http";

/*
 * A process of its own that asks a server as fast as it answers, and sends the number of answers to the
 * process that started it.
 */

/** What to ask for. */
export interface Load {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
  /** How long, in ms; what is answered in the first fifth does not count. */
  readonly ms: number;
}

/** What came of it. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Bytes of one answer's body. */
  readonly bytes: number;
}

process.once("message", async (load: Load) => {
  process.send?.(await drive(load));
  process.disconnect();
});

async function drive({ url, token, connections, ms }: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { authorization: `Bearer ${token}` };
  const from = performance.now() + ms / 5;
  const until = from + ms;
  let answered = 0;
  let bytes = 0;
  const client = async () => {
    while (performance.now() < until) {
      bytes = await ask(url, agent, headers);
      const now = performance.now();
      if (now >= from && now < until) answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return { requestsPerSecond: (answered * 1_000) / ms, bytes };
}

function ask(url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (answer) => {
      let bytes = 0;
      answer.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      answer.on("end", () => {
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url} answered ${answer.statusCode}`));
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}
