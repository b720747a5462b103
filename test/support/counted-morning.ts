import { type TestApi, testApi } from "./http.ts";

/** The range that people come and go in. */
export const MORNING = { start_time: "2024-05-10T10:00:00Z", end_time: "2024-05-10T12:00:00Z" };

/** Where the counts of a space are. */
export function countsUrl(space: string, query: Readonly<Record<string, string>>): string {
  return `/v2/spaces/${space}/counts/?${new URLSearchParams(query)}`;
}

/** A hall into which three people come, and which one leaves, between ten and twelve. */
export async function morning(space: object = {}): Promise<{ api: TestApi; space: string }> {
  const api = await testApi();
  const ids = await api.site(space);
  await api.report(
    "a 2024-05-10T10:00:00Z 1",
    "a 2024-05-10T10:30:00Z 1",
    "a 2024-05-10T10:45:00Z -1",
    "a 2024-05-10T11:15:00Z 1",
  );
  return { api, space: ids.space };
}
