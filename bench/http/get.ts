import type { Target } from "../served.ts";

/** Sends a GET and returns the parsed JSON response. */
export async function get<Answer>({ origin, token }: Target, path: string): Promise<Answer> {
  const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
