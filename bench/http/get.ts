import type { Target } from "../served.ts";

/** A server's answer to a GET, read as JSON. */
export async function get<Answer>({ origin, token }: Target, path: string): Promise<Answer> {
  const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
