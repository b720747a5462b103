import type { Target } from "../served.ts";

/** What a server answers a GET with, read as JSON. */
export async function get<Answer>({ origin, token }: Target, path: string): Promise<Answer> {
  const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
