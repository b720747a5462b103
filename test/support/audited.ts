import { expect } from "vitest";
import type { TestApi } from "./http.ts";

/** What a change leaves in the log, oldest first, without its number and time. */
export async function noted(api: TestApi, change: () => Promise<unknown>): Promise<object[]> {
  const entries = async () => (await api.get("/v2/audit_log/?order=asc&page_size=1000")).body.results;
  const before = (await entries()).length;
  await change();
  return (await entries()).slice(before).map(({ action, resource_type, resource_id, changes }) => ({
    action,
    type: resource_type,
    id: resource_id,
    changes,
  }));
}

/** An entry of a change. */
export const update = (type: string, id: string, changes: object) => ({
  action: "update",
  type,
  id,
  changes,
});
/** A number that the API answers as a text. */
export const anyNumber = expect.stringMatching(/^[1-9]\d*$/);
