import { describe, expect, it } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import { openApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";

describe("an answer with 503", () => {
  const cause = new HeadcountError("log-diverged", "the log has other records");
  it.each([
    ["that passes", new HeadcountError("unavailable", "too many wait"), true],
    [
      "because of an error that passes",
      new HeadcountError("unavailable", "x", { cause: new Error("y") }),
      true,
    ],
    [
      "that an operator has to end",
      new HeadcountError("unavailable", "not allowed", { isLasting: true }),
      false,
    ],
    ["because of another such failure", new HeadcountError("unavailable", "stopped", { cause }), false],
    ["by a log with other records", cause, false],
    ["by a log of a later release", new HeadcountError("store-newer", "upgrade Headcount"), false],
    ["by a log without the next records", new HeadcountError("log-truncated", "starts again"), true],
  ])("%s", async (_, error, passes) => {
    const api = await openApi({ store: memoryStore() });
    api.context.journal.transact = async () => {
      throw error;
    };
    const answer = await api.send("POST", "/v2/spaces/", { body: { name: "Hall", time_zone: "UTC" } });
    expect(answer.status).toBe(503);
    expect(answer.headers["retry-after"]).toBe(passes ? "5" : undefined);
    const { detail } = JSON.parse(answer.text);
    expect(detail).toBe(passes ? error.message : `${error.message}; repeating does not help`);
    await api.app.close();
  });
});
