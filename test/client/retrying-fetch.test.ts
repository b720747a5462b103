import { afterEach, expect, it, vi } from "vitest";
import { retryingFetchWith } from "../../src/client/index.ts";

const HOUR_MS = 3_600_000;
const request = () => new Request("http://127.0.0.1/v2/sql", { method: "POST", body: "{}" });

afterEach(() => {
  vi.useRealTimers();
});

it("has no timeout of its own", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let answer = (_response: Response): void => {};
  const late = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const fetched = retryingFetchWith(async (input) => {
    await textOf(input);
    return late;
  })(request());
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  answer(new Response("late"));
  expect(await (await fetched).text()).toBe("late");
});

it("retries a 429 or 503, and returns other error responses", async () => {
  const answers = [
    new Response(null, { status: 503, headers: { "retry-after": "0" } }),
    new Response("no", { status: 400 }),
  ];
  const sent: string[] = [];
  const fetched = await retryingFetchWith(async (input) => {
    sent.push(await textOf(input));
    return answers.shift() ?? Response.error();
  })(request());
  expect([fetched.status, await fetched.text(), sent]).toEqual([400, "no", ["{}", "{}"]]);
});

/** Reads the request body, as a real fetch does. */
function textOf(input: string | URL | Request): Promise<string> {
  return new Request(input).text();
}
