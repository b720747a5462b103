import type { Target } from "../served.ts";

/** Creates a webhook for each endpoint. */
export async function createWebhooks({ origin, token }: Target, endpoints: readonly string[]): Promise<void> {
  for (const endpoint of endpoints) {
    const answer = await fetch(`${origin}/v2/webhooks/`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ endpoint }),
    });
    if (answer.status !== 201) throw new Error(`no webhook: ${answer.status} ${await answer.text()}`);
  }
}
