import type { TestApi } from "./http.ts";

/** The range that people come and go in. */
export const MORNING = { start_time: "2024-05-10T10:00:00Z", end_time: "2024-05-10T12:00:00Z" };

/** Where the counts of a space are. */
export function countsUrl(space: string, query: Readonly<Record<string, string>>): string {
  return `/v2/spaces/${space}/counts/?${new URLSearchParams(query)}`;
}

/** Makes a hall into which three people come, and which one leaves, between ten and twelve; returns its id. */
export async function morning(api: TestApi): Promise<string> {
  const { space } = await api.site();
  await api.report(
    "a 2024-05-10T10:00:00Z 1",
    "a 2024-05-10T10:30:00Z 1",
    "a 2024-05-10T10:45:00Z -1",
    "a 2024-05-10T11:15:00Z 1",
  );
  return space;
}
